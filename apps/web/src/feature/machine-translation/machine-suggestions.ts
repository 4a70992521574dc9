import type { TranslationService } from "@dragoman/domain/machine-translation"
import type { MachineSuggestionModel } from "../../base/api/contract.ts"

/** A service that was asked for a translation. */
export interface MachineSuggestion {
  readonly service: TranslationService
  /** Id of the prompt of a language model; null: the default one, or no language model. */
  readonly promptId: number | null
  readonly end:
    | { readonly kind: "waiting" }
    | { readonly kind: "translated"; readonly text: string; readonly contextDescription: string | null }
    | { readonly kind: "failed"; readonly code: string; readonly params: ReadonlyArray<string> }
}

/** The first line of a stream names the services, each later one is the end of one of them. */
type StreamLine =
  | { readonly servicesTypes: ReadonlyArray<TranslationService>; readonly promptId: number | null }
  | MachineSuggestionModel

/** Adds a line of the stream. The order of the services stays, so that their keys stay. */
export const withLine = (
  suggestions: ReadonlyArray<MachineSuggestion>,
  line: StreamLine
): ReadonlyArray<MachineSuggestion> => {
  if ("servicesTypes" in line) {
    return line.servicesTypes.map((service) => ({
      service,
      promptId: service === "PROMPT" ? line.promptId : null,
      end: { kind: "waiting" }
    }))
  }
  const { result, errorMessage, errorParams } = line
  const end: MachineSuggestion["end"] =
    result === null
      ? { kind: "failed", code: errorMessage ?? failedCode, params: errorParams ?? [] }
      : { kind: "translated", text: result.output, contextDescription: result.contextDescription }
  return suggestions.map((one) => (one.service === line.serviceType ? { ...one, end } : one))
}

/** Ends a stream: a service without a line has failed. */
export const withoutWaiting = (suggestions: ReadonlyArray<MachineSuggestion>): ReadonlyArray<MachineSuggestion> =>
  suggestions.map((one) =>
    one.end.kind === "waiting" ? { ...one, end: { kind: "failed", code: failedCode, params: [] } } : one
  )

const failedCode = "translation_failed"
