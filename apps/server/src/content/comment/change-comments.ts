import type { CommentBody, NewCommentBody } from "@dragoman/api"
import type { ActivityType } from "@dragoman/domain/activity"
import {
  type CommentContent,
  type CommentState,
  checkCommentChange,
  validateComment,
  validateNewComment
} from "@dragoman/domain/comment"
import { untranslated } from "@dragoman/domain/translation"
import {
  CommentRepository,
  type CommentRow,
  notEstimated,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import { type ContentProject, changeContent, type Record } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getKey } from "../key/key-queries.ts"
import { describeTranslation } from "../translation/describe-translation.ts"
import { requireScopeAt, requireViewAt } from "../translation/require-languages.ts"
import { translationEntity } from "../translation/translation-shapes.ts"
import { getComment, getCommentedTranslation } from "./comment-queries.ts"
import { commentEntity } from "./comment-shapes.ts"
import { notifyOfComment } from "./notify-of-comment.ts"

/** Adds a comment to a translation, whose state stays. */
export const addComment = Effect.fn("addComment")(function* (
  access: ProjectAccess,
  translationId: number,
  body: CommentBody
) {
  const content = yield* orFail(validateComment(body))
  return yield* changeContent(
    access,
    { translationIds: [translationId], annotates: true },
    Effect.fnUntraced(function* (project, record) {
      const translation = yield* getCommentedTranslation(access, translationId)
      yield* requireScopeAt(access, "translation-comments.add", translation)
      return yield* insertComment(access, project, record, translation, content)
    })
  )
})

/** Adds a comment to a key in a language. Creates an empty translation when there is none. */
export const addCommentToKey = Effect.fn("addCommentToKey")(function* (access: ProjectAccess, body: NewCommentBody) {
  const { keyId, languageId, ...content } = yield* orFail(validateNewComment(body))
  const translations = yield* TranslationRepository
  return yield* changeContent(
    access,
    { keyIds: [keyId], annotates: true },
    Effect.fnUntraced(function* (project, record) {
      yield* getKey(access, keyId)
      if (!project.languages.some(({ id }) => id === languageId)) return yield* failWith("language_not_found")
      const place = { keyId, languageId }
      yield* requireViewAt(access, project, [place])
      yield* requireScopeAt(access, "translation-comments.add", place)
      const [found] = yield* translations.list(project.projectId, [keyId], [languageId])
      if (found !== undefined) {
        return { translation: found, comment: yield* insertComment(access, project, record, found, content) }
      }
      const [saved] = yield* translations.save(project.projectId, [{ ...untranslated, keyId, languageId }])
      const translation: TranslationRow = { ...untranslated, ...notEstimated, id: saved?.id ?? 0, keyId, languageId }
      const added = translationEntity(translation, null, translation)
      return { translation, comment: yield* insertComment(access, project, record, translation, content, [added]) }
    })
  )
})

/** Replaces text and state of a comment. */
export const editComment = Effect.fn("editComment")(function* (
  access: ProjectAccess,
  translationId: number,
  commentId: number,
  body: CommentBody
) {
  const content = yield* orFail(validateComment(body))
  return yield* changeComment(access, translationId, commentId, "TRANSLATION_COMMENT_EDIT", ({ author }) =>
    Effect.as(failIf(checkCommentChange("edit", author.id, editorOf(access))), content)
  )
})

export const setCommentState = (access: ProjectAccess, translationId: number, commentId: number, state: CommentState) =>
  changeComment(access, translationId, commentId, "TRANSLATION_COMMENT_SET_STATE", ({ text }, translation) =>
    Effect.as(requireScopeAt(access, "translation-comments.set-state", translation), { text, state })
  )

export const deleteComment = (access: ProjectAccess, translationId: number, commentId: number) =>
  changeComment(access, translationId, commentId, "TRANSLATION_COMMENT_DELETE", ({ author }) =>
    Effect.as(failIf(checkCommentChange("delete", author.id, editorOf(access))), null)
  )

const editorOf = ({ caller, effectiveScopes }: ProjectAccess) => ({
  userId: caller.userId,
  scopes: effectiveScopes,
  usesProjectKey: caller.credential.kind === "PAK"
})

/** Changes a comment. `change` returns its new content; null deletes it. */
const changeComment = Effect.fn("changeComment")(function* <E, R>(
  access: ProjectAccess,
  translationId: number,
  commentId: number,
  type: ActivityType,
  change: (before: CommentRow, translation: TranslationRow) => Effect.Effect<CommentContent | null, E, R>
) {
  const comments = yield* CommentRepository
  return yield* changeContent(
    access,
    { translationIds: [translationId], annotates: true },
    Effect.fnUntraced(function* (project, record) {
      const { translation, comment } = yield* getComment(access, translationId, commentId)
      const after = yield* change(comment, translation)
      const now = yield* Clock.currentTimeMillis
      yield* after === null ? comments.remove(comment.id) : comments.update(comment.id, after, now)
      const described = yield* describeTranslation(project, translation)
      yield* record(type, [commentEntity(comment.id, translation, comment, after)], { described })
      if (after !== null && after.text !== comment.text) {
        yield* notifyOfComment(access, { id: comment.id, translation, text: after.text, before: comment.text })
      }
      return { ...comment, ...after, updatedAt: now }
    })
  )
})

/** Makes the activity. `created`: the translation that was created for the comment. */
const insertComment = Effect.fn("insertComment")(function* (
  access: ProjectAccess,
  project: ContentProject,
  record: Record,
  translation: TranslationRow,
  content: CommentContent,
  created: ReadonlyArray<EntityChange> = []
) {
  const comments = yield* CommentRepository
  const at = yield* Clock.currentTimeMillis
  const id = yield* comments.insert({
    ...content,
    projectId: project.projectId,
    translationId: translation.id,
    authorId: access.caller.userId,
    at
  })
  const described = yield* describeTranslation(project, translation)
  yield* record("TRANSLATION_COMMENT_ADD", [...created, commentEntity(id, translation, null, content)], { described })
  yield* notifyOfComment(access, { id, translation, text: content.text, before: null })
  return Option.getOrThrow(yield* comments.find(translation.id, id))
})
