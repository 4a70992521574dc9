import type { TranslationFailureReason } from "@dragoman/domain/machine-translation"
import { Data } from "effect"

/**
 * A service has no translation. `detail`: a sentence for the operator, without keys and texts; `retryMillis`: the pause that
 * the service asks for, null when it names none.
 */
export class TranslationFailed extends Data.TaggedError("TranslationFailed")<{
  readonly reason: TranslationFailureReason
  readonly detail: string
  readonly retryMillis: number | null
}> {}
