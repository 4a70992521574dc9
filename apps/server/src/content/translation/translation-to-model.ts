import type { TranslationModel } from "@dragoman/api"
import type { LanguageRow, TranslationRow } from "@dragoman/store"

/** Source: reference "content-api" 3.1. */
export const translationToModel = ({
  id,
  text,
  state,
  outdated,
  auto,
  mtProvider
}: TranslationRow): TranslationModel => ({
  id,
  text,
  state,
  outdated,
  auto,
  mtProvider
})

/** By language tag, in the order of the languages; languages without a row are left out. */
export const translationsToModel = (
  rows: ReadonlyArray<TranslationRow>,
  languages: ReadonlyArray<LanguageRow>
): Record<string, TranslationModel> => {
  const rowByLanguage = new Map(rows.map((row) => [row.languageId, row]))
  return Object.fromEntries(
    languages.flatMap(({ id, tag }) => {
      const row = rowByLanguage.get(id)
      return row === undefined ? [] : [[tag, translationToModel(row)]]
    })
  )
}
