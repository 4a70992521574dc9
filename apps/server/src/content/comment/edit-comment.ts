import type { CommentBody } from "@dragoman/api"
import { validateComment } from "@dragoman/domain/comment"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { changeComment } from "./change-comment.ts"

/** Only the author edits a comment. Source: reference "content-api" 3.8. */
export const editComment = Effect.fn("editComment")(function* (
  access: ProjectAccess,
  translationId: number,
  commentId: number,
  body: CommentBody
) {
  const content = yield* orFail(validateComment(body))
  return yield* changeComment(access, translationId, commentId, "TRANSLATION_COMMENT_EDIT", ({ author }) =>
    author.id === access.caller.userId ? Effect.succeed(content) : failWith("can_edit_only_own_comment")
  )
})
