import type { ErrorCode } from "@dragoman/domain/error"
import type { TranslationFailureReason } from "@dragoman/domain/machine-translation"
import type { TranslationFailed } from "@dragoman/machine-translation"
import { Data } from "effect"
import type { BudgetExceeded } from "./spending.ts"

/** A text has no translation. `detail`: a sentence for people; `isFinal`: no other text has one either, by this service. */
export class NotTranslated extends Data.TaggedError("NotTranslated")<{
  readonly code: ErrorCode
  readonly detail: string | null
  readonly isFinal: boolean
}> {}

const codes: Readonly<Partial<Record<TranslationFailureReason, ErrorCode>>> = {
  rate_limited: "llm_rate_limited",
  refused_content: "llm_content_filter",
  cut_off: "llm_provider_max_tokens_exceeded",
  empty_answer: "llm_provider_empty_response",
  no_json: "llm_provider_not_returned_json",
  unsupported_language: "language_not_supported_by_service"
}

/** Failures after which a service translates nothing until its operator has done something. */
const finalReasons: ReadonlyArray<TranslationFailureReason> = ["wrong_credentials", "quota_exhausted"]

/** Explains the failure of a service by the codes that clients of Tolgee know. */
export const notTranslated = (failure: TranslationFailed | BudgetExceeded): NotTranslated => {
  if (failure._tag === "BudgetExceeded") {
    return new NotTranslated({ code: "out_of_credits", detail: budgetSentences[failure.scope], isFinal: true })
  }
  const { reason, detail } = failure
  return new NotTranslated({
    code: codes[reason] ?? "translation_failed",
    detail,
    isFinal: finalReasons.includes(reason)
  })
}

const budgetSentences: Readonly<Record<BudgetExceeded["scope"], string>> = {
  SERVER: "The budget of the server for machine translation is used up: ask its operator.",
  ORGANIZATION: "The budget of the organization for machine translation is used up: ask an owner.",
  PROJECT: "The budget of the project for machine translation is used up: ask a manager of the project."
}
