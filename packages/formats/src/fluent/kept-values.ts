import type { Json } from "@dragoman/domain/error"

/** Custom values in which an import keeps parts of a file that a key has no place for. Source: docs/formats.md#fluent. */

/** The group comment (`##`) that the message is under. */
export const groupCustomValue = "_fluentGroup"
/** The comments above a message that belong to none; the same behind the last message. Lists of signs (`#`) and text. */
export const commentsCustomValue = "_fluentComments"
export const lastCommentsCustomValue = "_fluentLastComments"

/** The pattern of a text that an export would spell in another way. */
export const patternCustomValue = (languageName: string): string =>
  `_fluentPattern:${languageName.replaceAll("_", "-")}`

/** Those of all languages, that of the language first. */
export const keptPatterns = (
  customValues: Readonly<Record<string, Json>>,
  languageTag: string
): ReadonlyArray<string> => {
  const all = Object.keys(customValues)
  if (all.length === 0) return []
  const names = all.filter((name) => name.startsWith(patternCustomValue("")))
  const own = patternCustomValue(languageTag)
  return [own, ...names.filter((name) => name !== own)].flatMap((name) => {
    const source = customValues[name]
    return typeof source === "string" ? [source] : []
  })
}

export type CommentSigns = "#" | "##" | "###"

export interface KeptComment {
  readonly signs: CommentSigns
  readonly content: string
}

export const storeComments = (comments: ReadonlyArray<KeptComment>): Json =>
  comments.map(({ signs, content }) => [signs, content])

/** A value of another shape, which a person may have stored, has none. */
export const keptComments = (value: Json | undefined): ReadonlyArray<KeptComment> =>
  Array.isArray(value)
    ? value.flatMap((comment): ReadonlyArray<KeptComment> => {
        const [signs, content] = Array.isArray(comment) ? comment : []
        const isKnown = signs === "#" || signs === "##" || signs === "###"
        return isKnown && typeof content === "string" ? [{ signs, content }] : []
      })
    : []
