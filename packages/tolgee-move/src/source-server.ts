import { type KeyedResponse, requestWithKey } from "@dragoman/network"
import { Data, Duration, Effect, Schema } from "effect"
import { MoveFailed } from "./move-failed.ts"

/** The server of Tolgee rejects a request with this token. */
export class SourceRefused extends Data.TaggedError("SourceRefused")<{
  readonly path: string
  readonly status: number
}> {}

/** A server of Tolgee. It is only read, and no request goes to another address. */
export interface SourceServer {
  readonly url: string
  /** Gets the body of a response with the status 200. `path` begins with a slash. */
  readonly get: <A>(path: string, schema: Schema.Codec<A, unknown>) => Effect.Effect<A, SourceRefused | MoveFailed>
  /** Gets a public file; null: there is none. */
  readonly getFile: (path: string) => Effect.Effect<Uint8Array | null, MoveFailed>
}

export interface SourcePauses {
  /** Number of attempts of a request that gets no response, or a status from 500 on. */
  readonly attemptsMax: number
  /** Pause before the second attempt; it doubles before each further one. */
  readonly firstMillis: number
  /** Pause for a rate limit without a time. */
  readonly limitMillis: number
  /** Longest sum of pauses for rate limits of one request. */
  readonly limitMillisInAll: number
}

const usualPauses: SourcePauses = {
  attemptsMax: 8,
  firstMillis: 500,
  limitMillis: 15_000,
  limitMillisInAll: 3_600_000
}

/** Time limit of a response. */
const responseMillisMax = 300_000

/** Longest pause that a server can request. */
const limitMillisMax = 600_000

export const connectToSource = (url: string, token: string, pauses: SourcePauses = usualPauses): SourceServer => {
  const credential: Readonly<Record<string, string>> = /^tg(pat|pak)_/.test(token)
    ? { "x-api-key": token }
    : { authorization: `Bearer ${token}` }
  const request = (path: string, headers: Readonly<Record<string, string>>) =>
    fetchPatiently(url, path, headers, pauses)
  return {
    url,
    get: Effect.fnUntraced(function* (path, schema) {
      const { status, bytes, redirectsTo } = yield* request(path, { ...credential, accept: "application/json" })
      if (redirectsTo !== null) {
        return yield* new MoveFailed({
          sentence: `${url} redirects to ${redirectsTo}, where the token was not sent: write --url with the address to which it leads, if it is the server that you mean.`
        })
      }
      if (status === 401) {
        return yield* new MoveFailed({
          sentence: `${url} does not accept the token: it has ended, or is not one of this server.`
        })
      }
      if (status !== 200) return yield* new SourceRefused({ path, status })
      return yield* Effect.try({
        try: () => Schema.decodeUnknownSync(schema)(JSON.parse(new TextDecoder().decode(bytes))),
        catch: () =>
          new MoveFailed({ sentence: `${url}${path} responded with something else than a server of Tolgee does.` })
      })
    }),
    getFile: Effect.fnUntraced(function* (path) {
      const { status, bytes } = yield* request(path, {})
      return status === 200 ? bytes : null
    })
  }
}

/** Repeats a request that fails temporarily, or that a rate limit rejects. */
const fetchPatiently = Effect.fnUntraced(function* (
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  pauses: SourcePauses
) {
  const failure = (reason: string) =>
    new MoveFailed({
      sentence: `${url}${path.split("?")[0]} does not respond (${reason}). Run the command again: it continues where it ended.`
    })
  let limitedMillis = 0
  for (let failures = 0; ; ) {
    const answer = yield* Effect.promise(() =>
      requestWithKey(`${url}${path}`, { headers, timeoutMillis: responseMillisMax })
    )
    if ("reason" in answer && answer.isFinal) return yield* failure(answer.reason)
    if ("status" in answer) {
      const isLimited = answer.status === 429 || answer.status === 444
      if (!isLimited && answer.status < 500) return answer
      if (isLimited) {
        const asked = Math.min(pauseOf(answer) ?? pauses.limitMillis, limitMillisMax)
        const pauseMillis = Math.max(asked, pauses.firstMillis)
        limitedMillis += pauseMillis
        if (limitedMillis > pauses.limitMillisInAll) return yield* failure("its rate limit rejects every attempt")
        yield* Effect.sleep(Duration.millis(pauseMillis))
        continue
      }
    }
    failures++
    if (failures >= pauses.attemptsMax) {
      return yield* failure("status" in answer ? `status ${answer.status}` : answer.reason)
    }
    yield* Effect.sleep(Duration.millis(pauses.firstMillis * 2 ** (failures - 1)))
  }
})

/**
 * Reads the pause of a rate limit: in the body in milliseconds, or in the header in seconds; null: the server does not
 * name it.
 */
const pauseOf = ({ status, headers, bytes }: KeyedResponse): number | null => {
  if (status !== 429) return null
  const seconds = Number(headers.get("retry-after"))
  try {
    const { retryAfter, params } = Object(JSON.parse(new TextDecoder().decode(bytes))) as Record<string, unknown>
    const millis = Number(retryAfter ?? (Array.isArray(params) ? params[0] : undefined))
    if (Number.isFinite(millis) && millis > 0) return millis
  } catch {
    // The body of a proxy need not be JSON.
  }
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
}
