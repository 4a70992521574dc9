import type { EntityChange } from "@dragoman/domain/activity"
import type { CommentContent } from "@dragoman/domain/comment"
import { CommentRepository, type TranslationRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { commentEntity } from "./comment-entity.ts"
import { recordComment } from "./record-comment.ts"

/** `entities`: what else changed, as the translation that was made for the comment. */
export const insertComment = Effect.fn("insertComment")(function* (
  access: ProjectAccess<"translation-comments.add">,
  project: ContentProject,
  translation: TranslationRow,
  content: CommentContent,
  entities: ReadonlyArray<EntityChange> = []
) {
  const comments = yield* CommentRepository
  const at = yield* Clock.currentTimeMillis
  const authorId = access.caller.userId
  const id = yield* comments.insert({ ...content, translationId: translation.id, authorId, at })
  yield* recordComment(access, project, translation, "TRANSLATION_COMMENT_ADD", [
    ...entities,
    commentEntity(id, translation, null, content)
  ])
  return Option.getOrThrow(yield* comments.find(translation.id, id))
})
