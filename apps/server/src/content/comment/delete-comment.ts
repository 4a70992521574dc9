import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { changeComment } from "./change-comment.ts"

/** The author deletes a comment, or who may edit those of others. Source: reference "content-api" 3.8. */
export const deleteComment = (access: ProjectAccess, translationId: number, commentId: number) =>
  changeComment(access, translationId, commentId, "TRANSLATION_COMMENT_DELETE", ({ author }) =>
    author.id === access.caller.userId || access.effectiveScopes.includes("translation-comments.edit")
      ? Effect.succeed(null)
      : failWith("can_edit_only_own_comment")
  )
