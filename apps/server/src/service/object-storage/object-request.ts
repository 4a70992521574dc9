import { setTimeout } from "node:timers/promises"
import { Data, Effect } from "effect"

/** A storage rejected a request or did not respond. `sentence`: for people, without a secret. */
export class ObjectStorageFailed extends Data.TaggedError("ObjectStorageFailed")<{ readonly sentence: string }> {}

export interface ObjectRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Body of the request; null: none. */
  readonly body: Uint8Array<ArrayBuffer> | null
  readonly signal: AbortSignal
}

/** Sends one request. Redirects are not followed, because signatures are for one address. */
export type SendObjectRequest = (url: string, request: ObjectRequest) => Promise<Response>

/** Sends requests to any address, for storages that operators name. */
export const sendUnguarded: SendObjectRequest = (url, { method, headers, body, signal }) =>
  fetch(url, { method, headers, signal, redirect: "manual", ...(body === null ? {} : { body }) })

export interface RetryOptions {
  /** Number of retries of a request that gets no response, 429 or 5xx. */
  readonly retriesMax: number
  /** Pause before the first retry, in milliseconds; the pauses double. */
  readonly retryMillis: number
  /** Time limit of one request, in milliseconds. */
  readonly requestMillisMax: number
}

/** Sends a request, signed anew each time, until a response comes that more tries would not change. */
export const sendRetried = async (
  { retriesMax, retryMillis, requestMillisMax }: RetryOptions,
  send: (signal: AbortSignal) => Promise<Response>
): Promise<Response> => {
  for (let retries = 0; ; retries++) {
    const response = await send(AbortSignal.timeout(requestMillisMax)).catch((error: unknown) => {
      if (retries === retriesMax) throw error
      return null
    })
    if (response !== null && (retries === retriesMax || !isPassing(response.status))) return response
    await response?.body?.cancel()
    await setTimeout(retryMillis * 2 ** retries)
  }
}

const isPassing = (status: number): boolean => status === 429 || status >= 500

/** Runs requests; other errors than failures of the storage become such ones. `advice`: the end of the sentence. */
export const runRequests = <A>(
  endpoint: string,
  advice: string,
  work: () => Promise<A>
): Effect.Effect<A, ObjectStorageFailed> =>
  Effect.tryPromise({
    try: work,
    catch: (error) =>
      error instanceof ObjectStorageFailed
        ? error
        : new ObjectStorageFailed({ sentence: `${endpoint} could not be used (${reasonOf(error)}): ${advice}.` })
  })

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? ("code" in cause ? String(cause.code) : cause.message) : String(cause)
}

/** Longest part of a storage's own words in a sentence: an endpoint may send anything. */
const saidMaxUtf16Units = 300

/** Writes the code and the message of a response in brackets; nothing when it has none. */
export const saidBy = (code: string | null, message: string | null): string => {
  const said = [code, message].filter((part) => part !== null).join(": ")
  return said === "" ? "" : ` (${said.replace(/\s+/g, " ").trim().slice(0, saidMaxUtf16Units)})`
}

/** Returns the text of the first element of that name; null: there is none. */
export const xmlText = (xml: string, element: string): string | null => {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return text === undefined ? null : unescaped(text)
}

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" } as const

const unescaped = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos|#(\d+)|#x([\da-f]+));/gi,
    (whole, name: string, decimal?: string, hex?: string) => {
      if (decimal !== undefined) return characterOf(Number(decimal), whole)
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16), whole)
      return entities[name.toLowerCase() as keyof typeof entities] ?? whole
    }
  )

const characterOf = (codePoint: number, whole: string): string =>
  codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole
