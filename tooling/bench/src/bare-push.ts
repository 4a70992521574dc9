// The floor of a push: reads and parses the files, and inserts the rows of keys and texts, and with `activity` those of the
// activity, with prepared statements in one transaction. Prints the milliseconds from reading to the commit.
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import BetterSqlite3 from "better-sqlite3"

const [databaseFile = "", project = "", activity = "", ...files] = process.argv.slice(2)
const projectId = Number(project)
const database = new BetterSqlite3(databaseFile)
database.pragma("journal_mode = WAL")
database.pragma("synchronous = FULL")
database.pragma("foreign_keys = ON")
database.pragma("cache_size = -16384")

const languages = new Map(
  (
    database.prepare("SELECT id, tag FROM language WHERE project_id = ?").all(projectId) as ReadonlyArray<{
      readonly id: number
      readonly tag: string
    }>
  ).map(({ id, tag }) => [tag, id])
)

const startedAt = performance.now()
const texts = files.map((file) => ({
  languageId: languages.get(basename(file, ".json")) ?? 0,
  texts: JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>
}))
database.transaction(() => {
  const now = Date.now()
  const insertKey = database.prepare("INSERT INTO translation_key (project_id, name, created_at) VALUES (?, ?, ?)")
  const insertText = database.prepare(
    "INSERT INTO translation (project_id, key_id, language_id, text, state) VALUES (?, ?, ?, ?, 'TRANSLATED')"
  )
  const insertRevision = database.prepare(
    "INSERT INTO activity_revision (project_id, type, created_at) VALUES (?, 'IMPORT', ?)"
  )
  const insertEntity = database.prepare(
    `INSERT INTO activity_modified_entity
     (revision_id, entity_class, entity_id, kind, description, modifications, relations) VALUES (?, ?, ?, 'ADD', ?, ?, ?)`
  )
  const revisionId = activity === "activity" ? insertRevision.run(projectId, now).lastInsertRowid : null
  const keyIds = new Map<string, number | bigint>()
  for (const { languageId, texts: ofLanguage } of texts) {
    for (const [name, text] of Object.entries(ofLanguage)) {
      let keyId = keyIds.get(name)
      if (keyId === undefined) {
        keyId = insertKey.run(projectId, name, now).lastInsertRowid
        keyIds.set(name, keyId)
        if (revisionId !== null) {
          const modifications = JSON.stringify({ name: { old: null, new: name } })
          insertEntity.run(revisionId, "Key", keyId, "{}", modifications, "{}")
        }
      }
      const id = insertText.run(projectId, keyId, languageId, text).lastInsertRowid
      if (revisionId === null) continue
      const modifications = JSON.stringify({
        text: { old: null, new: text },
        state: { old: "UNTRANSLATED", new: "TRANSLATED" }
      })
      const relations = JSON.stringify({
        key: { entityClass: "Key", entityId: keyId },
        language: { entityClass: "Language", entityId: languageId }
      })
      insertEntity.run(revisionId, "Translation", id, "{}", modifications, relations)
    }
  }
})()
process.stdout.write(String(performance.now() - startedAt))
database.close()
