import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isNamedIn, isShown } from "../database/content-place.ts"
import { optional, pick, type RowOf, select } from "../database/table.ts"
import {
  importFileIssueTable,
  importFileTable,
  importKeyTable,
  importLanguageTable,
  importTable,
  importTranslationTable
} from "../table/import-tables.ts"
import { languageTable, projectTable } from "../table/project-tables.ts"
import type { ImportOwner } from "./import-repository.ts"

/** Rows of one statement: large enough to be fast, small enough to let other writers in between. */
export const stagedRowsMax = 2_000

export interface StagedKey
  extends Pick<
    RowOf<typeof importKeyTable>,
    "name" | "description" | "customValues" | "codeReferences" | "formatData" | "pluralArgumentName"
  > {}

export interface StagedTranslation {
  readonly keyId: number
  readonly languageId: number
  readonly value: string
  readonly isPlural: boolean
  readonly isOutdated: boolean
  /** False: another language of the import holds the key. */
  readonly isSelected: boolean
  readonly line: number
  readonly column: number
}

export interface StagedIssue {
  readonly type: string
  /** JSON text of the parameters as they are sent. */
  readonly parameters: string
  readonly line: number | null
  readonly column: number | null
  readonly message: string
  /** JSON text of the shown line; null: none. */
  readonly excerpt: string | null
}

/** Warnings of a file stand behind all of its issues, whose positions have no gaps and change. */
export const firstNoticePosition = 1_000_000_000

/** The value of an import that was staged earlier, which holds a key of a project language. */
export interface SelectedValueRow {
  readonly keyName: string
  readonly keyId: number
  readonly languageId: number
  readonly languageName: string
  readonly existingLanguageTag: string
  readonly namespace: string | null
}

/** The import that an upload goes into. */
export interface ImportTargetRow {
  readonly icuPlaceholders: boolean
  readonly useNamespaces: boolean
  readonly languageIdsByTag: ReadonlyMap<string, number>
}

const l = optional(languageTable.as("l"))

const target = select({
  ...pick(projectTable.as("p"), "icuPlaceholders", "useNamespaces"),
  languageId: l.id,
  tag: l.tag
})

const stagedKey = select(pick(importKeyTable.as(), "id", "name"))

/** Writes an upload in batches under a hidden import, and shows it at once at the end. */
export class ImportStagingRepository extends Context.Service<
  ImportStagingRepository,
  {
    /** None: the project was deleted meanwhile. */
    readonly findTarget: (projectId: number) => Effect.Effect<Option.Option<ImportTargetRow>>
    readonly insertImport: (owner: ImportOwner, createdAt: number) => Effect.Effect<number>
    readonly insertFile: (file: {
      readonly importId: number
      readonly name: string
      readonly namespace: string | null
      readonly detectedNamespace: string | null
      readonly format: string
      readonly formatReason: string
    }) => Effect.Effect<number>
    readonly insertLanguage: (language: {
      readonly fileId: number
      readonly name: string
      readonly existingLanguageId: number | null
      readonly isRepeated: boolean
    }) => Effect.Effect<number>
    /** Ids by name. */
    readonly insertKeys: (fileId: number, keys: ReadonlyArray<StagedKey>) => Effect.Effect<ReadonlyMap<string, number>>
    readonly insertTranslations: (translations: ReadonlyArray<StagedTranslation>) => Effect.Effect<void>
    /** `firstPosition`: issues of the file that are there already, or `firstNoticePosition` with the warnings before. */
    readonly insertIssues: (
      fileId: number,
      firstPosition: number,
      issues: ReadonlyArray<StagedIssue>
    ) => Effect.Effect<void>
    readonly setIssueCount: (fileId: number, issueCount: number) => Effect.Effect<void>
    /** Selected values of the live import of the owner, in languages that are paired. */
    readonly listSelectedValues: (importId: number) => Effect.Effect<ReadonlyArray<SelectedValueRow>>
    /**
     * Joins the staged files to the owner's live import, or makes the staged one live; returns which import it is. None:
     * what was staged was deleted meanwhile.
     */
    readonly publish: (owner: ImportOwner, stagedImportId: number) => Effect.Effect<Option.Option<number>>
    /** Hides for good what was staged; its rows are erased later. */
    readonly abandon: (stagedImportId: number, at: number) => Effect.Effect<void>
    /** Says whether there is anything to erase; reads only. */
    readonly hasRemoved: Effect.Effect<boolean>
    /**
     * Erases at most `limit` rows of deleted imports, and of uploads that were never finished and began before
     * `unfinishedBefore`. False: nothing is left.
     */
    readonly eraseSome: (unfinishedBefore: number, limit: number) => Effect.Effect<boolean>
  }
>()("@dragoman/store/import/ImportStagingRepository") {
  static readonly layer = Layer.effect(
    ImportStagingRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const forNoKeyUpdate = sql.onDialectOrElse({
        pg: () => sql.literal("FOR NO KEY UPDATE"),
        orElse: () => sql.literal("")
      })

      const insertReturningId = Effect.fnUntraced(function* (insert: Statement.Statement<object>) {
        const rows = yield* sql<{ id: number }>`${insert} RETURNING id`
        return rows[0]?.id ?? 0
      }, Effect.orDie)

      const deleteSome = Effect.fnUntraced(function* (table: string, condition: Statement.Fragment, limit: number) {
        const rows = yield* sql`
          DELETE FROM ${sql.literal(table)} WHERE id IN (
            SELECT id FROM ${sql.literal(table)} WHERE ${condition} LIMIT ${limit}
          ) RETURNING id`
        return rows.length
      }, Effect.orDie)

      return ImportStagingRepository.of({
        findTarget: Effect.fnUntraced(function* (projectId) {
          const rows = yield* target.all(sql`
            SELECT ${target.columns}
            FROM project p LEFT JOIN language l ON l.project_id = p.id AND l.deleted_at IS NULL
            WHERE p.id = ${projectId} AND p.deleted_at IS NULL`)
          return Option.map(Option.fromNullishOr(rows[0]), ({ icuPlaceholders, useNamespaces }) => ({
            icuPlaceholders,
            useNamespaces,
            languageIdsByTag: new Map(
              rows.flatMap(({ tag, languageId }) => (tag === null || languageId === null ? [] : [[tag, languageId]]))
            )
          }))
        }, Effect.orDie),

        insertImport: ({ projectId, branchId, userId, apiKeyId }, createdAt) =>
          insertReturningId(
            importTable.insert(sql, [{ projectId, branchId, userId, apiKeyId, isStaging: true, createdAt }])
          ),

        insertFile: (file) => insertReturningId(importFileTable.insert(sql, [file])),

        insertLanguage: ({ fileId, ...language }) =>
          insertReturningId(importLanguageTable.insert(sql, [{ importFileId: fileId, ...language }])),

        insertKeys: Effect.fnUntraced(function* (fileId, keys) {
          if (keys.length === 0) return new Map()
          const inserted = yield* stagedKey.all(sql`
            ${importKeyTable.insert(sql, keys, { importFileId: fileId })} RETURNING ${stagedKey.columns}`)
          return new Map(inserted.map(({ id, name }) => [name, id]))
        }, Effect.orDie),

        insertTranslations: Effect.fnUntraced(function* (translations) {
          if (translations.length === 0) return
          const rows = translations.map((translation) => ({
            importLanguageId: translation.languageId,
            importKeyId: translation.keyId,
            value: translation.value,
            isPlural: translation.isPlural,
            isOutdated: translation.isOutdated,
            isSelected: translation.isSelected,
            lineNumber: translation.line,
            columnNumber: translation.column
          }))
          yield* importTranslationTable.insert(sql, rows)
        }, Effect.orDie),

        insertIssues: Effect.fnUntraced(function* (fileId, firstPosition, issues) {
          if (issues.length === 0) return
          const rows = issues.map((issue, index) => ({
            position: firstPosition + index,
            type: issue.type,
            parameters: issue.parameters,
            lineNumber: issue.line,
            columnNumber: issue.column,
            message: issue.message,
            excerpt: issue.excerpt
          }))
          yield* importFileIssueTable.insert(sql, rows, { importFileId: fileId })
        }, Effect.orDie),

        setIssueCount: Effect.fnUntraced(function* (fileId, issueCount) {
          yield* sql`UPDATE import_file SET issue_count = ${issueCount} WHERE id = ${fileId}`
        }, Effect.orDie),

        listSelectedValues: Effect.fnUntraced(function* (importId) {
          return yield* sql<SelectedValueRow>`
            SELECT k.name AS key_name, k.id AS key_id, l.id AS language_id, l.name AS language_name,
              e.tag AS existing_language_tag, f.namespace
            FROM import_file f
            JOIN import_language l ON l.import_file_id = f.id
            JOIN language e ON e.id = l.existing_language_id AND e.deleted_at IS NULL
            JOIN import_translation t ON t.import_language_id = l.id AND t.is_selected = 1
            JOIN import_key k ON k.id = t.import_key_id
            WHERE f.import_id = ${importId}`
        }, Effect.orDie),

        publish: Effect.fnUntraced(function* (owner, stagedImportId) {
          // Two first uploads of one user would both find nothing to join: the second one waits here for the first.
          yield* sql`SELECT id FROM user_account WHERE id = ${owner.userId} ${forNoKeyUpdate}`
          // The live one is locked as well, or a cancellation could take away what joins it.
          const locked = yield* sql<{ id: number }>`
            SELECT i.id FROM import i
            WHERE (i.id = ${stagedImportId} OR (${isNamedIn(sql, owner, "i")} AND i.user_id = ${owner.userId}
              AND i.api_key_id = ${owner.apiKeyId} AND i.is_staging = 0))
              AND i.deleted_at IS NULL AND ${isShown(sql, "i")} ORDER BY i.id ${forNoKeyUpdate}`
          if (!locked.some(({ id }) => id === stagedImportId)) return Option.none()
          const liveId = locked.find(({ id }) => id !== stagedImportId)?.id
          if (liveId === undefined) {
            yield* sql`UPDATE import SET is_staging = 0 WHERE id = ${stagedImportId}`
            return Option.some(stagedImportId)
          }
          yield* sql`UPDATE import_file SET import_id = ${liveId} WHERE import_id = ${stagedImportId}`
          yield* sql`DELETE FROM import WHERE id = ${stagedImportId}`
          return Option.some(liveId)
        }, Effect.orDie),

        abandon: Effect.fnUntraced(function* (stagedImportId, at) {
          yield* sql`UPDATE import SET deleted_at = ${at} WHERE id = ${stagedImportId}`
        }, Effect.orDie),

        hasRemoved: sql`SELECT id FROM import WHERE deleted_at IS NOT NULL OR is_staging = 1 LIMIT 1`.pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        ),

        eraseSome: Effect.fnUntraced(function* (unfinishedBefore, limit) {
          const removed = yield* sql<{ id: number }>`
            SELECT id FROM import
            WHERE deleted_at IS NOT NULL OR (is_staging = 1 AND created_at < ${unfinishedBefore}) ORDER BY id LIMIT 1`
          const importId = removed[0]?.id
          if (importId === undefined) return false
          const ofFiles = sql`import_file_id IN (SELECT id FROM import_file WHERE import_id = ${importId})`
          const ofLanguages = sql`import_language_id IN (SELECT id FROM import_language WHERE ${ofFiles})`
          const erased =
            (yield* deleteSome("import_translation", ofLanguages, limit)) ||
            (yield* deleteSome("import_file_issue", ofFiles, limit)) ||
            (yield* deleteSome("import_key", ofFiles, limit))
          if (erased === 0) yield* sql`DELETE FROM import WHERE id = ${importId}`
          return true
        }, Effect.orDie)
      })
    })
  )
}
