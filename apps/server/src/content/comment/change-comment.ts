import type { ActivityType } from "@dragoman/domain/activity"
import type { CommentContent } from "@dragoman/domain/comment"
import { CommentRepository, type CommentRow, Database } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { commentEntity } from "./comment-entity.ts"
import { findComment } from "./find-comment.ts"
import { recordComment } from "./record-comment.ts"

/**
 * One change of one comment. `change`: what it becomes; null: it is gone. Nothing is recorded when nothing changes.
 * Source: reference "content-api" 3.8.
 */
export const changeComment = Effect.fn("changeComment")(function* <E>(
  access: ProjectAccess,
  translationId: number,
  commentId: number,
  type: ActivityType,
  change: (before: CommentRow) => Effect.Effect<CommentContent | null, E>
) {
  const database = yield* Database
  const comments = yield* CommentRepository
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(access.projectId)
      const { translation, comment } = yield* findComment(access, translationId, commentId)
      const after = yield* change(comment)
      const now = yield* Clock.currentTimeMillis
      yield* after === null ? comments.remove(comment.id) : comments.update(comment.id, after, now)
      yield* recordComment(access, project, translation, type, [commentEntity(comment.id, translation, comment, after)])
      return { ...comment, ...after, updatedAt: now }
    })
  )
})
