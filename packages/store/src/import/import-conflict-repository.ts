import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { refreshContentStatistics } from "../database/content-statistics.ts"
import { jsonIds, jsonRows } from "../database/sql-fragments.ts"
import { computed, type Selected, select } from "../database/table.ts"
import { keyTable, translationTable } from "../table/content-tables.ts"
import { importTranslationTable } from "../table/import-tables.ts"
import { projectOfLanguage, settleCollisions } from "./import-conflicts.ts"

const t = importTranslationTable.as("t")
const x = translationTable.as("x")

const conflictColumns = { id: t.id, keyId: t.importKeyId, existingText: x.text }

const pluralConflict = select({
  ...conflictColumns,
  value: t.value,
  isExistingKeyPlural: keyTable.as("k").isPlural,
  /** Argument name of the existing key, else of the imported one. */
  argumentName: computed(Schema.NullOr(Schema.String), "COALESCE(k.plural_argument_name, ik.plural_argument_name)")
})

/** A conflict in which one of the two texts is a plural: other letters may still say the same. */
export interface PluralConflictRow extends Selected<typeof pluralConflict> {}

const openConflict = select({ ...conflictColumns, existingState: x.state })

/** A conflict that can be decided. */
export interface ConflictRow extends Selected<typeof openConflict> {}

const resolvedConflict = select({
  ...conflictColumns,
  resolvedTextHash: computed(Schema.String, "t.resolved_text_hash")
})

/** A conflict that was decided when the project had the text of this hash. */
export interface ResolvedRow extends Selected<typeof resolvedConflict> {}

/** The decision about one conflict. */
export interface ResolvedConflict {
  readonly id: number
  /** Hash of the existing text that was decided about. */
  readonly textHash: string
}

/**
 * How the texts of an import relate to those of the project and to each other. All of it is worked out when something of
 * the import changes, and stored; statements go over whole imports and belong on a thread that handles no requests.
 */
export class ImportConflictRepository extends Context.Service<
  ImportConflictRepository,
  {
    /**
     * Renews the statistics after many keys were staged: PostgreSQL takes tables without statistics for almost empty, and compares
     * each key with all.
     */
    readonly refreshStatistics: (projectId: number) => Effect.Effect<void>
    /** Forgets the conflicts of these languages of an import, and what was decided about them. */
    readonly reset: (languageIds: ReadonlyArray<number>) => Effect.Effect<void>
    /**
     * Every text of the languages is in conflict where the project has other letters, or a disabled translation. An empty
     * text of the project is no conflict, and an empty value only with `importEmptyValues`. They were reset before.
     */
    readonly detect: (languageIds: ReadonlyArray<number>, importEmptyValues: boolean) => Effect.Effect<void>
    /** `reset` for empty values only. */
    readonly resetEmptyValues: (languageIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** `detect` for empty values only: each is in conflict where the project has a text. */
    readonly detectEmptyValues: (languageIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Detects conflicts of languages that were not reset: a decision stays where the project's text is the same row. */
    readonly detectAgain: (languageIds: ReadonlyArray<number>, importEmptyValues: boolean) => Effect.Effect<void>
    /** Decided conflicts of one language by key, from behind the import key `afterKeyId` on. */
    readonly listResolved: (
      languageId: number,
      afterKeyId: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ResolvedRow>>
    /** These are no longer decided. */
    readonly reopen: (translationIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Conflicts of one language by key, from behind the import key `afterKeyId` on. */
    readonly listPlural: (
      languageId: number,
      afterKeyId: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PluralConflictRow>>
    /** There was none. */
    readonly drop: (translationIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Conflicts of one language by key, from behind the import key `afterKeyId` on. */
    readonly list: (languageId: number, afterKeyId: number, limit: number) => Effect.Effect<ReadonlyArray<ConflictRow>>
    /** Stores what was decided about conflicts of one language. */
    readonly resolve: (
      languageId: number,
      isOverride: boolean,
      resolved: ReadonlyArray<ResolvedConflict>
    ) => Effect.Effect<void>
    /** Marks the imported keys of these files: all of them, or those that the project has. */
    readonly markImportedKeys: (fileIds: ReadonlyArray<number>, createNewKeys: boolean) => Effect.Effect<void>
    /** See `settleCollisions`. */
    readonly settleCollisions: (importId: number) => Effect.Effect<void>
    /** Counts the texts, the conflicts and the decided ones of each language of the import. */
    readonly count: (importId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/import/ImportConflictRepository") {
  static readonly layer = Layer.effect(
    ImportConflictRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // The key that the project has for an imported one: as `KeyRepository.findByName` finds it.
      const existingKey = sql.literal(`
        LEFT JOIN namespace n ON n.project_id = i.project_id AND n.name = f.namespace
        JOIN translation_key k ON k.project_id = i.project_id AND COALESCE(k.branch_id, 0) = COALESCE(i.branch_id, 0)
          AND COALESCE(k.namespace_id, 0) = COALESCE(n.id, 0)
          AND k.name = ik.name AND k.deleted_at IS NULL AND (f.namespace IS NULL OR n.id IS NOT NULL)`)

      const isEmptyValue = sql.literal("COALESCE(t.value, '') = ''")
      const isOtherText = sql.literal(`(CASE WHEN x.state = 'DISABLED' THEN COALESCE(t.value, '') <> ''
        ELSE COALESCE(x.text, '') <> '' AND COALESCE(t.value, '') <> '' AND x.text <> t.value END)`)
      const replacesByNothing = sql.literal("(COALESCE(t.value, '') = '' AND COALESCE(x.text, '') <> '')")

      const reset = (languageIds: ReadonlyArray<number>, condition: Statement.Fragment) => sql`
        UPDATE import_translation AS t SET conflict_translation_id = NULL, is_override = 0, resolved_text_hash = NULL
        WHERE t.import_language_id IN ${jsonIds(sql, languageIds)} AND t.conflict_translation_id IS NOT NULL
          AND ${condition}`

      /**
       * Imported texts of these languages with the translations of the project that they differ from. `condition`: about the
       * imported text `t` and the translation `x` of the project. The file of the key follows from that of the language, but
       * tables that were just filled have no statistics: with it every join has an index, in whatever order they are made.
       */
      const differing = (languageIds: ReadonlyArray<number>, condition: Statement.Fragment) => sql`
        SELECT t.id, x.id AS existing_id
        FROM import_language l
        JOIN import_file f ON f.id = l.import_file_id
        JOIN import i ON i.id = f.import_id
        JOIN import_translation t ON t.import_language_id = l.id
        JOIN import_key ik ON ik.id = t.import_key_id AND ik.import_file_id = f.id
        ${existingKey}
        JOIN translation x ON x.key_id = k.id AND x.project_id = k.project_id AND x.language_id = l.existing_language_id
        WHERE l.id IN ${jsonIds(sql, languageIds)} AND ${isOf(sql, projectOfLanguage(sql, languageIds[0] ?? 0), "i")}
          AND ${condition}`

      const detect = (languageIds: ReadonlyArray<number>, condition: Statement.Fragment) => sql`
        UPDATE import_translation SET conflict_translation_id = found.existing_id
        FROM (${differing(languageIds, condition)}) found WHERE found.id = import_translation.id`

      const isConflict = (importEmptyValues: boolean) =>
        importEmptyValues ? sql`(${isOtherText} OR ${replacesByNothing})` : isOtherText

      return ImportConflictRepository.of({
        refreshStatistics: (projectId) =>
          sql.onDialectOrElse({
            pg: () =>
              Effect.gen(function* () {
                // Another upload does it at the moment: its numbers will do.
                yield* sql`ANALYZE (SKIP_LOCKED) import_file, import_language, import_key, import_translation`
                yield* refreshContentStatistics(sql, projectId, { onlyMissing: true })
              }).pipe(Effect.orDie),
            orElse: () => Effect.void
          }),

        reset: Effect.fnUntraced(function* (languageIds) {
          yield* reset(languageIds, sql`1 = 1`)
        }, Effect.orDie),

        detect: Effect.fnUntraced(function* (languageIds, importEmptyValues) {
          yield* detect(languageIds, isConflict(importEmptyValues))
        }, Effect.orDie),

        resetEmptyValues: Effect.fnUntraced(function* (languageIds) {
          yield* reset(languageIds, isEmptyValue)
        }, Effect.orDie),

        detectEmptyValues: Effect.fnUntraced(function* (languageIds) {
          yield* detect(languageIds, replacesByNothing)
        }, Effect.orDie),

        detectAgain: Effect.fnUntraced(function* (languageIds, importEmptyValues) {
          const found = differing(languageIds, isConflict(importEmptyValues))
          yield* sql`
            UPDATE import_translation SET conflict_translation_id = NULL, is_override = 0, resolved_text_hash = NULL
            WHERE import_language_id IN ${jsonIds(sql, languageIds)} AND conflict_translation_id IS NOT NULL
              AND (id, conflict_translation_id) NOT IN (${found})`
          yield* sql`
            UPDATE import_translation SET conflict_translation_id = found.existing_id
            FROM (${found}) found
            WHERE found.id = import_translation.id AND import_translation.conflict_translation_id IS NULL`
        }, Effect.orDie),

        listResolved: Effect.fnUntraced(function* (languageId, afterKeyId, limit) {
          return yield* resolvedConflict.all(sql`
            SELECT ${resolvedConflict.columns}
            FROM import_translation t JOIN translation x ON x.id = t.conflict_translation_id
            WHERE t.import_language_id = ${languageId} AND ${isOf(sql, projectOfLanguage(sql, languageId), "x")} AND t.conflict_translation_id IS NOT NULL
              AND t.resolved_text_hash IS NOT NULL AND t.import_key_id > ${afterKeyId}
            ORDER BY t.import_key_id LIMIT ${limit}`)
        }, Effect.orDie),

        reopen: Effect.fnUntraced(function* (translationIds) {
          if (translationIds.length === 0) return
          yield* sql`
            UPDATE import_translation SET is_override = 0, resolved_text_hash = NULL
            WHERE id IN ${jsonIds(sql, translationIds)}`
        }, Effect.orDie),

        listPlural: Effect.fnUntraced(function* (languageId, afterKeyId, limit) {
          return yield* pluralConflict.all(sql`
            SELECT ${pluralConflict.columns}
            FROM import_translation t
            JOIN import_key ik ON ik.id = t.import_key_id
            JOIN translation x ON x.id = t.conflict_translation_id
            JOIN translation_key k ON k.id = x.key_id AND k.project_id = x.project_id
            WHERE t.import_language_id = ${languageId} AND ${isOf(sql, projectOfLanguage(sql, languageId), "x")} AND t.conflict_translation_id IS NOT NULL
              AND t.import_key_id > ${afterKeyId} AND (t.is_plural = 1 OR k.is_plural = 1)
            ORDER BY t.import_key_id LIMIT ${limit}`)
        }, Effect.orDie),

        drop: Effect.fnUntraced(function* (translationIds) {
          yield* sql`
            UPDATE import_translation SET conflict_translation_id = NULL, is_override = 0, resolved_text_hash = NULL
            WHERE id IN ${jsonIds(sql, translationIds)}`
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (languageId, afterKeyId, limit) {
          return yield* openConflict.all(sql`
            SELECT ${openConflict.columns}
            FROM import_translation t JOIN translation x ON x.id = t.conflict_translation_id
            WHERE t.import_language_id = ${languageId} AND ${isOf(sql, projectOfLanguage(sql, languageId), "x")} AND t.conflict_translation_id IS NOT NULL
              AND t.import_key_id > ${afterKeyId}
            ORDER BY t.import_key_id LIMIT ${limit}`)
        }, Effect.orDie),

        resolve: Effect.fnUntraced(function* (languageId, isOverride, resolved) {
          if (resolved.length === 0) return
          const ids = resolved.map(({ id }) => id)
          yield* sql`
            UPDATE import_language SET resolved_count = resolved_count + (
              SELECT count(*) FROM import_translation t JOIN import_key k ON k.id = t.import_key_id
              WHERE t.id IN ${jsonIds(sql, ids)} AND t.conflict_translation_id IS NOT NULL
                AND t.resolved_text_hash IS NULL AND t.is_selected = 1 AND k.is_imported = 1
            ) WHERE id = ${languageId}`
          const input = jsonRows(
            sql,
            { id: "integer", text_hash: "text" },
            resolved.map(({ id, textHash }) => ({ id, text_hash: textHash }))
          )
          yield* sql`
            UPDATE import_translation SET is_override = CAST(${isOverride ? 1 : 0} AS BIGINT),
              resolved_text_hash = input.text_hash
            FROM ${input} input
            WHERE input.id = import_translation.id AND import_translation.conflict_translation_id IS NOT NULL`
        }, Effect.orDie),

        markImportedKeys: Effect.fnUntraced(function* (fileIds, createNewKeys) {
          const ofFiles = sql`import_file_id IN ${jsonIds(sql, fileIds)}`
          if (createNewKeys) {
            yield* sql`UPDATE import_key SET is_imported = 1 WHERE ${ofFiles} AND is_imported = 0`
            return
          }
          const projectOfFile = sql`(
            SELECT pi.project_id FROM import_file pf JOIN import pi ON pi.id = pf.import_id WHERE pf.id = ${fileIds[0] ?? 0})`
          // Only those that change, for it is asked again when the import is applied.
          yield* sql`
            UPDATE import_key SET is_imported = wanted.is_imported FROM (
              SELECT one.id, CASE WHEN known.id IS NULL THEN 0 ELSE 1 END AS is_imported
              FROM import_key one LEFT JOIN (
                SELECT ik.id FROM import_file f JOIN import i ON i.id = f.import_id
                JOIN import_key ik ON ik.import_file_id = f.id ${existingKey}
                WHERE f.id IN ${jsonIds(sql, fileIds)} AND ${isOf(sql, projectOfFile, "i")}
              ) known ON known.id = one.id
              WHERE one.${ofFiles}
            ) wanted WHERE wanted.id = import_key.id AND wanted.is_imported <> import_key.is_imported`
        }, Effect.orDie),

        settleCollisions: Effect.fnUntraced(function* (importId) {
          yield* Effect.provideService(settleCollisions(importId), SqlClient.SqlClient, sql)
        }, Effect.orDie),

        count: Effect.fnUntraced(function* (importId) {
          yield* sql`
            UPDATE import_language SET (total_count, conflict_count, resolved_count) = (
              SELECT count(*), count(t.conflict_translation_id),
                count(CASE WHEN t.conflict_translation_id IS NOT NULL THEN t.resolved_text_hash END)
              FROM import_translation t JOIN import_key k ON k.id = t.import_key_id
              WHERE t.import_language_id = import_language.id AND t.is_selected = 1 AND k.is_imported = 1
            ) WHERE import_file_id IN (SELECT id FROM import_file WHERE import_id = ${importId})`
        }, Effect.orDie)
      })
    })
  )
}
