import type { AssignableState } from "../translation/translation.ts"

/**
 * The languages in which creating a key needs the right to translate, for a text, and the right to change states, for any
 * state but TRANSLATED, which every text gets. Both maps are by language id.
 */
export const creationLanguages = (
  texts: ReadonlyMap<number, string | null>,
  states: ReadonlyMap<number, AssignableState>
): { readonly translate: ReadonlyArray<number>; readonly stateChange: ReadonlyArray<number> } => ({
  translate: [...texts].flatMap(([id, text]) => (text === null ? [] : [id])),
  stateChange: [...states].flatMap(([id, state]) => (state === "TRANSLATED" ? [] : [id]))
})
