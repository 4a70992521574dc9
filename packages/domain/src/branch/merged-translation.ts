import { type Translation, untranslated } from "../translation/translation.ts"
import type { TextVersion } from "./key-version.ts"

/** A translation with the base text that it translates; null: none. */
export interface MergeableTranslation {
  readonly translation: Translation
  readonly baseText: string | null
}

/**
 * Returns the translation that the target has after a merge. Its text comes from the target or from the source, with the marks that it
 * has there. It is outdated when neither side has this text with the base text of after the merge. `merged`: its text and state;
 * `baseText`: the base text of after the merge, undefined for the base language, whose texts are never outdated.
 */
export const mergeTranslation = (
  { text, state }: TextVersion,
  source: MergeableTranslation,
  target: MergeableTranslation,
  baseText: string | null | undefined
): Translation => {
  if (text === null) return { ...untranslated, state }
  const sides = [target, source].filter(({ translation }) => translation.text === text)
  const whole = sides.find((side) => side.baseText === baseText)
  const marks = (whole ?? sides[0])?.translation ?? untranslated
  const outdated = baseText !== undefined && (whole === undefined || whole.translation.outdated)
  return { ...marks, text, state, outdated }
}
