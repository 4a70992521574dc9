import type { ImportFileIssueModel } from "../../base/api/contract.ts"
import { formatComplete } from "../../base/texts/format-message.ts"
import type { ErrorTexts } from "../../base/texts/load-texts.ts"
import { measured } from "../../widget/ui/measured.ts"

/** Returns the sentence of an issue in the language of the console; in English where there is none. */
export const issueSentence = (
  texts: ErrorTexts,
  language: string,
  { type, params, message }: Pick<ImportFileIssueModel, "type" | "params" | "message">
): string => {
  const key = params.find((param) => param.type === "KEY_NAME")?.value ?? null
  return formatComplete(texts[`issue.${type}`], language, measured(key === null ? {} : { key }, language)) ?? message
}
