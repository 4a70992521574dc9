import type { CommentModel } from "@dragoman/api"
import type { EntityChange } from "@dragoman/domain/activity"
import type { CommentContent } from "@dragoman/domain/comment"
import { avatarLinks } from "@dragoman/domain/image"
import type { CommentRow, TranslationRow } from "@dragoman/store"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Converts a comment for responses; the author's e-mail address only for callers who may view the members. */
export const commentToModel = (
  { effectiveScopes }: ProjectAccess,
  { id, text, state, author, createdAt, updatedAt }: CommentRow
): CommentModel => ({
  id,
  text,
  state,
  author: {
    id: author.id,
    username: effectiveScopes.includes("members.view") ? author.username : "",
    name: author.name,
    avatar: avatarLinks(author.avatarHash),
    deleted: author.deleted
  },
  createdAt,
  updatedAt
})

/** Describes a change of a comment for the activity; `before` is null for a new comment, `after` for a deleted one. */
export const commentEntity = (
  id: number,
  translation: TranslationRow,
  before: CommentContent | null,
  after: CommentContent | null
): EntityChange => ({
  entityClass: "TranslationComment",
  entityId: id,
  before: before && { text: before.text, state: before.state },
  after: after && { text: after.text, state: after.state },
  relations: { translation: { entityClass: "Translation", entityId: translation.id } }
})
