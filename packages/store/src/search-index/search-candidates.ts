import type { KeyCondition, TextPattern } from "@dragoman/domain/translation-list"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { containsInOrder, isFindable, variantsOf } from "../database/sql-fragments.ts"
import { CurrentSearchIndexSizes, isSearchReady } from "./search-index-repository.ts"
import { pendingSearchTable, projectTrigram, searchIndexTable } from "./search-index-schema.ts"

/** So many ids fit into a statement and its result. */
const candidatesMax = 25_000

/** More trigrams leave hardly fewer candidates, and each is a list to be read. */
const trigramsMax = 8

/** A pattern that a key has to contain, and where. */
interface SearchedPattern {
  readonly pattern: TextPattern
  /** Names and descriptions of keys are looked through, and names of namespaces. */
  readonly ofKeys: boolean
  /** Texts in these languages are looked through; null: no texts. */
  readonly languageIds: ReadonlyArray<number> | null
}

/** The texts and keys that a search looks through. */
export interface SearchedPlace {
  readonly projectId: number
  /** Selected languages. */
  readonly languageIds: ReadonlyArray<number>
  /** Number of texts and keys. */
  readonly size: number
}

/** Returns what the index can look for; null: the condition needs all keys, or no text. */
const searchedPatternOf = (condition: KeyCondition, languageIds: ReadonlyArray<number>): SearchedPattern | null => {
  switch (condition.kind) {
    case "search":
      return { pattern: ["", condition.text, ""], ofKeys: true, languageIds }
    case "pattern":
      return condition.matches && condition.field !== "namespace"
        ? { pattern: condition.pattern, ofKeys: true, languageIds: null }
        : null
    case "textPattern":
      return condition.matches
        ? { pattern: condition.pattern, ofKeys: false, languageIds: condition.languageIds }
        : null
    default:
      return null
  }
}

export const isSearched = (condition: KeyCondition): boolean => searchedPatternOf(condition, []) !== null

/**
 * Finds the ids of keys among which are all that fulfil one of the conditions, by the index of texts: of every branch, in the trash too,
 * and some that do not fulfil it. null: the index is not there, does not help, or finds too many.
 */
export const findCandidateKeys = Effect.fnUntraced(function* (
  { projectId, languageIds, size }: SearchedPlace,
  conditions: ReadonlyArray<KeyCondition>
) {
  const { projectTextsMin, textsPerCandidate } = yield* CurrentSearchIndexSizes
  if (size < projectTextsMin) return null
  const searched = conditions.flatMap((condition) => searchedPatternOf(condition, languageIds) ?? [])
  if (searched.length === 0 || !(yield* isSearchReady)) return null
  const sql = yield* SqlClient.SqlClient
  const find = sql.onDialectOrElse({ pg: () => findInPostgres, orElse: () => findInSqlite })
  const max = Math.min(candidatesMax, Math.ceil(size / textsPerCandidate))
  for (const pattern of searched) {
    const ids = isFindable(pattern.pattern.join("")) ? yield* find(projectId, pattern, max) : null
    if (ids !== null) return ids
  }
  return null
})

/** Trigrams of the lower-case pattern, spread over it. */
const trigramsOf = (pattern: TextPattern): ReadonlyArray<string> => {
  const trigrams = new Set<string>()
  for (const piece of pattern) {
    const letters = [...piece.toLowerCase()]
    for (let start = 0; start + 3 <= letters.length; start++) trigrams.add(letters.slice(start, start + 3).join(""))
  }
  const all = [...trigrams]
  const step = Math.max(1, (all.length - 1) / (trigramsMax - 1))
  return [...new Set(all.map((_, index) => all[Math.round(index * step)] ?? ""))].filter((trigram) => trigram !== "")
}

const inQuotes = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`

/**
 * The index has lower-case texts, as `unicode_lower` makes them. A text that contains the pattern by the rule of ASCII letters, or
 * by the one of all letters, contains it there: both rules lower a letter whatever stands beside it, except a final sigma, which only the
 * second rule meets, and as the index does.
 */
const findInSqlite = Effect.fnUntraced(function* (
  projectId: number,
  { pattern, ofKeys, languageIds }: SearchedPattern,
  max: number
) {
  const trigrams = trigramsOf(pattern)
  if (trigrams.length === 0) return null
  const sql = yield* SqlClient.SqlClient
  const query = [projectTrigram(projectId), ...trigrams].map(inQuotes).join(" AND ")
  const isWanted = sql.literal(languageIds === null ? "rowid < 0 AND" : ofKeys ? "" : "rowid > 0 AND")
  const parts = [
    sql`SELECT rowid AS id FROM ${sql(searchIndexTable)}
      WHERE ${isWanted} ${sql(searchIndexTable)} MATCH ${query} LIMIT ${max + 1}`,
    sql`SELECT id FROM ${sql(pendingSearchTable)} WHERE project_id = ${projectId} LIMIT ${max + 1}`,
    ...(ofKeys ? [sql`SELECT -k.id AS id FROM ${keysOfNamespaces(sql, projectId, pattern, max)}`] : [])
  ].map((part) => sql`SELECT id FROM (${part})`)
  const [found] = yield* sql<{ ids: string; count: number }>`
    SELECT json_group_array(DISTINCT key_id) AS ids, count(*) AS count FROM (
      SELECT CASE WHEN id < 0 THEN -id ELSE (SELECT t.key_id FROM translation t WHERE t.id = found.id) END AS key_id
      FROM (${sql.join(" UNION ALL ", false)(parts)}) found)`
  return found === undefined || found.count > max
    ? null
    : (JSON.parse(found.ids) as ReadonlyArray<number | null>).filter((id) => id !== null)
})

/**
 * PostgreSQL takes trigrams of words by the rules of the database, and compares the texts that they lead to. A database that folds only
 * ASCII letters has trigrams of those alone.
 */
const findInPostgres = Effect.fnUntraced(function* (
  projectId: number,
  { pattern, ofKeys, languageIds }: SearchedPattern,
  max: number
) {
  const sql = yield* SqlClient.SqlClient
  const [locale] = yield* sql<{ foldsAll: boolean }>`
    SELECT datctype NOT IN ('C', 'POSIX') AND lower('ÀЖ') = 'àж' AS folds_all
    FROM pg_database WHERE datname = current_database()`
  const pieces = pattern.map((piece) => segmentsOf(piece, locale?.foldsAll === true))
  const words = locale?.foldsAll === true ? /[\p{L}\p{N}]{3}/u : /[A-Za-z0-9]{3}/
  if (!pieces.flat().some((segment) => words.test(segment))) return null
  const like = pieces
    .map((segments) => segments.map((segment) => segment.replace(/[\\%_]/g, "\\$&")).join("%"))
    .join("%")
  const limit = max + 1
  const parts = [
    ...(languageIds === null || languageIds.length === 0
      ? []
      : [
          sql`SELECT t.key_id AS id FROM translation t
            WHERE t.text ILIKE ${like} AND ${isOf(sql, projectId, "t")} AND ${sql.in("t.language_id", languageIds)}
            LIMIT ${limit}`
        ]),
    ...(ofKeys
      ? [
          sql`SELECT k.id FROM translation_key k WHERE k.name ILIKE ${like} AND k.project_id = ${projectId} LIMIT ${limit}`,
          sql`SELECT k.id FROM translation_key k
            WHERE k.description ILIKE ${like} AND k.project_id = ${projectId} LIMIT ${limit}`,
          sql`SELECT k.id FROM ${keysOfNamespaces(sql, projectId, pattern, max)}`
        ]
      : [])
  ]
  if (parts.length === 0) return []
  const alternatives = sql.join(" UNION ALL ", false)(parts.map((part) => sql`(${part})`))
  // Planned for this pattern: how often a text occurs decides which index leads to it.
  const [found] = yield* sql<{ ids: string; count: number }>`
    SELECT CAST(json_agg(DISTINCT found.id) AS TEXT) AS ids, CAST(count(*) AS INTEGER) AS count
    FROM (${alternatives}) found`.unprepared
  if (found === undefined || found.count > max) return null
  return JSON.parse(found.ids ?? "[]") as ReadonlyArray<number>
})

/** Latin, Greek, Cyrillic and Armenian letters: every locale but C folds them alike. */
const foldedAlike = /[\u00C0-\u024F\u0370-\u03FF\u0400-\u052F\u0531-\u0587]/

/** Letters that locales fold in their own ways: with and without a dot, at the end of a word, into two letters. */
const foldedApart = /[\u0130\u0131\u00DF\u03A3\u03C3\u03C2]|\u0307/

/** Splits a text at letters that the database may fold in another way than `unicode_lower`. */
const segmentsOf = (piece: string, foldsAll: boolean): ReadonlyArray<string> => {
  const segments = [""]
  // A pattern of ASCII letters, and of letters without cases, is compared by the rules of the database.
  const isOfDatabase = ![...piece].some((letter) => isCased(letter))
  for (const letter of piece) {
    const isSafe =
      isOfDatabase ||
      (/\p{ASCII}/u.test(letter)
        ? true
        : foldsAll && !foldedApart.test(letter) && (!isCased(letter) || foldedAlike.test(letter)))
    if (isSafe) segments.push(`${segments.pop() ?? ""}${letter}`)
    else segments.push("")
  }
  return segments
}

const isCased = (letter: string): boolean => !/\p{ASCII}/u.test(letter) && variantsOf(letter).length > 1

/** Tables and condition of the keys `k` of a project in namespaces with such a name. */
const keysOfNamespaces = (
  sql: SqlClient.SqlClient,
  projectId: number,
  pattern: TextPattern,
  max: number
): Statement.Fragment =>
  sql`translation_key k WHERE k.namespace_id IN (
    SELECT n.id FROM namespace n WHERE n.project_id = ${projectId} AND ${containsInOrder(sql, "n.name", pattern)})
    AND ${isOf(sql, projectId, "k")} LIMIT ${max + 1}`
