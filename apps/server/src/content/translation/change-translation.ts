import type { ActivityType } from "@dragoman/domain/activity"
import { type AssignableState, isSameTranslation, setState, type Translation } from "@dragoman/domain/translation"
import { KeyRepository, TranslationRepository, type TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import { changeContent } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { describedKey } from "../key/key-entity.ts"
import { requireStateChange } from "./require-languages.ts"
import { getTranslation } from "./translation-queries.ts"
import { translationEntity } from "./translation-shapes.ts"

/** A translation without a text stays untranslated. */
export const setTranslationState = (access: ProjectAccess, translationId: number, state: AssignableState) =>
  changeTranslation(access, translationId, "SET_TRANSLATION_STATE", (before) => setState(before, state))

/** Marks a text of a machine as checked by a person. */
export const dismissAutoTranslatedState = (access: ProjectAccess<"translations.state-edit">, translationId: number) =>
  changeTranslation(access, translationId, "DISMISS_AUTO_TRANSLATED_STATE", (before) => ({
    ...before,
    auto: false,
    mtProvider: null
  }))

export const setOutdatedFlag = (
  access: ProjectAccess<"translations.state-edit">,
  translationId: number,
  outdated: boolean
) => changeTranslation(access, translationId, "SET_OUTDATED_FLAG", (before) => ({ ...before, outdated }))

/** Changes state or flags of one translation; needs `translations.state-edit` in its language. */
const changeTranslation = Effect.fn("changeTranslation")(function* (
  access: ProjectAccess,
  translationId: number,
  type: ActivityType,
  change: (before: Translation) => Translation
) {
  const translations = yield* TranslationRepository
  const keys = yield* KeyRepository
  return yield* changeContent(
    access,
    Effect.fnUntraced(function* (project, record) {
      const before = yield* getTranslation(access, translationId)
      yield* requireStateChange(access, project, [before.languageId])
      const after: TranslationRow = { ...before, ...change(before) }
      if (isSameTranslation(before, after)) return before
      yield* translations.save([after])
      yield* record(type, [translationEntity(before, before, after)], {
        described: [
          ...(yield* keys.find(project.projectId, [before.keyId])).flatMap(describedKey),
          ...project.languages.filter(({ id }) => id === before.languageId).map(describedLanguage)
        ]
      })
      return after
    })
  )
})
