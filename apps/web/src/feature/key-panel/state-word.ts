import { type TranslationState, translationStates } from "@dragoman/domain/translation"
import type { Text } from "../../base/texts/text.ts"

/** A state in words; one that this page does not know stays as it is. */
export const stateWord = (state: string, t: Text): string =>
  isState(state) ? t(`state.${state.toLowerCase() as Lowercase<TranslationState>}`) : state

const isState = (state: string): state is TranslationState =>
  (translationStates as ReadonlyArray<string>).includes(state)
