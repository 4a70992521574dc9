import type { MaskSyntax } from "@dragoman/domain/machine-translation"
import type { Effect } from "effect"
import type { EngineRequest } from "../translation-engine.ts"
import type { TranslationFailed } from "../translation-failed.ts"

/** The protocol of an engine: single requests, without limits and retries. */
export interface EngineProtocol {
  readonly maskSyntax: MaskSyntax
  /** Limits of a request: number of texts, and sum of their sizes. */
  readonly textsMax: number
  readonly sizeMax: number
  readonly sizeOf: (text: string) => number
  /** Size of a text in a request of its own, where it may be larger than `sizeMax`. */
  readonly textSizeMax?: number
  /** Sends all texts in one request; none of them is blank. */
  readonly translate: (request: EngineRequest) => Effect.Effect<ReadonlyArray<string>, TranslationFailed>
  /** Sends a request that costs nothing, and fails when the engine does not accept the credentials. */
  readonly check: Effect.Effect<void, TranslationFailed>
}

const encoder = new TextEncoder()

export const utf8BytesOf = (text: string): number => encoder.encode(text).length

export const codePointsOf = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
