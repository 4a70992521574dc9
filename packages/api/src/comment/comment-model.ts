import { commentStates } from "@dragoman/domain/comment"
import { Schema } from "effect"
import { field } from "../field.ts"
import { AvatarModel } from "../organization/organization-model.ts"
import { TranslationModel } from "../translation/translation-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

/** A comment on a translation. Times are epoch milliseconds. */
export const CommentModel = Schema.Struct({
  id: field(Schema.Int, "Id of the comment.", 55),
  text: field(Schema.String, "Text of the comment.", "Which berth is meant?"),
  state: field(Schema.Literals(commentStates), "Whether the comment still needs a resolution."),
  author: field(SimpleUserModel, "The user who wrote it."),
  createdAt: field(Schema.Int, "Time of the comment in epoch milliseconds.", 1_767_225_600_000),
  updatedAt: field(Schema.Int, "Last change in epoch milliseconds.", 1_767_225_600_000)
})
export type CommentModel = typeof CommentModel.Type

const contentFields = {
  text: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Text of the comment; up to 10,000 characters, required.",
    "Which berth is meant?"
  ),
  state: field(
    Schema.optional(Schema.NullOr(Schema.Literals(commentStates))),
    "Whether it needs a resolution; absent: RESOLUTION_NOT_NEEDED, also in an edit.",
    "NEEDS_RESOLUTION"
  )
}

export const CommentBody = Schema.Struct(contentFields)
export type CommentBody = typeof CommentBody.Type

/** Names the translation by key and language, because it may not have a row yet. */
export const NewCommentBody = Schema.Struct({
  ...contentFields,
  keyId: field(Schema.optional(Schema.NullOr(Schema.Int)), "Id of the key; required.", 4021),
  languageId: field(Schema.optional(Schema.NullOr(Schema.Int)), "Id of the language; required.", 102)
})
export type NewCommentBody = typeof NewCommentBody.Type

export const CommentWithTranslationModel = Schema.Struct({
  comment: field(CommentModel, "The new comment."),
  translation: field(TranslationModel, "The translation of the comment; created without a text if it was missing.")
})
export type CommentWithTranslationModel = typeof CommentWithTranslationModel.Type

/** A user whom a comment can mention. */
export const MentionableUserModel = Schema.Struct({
  id: field(Schema.Int, "Id of the user.", 12),
  name: field(Schema.String, "Name of the person.", "Nela Nová"),
  username: field(Schema.String, "Name for the login. Empty for callers without `members.view`.", "nela@example.com"),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none.")
})
export type MentionableUserModel = typeof MentionableUserModel.Type
