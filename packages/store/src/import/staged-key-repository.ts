import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonRows } from "../database/sql-fragments.ts"
import { pick, type Selected, select } from "../database/table.ts"
import {
  importFileIssueTable,
  importFileTable,
  importKeyTable,
  importLanguageTable,
  importTranslationTable
} from "../table/import-tables.ts"

/** The import keys of one file lie between two ids; others may lie there as well. */
export interface StagedKeyRange {
  readonly fileId: number
  readonly namespace: string | null
  readonly firstKeyId: number
  readonly lastKeyId: number
}

const stagedKeyName = select(pick(importKeyTable.as("k"), "id", "name"))

export interface StagedKeyName extends Selected<typeof stagedKeyName> {}

export interface LeftOutKeyRow {
  readonly name: string
  readonly namespace: string | null
}

const k = importKeyTable.as("k")
const t = importTranslationTable.as("t")

const stagedKey = select({
  ...pick(k, "id", "name", "description", "customValues", "codeReferences", "formatData", "pluralArgumentName"),
  /** Format of the file. */
  format: importFileTable.as("f").format,
  fileId: importFileTable.as("f").id
})

/** A key as one file describes it. */
export interface StagedKeyRow extends Selected<typeof stagedKey> {}

const stagedText = select({
  keyId: t.importKeyId,
  /** Language of the project; null: the imported language is paired with none. */
  languageId: importLanguageTable.as("l").existingLanguageId,
  isRepeated: importLanguageTable.as("l").isRepeated,
  format: importFileTable.as("f").format,
  ...pick(t, "value", "isPlural", "isOutdated", "isOverride", "resolvedTextHash")
})

const stagedLanguage = select(
  pick(importLanguageTable.as("l"), "importFileId", "name", "existingLanguageId", "isRepeated")
)

/** A language as a file names it. */
export interface StagedLanguageRow extends Selected<typeof stagedLanguage> {}

const stagedNotice = select({
  ...pick(importFileIssueTable.as("s"), "importFileId", "parameters", "lineNumber", "columnNumber", "message"),
  fileName: importFileTable.as("f").name,
  namespace: importFileTable.as("f").namespace
})

/** A warning about a file, with the key and the language among its parameters. */
export interface StagedNoticeRow extends Selected<typeof stagedNotice> {}

/** A selected text of one of these keys. */
export interface StagedTextRow extends Selected<typeof stagedText> {}

/** Reads an import to apply it, some keys at a time, file by file in the order in which they were staged. */
export class StagedKeyRepository extends Context.Service<
  StagedKeyRepository,
  {
    /** Keys that are imported; one that several files name counts once. */
    readonly count: (importId: number) => Effect.Effect<number>
    /** Keys that are not imported: the first ones by name, and how many there are. */
    readonly listLeftOut: (
      importId: number,
      limit: number
    ) => Effect.Effect<{ readonly total: number; readonly rows: ReadonlyArray<LeftOutKeyRow> }>
    readonly listRanges: (importId: number) => Effect.Effect<ReadonlyArray<StagedKeyRange>>
    /** The imported keys of the file with these ids that no earlier file of the import has, by id. */
    readonly listFirst: (importId: number, range: StagedKeyRange) => Effect.Effect<ReadonlyArray<StagedKeyName>>
    /** Lists the data of all files of the import about these keys, in the order of the files. */
    readonly listAll: (
      importId: number,
      namespace: string | null,
      names: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<StagedKeyRow>>
    /** The languages of the files of the import, in no order. */
    readonly listLanguages: (importId: number) => Effect.Effect<ReadonlyArray<StagedLanguageRow>>
    /** Lists the warnings about the files of the import, in the order in which they were staged. */
    readonly listNotices: (importId: number) => Effect.Effect<ReadonlyArray<StagedNoticeRow>>
    /** Lists texts in the order in which they were staged. */
    readonly listTexts: (keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<StagedTextRow>>
  }
>()("@dragoman/store/import/StagedKeyRepository") {
  static readonly layer = Layer.effect(
    StagedKeyRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return StagedKeyRepository.of({
        count: Effect.fnUntraced(function* (importId) {
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM (
              SELECT DISTINCT f.namespace, k.name FROM import_file f JOIN import_key k ON k.import_file_id = f.id
              WHERE f.import_id = ${importId} AND k.is_imported = 1
            ) named`
          return counted?.total ?? 0
        }, Effect.orDie),

        listLeftOut: Effect.fnUntraced(function* (importId, limit) {
          const leftOut = sql`
            SELECT DISTINCT k.name, f.namespace FROM import_file f JOIN import_key k ON k.import_file_id = f.id
            WHERE f.import_id = ${importId} AND k.is_imported = 0`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM (${leftOut}) named`
          const total = counted?.total ?? 0
          if (total === 0) return { total, rows: [] }
          return {
            total,
            rows: yield* sql<LeftOutKeyRow>`
              SELECT name, namespace FROM (${leftOut}) named ORDER BY COALESCE(namespace, ''), name LIMIT ${limit}`
          }
        }, Effect.orDie),

        listRanges: Effect.fnUntraced(function* (importId) {
          return yield* sql<StagedKeyRange>`
            SELECT f.id AS file_id, f.namespace, MIN(k.id) AS first_key_id, MAX(k.id) AS last_key_id
            FROM import_file f JOIN import_key k ON k.import_file_id = f.id
            WHERE f.import_id = ${importId} GROUP BY f.id, f.namespace ORDER BY f.id`
        }, Effect.orDie),

        listFirst: Effect.fnUntraced(function* (importId, range) {
          return yield* stagedKeyName.all(sql`
            SELECT ${stagedKeyName.columns} FROM import_key k
            WHERE k.id BETWEEN ${range.firstKeyId} AND ${range.lastKeyId} AND k.import_file_id = ${range.fileId}
              AND k.is_imported = 1 AND NOT EXISTS (
                SELECT 1 FROM import_file e JOIN import_key o ON o.import_file_id = e.id AND o.name = k.name
                WHERE e.import_id = ${importId} AND e.id < ${range.fileId}
                  AND COALESCE(e.namespace, '') = CAST(${range.namespace ?? ""} AS TEXT)
              )
            ORDER BY k.id`)
        }, Effect.orDie),

        listAll: Effect.fnUntraced(function* (importId, namespace, names) {
          const input = jsonRows(
            sql,
            { name: "text" },
            names.map((name) => ({ name }))
          )
          // CROSS JOIN keeps this order on SQLite, which would look through the names for every key of the file.
          return yield* stagedKey.all(sql`
            SELECT ${stagedKey.columns}
            FROM import_file f CROSS JOIN ${input} input CROSS JOIN import_key k
            WHERE f.import_id = ${importId} AND COALESCE(f.namespace, '') = CAST(${namespace ?? ""} AS TEXT)
              AND k.import_file_id = f.id AND k.name = input.name
            ORDER BY k.import_file_id, k.id`)
        }, Effect.orDie),

        listLanguages: Effect.fnUntraced(function* (importId) {
          return yield* stagedLanguage.all(sql`
            SELECT ${stagedLanguage.columns} FROM import_file f JOIN import_language l ON l.import_file_id = f.id
            WHERE f.import_id = ${importId}`)
        }, Effect.orDie),

        listNotices: Effect.fnUntraced(function* (importId) {
          return yield* stagedNotice.all(sql`
            SELECT ${stagedNotice.columns} FROM import_file f JOIN import_file_issue s ON s.import_file_id = f.id
            WHERE f.import_id = ${importId} AND s.type = 'NOTICE' ORDER BY s.import_file_id, s.position`)
        }, Effect.orDie),

        listTexts: Effect.fnUntraced(function* (keyIds) {
          return yield* stagedText.all(sql`
            SELECT ${stagedText.columns}
            FROM import_translation t JOIN import_language l ON l.id = t.import_language_id
            JOIN import_file f ON f.id = l.import_file_id
            WHERE t.import_key_id IN ${jsonIds(sql, keyIds)} AND t.is_selected = 1 ORDER BY t.id`)
        }, Effect.orDie)
      })
    })
  )
}
