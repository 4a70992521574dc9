import type { CommentState } from "@dragoman/domain/comment"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { changeComment } from "./change-comment.ts"

/** Source: reference "content-api" 3.8. */
export const setCommentState = (
  access: ProjectAccess<"translation-comments.set-state">,
  translationId: number,
  commentId: number,
  state: CommentState
) =>
  changeComment(access, translationId, commentId, "TRANSLATION_COMMENT_SET_STATE", ({ text }) =>
    Effect.succeed({ text, state })
  )
