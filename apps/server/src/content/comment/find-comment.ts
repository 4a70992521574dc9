import { CommentRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { findCommentedTranslation } from "./find-commented-translation.ts"

/** A comment and its translation; 404 for one of another translation. Source: reference "content-api" 3.8. */
export const findComment = Effect.fn("findComment")(function* (
  access: ProjectAccess,
  translationId: number,
  commentId: number
) {
  const repository = yield* CommentRepository
  const translation = yield* findCommentedTranslation(access, translationId)
  const found = yield* repository.find(translationId, commentId)
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  return { translation, comment: found.value }
})
