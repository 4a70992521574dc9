import { isReplaceable, type ReplaceableTexts, untranslated } from "@dragoman/domain/translation"
import { KeyRepository, type LanguageRow, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { ByPlace } from "../../content/translation/translation-places.ts"
import type { TranslationPlace } from "./text-translator.ts"

/** Which texts a machine translates. */
export interface MachineRule {
  readonly languageIds: ReadonlyArray<number>
  /** Texts of a language that it may replace. */
  readonly replaceable: (languageId: number) => ReplaceableTexts
  /** Those of the languages in which a text without a result is no failure. */
  readonly optionalIds?: ReadonlyArray<number>
}

/** A text to translate, with its base text. */
export interface MachinePlace extends TranslationPlace {
  readonly baseText: string
}

/** Finds texts of live keys that a machine may write, as the database is now; keys without a base text have none. */
export const findMachinePlaces = Effect.fn("findMachinePlaces")(function* (
  project: { readonly projectId: number; readonly languages: ReadonlyArray<LanguageRow> },
  keyIds: ReadonlyArray<number>,
  rule: MachineRule
) {
  const base = project.languages.find((language) => language.base)
  const targets = project.languages.filter((language) => !language.base && rule.languageIds.includes(language.id))
  const keys = yield* (yield* KeyRepository).find(project.projectId, keyIds)
  if (base === undefined || targets.length === 0 || keys.length === 0) return { keys, targets, places: [] }
  const rows = yield* (yield* TranslationRepository).list(
    project.projectId,
    keys.map(({ id }) => id),
    [base.id, ...targets.map(({ id }) => id)]
  )
  const rowByPlace = ByPlace.of(rows)
  const places = keys.flatMap(({ id: keyId }): ReadonlyArray<MachinePlace> => {
    const baseText = rowByPlace.at(keyId, base.id)?.text ?? ""
    if (baseText.trim() === "") return []
    return targets
      .filter(({ id }) => isReplaceable(rowByPlace.at(keyId, id) ?? untranslated, rule.replaceable(id)))
      .map(({ id: languageId }) => ({ keyId, languageId, baseText }))
  })
  return { keys, targets, places }
})
