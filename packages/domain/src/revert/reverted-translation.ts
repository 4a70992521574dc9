import type { TextVersion } from "../branch/key-version.ts"
import { isSame } from "../branch/merge-branches.ts"
import { type Translation, untranslated } from "../translation/translation.ts"
import type { MarkChanges } from "./reverted-changes.ts"

/**
 * Returns a translation after a revert. Marks get their recorded values back together with the text, or where they are still what the
 * reverted changes wrote. `baseChanges`: the revert changes the base text, so that a text that stays is outdated.
 */
export const revertTranslation = (
  now: Translation,
  { text, state }: Pick<TextVersion, "text" | "state">,
  marks: MarkChanges | undefined,
  baseChanges: boolean
): Translation => {
  if (text === null) return { ...untranslated, state }
  const isReverted = text !== now.text
  const mark = <Value extends string | number | boolean | null>(
    name: string,
    value: Value,
    is: (old: unknown) => old is Value
  ) => {
    const change = marks?.[name]
    if (change === undefined || !is(change.old)) return value
    return isReverted || isSame(change.new, value) ? change.old : value
  }
  const outdated = mark("outdated", now.outdated, isFlag)
  return {
    text,
    state,
    outdated: outdated || (baseChanges && !isReverted && marks?.["outdated"] === undefined),
    auto: mark("auto", now.auto, isFlag),
    mtProvider: mark("mtProvider", now.mtProvider, isName),
    promptId: mark("promptId", now.promptId, isId)
  }
}

const isFlag = (value: unknown): value is boolean => typeof value === "boolean"
const isName = (value: unknown): value is string | null => value === null || typeof value === "string"
const isId = (value: unknown): value is number | null => value === null || typeof value === "number"
