import { Api, type CommentModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { CommentRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted, type ProjectAccess } from "../../platform/access/grant.ts"
import { translationToModel } from "../translation/translation-to-model.ts"
import { addComment } from "./add-comment.ts"
import { addCommentToKey } from "./add-comment-to-key.ts"
import { deleteComment } from "./delete-comment.ts"
import { editComment } from "./edit-comment.ts"
import { findComment } from "./find-comment.ts"
import { listComments } from "./list-comments.ts"
import { setCommentState } from "./set-comment-state.ts"

export const CommentHandlers = HttpApiBuilder.group(Api, "comment", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listComments(access, params.translationId, query)
      return { _embedded: { translationComments: rows.map((row) => toModel(access, row)) }, page }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      return toModel(access, (yield* findComment(access, params.translationId, params.commentId)).comment)
    }),
    add: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* granted(endpoint)
      return toModel(access, yield* addComment(access, params.translationId, payload))
    }),
    addToKey: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      const { comment, translation } = yield* addCommentToKey(access, payload)
      return { comment: toModel(access, comment), translation: translationToModel(translation) }
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* granted(endpoint)
      return toModel(access, yield* editComment(access, params.translationId, params.commentId, payload))
    }),
    setState: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      return toModel(access, yield* setCommentState(access, params.translationId, params.commentId, params.state))
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      yield* deleteComment(yield* granted(endpoint), params.translationId, params.commentId)
    })
  })
)

/** Source: reference "content-api" 3.8. */
const toModel = (
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
