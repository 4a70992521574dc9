import type { TranslationModel, TranslationRevisionModel } from "@dragoman/api"
import type { EntityChange, EntityRelations, JsonObject } from "@dragoman/domain/activity"
import type { Translation } from "@dragoman/domain/translation"
import type { FormatDataRow, LanguageRow, TranslationHistoryRow, TranslationRow } from "@dragoman/store"
import { revisionOfRow } from "../../change/activity/stored-revisions.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { labelToModel, type TranslationLabels } from "./translation-labels.ts"

/** Converts a translation for responses. */
export const translationToModel = (row: TranslationRow, labels: TranslationLabels): TranslationModel => ({
  id: row.id,
  text: row.text,
  state: row.state,
  outdated: row.outdated,
  auto: row.auto,
  mtProvider: row.mtProvider,
  ...qualityToModel(row),
  labels: (labels.get(row.id) ?? []).map(labelToModel)
})

/** Shows the estimate of an automatic text; one that a user has confirmed needs none. */
export const qualityToModel = (row: TranslationRow | undefined) => ({
  qualityScore: row?.auto === true ? row.qualityScore : null,
  qualityReason: row?.auto === true ? row.qualityReason : null
})

/** Translations by language tag, in the order of the languages; languages without a row are left out. */
export const translationsToModel = (
  rows: ReadonlyArray<TranslationRow>,
  languages: ReadonlyArray<LanguageRow>,
  labels: TranslationLabels
): Record<string, TranslationModel> => {
  const rowByLanguage = new Map(rows.map((row) => [row.languageId, row]))
  return Object.fromEntries(
    languages.flatMap(({ id, tag }) => {
      const row = rowByLanguage.get(id)
      return row === undefined ? [] : [[tag, translationToModel(row, labels)]]
    })
  )
}

/**
 * Converts one step in the history of a translation; the author's e-mail address only for callers who may view the
 * members.
 */
export const translationRevisionToModel = (
  { effectiveScopes }: ProjectAccess,
  row: TranslationHistoryRow
): TranslationRevisionModel => {
  const showUsername = effectiveScopes.includes("members.view")
  const { author, createdAt } = revisionOfRow(row, { entities: [], described: [] }, showUsername)
  return { modifications: row.modifications, timestamp: createdAt, author, revisionType: row.kind }
}

/** A change of the data that files of one format have for a translation; null: no data. */
interface FormatDataChange {
  readonly format: string
  readonly before: Pick<FormatDataRow, "data" | "textData"> | null
  readonly after: Pick<FormatDataRow, "data" | "textData"> | null
}

/**
 * Describes a change of a translation for the activity; `before` is null when there was no row. Key and language are
 * described beside it.
 */
export const translationEntity = (
  row: { readonly id: number; readonly keyId: number; readonly languageId: number },
  before: Translation | null,
  after: Translation | null,
  formatData: ReadonlyArray<FormatDataChange> = []
): EntityChange => ({
  entityClass: "Translation",
  entityId: row.id,
  before: before && { ...loggedTranslation(before), ...loggedFormatData(formatData, "before") },
  after: after && { ...loggedTranslation(after), ...loggedFormatData(formatData, "after") },
  relations: translationRelations(row)
})

/** Lists changed format data by format. */
const loggedFormatData = (changes: ReadonlyArray<FormatDataChange>, at: "before" | "after"): JsonObject => {
  const logged = changes.flatMap((change) => {
    const content = change[at]
    return content === null ? [] : [[change.format, { ...content.data, ...content.textData }]]
  })
  return logged.length === 0 ? {} : { formatData: Object.fromEntries(logged) }
}

/** Describes the key and the language of a translation. */
export const translationRelations = (row: {
  readonly keyId: number
  readonly languageId: number
}): EntityRelations => ({
  key: { entityClass: "Key", entityId: row.keyId },
  language: { entityClass: "Language", entityId: row.languageId }
})

const loggedTranslation = ({ text, state, auto, mtProvider, promptId, outdated }: Translation): JsonObject => ({
  text,
  state,
  auto,
  mtProvider,
  promptId,
  outdated
})
