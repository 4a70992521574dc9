import type { CommentBody } from "@dragoman/api"
import { validateComment } from "@dragoman/domain/comment"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { lockContentProject } from "../../change/lock/content-project.ts"
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
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(access.projectId)
      const translation = yield* findCommentedTranslation(access, translationId)
      return yield* insertComment(access, project, translation, content)
    })
  )
})
