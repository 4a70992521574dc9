import { Api } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { readTranslationLabels } from "../translation/translation-labels.ts"
import { translationToModel } from "../translation/translation-shapes.ts"
import { addComment, addCommentToKey, deleteComment, editComment, setCommentState } from "./change-comments.ts"
import { getComment, listComments } from "./comment-queries.ts"
import { commentToModel } from "./comment-shapes.ts"
import { listMentionableUsers } from "./mentionable-users.ts"

export const CommentHandlers = HttpApiBuilder.group(Api, "comment", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listComments(access, params.translationId, query)
      return { _embedded: { translationComments: rows.map((row) => commentToModel(access, row)) }, page }
    }),
    get: withAccess(function* (access, { params }) {
      const { comment } = yield* getComment(access, params.translationId, params.commentId)
      return commentToModel(access, comment)
    }),
    add: withAccess(function* (access, { params, payload }) {
      return commentToModel(access, yield* addComment(access, params.translationId, payload))
    }),
    addToKey: withAccess(function* (access, { payload }) {
      const { comment, translation } = yield* addCommentToKey(access, payload)
      const labels = yield* readTranslationLabels([translation])
      return { comment: commentToModel(access, comment), translation: translationToModel(translation, labels) }
    }),
    edit: withAccess(function* (access, { params, payload }) {
      return commentToModel(access, yield* editComment(access, params.translationId, params.commentId, payload))
    }),
    setState: withAccess(function* (access, { params }) {
      return commentToModel(
        access,
        yield* setCommentState(access, params.translationId, params.commentId, params.state)
      )
    }),
    delete: withAccess((access, { params }) =>
      Effect.asVoid(deleteComment(access, params.translationId, params.commentId))
    ),
    listMentionable: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listMentionableUsers(access, query)
      const users = rows.map(({ userId, name, username, avatarHash }) => ({
        id: userId,
        name,
        username,
        avatar: avatarLinks(avatarHash)
      }))
      return { _embedded: { users }, page }
    })
  })
)
