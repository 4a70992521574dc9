import type { SortableProperty } from "@dragoman/domain/page"
import type { TranslationState } from "@dragoman/domain/translation"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isNamedIn, isShown } from "../database/content-place.ts"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { computed, Flag, optional, pick, type Selected, select } from "../database/table.ts"
import { keyTable, translationTable } from "../table/content-tables.ts"
import {
  importFileIssueTable,
  importFileTable,
  importKeyTable,
  importLanguageTable,
  importTable,
  importTranslationTable
} from "../table/import-tables.ts"
import { languageTable } from "../table/project-tables.ts"
import { lockImports, projectOfLanguage } from "./import-conflicts.ts"

const l = importLanguageTable.as("l")
const f = importFileTable.as("f")
const k = importKeyTable.as("k")
const t = importTranslationTable.as("t")
const e = optional(languageTable.as("e"))

const importRow = select(pick(importTable.as("i"), "id", "createdAt"))
const lockedImport = select(pick(importTable.as(), "id", "createdAt"))

export interface ImportRow extends Selected<typeof importRow> {}

const importLanguageColumns = {
  ...pick(l, "id", "name", "existingLanguageId", "totalCount"),
  existingLanguageTag: e.tag,
  existingLanguageName: e.name,
  fileId: f.id,
  fileName: f.name,
  fileIssueCount: f.issueCount,
  fileNoticeCount: computed(
    Schema.Number,
    "(SELECT CAST(count(*) AS INTEGER) FROM import_file_issue s WHERE s.import_file_id = f.id AND s.type = 'NOTICE')"
  ),
  namespace: f.namespace,
  conflictCount: computed(Schema.Number, "CASE WHEN e.id IS NULL THEN 0 ELSE l.conflict_count END"),
  resolvedCount: computed(Schema.Number, "CASE WHEN e.id IS NULL THEN 0 ELSE l.resolved_count END")
}

const importLanguage = select(importLanguageColumns)

export interface ImportLanguageRow extends Selected<typeof importLanguage> {}

const foundLanguage = select({ ...importLanguageColumns, branchId: importTable.as("i").branchId })

/** A language with the branch of its import. */
export interface FoundImportLanguageRow extends Selected<typeof foundLanguage> {}

const foundFile = select({ ...pick(f, "issueCount"), branchId: importTable.as("i").branchId })

/** A file with the branch of its import. `issueCount`: without warnings. */
export interface FoundImportFileRow extends Selected<typeof foundFile> {}

const importFormat = select(pick(importFileTable.as(), "id", "name", "format", "formatReason"))

export interface ImportFormatRow extends Selected<typeof importFormat> {}

const importTranslation = select({
  ...pick(t, "id", "value", "isPlural", "isOverride"),
  keyId: k.id,
  keyName: k.name,
  keyDescription: k.description,
  /** Argument name of the imported key. */
  pluralArgumentName: k.pluralArgumentName,
  isResolved: computed(Flag, "CASE WHEN t.resolved_text_hash IS NULL THEN 0 ELSE 1 END")
})

export interface ImportTranslationRow extends Selected<typeof importTranslation> {
  /** The text of the project in its place; null: none that differs. */
  readonly conflict: ImportConflictRow | null
  /** null: the project has no such key. */
  readonly existingKey: { readonly isPlural: boolean; readonly pluralArgumentName: string | null } | null
}

const x = optional(translationTable.as("x"))

/** The key `k` of the project, and the text `x` that is in conflict, of an imported text that was `found`. */
const existingText = select({
  id: importTranslationTable.as("found").id,
  ...pick(keyTable.as("k"), "isPlural", "pluralArgumentName"),
  conflictId: x.id,
  text: x.text,
  state: x.state
})

/** A text of the project that an imported one would replace. */
export interface ImportConflictRow {
  readonly id: number
  readonly text: string | null
  readonly state: TranslationState
}

/** An imported text that is to be decided about. */
export interface ConflictingTranslationRow {
  readonly id: number
  readonly conflict: ImportConflictRow | null
}

const importFileIssue = select(
  pick(importFileIssueTable.as(), "id", "type", "parameters", "lineNumber", "columnNumber", "message", "excerpt")
)

export interface ImportFileIssueRow extends Selected<typeof importFileIssue> {}

/**
 * The user of imports: no other user finds them, and of a user's credentials only the one that made them. `apiKeyId`: the project
 * API key; 0: any other credential of the user.
 */
export interface ImportUser extends Pick<ContentPlace, "projectId"> {
  readonly userId: number
  readonly apiKeyId: number
}

/** The owner of the one import that a user has on a branch. */
export interface ImportOwner extends ImportUser, ContentPlace {}

const languageSortColumns: Readonly<Record<SortableProperty<"importLanguages">, string>> = {
  id: "l.id",
  name: "l.name",
  importFileName: "f.name",
  totalCount: "l.total_count"
}
const translationSortColumns: Readonly<Record<SortableProperty<"importTranslations">, string>> = {
  id: "t.id",
  keyName: "k.name",
  text: "COALESCE(t.value, '')"
}
const issueSortColumns: Readonly<Record<SortableProperty<"importIssues">, string>> = { id: "position", type: "type" }
export type ImportLanguageSort = SortableProperty<"importLanguages">
export type ImportTranslationSort = SortableProperty<"importTranslations">
export type ImportFileIssueSort = SortableProperty<"importIssues">

/** Imports as their owners see them: only what is wholly staged, of imports that are not deleted. */
export class ImportRepository extends Context.Service<
  ImportRepository,
  {
    readonly find: (owner: ImportOwner) => Effect.Effect<Option.Option<ImportRow>>
    /** Lists the branches on which the user has an import. */
    readonly listBranches: (user: ImportUser) => Effect.Effect<ReadonlyArray<number | null>>
    /** Finds an import and locks it until the end of the transaction. */
    readonly lock: (owner: ImportOwner) => Effect.Effect<Option.Option<ImportRow>>
    /** The same for any import, also one that is being staged. */
    readonly lockById: (importId: number) => Effect.Effect<void>
    /** Languages of the import that are paired with a deleted language of the project are paired with none. */
    readonly unpairDeleted: (importId: number) => Effect.Effect<void>
    /** Hides the import at once; its rows are erased later. */
    readonly markDeleted: (importId: number, at: number) => Effect.Effect<void>
    /** Hides all imports of the project, also uploads that are being staged. */
    readonly markAllDeleted: (projectId: number, at: number) => Effect.Effect<void>
    readonly countLanguages: (importId: number) => Effect.Effect<number>
    readonly listLanguages: (
      importId: number,
      page: RowPage<ImportLanguageSort>
    ) => Effect.Effect<PagedRows<ImportLanguageRow>>
    /** Finds a language by its id, of the user's import on any branch. */
    readonly findLanguage: (
      user: ImportUser,
      languageId: number
    ) => Effect.Effect<Option.Option<FoundImportLanguageRow>>
    /** The files with how they were understood, in the order of their upload. `formatReason`: JSON text. */
    readonly listFormats: (importId: number) => Effect.Effect<ReadonlyArray<ImportFormatRow>>
    /** `existingLanguageId`: of the project; null: of none. */
    readonly pair: (languageId: number, existingLanguageId: number | null) => Effect.Effect<void>
    /**
     * Removes the language, and the import when it was the last. Keys of its file that only this language has go too;
     * those without a text go with the last language of the file.
     */
    readonly removeLanguage: (languageId: number, fileId: number, at: number) => Effect.Effect<void>
    readonly setNamespace: (fileId: number, namespace: string | null) => Effect.Effect<void>
    /** Lists the namespaces of the files of the import, by name, without the default one. */
    readonly listNamespaces: (importId: number) => Effect.Effect<ReadonlyArray<string>>
    readonly listFileIds: (importId: number) => Effect.Effect<ReadonlyArray<number>>
    readonly listLanguageIds: (fileIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** `only`: those in conflict, or those without a decision. Keys that are left out are missing. */
    readonly listTranslations: (
      languageId: number,
      page: RowPage<ImportTranslationSort> & {
        readonly search: string | undefined
        readonly only: "conflicts" | "unresolved" | null
      }
    ) => Effect.Effect<PagedRows<ImportTranslationRow>>
    readonly findTranslation: (
      languageId: number,
      translationId: number
    ) => Effect.Effect<Option.Option<ConflictingTranslationRow>>
    /** Finds a file by its id, of the user's import on any branch. */
    readonly findFile: (user: ImportUser, fileId: number) => Effect.Effect<Option.Option<FoundImportFileRow>>
    /** Counts the issues and warnings of a file by type. `search`: text of the sentences, in any case. */
    readonly countIssuesByType: (fileId: number, search: string) => Effect.Effect<Readonly<Record<string, number>>>
    /** `issueCount`: as `findFile` gave it; by id every page costs the same, the last one too. */
    readonly listIssues: (
      fileId: number,
      issueCount: number,
      page: RowPage<ImportFileIssueSort>
    ) => Effect.Effect<ReadonlyArray<ImportFileIssueRow>>
    /** The same with the warnings, which come last by id. `types` null: of all types. */
    readonly listIssuesAndNotices: (
      fileId: number,
      page: RowPage<ImportFileIssueSort> & { readonly types: ReadonlyArray<string> | null; readonly search: string }
    ) => Effect.Effect<ReadonlyArray<ImportFileIssueRow>>
  }
>()("@dragoman/store/import/ImportRepository") {
  static readonly layer = Layer.effect(
    ImportRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sentencesWith = (search: string) => (search === "" ? [] : [contains(sql, "message", search)])
      const isLive = sql.literal("i.deleted_at IS NULL AND i.is_staging = 0")
      const isOf = (owner: ImportOwner) =>
        sql`${isNamedIn(sql, owner, "i")} AND i.user_id = ${owner.userId} AND i.api_key_id = ${owner.apiKeyId}`
      const isOfUser = ({ projectId, userId, apiKeyId }: ImportUser) =>
        sql`i.project_id = ${projectId} AND i.user_id = ${userId} AND i.api_key_id = ${apiKeyId} AND ${isShown(sql, "i")}`
      const languageTables = sql.literal(
        `import_language l JOIN import_file f ON f.id = l.import_file_id
         LEFT JOIN language e ON e.id = l.existing_language_id AND e.deleted_at IS NULL`
      )

      const countLanguages = Effect.fnUntraced(function* (importId: number) {
        const [counted] = yield* sql<{ total: number }>`
          SELECT CAST(count(*) AS INTEGER) AS total FROM import_language l JOIN import_file f ON f.id = l.import_file_id
          WHERE f.import_id = ${importId}`
        return counted?.total ?? 0
      }, Effect.orDie)

      const isPairedConflict = sql`t.conflict_translation_id IS NOT NULL AND EXISTS (
        SELECT 1 FROM import_language l WHERE l.id = t.import_language_id AND l.existing_language_id IS NOT NULL)`

      /** Lists the keys of imported texts and the texts of the project that they are in conflict with, by id. */
      const listExisting = Effect.fnUntraced(function* (translationIds: ReadonlyArray<number>) {
        const project = projectOfLanguage(
          sql,
          sql`(SELECT import_language_id FROM import_translation WHERE id = ${translationIds[0] ?? 0})`
        )
        // The key is looked up for each text, by its unique index: as a join, and without statistics of tables that were
        // just filled, PostgreSQL goes through all keys of the project.
        const rows = yield* existingText.all(sql`
          SELECT ${existingText.columns}
          FROM (
            SELECT t.id, t.conflict_translation_id, l.existing_language_id, i.project_id, (
              SELECT k.id FROM translation_key k
              WHERE k.project_id = i.project_id AND COALESCE(k.branch_id, 0) = COALESCE(i.branch_id, 0)
                AND k.name = ik.name AND k.deleted_at IS NULL AND COALESCE(k.namespace_id, 0) = COALESCE(n.id, 0) AND (f.namespace IS NULL OR n.id IS NOT NULL)
            ) AS key_id
            FROM import_translation t
            JOIN import_language l ON l.id = t.import_language_id
            JOIN import_key ik ON ik.id = t.import_key_id
            JOIN import_file f ON f.id = l.import_file_id
            JOIN import i ON i.id = f.import_id
            LEFT JOIN namespace n ON n.project_id = i.project_id AND n.name = f.namespace
            WHERE t.id IN ${jsonIds(sql, translationIds)}
          ) found
          JOIN translation_key k ON k.id = found.key_id AND k.project_id = found.project_id
            AND k.project_id = ${project}
          LEFT JOIN translation x ON x.id = found.conflict_translation_id AND x.key_id = k.id AND x.project_id = k.project_id
            AND x.language_id = found.existing_language_id`)
        const byId = new Map(rows.map((row) => [row.id, row]))
        return (id: number): Pick<ImportTranslationRow, "conflict" | "existingKey"> => {
          const row = byId.get(id)
          if (row === undefined) return { conflict: null, existingKey: null }
          const { isPlural, pluralArgumentName, conflictId, text, state } = row
          return {
            conflict: conflictId === null || state === null ? null : { id: conflictId, text, state },
            existingKey: { isPlural, pluralArgumentName }
          }
        }
      })

      return ImportRepository.of({
        countLanguages,

        find: Effect.fn("ImportRepository.find")(
          (owner) =>
            importRow.first(sql`
              SELECT ${importRow.columns} FROM import i
              WHERE ${isOf(owner)} AND ${isLive}`),
          Effect.orDie
        ),

        listBranches: Effect.fnUntraced(function* (user) {
          const rows = yield* sql<{ branchId: number | null }>`
            SELECT i.branch_id FROM import i WHERE ${isOfUser(user)} AND ${isLive} ORDER BY i.id`
          return rows.map(({ branchId }) => branchId)
        }, Effect.orDie),

        lock: Effect.fnUntraced(function* (owner) {
          return yield* lockedImport.first(sql`
            UPDATE import AS i SET deleted_at = NULL WHERE ${isOf(owner)} AND ${isLive}
            RETURNING ${lockedImport.columns}`)
        }, Effect.orDie),

        lockById: (importId) => Effect.orDie(lockImports(sql, sql`SELECT CAST(${importId} AS BIGINT)`)),

        unpairDeleted: Effect.fnUntraced(function* (importId) {
          yield* sql`
            UPDATE import_language SET existing_language_id = NULL
            WHERE import_file_id IN (SELECT id FROM import_file WHERE import_id = ${importId})
              AND existing_language_id IN (SELECT id FROM language WHERE deleted_at IS NOT NULL)`
        }, Effect.orDie),

        markDeleted: Effect.fnUntraced(function* (importId, at) {
          yield* sql`UPDATE import SET deleted_at = ${at} WHERE id = ${importId} AND deleted_at IS NULL`
        }, Effect.orDie),

        markAllDeleted: Effect.fnUntraced(function* (projectId, at) {
          yield* lockImports(sql, sql`SELECT id FROM import WHERE project_id = ${projectId} AND deleted_at IS NULL`)
          yield* sql`UPDATE import SET deleted_at = ${at} WHERE project_id = ${projectId} AND deleted_at IS NULL`
        }, Effect.orDie),

        listLanguages: Effect.fnUntraced(function* (importId, page) {
          const rows = yield* importLanguage.all(sql`
            SELECT ${importLanguage.columns} FROM ${languageTables} WHERE f.import_id = ${importId}
            ${orderAndLimit(sql, languageSortColumns, page)}`)
          return { total: yield* countLanguages(importId), rows }
        }, Effect.orDie),

        findLanguage: Effect.fnUntraced(function* (user, languageId) {
          return yield* foundLanguage.first(sql`
            SELECT ${foundLanguage.columns} FROM ${languageTables} JOIN import i ON i.id = f.import_id
            WHERE l.id = ${languageId} AND ${isOfUser(user)} AND ${isLive}`)
        }, Effect.orDie),

        listFormats: Effect.fnUntraced(function* (importId) {
          return yield* importFormat.all(sql`
            SELECT ${importFormat.columns} FROM import_file WHERE import_id = ${importId} ORDER BY id`)
        }, Effect.orDie),

        pair: Effect.fnUntraced(function* (languageId, existingLanguageId) {
          yield* sql`UPDATE import_language SET existing_language_id = ${existingLanguageId} WHERE id = ${languageId}`
        }, Effect.orDie),

        removeLanguage: Effect.fnUntraced(function* (languageId, fileId, at) {
          // A key without a text belongs to no language: it stays while its file has one.
          yield* sql`
            DELETE FROM import_key WHERE import_file_id = ${fileId}
              AND EXISTS (
                SELECT 1 FROM import_translation t
                WHERE t.import_key_id = import_key.id AND t.import_language_id = ${languageId}
              )
              AND NOT EXISTS (
                SELECT 1 FROM import_translation t
                WHERE t.import_key_id = import_key.id AND t.import_language_id <> ${languageId}
              )`
          yield* sql`DELETE FROM import_language WHERE id = ${languageId}`
          yield* sql`
            DELETE FROM import_key WHERE import_file_id = ${fileId}
              AND NOT EXISTS (SELECT 1 FROM import_language l WHERE l.import_file_id = ${fileId})`
          yield* sql`
            UPDATE import SET deleted_at = ${at} WHERE id = (SELECT import_id FROM import_file WHERE id = ${fileId})
              AND NOT EXISTS (
                SELECT 1 FROM import_language l JOIN import_file f ON f.id = l.import_file_id WHERE f.import_id = import.id
              )`
        }, Effect.orDie),

        setNamespace: Effect.fnUntraced(function* (fileId, namespace) {
          yield* sql`UPDATE import_file SET namespace = ${namespace} WHERE id = ${fileId}`
        }, Effect.orDie),

        listNamespaces: Effect.fnUntraced(function* (importId) {
          const rows = yield* sql<{ namespace: string }>`
            SELECT DISTINCT namespace FROM import_file
            WHERE import_id = ${importId} AND namespace IS NOT NULL ORDER BY namespace`
          return rows.map(({ namespace }) => namespace)
        }, Effect.orDie),

        listFileIds: Effect.fnUntraced(function* (importId) {
          const rows = yield* sql<{ id: number }>`SELECT id FROM import_file WHERE import_id = ${importId} ORDER BY id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listLanguageIds: Effect.fnUntraced(function* (fileIds) {
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM import_language WHERE import_file_id IN ${jsonIds(sql, fileIds)} ORDER BY id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listTranslations: Effect.fnUntraced(function* (languageId, page) {
          const condition = sql.and([
            sql`t.import_language_id = ${languageId}`,
            sql`k.is_imported = 1`,
            ...(page.only === null ? [] : [isPairedConflict]),
            ...(page.only === "unresolved" ? [sql`t.resolved_text_hash IS NULL`] : []),
            ...(page.search === undefined || page.search === ""
              ? []
              : [sql.or([contains(sql, "t.value", page.search), contains(sql, "k.name", page.search)])])
          ])
          const from = sql`FROM import_translation t JOIN import_key k ON k.id = t.import_key_id WHERE ${condition}`
          const rows = yield* importTranslation.all(sql`
            SELECT ${importTranslation.columns} ${from} ${orderAndLimit(sql, translationSortColumns, page)}`)
          const [counted] = yield* sql<{ total: number }>`SELECT CAST(count(*) AS INTEGER) AS total ${from}`
          const existing = yield* listExisting(rows.map(({ id }) => id))
          return { total: counted?.total ?? 0, rows: rows.map((row) => ({ ...row, ...existing(row.id) })) }
        }, Effect.orDie),

        findTranslation: Effect.fnUntraced(function* (languageId, translationId) {
          const rows = yield* sql<{ id: number }>`
            SELECT t.id FROM import_translation t JOIN import_key k ON k.id = t.import_key_id
            WHERE t.id = ${translationId} AND t.import_language_id = ${languageId} AND k.is_imported = 1`
          if (rows.length === 0) return Option.none()
          const existing = yield* listExisting([translationId])
          return Option.some({ id: translationId, conflict: existing(translationId).conflict })
        }, Effect.orDie),

        findFile: Effect.fnUntraced(function* (user, fileId) {
          return yield* foundFile.first(sql`
            SELECT ${foundFile.columns} FROM import_file f JOIN import i ON i.id = f.import_id
            WHERE f.id = ${fileId} AND ${isOfUser(user)} AND ${isLive}`)
        }, Effect.orDie),

        countIssuesByType: Effect.fnUntraced(function* (fileId, search) {
          const rows = yield* sql<{ type: string; total: number }>`
            SELECT type, CAST(count(*) AS INTEGER) AS total FROM import_file_issue
            WHERE ${sql.and([sql`import_file_id = ${fileId}`, ...sentencesWith(search)])} GROUP BY type ORDER BY type`
          return Object.fromEntries(rows.map(({ type, total }) => [type, total]))
        }, Effect.orDie),

        listIssues: Effect.fnUntraced(function* (fileId, issueCount, page) {
          const { offset, limit } = page
          const [first] = page.sort
          // Positions of one file are dense, so a page begins where arithmetic says: no counting off.
          if (first?.property === "id" && first.direction === "asc") {
            return yield* importFileIssue.all(sql`
              SELECT ${importFileIssue.columns} FROM import_file_issue
              WHERE import_file_id = ${fileId} AND position >= ${offset} AND type <> 'NOTICE'
              ORDER BY position LIMIT ${limit}`)
          }
          if (first?.property === "id") {
            return yield* importFileIssue.all(sql`
              SELECT ${importFileIssue.columns} FROM import_file_issue
              WHERE import_file_id = ${fileId} AND position <= ${issueCount - 1 - offset}
              ORDER BY position DESC LIMIT ${limit}`)
          }
          return yield* importFileIssue.all(sql`
            SELECT ${importFileIssue.columns} FROM import_file_issue
            WHERE import_file_id = ${fileId} AND type <> 'NOTICE'
            ${orderAndLimit(sql, issueSortColumns, page)}`)
        }, Effect.orDie),

        listIssuesAndNotices: Effect.fnUntraced(function* (fileId, page) {
          const condition = sql.and([
            sql`import_file_id = ${fileId}`,
            ...(page.types === null ? [] : [sql.in("type", page.types)]),
            ...sentencesWith(page.search)
          ])
          return yield* importFileIssue.all(sql`
            SELECT ${importFileIssue.columns} FROM import_file_issue WHERE ${condition}
            ${orderAndLimit(sql, issueSortColumns, page)}`)
        }, Effect.orDie)
      })
    })
  )
}
