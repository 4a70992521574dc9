import type { CommentBody } from "@dragoman/api"
import { validateComment } from "@dragoman/domain/comment"
import { Effect } from "effect"
import { changeContent } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { findCommentedTranslation } from "./find-commented-translation.ts"
import { insertComment } from "./insert-comment.ts"

/** Comments on a translation, whose state stays. Source: reference "content-api" 3.8. */
export const addComment = Effect.fn("addComment")(function* (
  access: ProjectAccess<"translation-comments.add">,
  translationId: number,
  body: CommentBody
) {
  const content = yield* orFail(validateComment(body))
  return yield* changeContent(
    access,
    Effect.fnUntraced(function* (project) {
      const translation = yield* findCommentedTranslation(access, translationId)
      return yield* insertComment(access, project, translation, content)
    })
  )
})
