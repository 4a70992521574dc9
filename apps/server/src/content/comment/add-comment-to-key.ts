import type { NewCommentBody } from "@dragoman/api"
import { validateNewComment } from "@dragoman/domain/comment"
import { untranslated } from "@dragoman/domain/translation"
import { Database, TranslationRepository, type TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import { type ContentProject, lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { findKey } from "../key/find-key.ts"
import { requireView } from "../translation/require-languages.ts"
import { translationEntity } from "../translation/translation-entity.ts"
import { insertComment } from "./insert-comment.ts"

/**
 * Comments on a key in a language, where an empty translation comes into being when there is none.
 * Source: reference "content-api" 3.8.
 */
export const addCommentToKey = Effect.fn("addCommentToKey")(function* (
  access: ProjectAccess<"translation-comments.add">,
  body: NewCommentBody
) {
  const { keyId, languageId, ...content } = yield* orFail(validateNewComment(body))
  const database = yield* Database
  const translations = yield* TranslationRepository
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(access.projectId)
      yield* findKey(access, keyId)
      yield* requireOwnLanguage(project, languageId)
      yield* requireView(access, project, [languageId])
      const [found] = yield* translations.list([keyId], [languageId])
      if (found !== undefined) {
        return { translation: found, comment: yield* insertComment(access, project, found, content) }
      }
      const [saved] = yield* translations.save([{ ...untranslated, keyId, languageId }])
      const translation: TranslationRow = { ...untranslated, id: saved?.id ?? 0, keyId, languageId }
      const added = translationEntity(translation, null, translation)
      return { translation, comment: yield* insertComment(access, project, translation, content, [added]) }
    })
  )
})

/** A language of another project is like none. */
const requireOwnLanguage = ({ languages }: ContentProject, languageId: number) =>
  languages.some(({ id }) => id === languageId) ? Effect.void : failWith("language_not_found")
