import type { TranslationUsage } from "@dragoman/domain/machine-translation"
import { Context } from "effect"

/** Result of the verification of a text: its first answer was right, could be repaired, or needed a second one; else none was right. */
export type VerificationResult = "unchanged" | "repaired" | "askedAgain" | "refused"

/** Hears of each request and each verified text of an evaluation. */
export interface EvaluationObserver {
  readonly onRequest: (request: { readonly usage: TranslationUsage; readonly cost: number }) => void
  readonly onVerified: (result: VerificationResult) => void
}

/** Observes an evaluation, which takes no kept answers and keeps none; null: the translations are for users. */
export const CurrentEvaluation = Context.Reference<EvaluationObserver | null>(
  "@dragoman/server/assistance/machine-translation/CurrentEvaluation",
  { defaultValue: () => null }
)

/** Whether a repair changed more than white space. */
export const isRepaired = (answer: string, text: string): boolean => withoutSpaces(answer) !== withoutSpaces(text)

const withoutSpaces = (text: string): string => text.replace(/\s+/gu, "")
