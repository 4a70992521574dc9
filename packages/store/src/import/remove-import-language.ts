import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonRows } from "../database/json-rows.ts"

type IssueParams = ReadonlyArray<{ readonly type: string; readonly value: string | null }>

interface HeirRow {
  /** Key of the removed language. */
  readonly removedKeyId: number
  readonly translationId: number
  readonly keyId: number
  readonly languageId: number
  readonly languageName: string
  readonly fileId: number
}

interface CollisionRow {
  readonly id: number
  readonly importFileId: number
  readonly parameters: string
}

/**
 * Removes a language of an import. A key that it held for its project language goes to the next language of the import
 * that has it, whose issue about the collision ends; the others' issues name the new holder. Keys of the file that are left
 * without a language go too. The number of statements does not depend on the rows.
 * Source: reference "import-and-formats" 2.3, 3.1, 13.
 */
export const removeImportLanguage = Effect.fnUntraced(function* (languageId: number, fileId: number) {
  const sql = yield* SqlClient.SqlClient
  const heirs = yield* listHeirs(languageId)
  const collisions = yield* listCollisions(languageId)
  if (heirs.length > 0) {
    const translationIds = heirs.map(({ translationId }) => translationId)
    yield* sql`UPDATE import_translation SET is_selected = 1 WHERE id IN ${jsonIds(sql, translationIds)}`
    const languageIds = [...new Set(heirs.map((heir) => heir.languageId))]
    yield* sql`
      UPDATE import_language SET total_count = (
        SELECT count(*) FROM import_translation t WHERE t.import_language_id = import_language.id AND t.is_selected = 1
      ) WHERE id IN ${jsonIds(sql, languageIds)}`
  }
  yield* settleCollisions(heirs, collisions)
  yield* sql`DELETE FROM import_language WHERE id = ${languageId}`
  yield* sql`
    DELETE FROM import_key WHERE import_file_id = ${fileId}
      AND NOT EXISTS (SELECT 1 FROM import_translation t WHERE t.import_key_id = import_key.id)`
})

/** For each key that the language holds: the first of the others that have it, in the order in which they were staged. */
const listHeirs = Effect.fnUntraced(function* (languageId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<HeirRow>`
    WITH held AS (
      SELECT k.id AS key_id, k.name, f.import_id, f.namespace, l.existing_language_id
      FROM import_language l
      JOIN import_file f ON f.id = l.import_file_id
      JOIN import_translation t ON t.import_language_id = l.id AND t.is_selected = 1
      JOIN import_key k ON k.id = t.import_key_id
      WHERE l.id = ${languageId} AND l.existing_language_id IS NOT NULL
    ), heirs AS (
      SELECT held.key_id AS removed_key_id, MIN(t.id) AS translation_id
      FROM held
      JOIN import_file f ON f.import_id = held.import_id
        AND (f.namespace = held.namespace OR (f.namespace IS NULL AND held.namespace IS NULL))
      JOIN import_language l ON l.import_file_id = f.id AND l.existing_language_id = held.existing_language_id
        AND l.id <> ${languageId}
      JOIN import_key k ON k.import_file_id = f.id AND k.name = held.name
      JOIN import_translation t ON t.import_language_id = l.id AND t.import_key_id = k.id AND t.is_selected = 0
      GROUP BY held.key_id
    )
    SELECT heirs.removed_key_id, heirs.translation_id, t.import_key_id AS key_id, l.id AS language_id,
      l.name AS language_name, l.import_file_id AS file_id
    FROM heirs JOIN import_translation t ON t.id = heirs.translation_id JOIN import_language l ON l.id = t.import_language_id`
})

/** The issues that name the language as the one that holds a key, in the order in which they were raised. */
const listCollisions = Effect.fnUntraced(function* (languageId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<CollisionRow>`
    SELECT s.id, s.import_file_id, s.parameters FROM import_file_issue s
    WHERE s.type = 'TRANSLATION_DEFINED_IN_ANOTHER_FILE' AND s.import_file_id IN (
      SELECT f.id FROM import_file f WHERE f.import_id = (
        SELECT own.import_id FROM import_language l JOIN import_file own ON own.id = l.import_file_id
        WHERE l.id = ${languageId}
      )
    ) ORDER BY s.import_file_id, s.position`
  return rows.filter(({ parameters }) => parameterOf(JSON.parse(parameters), "LANGUAGE_ID") === String(languageId))
})

const parameterOf = (params: IssueParams, type: string): string | null =>
  params.find((param) => param.type === type)?.value ?? null

const settleCollisions = Effect.fnUntraced(function* (
  heirs: ReadonlyArray<HeirRow>,
  collisions: ReadonlyArray<CollisionRow>
) {
  const sql = yield* SqlClient.SqlClient
  const heirsByKeyId = new Map(heirs.map((heir) => [String(heir.removedKeyId), heir]))
  const ended: Array<CollisionRow> = []
  const endedKeyIds = new Set<number>()
  const changed: Array<{ readonly id: number; readonly parameters: string }> = []
  for (const issue of collisions) {
    const params: IssueParams = JSON.parse(issue.parameters)
    const heir = heirsByKeyId.get(parameterOf(params, "KEY_ID") ?? "")
    if (heir === undefined) continue
    // Of several languages in the heir's file the heir was staged first, and its issue was raised first.
    if (issue.importFileId === heir.fileId && !endedKeyIds.has(heir.keyId)) {
      endedKeyIds.add(heir.keyId)
      ended.push(issue)
    } else {
      changed.push({
        id: issue.id,
        parameters: JSON.stringify(params.map((param) => ({ ...param, ...nowOf(param, heir) })))
      })
    }
  }
  if (changed.length > 0) {
    yield* sql`
      UPDATE import_file_issue SET parameters = given.parameters
      FROM ${jsonRows(sql, { id: "integer", parameters: "text" }, changed)} given WHERE given.id = import_file_issue.id`
  }
  if (ended.length > 0) {
    yield* sql`DELETE FROM import_file_issue WHERE id IN ${jsonIds(
      sql,
      ended.map(({ id }) => id)
    )}`
    yield* closeGaps([...new Set(ended.map(({ importFileId }) => importFileId))])
  }
})

const nowOf = ({ type }: IssueParams[number], heir: HeirRow): { readonly value?: string } => {
  if (type === "KEY_ID") return { value: String(heir.keyId) }
  if (type === "LANGUAGE_ID") return { value: String(heir.languageId) }
  return type === "LANGUAGE_NAME" ? { value: heir.languageName } : {}
}

/** Issues are paged by position, which must therefore count on without a gap. */
const closeGaps = Effect.fnUntraced(function* (fileIds: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  const ofFiles = sql`import_file_id IN ${jsonIds(sql, fileIds)}`
  // By way of negative numbers, because no two issues of a file may have one position even for a moment.
  yield* sql`
    UPDATE import_file_issue SET position = -ranked.rank FROM (
      SELECT id, ROW_NUMBER() OVER (PARTITION BY import_file_id ORDER BY position) AS rank
      FROM import_file_issue WHERE ${ofFiles}
    ) ranked WHERE ranked.id = import_file_issue.id`
  yield* sql`UPDATE import_file_issue SET position = -position - 1 WHERE ${ofFiles}`
  yield* sql`
    UPDATE import_file SET issue_count = (SELECT count(*) FROM import_file_issue s WHERE s.import_file_id = import_file.id)
    WHERE id IN ${jsonIds(sql, fileIds)}`
})
