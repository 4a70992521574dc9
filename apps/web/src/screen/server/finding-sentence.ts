import type { FindingParams } from "@dragoman/domain/doctor"
import { formatComplete } from "../../base/texts/format-message.ts"
import type { FindingTexts } from "../../base/texts/load-texts.ts"
import { measured } from "../../widget/ui/measured.ts"

interface FindingSentences {
  readonly what: string
  /** null: a name or a path, which is the same in each language. */
  readonly where: string | null
  readonly whatToDo: string
}

/**
 * Returns the sentence of a finding in the language of the console; null when the server is newer than the page and has no message,
 * or a message needs a parameter that did not come.
 */
export const findingSentences = (
  texts: FindingTexts,
  language: string,
  { id, params }: { readonly id: string; readonly params: FindingParams }
): FindingSentences | null => {
  const args = measured(params, language)
  const what = formatComplete(texts[`${id}.what`], language, args)
  const whatToDo = formatComplete(texts[`${id}.to-do`], language, args)
  if (what === null || whatToDo === null) return null
  return { what, where: formatComplete(texts[`${id}.where`], language, args), whatToDo }
}
