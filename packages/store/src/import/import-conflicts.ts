import { definedInAnotherFile, resolveIssueParams } from "@dragoman/domain/import"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { forUpdate } from "../database/locks.ts"
import { jsonIds, jsonRows } from "../database/sql-fragments.ts"
import type { RowOf } from "../database/table.ts"
import type { importFileIssueTable, importFileTable, importTranslationTable } from "../table/import-tables.ts"

/** Locks imports by id, before any row of theirs is written. `ids`: a subquery. Returns how many there are. */
export const lockImports = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, ids: Statement.Fragment) {
  const locked = yield* sql`SELECT id FROM import WHERE id IN (${ids}) ORDER BY id ${forUpdate(sql)}`
  return locked.length
})

/** The project of an import, as a value in statements about a language of it: a value finds one partition, a join may read all. */
export const projectOfLanguage = (sql: SqlClient.SqlClient, languageId: number | Statement.Fragment) => sql`(
  SELECT pi.project_id FROM import_language pl JOIN import_file pf ON pf.id = pl.import_file_id
  JOIN import pi ON pi.id = pf.import_id WHERE pl.id = ${languageId})`

/**
 * The texts of these keys go away: nothing that is being imported is in conflict with them any more.
 */
export const forgetConflicts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  projectId: number,
  keyIds: ReadonlyArray<number>
) {
  const ofKeys = sql`
    SELECT x.id FROM translation x WHERE x.key_id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "x")}`
  const locked = yield* lockImports(
    sql,
    sql`SELECT f.import_id FROM import_translation t
      JOIN import_language l ON l.id = t.import_language_id JOIN import_file f ON f.id = l.import_file_id
      WHERE t.conflict_translation_id IN (${ofKeys})`
  )
  if (locked === 0) return
  yield* sql`
    UPDATE import_language SET conflict_count = conflict_count - gone.conflicts, resolved_count = resolved_count - gone.resolved
    FROM (
      SELECT t.import_language_id AS id, count(*) AS conflicts, count(t.resolved_text_hash) AS resolved
      FROM import_translation t JOIN import_key k ON k.id = t.import_key_id
      WHERE t.conflict_translation_id IN (${ofKeys}) AND t.is_selected = 1 AND k.is_imported = 1
      GROUP BY t.import_language_id
    ) gone WHERE gone.id = import_language.id`
  yield* sql`
    UPDATE import_translation SET conflict_translation_id = NULL, is_override = 0, resolved_text_hash = NULL
    WHERE conflict_translation_id IN (${ofKeys})`
})

/** Rows of one statement. */
const rowsMax = 2_000

interface CollisionRow extends Pick<RowOf<typeof importTranslationTable>, "lineNumber" | "columnNumber"> {
  readonly translationId: number
  readonly fileId: number
  readonly keyName: string
  /** Key of the value that holds. */
  readonly keyId: number
  readonly languageId: number
  readonly languageName: string
  /** 0: a text of a .strings file that gives way to the plural of a .stringsdict file, without an issue. */
  readonly isReported: number
}

interface StoredIssueRow
  extends Pick<
    RowOf<typeof importFileIssueTable>,
    "importFileId" | "parameters" | "lineNumber" | "columnNumber" | "excerpt"
  > {}

interface NewIssue {
  readonly import_file_id: number
  readonly parameters: string
  readonly line_number: number | null
  readonly column_number: number | null
  readonly message: string
  readonly excerpt: string | null
}

/**
 * Decides again which value of an import holds each key of each project language: the first one that was staged. The
 * others are not selected, and their files have an issue about it. Files about which nothing changes keep their issues.
 * Texts of .strings files beside a single value of a .stringsdict file give way to it without an issue: the plural replaces
 * them.
 */
export const settleCollisions = Effect.fnUntraced(function* (importId: number) {
  const sql = yield* SqlClient.SqlClient
  const collisions = yield* listCollisions(importId)
  yield* sql`
    UPDATE import_translation SET is_selected = 1
    WHERE is_selected = 0 AND import_language_id IN (
      SELECT l.id FROM import_language l JOIN import_file f ON f.id = l.import_file_id WHERE f.import_id = ${importId})`
  for (const piece of inPieces(collisions)) {
    const ids = piece.map(({ translationId }) => translationId)
    yield* sql`UPDATE import_translation SET is_selected = 0 WHERE id IN ${jsonIds(sql, ids)}`
  }
  yield* replaceIssues(importId, collisions)
})

/** Values whose key another one holds, with that one, by file in the order in which they were staged. */
const listCollisions = Effect.fnUntraced(function* (importId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<CollisionRow>`
    WITH paired AS (
      SELECT l.id, l.import_file_id, l.existing_language_id, COALESCE(f.namespace, '') AS namespace, f.format
      FROM import_language l JOIN import_file f ON f.id = l.import_file_id
      WHERE f.import_id = ${importId} AND l.existing_language_id IS NOT NULL
    ), shared AS (
      SELECT p.id, p.import_file_id, p.existing_language_id, p.namespace, p.format FROM paired p
      WHERE EXISTS (
        SELECT 1 FROM paired o
        WHERE o.id <> p.id AND o.existing_language_id = p.existing_language_id AND o.namespace = p.namespace
      )
    ), named AS (
      SELECT t.id, s.import_file_id, s.existing_language_id, s.namespace, s.format, k.name, t.line_number, t.column_number,
        SUM(CASE WHEN s.format = 'STRINGS' THEN 0 WHEN s.format = 'STRINGSDICT' THEN 1 ELSE 2 END)
          OVER (PARTITION BY s.existing_language_id, s.namespace, k.name) AS beside_strings
      FROM shared s
      JOIN import_translation t ON t.import_language_id = s.id
      JOIN import_key k ON k.id = t.import_key_id
    ), held AS (
      -- Tools for Apple's platforms write a plural beside the text that it replaces.
      SELECT n.id, n.import_file_id, n.name, n.line_number, n.column_number,
        CASE WHEN n.beside_strings = 1 AND n.format = 'STRINGS' THEN 0 ELSE 1 END AS is_reported,
        FIRST_VALUE(n.id) OVER (
          PARTITION BY n.existing_language_id, n.namespace, n.name
          ORDER BY CASE WHEN n.beside_strings = 1 AND n.format = 'STRINGS' THEN 1 ELSE 0 END, n.id
        ) AS holder_id
      FROM named n
    )
    SELECT h.id AS translation_id, h.import_file_id AS file_id, h.name AS key_name, h.line_number, h.column_number,
      h.is_reported, t.import_key_id AS key_id, l.id AS language_id, l.name AS language_name
    FROM held h
    JOIN import_translation t ON t.id = h.holder_id
    JOIN import_language l ON l.id = t.import_language_id
    WHERE h.holder_id <> h.id
    ORDER BY h.import_file_id, h.id`
})

const replaceIssues = Effect.fnUntraced(function* (importId: number, collisions: ReadonlyArray<CollisionRow>) {
  const sql = yield* SqlClient.SqlClient
  const stored = yield* sql<StoredIssueRow>`
    SELECT s.import_file_id, s.parameters, s.line_number, s.column_number, s.excerpt FROM import_file f
    JOIN import_file_issue s ON s.import_file_id = f.id AND s.type = 'TRANSLATION_DEFINED_IN_ANOTHER_FILE'
    WHERE f.import_id = ${importId} ORDER BY s.import_file_id, s.position`
  const storedByFile = Map.groupBy(stored, ({ importFileId }) => importFileId)
  // The file is gone: only texts that were in collision before have an excerpt.
  const excerpts = new Map(
    stored.map((one) => [placeOf(one.importFileId, one.lineNumber, one.columnNumber), one.excerpt])
  )
  const wantedByFile = Map.groupBy(
    collisions
      .filter(({ isReported }) => Number(isReported) === 1)
      .map((row) => toIssue(row, excerpts.get(placeOf(row.fileId, row.lineNumber, row.columnNumber)) ?? null)),
    (issue) => issue.import_file_id
  )
  const isSame = (fileId: number) => {
    const [before, after] = [storedByFile.get(fileId) ?? [], wantedByFile.get(fileId) ?? []]
    return before.length === after.length && before.every((one, at) => one.parameters === after[at]?.parameters)
  }
  const changedFileIds = [...new Set([...storedByFile.keys(), ...wantedByFile.keys()])].filter((id) => !isSame(id))
  if (changedFileIds.length === 0) return
  yield* sql`
    DELETE FROM import_file_issue
    WHERE import_file_id IN ${jsonIds(sql, changedFileIds)} AND type = 'TRANSLATION_DEFINED_IN_ANOTHER_FILE'`
  yield* closeGaps(changedFileIds)
  const counts = yield* sql<Pick<RowOf<typeof importFileTable>, "id" | "issueCount">>`
    SELECT id, issue_count FROM import_file WHERE id IN ${jsonIds(sql, changedFileIds)}`
  const issues = counts.flatMap(({ id, issueCount }) =>
    (wantedByFile.get(id) ?? []).map((issue, index) => ({ ...issue, position: issueCount + index }))
  )
  for (const piece of inPieces(issues)) {
    const names = sql.literal(Object.keys(issueColumns).join(", "))
    yield* sql`
      INSERT INTO import_file_issue (type, ${names})
      SELECT 'TRANSLATION_DEFINED_IN_ANOTHER_FILE', ${names} FROM ${jsonRows(sql, issueColumns, piece)} input
      ORDER BY import_file_id, position`
  }
  yield* countIssues(changedFileIds)
})

const issueColumns = {
  import_file_id: "integer",
  position: "integer",
  parameters: "text",
  line_number: "integer",
  column_number: "integer",
  message: "text",
  excerpt: "text"
} as const

const placeOf = (fileId: number, line: number | null, column: number | null): string => `${fileId} ${line} ${column}`

const toIssue = (row: CollisionRow, excerpt: string | null): NewIssue => {
  const reference = { fileIndex: 0, keyName: row.keyName, languageName: row.languageName }
  const { params, sentence } = definedInAnotherFile(reference, null)
  const resolved = resolveIssueParams(params, (type) => (type === "KEY_ID" ? row.keyId : row.languageId))
  return {
    import_file_id: row.fileId,
    parameters: JSON.stringify(resolved),
    line_number: row.lineNumber,
    column_number: row.columnNumber,
    message: sentence,
    excerpt
  }
}

/** Issues are paged by position, which must therefore count on without a gap. */
const closeGaps = Effect.fnUntraced(function* (fileIds: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  const ofFiles = sql`import_file_id IN ${jsonIds(sql, fileIds)} AND type <> 'NOTICE'`
  // By way of negative numbers, because no two issues of a file may have one position even for a moment.
  yield* sql`
    UPDATE import_file_issue SET position = -ranked.rank FROM (
      SELECT id, ROW_NUMBER() OVER (PARTITION BY import_file_id ORDER BY position) AS rank
      FROM import_file_issue WHERE ${ofFiles}
    ) ranked WHERE ranked.id = import_file_issue.id`
  yield* sql`UPDATE import_file_issue SET position = -position - 1 WHERE ${ofFiles}`
  yield* countIssues(fileIds)
})

const countIssues = Effect.fnUntraced(function* (fileIds: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE import_file SET issue_count = (
      SELECT count(*) FROM import_file_issue s WHERE s.import_file_id = import_file.id AND s.type <> 'NOTICE'
    )
    WHERE id IN ${jsonIds(sql, fileIds)}`
})

function* inPieces<A>(rows: ReadonlyArray<A>): Iterable<ReadonlyArray<A>> {
  for (let offset = 0; offset < rows.length; offset += rowsMax) yield rows.slice(offset, offset + rowsMax)
}
