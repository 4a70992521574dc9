import type { Response } from "../../base/api/contract.ts"
import { formatComplete } from "../../base/texts/format-message.ts"
import type { ErrorTexts } from "../../base/texts/load-texts.ts"
import { measured } from "../../widget/ui/measured.ts"

type Failure = Pick<Response<"webhook", "test">, "error" | "failure">

/** Why an attempt failed, in the language of the console; in English where there is no sentence for it. null: delivered. */
export const failureSentence = (texts: ErrorTexts, language: string, { error, failure }: Failure): string | null => {
  if (failure === null) return error
  const { id, params } = failure
  // A status is a name that consists of digits.
  const args = "status" in params ? { status: String(params["status"]) } : measured(params, language)
  return formatComplete(texts[`delivery.${id}`], language, args) ?? error
}
