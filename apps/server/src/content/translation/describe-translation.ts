import type { DescribedEntity } from "@dragoman/domain/activity"
import { KeyRepository, type TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { describedKeys } from "../key/key-shapes.ts"
import { translationRelations } from "./translation-shapes.ts"

/** Describes a translation with its key and language, for the activity of what belongs to it. */
export const describeTranslation = Effect.fn("describeTranslation")(function* (
  project: ContentProject,
  translation: TranslationRow
) {
  const keys = yield* KeyRepository
  const described: DescribedEntity = {
    entityClass: "Translation",
    entityId: translation.id,
    data: { text: translation.text },
    relations: translationRelations(translation)
  }
  return [
    described,
    ...describedKeys(yield* keys.find(project.projectId, [translation.keyId])),
    ...project.languages.filter(({ id }) => id === translation.languageId).map(describedLanguage)
  ]
})
