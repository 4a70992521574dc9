import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { CommentRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { findCommentedTranslation } from "./find-commented-translation.ts"

/** A page of the comments on a translation, the oldest first. Source: reference "content-api" 3.8. */
export const listComments = Effect.fn("listComments")(function* (
  access: ProjectAccess,
  translationId: number,
  query: PageQuery
) {
  const request = yield* orFail(parsePageRequest(query, ["createdAt", "updatedAt"]))
  const repository = yield* CommentRepository
  yield* findCommentedTranslation(access, translationId)
  const { rows, total } = yield* repository.list({ translationId, ...pageRows(request) })
  return { rows, page: pageEnvelope(request, total) }
})
