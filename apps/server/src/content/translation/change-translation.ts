import type { ActivityType } from "@dragoman/domain/activity"
import { isSameTranslation, type Translation } from "@dragoman/domain/translation"
import { Database, KeyRepository, TranslationRepository, type TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { describedKey } from "../key/key-entity.ts"
import { findTranslation } from "./find-translation.ts"
import { requireStateChange } from "./require-languages.ts"
import { translationEntity } from "./translation-entity.ts"

/**
 * One change of state or flags of one translation; needs `translations.state-edit` in its language. Nothing is written
 * or recorded when nothing changes.
 */
export const changeTranslation = Effect.fn("changeTranslation")(function* (
  access: ProjectAccess,
  translationId: number,
  type: ActivityType,
  change: (before: Translation) => Translation
) {
  const database = yield* Database
  const translations = yield* TranslationRepository
  const keys = yield* KeyRepository
  const { caller, projectId } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(projectId)
      const before = yield* findTranslation(access, translationId)
      yield* requireStateChange(access, project, [before.languageId])
      const after: TranslationRow = { ...before, ...change(before) }
      if (isSameTranslation(before, after)) return before
      yield* translations.save([after])
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type,
        entities: [translationEntity(before, before, after)],
        described: [
          ...(yield* keys.find(projectId, [before.keyId])).flatMap(describedKey),
          ...project.languages.filter(({ id }) => id === before.languageId).map(describedLanguage)
        ]
      })
      return after
    })
  )
})
