import type { ActivityType, EntityChange } from "@dragoman/domain/activity"
import { KeyRepository, type TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import type { ContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { describedKey } from "../key/key-entity.ts"
import { describedTranslation } from "./comment-entity.ts"

/** Records what happened to a comment, with the translation, the key and the language that it is about. */
export const recordComment = Effect.fn("recordComment")(function* (
  { projectId, caller }: ProjectAccess,
  project: ContentProject,
  translation: TranslationRow,
  type: ActivityType,
  entities: ReadonlyArray<EntityChange>
) {
  const keys = yield* KeyRepository
  yield* recordActivity({
    projectId,
    authorId: caller.userId,
    type,
    entities,
    described: [
      describedTranslation(translation),
      ...(yield* keys.find(projectId, [translation.keyId])).flatMap(describedKey),
      ...project.languages.filter(({ id }) => id === translation.languageId).map(describedLanguage)
    ]
  })
})
