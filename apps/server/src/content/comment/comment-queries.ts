import type { ListQuery } from "@dragoman/domain/page"
import { CommentRepository, LanguageRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { requireViewAt } from "../translation/require-languages.ts"
import { getTranslation } from "../translation/translation-queries.ts"

/** Reads a page of the comments on a translation, the oldest first. */
export const listComments = Effect.fn("listComments")(function* (
  access: ProjectAccess,
  translationId: number,
  query: ListQuery<"comments">
) {
  const repository = yield* CommentRepository
  yield* getCommentedTranslation(access, translationId)
  return yield* paged("comments", query, (slice) => repository.list({ translationId, ...slice }))
})

/** Reads a comment and its translation; fails for a comment on another translation. */
export const getComment = Effect.fn("getComment")(function* (
  access: ProjectAccess,
  translationId: number,
  commentId: number
) {
  const repository = yield* CommentRepository
  const translation = yield* getCommentedTranslation(access, translationId)
  const found = yield* repository.find(translationId, commentId)
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  return { translation, comment: found.value }
})

/** Reads a translation in a language that the caller may view; a hidden text hides its comments too. */
export const getCommentedTranslation = Effect.fn("getCommentedTranslation")(function* (
  access: ProjectAccess,
  translationId: number
) {
  const languages = yield* LanguageRepository
  const translation = yield* getTranslation(access, translationId)
  yield* requireViewAt(access, { languages: yield* languages.listOfProject(access.projectId) }, [translation])
  return translation
})
