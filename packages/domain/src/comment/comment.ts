import { type DomainError, domainError } from "../error/domain-error.ts"
import type { Scope } from "../permission/scope.ts"
import {
  firstMessage,
  notBlank,
  notNull,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** Whether a comment needs a resolution. Source: docs/reference/content.md#comments. */
export const commentStates = ["RESOLUTION_NOT_NEEDED", "NEEDS_RESOLUTION", "RESOLVED"] as const

export type CommentState = (typeof commentStates)[number]

/** A comment about a translation. */
export interface CommentContent {
  readonly text: string
  readonly state: CommentState
}

/** The fields of a body. */
export interface CommentInput {
  readonly text?: Optional<string>
  readonly state?: Optional<CommentState>
}

/** Longest text in UTF-16 units. Source: docs/reference/limits.md#translations-and-comments. */
export const commentTextMaxUtf16Units = 10_000

/** A comment without a state needs no resolution, also when it is edited. Source: docs/reference/content.md#comments. */
export const validateComment = (input: CommentInput): Validated<CommentContent> =>
  validateFields(textMessages(input), contentOf(input))

/** A comment whose translation may not have a row yet. */
export interface NewComment extends CommentContent {
  readonly keyId: number
  readonly languageId: number
}

export interface NewCommentInput extends CommentInput {
  readonly keyId?: Optional<number>
  readonly languageId?: Optional<number>
}

/** Source: docs/reference/content.md#comments. */
export const validateNewComment = (input: NewCommentInput): Validated<NewComment> =>
  validateFields(
    { ...textMessages(input), keyId: notNull(input.keyId), languageId: notNull(input.languageId) },
    { ...contentOf(input), keyId: input.keyId ?? 0, languageId: input.languageId ?? 0 }
  )

const textMessages = ({ text }: CommentInput) => ({
  text: firstMessage(notBlank(text), sizeBetween(1, commentTextMaxUtf16Units, text))
})

const contentOf = ({ text, state }: CommentInput): CommentContent => ({
  text: text ?? "",
  state: state ?? "RESOLUTION_NOT_NEEDED"
})

/** The user who wants to change a comment. */
export interface CommentEditor {
  readonly userId: number
  readonly scopes: ReadonlyArray<Scope>
  /** The user acts with a project API key, which may be public with an app. */
  readonly usesProjectKey: boolean
}

/**
 * Only the author edits a comment; besides the author, a user with `translation-comments.edit` deletes it. A project API key counts as
 * the author only when it may write comments. null: allowed.
 * Source: docs/content.md#comments.
 */
export const checkCommentChange = (
  change: "edit" | "delete",
  authorId: number,
  { userId, scopes, usesProjectKey }: CommentEditor
): DomainError | null => {
  const isAuthor = authorId === userId && (!usesProjectKey || scopes.includes("translation-comments.add"))
  const mayDelete = change === "delete" && scopes.includes("translation-comments.edit")
  return isAuthor || mayDelete ? null : domainError("can_edit_only_own_comment")
}
