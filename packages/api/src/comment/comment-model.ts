import { commentStates } from "@dragoman/domain/comment"
import { Schema } from "effect"
import { TranslationModel } from "../translation/translation-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

/** A comment on a translation. Times are epoch milliseconds. */
export const CommentModel = Schema.Struct({
  id: Schema.Int,
  text: Schema.String,
  state: Schema.Literals(commentStates),
  /** `username` is empty for callers without `members.view`. */
  author: SimpleUserModel,
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type CommentModel = typeof CommentModel.Type

const contentFields = {
  text: Schema.optional(Schema.NullOr(Schema.String)),
  /** Absent: RESOLUTION_NOT_NEEDED. */
  state: Schema.optional(Schema.NullOr(Schema.Literals(commentStates)))
}

export const CommentBody = Schema.Struct(contentFields)
export type CommentBody = typeof CommentBody.Type

/** Names the translation by key and language, because it may not have a row yet. */
export const NewCommentBody = Schema.Struct({
  ...contentFields,
  keyId: Schema.optional(Schema.NullOr(Schema.Int)),
  languageId: Schema.optional(Schema.NullOr(Schema.Int))
})
export type NewCommentBody = typeof NewCommentBody.Type

export const CommentWithTranslationModel = Schema.Struct({ comment: CommentModel, translation: TranslationModel })
export type CommentWithTranslationModel = typeof CommentWithTranslationModel.Type
