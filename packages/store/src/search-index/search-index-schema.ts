import type { Engine } from "../database/database.ts"

/** The index of texts on SQLite: lower-case trigrams by id of the translation, or by the negative id of the key. */
export const searchIndexTable = "text_search"

/** Rows that changed since they were indexed: project and id, as in the index. */
export const pendingSearchTable = "text_search_pending"

/** The indexes of PostgreSQL: their table and their columns. */
export const postgresSearchIndexes = [
  { name: "translation_text_search", table: "translation", columns: ["text"] },
  { name: "translation_key_text_search", table: "translation_key", columns: ["name", "description"] }
] as const

/** The condition of names of tables that leaves those of the index out: they hold nothing that is not in other tables. */
export const isNoSearchTable = `name NOT LIKE '${searchIndexTable.replaceAll("_", "\\_")}%' ESCAPE '\\'`

/**
 * A trigram of three characters beyond Unicode's letters, which names the project: private use is the only place where 2^16 signs lie
 * together, so three of them hold 48 bits.
 */
export const projectTrigramSql = (projectId: string): string =>
  `char(${[0, 16, 32].map((shift) => `${privateUseStart} + ((${projectId} >> ${shift}) & 65535)`).join(", ")})`

const privateUseStart = 0xf_0000

export const projectTrigram = (projectId: number): string =>
  String.fromCodePoint(
    ...[1, 2 ** 16, 2 ** 32].map((unit) => privateUseStart + (Math.floor(projectId / unit) % 2 ** 16))
  )

const markPending = (row: "new" | "old", id: string) =>
  `INSERT OR IGNORE INTO ${pendingSearchTable} (project_id, id) VALUES (${row}.project_id, ${id})`

/** Writes cost a row in a small table: adding a text to the index itself costs twenty times as much. */
const triggers: Readonly<Record<string, string>> = {
  text_search_translation_added: `AFTER INSERT ON translation WHEN new.text IS NOT NULL BEGIN ${markPending("new", "new.id")}; END`,
  text_search_translation_changed: `AFTER UPDATE OF text ON translation WHEN new.text IS NOT old.text BEGIN ${markPending("new", "new.id")}; END`,
  text_search_translation_deleted: `AFTER DELETE ON translation WHEN old.text IS NOT NULL BEGIN ${markPending("old", "old.id")}; END`,
  text_search_key_added: `AFTER INSERT ON translation_key BEGIN ${markPending("new", "-new.id")}; END`,
  text_search_key_changed: `AFTER UPDATE OF name, description ON translation_key BEGIN ${markPending("new", "-new.id")}; END`,
  text_search_key_deleted: `AFTER DELETE ON translation_key BEGIN ${markPending("old", "-old.id")}; END`
}

const triggerStatements = Object.entries(triggers).map(([name, body]) => `CREATE TRIGGER ${name} ${body}`)

const pendingStatement = `CREATE TABLE ${pendingSearchTable} (
  project_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT, WITHOUT ROWID`

/** Makes table and triggers of pending rows: complete before the first row is marked. */
export const pendingStatements: ReadonlyArray<string> = [pendingStatement, ...triggerStatements]

/** Makes the index itself: it exists once every row is marked, so the rows that it lacks are pending. It stores no text. */
export const indexStatement = `CREATE VIRTUAL TABLE ${searchIndexTable} USING fts5(
  text, project, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`

/** Tables in which SQLite keeps the index. */
const innerTables = ["data", "idx", "docsize", "config"].map((part) => `${searchIndexTable}_${part}`)

/** Says whether a server made this part of the schema for searches, or SQLite for the index. */
export const isMadeForSearches = (type: string, name: string, statement: string): boolean =>
  [...pendingStatements, indexStatement].includes(statement) || (type === "table" && innerTables.includes(name))

/** Everything that SQLite needs for searches by the index. A migration that makes a table anew takes its triggers away. */
export const sqliteSearchObjects: ReadonlyArray<string> = [
  searchIndexTable,
  pendingSearchTable,
  ...Object.keys(triggers)
]

/** Drops all of the index. The extension of PostgreSQL stays: others may use it. */
export const dropStatements = (engine: Engine): ReadonlyArray<string> =>
  engine === "postgres"
    ? postgresSearchIndexes.map(({ name }) => `DROP INDEX IF EXISTS ${name}`)
    : [
        ...Object.keys(triggers).map((name) => `DROP TRIGGER IF EXISTS ${name}`),
        `DROP TABLE IF EXISTS ${searchIndexTable}`,
        `DROP TABLE IF EXISTS ${pendingSearchTable}`
      ]
