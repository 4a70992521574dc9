import type { Json } from "@dragoman/domain/error"

// Names under which exports find parts of a file that a key has no place for. Source: docs/formats.md#fluent.

/** Custom values. The group comment (`##`) that the message is under. */
export const groupCustomValue = "_fluentGroup"
/** The comments above a message that belong to none; the same behind the last message. Lists of signs (`#`) and text. */
export const commentsCustomValue = "_fluentComments"
export const lastCommentsCustomValue = "_fluentLastComments"

/** Format data of this text: its pattern, which an export would spell in another way. */
export const patternName = "_fluentPattern"

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
