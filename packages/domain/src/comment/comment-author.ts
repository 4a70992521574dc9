import { type DomainError, domainError } from "../error/domain-error.ts"
import type { Scope } from "../permission/scope.ts"

/** The user who wants to change a comment. */
export interface CommentEditor {
  readonly userId: number
  readonly scopes: ReadonlyArray<Scope>
}

/**
 * Only the author edits a comment; besides the author, a user with `translation-comments.edit` deletes it. null: allowed.
 * Source: docs/content.md#comments.
 */
export const checkCommentChange = (
  change: "edit" | "delete",
  authorId: number,
  { userId, scopes }: CommentEditor
): DomainError | null =>
  authorId === userId || (change === "delete" && scopes.includes("translation-comments.edit"))
    ? null
    : domainError("can_edit_only_own_comment")
