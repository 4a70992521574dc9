import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type ContentPlace, isIn } from "../database/content-place.ts"
import { jsonIds, jsonRows, jsonTexts } from "../database/sql-fragments.ts"
import { pick, select } from "../database/table.ts"
import { importKeyTable, importLanguageTable } from "../table/import-tables.ts"
import { settleCollisions } from "./import-conflicts.ts"

/** The place of a key. `namespace` null: the default one. */
export interface KeyPlace {
  readonly namespace: string | null
  readonly name: string
}

export interface MovedKey {
  readonly from: KeyPlace
  readonly to: KeyPlace
}

const language = select(pick(importLanguageTable.as(), "id", "name", "existingLanguageId"))

/** An import key that goes with the key of the project that it was staged for. */
interface FollowingRow {
  readonly id: number
  readonly importId: number
  readonly fileId: number
  /** `""` = the default namespace. */
  readonly fromNamespace: string
  readonly toNamespace: string
  readonly toName: string
}

/**
 * Staged imports name keys and namespaces. When those of the project get other names, live imports follow, so that
 * applying one does not bring back a copy under the old name. Belongs into the transaction of the change, which holds the
 * lock of the project.
 */
export class ImportFollowRepository extends Context.Service<
  ImportFollowRepository,
  {
    readonly renameNamespace: (projectId: number, from: string, to: string) => Effect.Effect<void>
    /** A key stays in an import that names the new place too: the import then says what is to be in both. */
    readonly moveKeys: (place: ContentPlace, moved: ReadonlyArray<MovedKey>) => Effect.Effect<void>
  }
>()("@dragoman/store/import/ImportFollowRepository") {
  static readonly layer = Layer.effect(
    ImportFollowRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const forNoKeyUpdate = sql.onDialectOrElse({
        pg: () => sql.literal("FOR NO KEY UPDATE"),
        orElse: () => sql.literal("")
      })

      /** The live imports under the condition; their owners cannot change them until the end of the transaction. */
      const lockLive = Effect.fnUntraced(function* (condition: Statement.Fragment) {
        const rows = yield* sql<{ id: number }>`
          SELECT i.id FROM import i WHERE ${condition} AND i.deleted_at IS NULL AND i.is_staging = 0
          ORDER BY i.id ${forNoKeyUpdate}`
        return rows.map(({ id }) => id)
      })

      const count = Effect.fnUntraced(function* (languageIds: ReadonlyArray<number>) {
        yield* sql`
          UPDATE import_language SET (total_count, conflict_count, resolved_count) = (
            SELECT count(*), count(t.conflict_translation_id),
              count(CASE WHEN t.conflict_translation_id IS NOT NULL THEN t.resolved_text_hash END)
            FROM import_translation t JOIN import_key k ON k.id = t.import_key_id
            WHERE t.import_language_id = import_language.id AND t.is_selected = 1 AND k.is_imported = 1
          ) WHERE id IN ${jsonIds(sql, languageIds)}`
      })

      const listLanguages = Effect.fnUntraced(function* (fileId: number) {
        return yield* language.all(sql`
          SELECT ${language.columns} FROM import_language WHERE import_file_id = ${fileId} ORDER BY id`)
      })

      /**
       * The file of the same import and path whose keys go to the namespace; made when there is none, or when it has these
       * names already: the same path may have been uploaded twice.
       */
      const ensureSibling = Effect.fnUntraced(function* (
        fileId: number,
        namespace: string,
        names: ReadonlyArray<string>
      ) {
        const found = yield* sql<{ id: number }>`
          SELECT o.id FROM import_file f JOIN import_file o ON o.import_id = f.import_id AND o.name = f.name
          WHERE f.id = ${fileId} AND o.id <> f.id AND COALESCE(o.namespace, '') = CAST(${namespace} AS TEXT)
            AND NOT EXISTS (
              SELECT 1 FROM import_key n WHERE n.import_file_id = o.id AND n.name IN ${jsonTexts(sql, names)}
            )
          ORDER BY o.id LIMIT 1`
        if (found[0] !== undefined) return found[0].id
        const inserted = yield* sql<{ id: number }>`
          INSERT INTO import_file (import_id, name, namespace, detected_namespace, format, format_reason)
          SELECT import_id, name, CAST(${namespace === "" ? null : namespace} AS TEXT), detected_namespace, format,
            format_reason
          FROM import_file WHERE id = ${fileId} RETURNING id`
        return inserted[0]?.id ?? 0
      })

      /** Takes keys of one file over into one of another namespace, with their texts. */
      const moveToNamespace = Effect.fnUntraced(function* (fileId: number, rows: ReadonlyArray<FollowingRow>) {
        const siblingId = yield* ensureSibling(
          fileId,
          rows[0]?.toNamespace ?? "",
          rows.map(({ toName }) => toName)
        )
        const languages = yield* listLanguages(fileId)
        const known = yield* listLanguages(siblingId)
        const pairs: Array<{ from_id: number; to_id: number }> = []
        for (const { id, name, existingLanguageId } of languages) {
          const same = known.find(
            (language) => language.name === name && language.existingLanguageId === existingLanguageId
          )
          const row = { importFileId: siblingId, name, existingLanguageId }
          const inserted =
            same === undefined
              ? yield* sql<{ id: number }>`${importLanguageTable.insert(sql, [row])} RETURNING id`
              : [same]
          pairs.push({ from_id: id, to_id: inserted[0]?.id ?? 0 })
        }
        yield* rename(rows, siblingId)
        yield* sql`
          UPDATE import_translation SET import_language_id = input.to_id
          FROM ${jsonRows(sql, { from_id: "integer", to_id: "integer" }, pairs)} input
          WHERE import_translation.import_language_id = input.from_id
            AND import_translation.import_key_id IN ${jsonIds(
              sql,
              rows.map(({ id }) => id)
            )}`
        yield* count(pairs.flatMap((pair) => [pair.from_id, pair.to_id]))
      })

      const rename = Effect.fnUntraced(function* (rows: ReadonlyArray<FollowingRow>, fileId: number) {
        yield* importKeyTable.update(
          sql,
          rows.map(({ id, toName }) => ({ id, name: toName, importFileId: fileId }))
        )
      })

      return ImportFollowRepository.of({
        renameNamespace: Effect.fnUntraced(function* (projectId, from, to) {
          const importIds = yield* lockLive(sql`i.project_id = ${projectId}`)
          if (importIds.length === 0) return
          const shared = yield* sql<{ importId: number }>`
            SELECT DISTINCT f.import_id FROM import_file f JOIN import_file o ON o.import_id = f.import_id
            WHERE f.import_id IN ${jsonIds(sql, importIds)} AND f.namespace = ${from} AND o.namespace = ${to}`
          yield* sql`
            UPDATE import_file SET namespace = ${to}
            WHERE import_id IN ${jsonIds(sql, importIds)} AND namespace = ${from}`
          // Files that went to two namespaces go to one now: the first text of each key holds it.
          for (const { importId } of shared) {
            yield* Effect.provideService(settleCollisions(importId), SqlClient.SqlClient, sql)
            const languages = yield* sql<{ id: number }>`
              SELECT l.id FROM import_file f JOIN import_language l ON l.import_file_id = f.id
              WHERE f.import_id = ${importId}`
            yield* count(languages.map(({ id }) => id))
          }
        }, Effect.orDie),

        moveKeys: Effect.fnUntraced(function* (place, moved) {
          const changed = moved.filter(({ from, to }) => from.name !== to.name || from.namespace !== to.namespace)
          if (changed.length === 0) return
          const importIds = yield* lockLive(isIn(sql, place, "i"))
          if (importIds.length === 0) return
          const input = jsonRows(
            sql,
            { from_namespace: "text", from_name: "text", to_namespace: "text", to_name: "text" },
            changed.map(({ from, to }) => ({
              from_namespace: from.namespace ?? "",
              from_name: from.name,
              to_namespace: to.namespace ?? "",
              to_name: to.name
            }))
          )
          // CROSS JOIN keeps this order on SQLite, which would look through the moved keys for every key of a file.
          const following = yield* sql<FollowingRow>`
            SELECT k.id, f.import_id, f.id AS file_id, input.from_namespace, input.to_namespace, input.to_name
            FROM import_file f CROSS JOIN ${input} input CROSS JOIN import_key k
            WHERE f.import_id IN ${jsonIds(sql, importIds)} AND COALESCE(f.namespace, '') = input.from_namespace
              AND k.import_file_id = f.id AND k.name = input.from_name
              AND NOT EXISTS (
                SELECT 1 FROM import_file o JOIN import_key n ON n.import_file_id = o.id AND n.name = input.to_name
                WHERE o.import_id = f.import_id AND COALESCE(o.namespace, '') = input.to_namespace
              )
            ORDER BY f.id, k.id`
          const groups = Map.groupBy(following, ({ fileId, toNamespace }) => JSON.stringify([fileId, toNamespace]))
          for (const rows of groups.values()) {
            const [first] = rows
            if (first === undefined) continue
            if (first.fromNamespace === first.toNamespace) yield* rename(rows, first.fileId)
            else yield* moveToNamespace(first.fileId, rows)
          }
        }, Effect.orDie)
      })
    })
  )
}
