import type { EngineConfig } from "../../translation-engine.ts"

export interface ReceivedRequest {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Reply {
  readonly status: number
  /** Sent as JSON. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** How texts change on their way; `texts`: those that arrived, so that a reply may have fewer of them. */
export interface Translating {
  readonly translate: (text: string, targetTag: string) => string
  readonly select: <A>(translations: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** The protocol of an engine on the side of the server: authentication, limits, results and errors as the real one has them. */
export interface ServerProtocol {
  /** Access that the server accepts. */
  readonly config: (url: string) => EngineConfig
  /** Whether the request translates or checks; others, such as for tokens, are never disturbed. */
  readonly isMain: (path: string) => boolean
  readonly respond: (request: ReceivedRequest, translating: Translating) => Reply
  readonly rateLimited: Reply
  readonly unavailable: Reply
}

export const readJson = (body: string): Readonly<Record<string, unknown>> | ReadonlyArray<unknown> | null => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

export const textsOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string")

export const includesTag = (tags: ReadonlyArray<string> | null, tag: string): boolean =>
  (tags ?? []).some((known) => known.toLowerCase() === tag.toLowerCase())
