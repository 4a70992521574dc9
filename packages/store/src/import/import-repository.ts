import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { contains } from "../database/contains.ts"
import { type RowSlice, type SlicedRows, slice } from "../database/row-slice.ts"
import { removeImportLanguage } from "./remove-import-language.ts"

export interface ImportRow {
  readonly id: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export interface ImportLanguageRow {
  readonly id: number
  readonly name: string
  readonly existingLanguageId: number | null
  readonly existingLanguageTag: string | null
  readonly existingLanguageName: string | null
  readonly fileId: number
  readonly fileName: string
  readonly fileIssueCount: number
  readonly namespace: string | null
  /** Translations that would be imported. */
  readonly totalCount: number
}

export interface ImportFormatRow {
  readonly id: number
  readonly name: string
  readonly format: string
  readonly formatReason: string
}

export interface ImportTranslationRow {
  readonly id: number
  readonly keyId: number
  readonly keyName: string
  readonly keyDescription: string | null
  readonly value: string | null
  readonly isPlural: number
}

export interface ImportFileIssueRow {
  readonly id: number
  readonly type: string
  /** JSON text of the parameters as they are sent. */
  readonly parameters: string
  readonly lineNumber: number | null
  readonly columnNumber: number | null
  readonly message: string
}

/** Whose import: nobody else finds it. */
export interface ImportOwner {
  readonly projectId: number
  readonly userId: number
}

const languageSortColumns = {
  id: "l.id",
  name: "l.name",
  importFileName: "f.name",
  totalCount: "l.total_count"
} as const
const translationSortColumns = { id: "t.id", keyName: "k.name", text: "COALESCE(t.value, '')" } as const
const issueSortColumns = { id: "position", type: "type" } as const
export type ImportLanguageSort = keyof typeof languageSortColumns
export type ImportTranslationSort = keyof typeof translationSortColumns
export type ImportFileIssueSort = keyof typeof issueSortColumns

/** Imports as their owners see them: only what is wholly staged, of imports that are not deleted. */
export class ImportRepository extends Context.Service<
  ImportRepository,
  {
    readonly find: (owner: ImportOwner) => Effect.Effect<Option.Option<ImportRow>>
    /** Hides the import at once; its rows are erased later. */
    readonly markDeleted: (importId: number, at: number) => Effect.Effect<void>
    readonly countLanguages: (importId: number) => Effect.Effect<number>
    readonly listLanguages: (
      importId: number,
      page: RowSlice<ImportLanguageSort>
    ) => Effect.Effect<SlicedRows<ImportLanguageRow>>
    readonly findLanguage: (owner: ImportOwner, languageId: number) => Effect.Effect<Option.Option<ImportLanguageRow>>
    /** The files with how they were understood, in the order of their upload. `formatReason`: JSON text. */
    readonly listFormats: (importId: number) => Effect.Effect<ReadonlyArray<ImportFormatRow>>
    /** Removes the language, and the import when it was the last. See `removeImportLanguage`. */
    readonly removeLanguage: (languageId: number, fileId: number, at: number) => Effect.Effect<void>
    readonly listTranslations: (
      languageId: number,
      page: RowSlice<ImportTranslationSort> & { readonly search: string | undefined }
    ) => Effect.Effect<SlicedRows<ImportTranslationRow>>
    /** How many issues the file has; none when it is not the owner's. */
    readonly findIssueCount: (owner: ImportOwner, fileId: number) => Effect.Effect<Option.Option<number>>
    /** `issueCount`: as `findIssueCount` gave it; by id every page costs the same, the last one too. */
    readonly listIssues: (
      fileId: number,
      issueCount: number,
      page: RowSlice<ImportFileIssueSort>
    ) => Effect.Effect<ReadonlyArray<ImportFileIssueRow>>
  }
>()("@dragoman/store/import/ImportRepository") {
  static readonly layer = Layer.effect(
    ImportRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isLive = sql.literal("i.deleted_at IS NULL AND i.is_staging = 0")
      const languageColumns = sql.literal(
        `l.id, l.name, l.existing_language_id, e.tag AS existing_language_tag, e.name AS existing_language_name,
         f.id AS file_id, f.name AS file_name, f.issue_count AS file_issue_count, f.namespace, l.total_count`
      )
      const languageTables = sql.literal(
        `import_language l JOIN import_file f ON f.id = l.import_file_id
         LEFT JOIN language e ON e.id = l.existing_language_id AND e.deleted_at IS NULL`
      )
      const issueColumns = sql.literal("id, type, parameters, line_number, column_number, message")

      const countLanguages = Effect.fn("ImportRepository.countLanguages")(function* (importId: number) {
        const [counted] = yield* sql<{ total: number }>`
          SELECT CAST(count(*) AS INTEGER) AS total FROM import_language l JOIN import_file f ON f.id = l.import_file_id
          WHERE f.import_id = ${importId}`
        return counted?.total ?? 0
      }, Effect.orDie)

      return ImportRepository.of({
        countLanguages,

        find: Effect.fn("ImportRepository.find")(function* ({ projectId, userId }) {
          const rows = yield* sql<ImportRow>`
            SELECT i.id, i.created_at FROM import i
            WHERE i.project_id = ${projectId} AND i.user_id = ${userId} AND ${isLive}`
          return Option.fromNullishOr(rows[0])
        }, Effect.orDie),

        markDeleted: Effect.fn("ImportRepository.markDeleted")(function* (importId, at) {
          yield* sql`UPDATE import SET deleted_at = ${at} WHERE id = ${importId} AND deleted_at IS NULL`
        }, Effect.orDie),

        listLanguages: Effect.fn("ImportRepository.listLanguages")(function* (importId, page) {
          const rows = yield* sql<ImportLanguageRow>`
            SELECT ${languageColumns} FROM ${languageTables} WHERE f.import_id = ${importId}
            ${slice(sql, languageSortColumns, page)}`
          return { total: yield* countLanguages(importId), rows }
        }, Effect.orDie),

        findLanguage: Effect.fn("ImportRepository.findLanguage")(function* ({ projectId, userId }, languageId) {
          const rows = yield* sql<ImportLanguageRow>`
            SELECT ${languageColumns} FROM ${languageTables} JOIN import i ON i.id = f.import_id
            WHERE l.id = ${languageId} AND i.project_id = ${projectId} AND i.user_id = ${userId} AND ${isLive}`
          return Option.fromNullishOr(rows[0])
        }, Effect.orDie),

        listFormats: Effect.fn("ImportRepository.listFormats")(function* (importId) {
          return yield* sql<ImportFormatRow>`
            SELECT id, name, format, format_reason FROM import_file WHERE import_id = ${importId} ORDER BY id`
        }, Effect.orDie),

        removeLanguage: Effect.fn("ImportRepository.removeLanguage")(function* (languageId, fileId, at) {
          yield* Effect.provideService(removeImportLanguage(languageId, fileId), SqlClient.SqlClient, sql)
          yield* sql`
            UPDATE import SET deleted_at = ${at} WHERE id = (SELECT import_id FROM import_file WHERE id = ${fileId})
              AND NOT EXISTS (
                SELECT 1 FROM import_language l JOIN import_file f ON f.id = l.import_file_id WHERE f.import_id = import.id
              )`
        }, Effect.orDie),

        listTranslations: Effect.fn("ImportRepository.listTranslations")(function* (languageId, page) {
          const found =
            page.search === undefined || page.search === ""
              ? sql``
              : sql`AND (${contains(sql, "t.value", page.search)} OR ${contains(sql, "k.name", page.search)})`
          const from = sql`
            FROM import_translation t JOIN import_key k ON k.id = t.import_key_id
            WHERE t.import_language_id = ${languageId} ${found}`
          const rows = yield* sql<ImportTranslationRow>`
            SELECT t.id, k.id AS key_id, k.name AS key_name, k.description AS key_description, t.value, t.is_plural ${from}
            ${slice(sql, translationSortColumns, page)}`
          const [counted] = yield* sql<{ total: number }>`SELECT CAST(count(*) AS INTEGER) AS total ${from}`
          return { total: counted?.total ?? 0, rows }
        }, Effect.orDie),

        findIssueCount: Effect.fn("ImportRepository.findIssueCount")(function* ({ projectId, userId }, fileId) {
          const rows = yield* sql<{ issueCount: number }>`
            SELECT f.issue_count FROM import_file f JOIN import i ON i.id = f.import_id
            WHERE f.id = ${fileId} AND i.project_id = ${projectId} AND i.user_id = ${userId} AND ${isLive}`
          return Option.map(Option.fromNullishOr(rows[0]), (row) => row.issueCount)
        }, Effect.orDie),

        listIssues: Effect.fn("ImportRepository.listIssues")(function* (fileId, issueCount, page) {
          const { offset, limit } = page
          const [first] = page.sort
          // Positions of one file are dense, so a page begins where arithmetic says: no counting off.
          if (first?.property === "id" && first.direction === "asc") {
            return yield* sql<ImportFileIssueRow>`
              SELECT ${issueColumns} FROM import_file_issue
              WHERE import_file_id = ${fileId} AND position >= ${offset} ORDER BY position LIMIT ${limit}`
          }
          if (first?.property === "id") {
            return yield* sql<ImportFileIssueRow>`
              SELECT ${issueColumns} FROM import_file_issue
              WHERE import_file_id = ${fileId} AND position <= ${issueCount - 1 - offset}
              ORDER BY position DESC LIMIT ${limit}`
          }
          return yield* sql<ImportFileIssueRow>`
            SELECT ${issueColumns} FROM import_file_issue WHERE import_file_id = ${fileId}
            ${slice(sql, issueSortColumns, page)}`
        }, Effect.orDie)
      })
    })
  )
}
