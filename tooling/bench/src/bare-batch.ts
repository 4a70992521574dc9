// The floor of batch jobs: each operation on all live keys of a project with a few set-based statements in one transaction,
// and with `activity` the rows of its activity. Prints the milliseconds of each, as JSON.
import BetterSqlite3 from "better-sqlite3"
import { type BatchWork, batchWorks, movedTo, taggedWith } from "./batch-works.ts"

const [databaseFile = "", project = "", base = "", target = "", activity = ""] = process.argv.slice(2)
const at = Date.now()
const iso = new Date(at).toISOString()
const parameters = { project: Number(project), base: Number(base), target: Number(target), at, iso }
const database = new BetterSqlite3(databaseFile)
database.pragma("journal_mode = WAL")
database.pragma("synchronous = FULL")
database.pragma("foreign_keys = ON")
database.pragma("cache_size = -16384")

type Parameters = Readonly<Record<string, string | number | bigint>>

const run = (sql: string, more: Parameters = {}) =>
  database.prepare(sql).run({ ...parameters, ...more }).lastInsertRowid

const live = "k.project_id = @project AND k.deleted_at IS NULL"
const keyRelation = `json_object('key', json_object('entityClass', 'Key', 'entityId', k.id))`
const namespaceRelation = `CASE WHEN k.namespace_id IS NULL THEN '{}'
  ELSE json_object('namespace', json_object('entityClass', 'Namespace', 'entityId', k.namespace_id)) END`
const textRelations = `json_object('key', json_object('entityClass', 'Key', 'entityId', t.key_id),
  'language', json_object('entityClass', 'Language', 'entityId', t.language_id))`
const insertEntities = `INSERT INTO activity_modified_entity
  (revision_id, entity_class, entity_id, kind, description, modifications, relations)`

const describeKeys = (revision: Parameters) => {
  run(
    `INSERT INTO activity_described_entity (revision_id, entity_class, entity_id, data, relations)
     SELECT @revision, 'Key', k.id, json_object('name', k.name), ${namespaceRelation} FROM translation_key k WHERE ${live}`,
    revision
  )
}

/** `record`: makes the rows of the activity; without activity nothing. */
const works: Readonly<Record<BatchWork, (record: (write: (revision: Parameters) => void) => void) => void>> = {
  tag: (record) => {
    const tag = run("INSERT INTO tag (project_id, name) VALUES (@project, @name)", { name: taggedWith })
    record((revision) => {
      run(
        `${insertEntities} SELECT @revision, 'KeyMeta', k.id, 'MOD', '{}',
           json_object('tags', json_object(
             'old', (SELECT json_group_array(g.name) FROM key_tag kt JOIN tag g ON g.id = kt.tag_id WHERE kt.key_id = k.id),
             'new', json_array(@name))), ${keyRelation}
         FROM translation_key k WHERE ${live}`,
        { ...revision, name: taggedWith }
      )
      describeKeys(revision)
    })
    run(
      `INSERT INTO key_tag (key_id, tag_id, project_id) SELECT k.id, @tag, k.project_id FROM translation_key k WHERE ${live}`,
      { tag }
    )
  },
  move: (record) => {
    const namespace = run("INSERT INTO namespace (project_id, name) VALUES (@project, @name)", { name: movedTo })
    record((revision) =>
      run(
        `${insertEntities} SELECT @revision, 'Key', k.id, 'MOD', json_object('name', k.name),
           json_object('namespace', json_object('old', n.name, 'new', json_object(
             'entityClass', 'Namespace', 'entityId', @namespace, 'data', json_object('name', @name)))),
           json_object('namespace', json_object('entityClass', 'Namespace', 'entityId', @namespace))
         FROM translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id WHERE ${live}`,
        { ...revision, namespace, name: movedTo }
      )
    )
    run(`UPDATE translation_key AS k SET namespace_id = @namespace WHERE ${live}`, { namespace })
  },
  copy: (record) => {
    record((revision) => {
      run(
        `${insertEntities} SELECT @revision, 'Translation', t.id, 'MOD', '{}',
           json_object('text', json_object('old', t.text, 'new', s.text),
             'state', json_object('old', t.state, 'new', 'TRANSLATED')), ${textRelations}
         FROM translation_key k JOIN translation s ON s.key_id = k.id AND s.language_id = @base
         JOIN translation t ON t.key_id = k.id AND t.language_id = @target WHERE ${live}`,
        revision
      )
      describeKeys(revision)
    })
    run(
      `INSERT INTO translation (key_id, project_id, language_id, text, state)
       SELECT k.id, k.project_id, @target, s.text, 'TRANSLATED'
       FROM translation_key k JOIN translation s ON s.key_id = k.id AND s.language_id = @base WHERE ${live}
       ON CONFLICT (key_id, language_id) DO UPDATE SET
         text = excluded.text, state = excluded.state, is_outdated = 0, is_auto = 0, word_count = NULL`
    )
    // The new rows get an entity each.
    record((revision) =>
      run(
        `${insertEntities} SELECT @revision, 'Translation', t.id, 'ADD', '{}',
           json_object('text', json_object('old', NULL, 'new', t.text),
             'state', json_object('old', NULL, 'new', 'TRANSLATED')), ${textRelations}
         FROM translation_key k JOIN translation t ON t.key_id = k.id AND t.language_id = @target WHERE ${live}
         ON CONFLICT DO NOTHING`,
        revision
      )
    )
  },
  clear: (record) => {
    record((revision) => {
      run(
        `${insertEntities} SELECT @revision, 'Translation', t.id, 'MOD', '{}',
           json_object('text', json_object('old', t.text, 'new', NULL),
             'state', json_object('old', t.state, 'new', 'UNTRANSLATED')), ${textRelations}
         FROM translation_key k JOIN translation t ON t.key_id = k.id AND t.language_id = @target WHERE ${live}`,
        revision
      )
      describeKeys(revision)
    })
    run(
      `UPDATE translation SET text = NULL, state = 'UNTRANSLATED', is_outdated = 0, is_auto = 0, word_count = NULL
       WHERE language_id = @target AND key_id IN (SELECT k.id FROM translation_key k WHERE ${live})`
    )
  },
  delete: (record) => {
    record((revision) =>
      run(
        `${insertEntities} SELECT @revision, 'Key', k.id, 'MOD', json_object('name', k.name),
           json_object('deletedAt', json_object('old', NULL, 'new', @iso)), ${namespaceRelation}
         FROM translation_key k WHERE ${live}`,
        revision
      )
    )
    run(`UPDATE translation_key AS k SET deleted_at = @at WHERE ${live}`)
  }
}

const millis = Object.fromEntries(
  batchWorks.map((work) => {
    const startedAt = performance.now()
    database.transaction(() => {
      const revision =
        activity === "activity"
          ? run("INSERT INTO activity_revision (project_id, type, created_at) VALUES (@project, 'BATCH', @at)")
          : null
      works[work]((write) => {
        if (revision !== null) write({ revision })
      })
    })()
    return [work, performance.now() - startedAt]
  })
)
database.close()
process.stdout.write(JSON.stringify(millis))
