import { Api } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { translationToModel } from "../translation/translation-shapes.ts"
import { addComment, addCommentToKey, deleteComment, editComment, setCommentState } from "./change-comments.ts"
import { getComment, listComments } from "./comment-queries.ts"
import { commentToModel } from "./comment-shapes.ts"
import { listMentionableUsers } from "./mentionable-users.ts"

export const CommentHandlers = HttpApiBuilder.group(Api, "comment", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listComments(access, params.translationId, query)
      return { _embedded: { translationComments: rows.map((row) => commentToModel(access, row)) }, page }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      const { comment } = yield* getComment(access, params.translationId, params.commentId)
      return commentToModel(access, comment)
    }),
    add: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return commentToModel(access, yield* addComment(access, params.translationId, payload))
    }),
    addToKey: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      const { comment, translation } = yield* addCommentToKey(access, payload)
      return { comment: commentToModel(access, comment), translation: translationToModel(translation) }
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return commentToModel(access, yield* editComment(access, params.translationId, params.commentId, payload))
    }),
    setState: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return commentToModel(
        access,
        yield* setCommentState(access, params.translationId, params.commentId, params.state)
      )
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      yield* deleteComment(yield* accessOf(endpoint), params.translationId, params.commentId)
    }),
    listMentionable: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
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
