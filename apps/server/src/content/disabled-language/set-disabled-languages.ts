import type { DisabledLanguagesBody } from "@dragoman/api"
import { disable, enable, untranslated } from "@dragoman/domain/translation"
import { Database, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { findKey } from "../key/find-key.ts"
import { describedKey } from "../key/key-entity.ts"
import { requireTakeAway } from "../translation/require-languages.ts"
import { translationEntity } from "../translation/translation-entity.ts"

/**
 * Disables exactly these languages for a key: their texts are cleared, and languages that are not named any more are
 * enabled again, without a text. Both need the right to the language, if the caller has it in some only. Ids of other
 * projects are passed over. Returns the languages in the order of the request.
 * Source: reference "content-api" 2.3.
 */
export const setDisabledLanguages = Effect.fn("setDisabledLanguages")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  body: DisabledLanguagesBody
) {
  const database = yield* Database
  const translations = yield* TranslationRepository
  const { caller, projectId } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(projectId)
      const key = yield* findKey(access, keyId)
      const wanted = [...new Set(body.languageIds ?? [])].flatMap(
        (id) => project.languages.find((language) => language.id === id) ?? []
      )
      const wantedIds = new Set(wanted.map(({ id }) => id))
      const rowByLanguage = new Map((yield* translations.list([keyId], null)).map((row) => [row.languageId, row]))
      const changes = project.languages.flatMap(({ id: languageId }) => {
        const row = rowByLanguage.get(languageId) ?? null
        const before = row ?? untranslated
        const after = wantedIds.has(languageId) ? disable(before) : enable(before)
        return after === before ? [] : [{ row, saved: { ...after, keyId, languageId } }]
      })
      const changedIds = new Set(changes.map(({ saved }) => saved.languageId))
      yield* requireTakeAway(access, project, [...changedIds])
      const idByLanguage = new Map(
        (yield* translations.save(changes.map(({ saved }) => saved))).map(({ id, languageId }) => [languageId, id])
      )
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "SET_TRANSLATION_STATE",
        entities: changes.map(({ row, saved }) =>
          translationEntity({ ...saved, id: idByLanguage.get(saved.languageId) ?? 0 }, row, saved)
        ),
        described: [
          ...describedKey(key),
          ...project.languages.filter(({ id }) => changedIds.has(id)).map(describedLanguage)
        ]
      })
      return wanted
    })
  )
})
