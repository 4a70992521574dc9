import { type Translation, type TranslationState, translationStates } from "../translation/translation.ts"

/** Text and state of a translation as a server of Tolgee shows them. */
export interface SourceText {
  readonly text: string | null
  readonly state: string | null
  readonly outdated: boolean
  readonly auto: boolean
  readonly mtProvider: string | null
}

/**
 * The translation as it is stored here, where the state says whether there is a text: an empty text is none, one without a
 * state is translated, and a language that is disabled for the key has no text.
 */
export const translationOfSource = ({ text, state: name, ...marks }: SourceText): Translation => {
  const state: TranslationState = translationStates.find((known) => known === name) ?? "TRANSLATED"
  // Responses do not name the prompt of a text.
  const flags = { ...marks, promptId: null }
  if (state === "DISABLED") return { text: null, state, ...flags }
  if (text === null || text === "") return { text: null, state: "UNTRANSLATED", ...flags }
  return { text, state: state === "UNTRANSLATED" ? "TRANSLATED" : state, ...flags }
}
