import { Data, Duration, Effect, Schema } from "effect"
import { CommandFailure } from "../command-failure.ts"

/** The server of Tolgee refuses a request to this token. */
export class SourceRefused extends Data.TaggedError("SourceRefused")<{
  readonly path: string
  readonly status: number
}> {}

/** A server of Tolgee. It is only read, and no request goes to another address. */
export interface SourceServer {
  readonly url: string
  /** The body of a response with the status 200. `path` begins with a slash. */
  readonly get: <A>(path: string, schema: Schema.Codec<A, unknown>) => Effect.Effect<A, SourceRefused | CommandFailure>
  /** A file that is public; null: there is none. */
  readonly getFile: (path: string) => Effect.Effect<Uint8Array | null, CommandFailure>
}

export interface SourcePauses {
  /** Attempts of a request that gets no response, or a status from 500 on. */
  readonly attemptsMax: number
  /** Before the second attempt; twice as long before each further one. */
  readonly firstMillis: number
  /** A rate limit that says nothing lasts so long. */
  readonly limitMillis: number
}

const usualPauses: SourcePauses = { attemptsMax: 8, firstMillis: 500, limitMillis: 15_000 }

/** A response that takes longer has failed. */
const responseMillisMax = 300_000

/** Longest pause that a server can ask for. */
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
      const { status, bytes } = yield* request(path, { ...credential, accept: "application/json" })
      if (status === 401) {
        return yield* new CommandFailure({
          sentence: `${url} does not accept the token: it has ended, or is not one of this server.`
        })
      }
      if (status !== 200) return yield* new SourceRefused({ path, status })
      return yield* Effect.try({
        try: () => Schema.decodeUnknownSync(schema)(JSON.parse(new TextDecoder().decode(bytes))),
        catch: () =>
          new CommandFailure({ sentence: `${url}${path} responded with something else than a server of Tolgee does.` })
      })
    }),
    getFile: Effect.fnUntraced(function* (path) {
      const { status, bytes } = yield* request(path, {})
      return status === 200 ? bytes : null
    })
  }
}

interface Answer {
  readonly status: number
  readonly bytes: Uint8Array
}

/** Repeats a request that fails for a while. A rate limit is waited for as often as it comes. */
const fetchPatiently = Effect.fnUntraced(function* (
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  pauses: SourcePauses
) {
  for (let failures = 0; ; ) {
    const answer: (Answer & { readonly pauseMillis: number | null }) | { readonly reason: string } =
      yield* Effect.promise(() => fetchOnce(`${url}${path}`, headers))
    if ("status" in answer) {
      const isLimited = answer.status === 429 || answer.status === 444
      if (!isLimited && answer.status < 500) return answer
      if (isLimited) {
        yield* Effect.sleep(Duration.millis(Math.min(answer.pauseMillis ?? pauses.limitMillis, limitMillisMax)))
        continue
      }
    }
    failures++
    if (failures >= pauses.attemptsMax) {
      const reason = "status" in answer ? `status ${answer.status}` : answer.reason
      return yield* new CommandFailure({
        sentence: `${url}${path.split("?")[0]} does not respond (${reason}). Run the command again: it continues where it ended.`
      })
    }
    yield* Effect.sleep(Duration.millis(pauses.firstMillis * 2 ** (failures - 1)))
  }
})

const fetchOnce = async (address: string, headers: Readonly<Record<string, string>>) => {
  try {
    // A redirect could lead to another server, which would get the token.
    const response = await fetch(address, {
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(responseMillisMax)
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, bytes, pauseMillis: pauseOf(response, bytes) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { reason: cause instanceof Error ? String("code" in cause ? cause.code : cause.message) : String(cause) }
  }
}

/** Of a rate limit: in the body in milliseconds, or in the header in seconds; null: the server does not say. */
const pauseOf = (response: Response, bytes: Uint8Array): number | null => {
  if (response.status !== 429) return null
  const seconds = Number(response.headers.get("retry-after"))
  try {
    const { retryAfter, params } = Object(JSON.parse(new TextDecoder().decode(bytes))) as Record<string, unknown>
    const millis = Number(retryAfter ?? (Array.isArray(params) ? params[0] : undefined))
    if (Number.isFinite(millis) && millis > 0) return millis
  } catch {
    // The body of a proxy need not be JSON.
  }
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
}
