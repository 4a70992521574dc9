import type { DisabledLanguagesBody } from "@dragoman/api"
import { disable, enable, untranslated } from "@dragoman/domain/translation"
import { KeyRepository, LanguageRepository, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { readPlace } from "../../change/branch-place.ts"
import { changeContent } from "../../change/change-project.ts"
import { followContent } from "../../change/content-follower.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getKey } from "../key/key-queries.ts"
import { describedKey } from "../key/key-shapes.ts"
import { requireTakeAway } from "../translation/require-languages.ts"
import { translationEntity } from "../translation/translation-shapes.ts"

/** Lists the languages into which a key is not translated, by id. */
export const listDisabledLanguages = Effect.fn("listDisabledLanguages")(function* (
  access: ProjectAccess<"keys.view">,
  keyId: number
) {
  yield* getKey(access, keyId)
  const languages = yield* LanguageRepository
  const translations = yield* TranslationRepository
  const rows = yield* translations.list(access.projectId, [keyId], null)
  const disabled = new Set(rows.filter(({ state }) => state === "DISABLED").map(({ languageId }) => languageId))
  return (yield* languages.listOfProject(access.projectId))
    .filter(({ id }) => disabled.has(id))
    .toSorted((left, right) => left.id - right.id)
})

/** Lists the keys that are not translated into all languages, one row for each disabled language. */
export const listKeysWithDisabledLanguages = Effect.fn("listKeysWithDisabledLanguages")(function* (
  access: ProjectAccess<"keys.view">,
  branch: string | undefined
) {
  const keys = yield* KeyRepository
  return yield* keys.listDisabled(yield* readPlace(access, branch))
})

/**
 * Disables exactly these languages for a key: clears their texts, and enables the other languages again, without a text.
 * A permission that is limited to some languages must cover every language that changes. Ignores ids of other projects.
 * Returns the languages in the order of the request.
 */
export const setDisabledLanguages = Effect.fn("setDisabledLanguages")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  body: DisabledLanguagesBody
) {
  const translations = yield* TranslationRepository
  return yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* (project, record) {
      const key = yield* getKey(access, keyId)
      const wanted = [...new Set(body.languageIds ?? [])].flatMap(
        (id) => project.languages.find((language) => language.id === id) ?? []
      )
      const wantedIds = new Set(wanted.map(({ id }) => id))
      const rowByLanguage = new Map(
        (yield* translations.list(project.projectId, [keyId], null)).map((row) => [row.languageId, row])
      )
      const changes = project.languages.flatMap(({ id: languageId }) => {
        const row = rowByLanguage.get(languageId) ?? null
        const before = row ?? untranslated
        const after = wantedIds.has(languageId) ? disable(before) : enable(before)
        return after === before ? [] : [{ row, saved: { ...after, keyId, languageId } }]
      })
      const changedIds = new Set(changes.map(({ saved }) => saved.languageId))
      yield* requireTakeAway(access, project, [...changedIds])
      const idByLanguage = new Map(
        (yield* translations.save(
          project.projectId,
          changes.map(({ saved }) => saved)
        )).map(({ id, languageId }) => [languageId, id])
      )
      yield* followContent(project, {
        translations: changes.map(({ row, saved }) => ({
          keyId,
          languageId: saved.languageId,
          translationId: idByLanguage.get(saved.languageId) ?? 0,
          before: row,
          after: saved
        }))
      })
      yield* record(
        "SET_TRANSLATION_STATE",
        changes.map(({ row, saved }) =>
          translationEntity({ ...saved, id: idByLanguage.get(saved.languageId) ?? 0 }, row, saved)
        ),
        {
          described: [
            ...describedKey(key),
            ...project.languages.filter(({ id }) => changedIds.has(id)).map(describedLanguage)
          ]
        }
      )
      return wanted
    })
  )
})
