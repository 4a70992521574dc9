import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { fieldToColumn } from "../database/sql-fragments.ts"
import { DeletedContentRepository } from "../project/deleted-content-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { checkInvariants } from "../testing/invariants.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { readSchema } from "../testing/read-schema.ts"
import { BranchCopyRepository, copiedTables } from "./branch-copy-repository.ts"

/** Why rows that belong to a key or a translation stay with it when a branch is made. */
const notCopied: Readonly<Record<string, string>> = {
  batch_job_piece: "A job goes on with the keys that it was started for.",
  branch_merge_change: "A comparison names the keys of its two branches.",
  import_translation: "A staged import has a branch of its own.",
  machine_answer: "A job writes its results to the keys that it was started for.",
  memory_key: "Memories take their texts from the default branch.",
  memory_pending: "Memories take their texts from the default branch.",
  task_key: "A task belongs to one branch.",
  translation_suggestion: "People decide about a suggestion where it was made."
}

/** Columns in which copies differ from their origins: ids, compared by what they refer to. */
const ownColumns = ["id", "key_id", "neighbour_id", "translation_id", "branch_id", "origin_key_id", "position"]

const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING *`
  return rows[0]?.id ?? 0
})

let projects = 0

/** A project with keys in every column, every copied table and every state; `last` was inserted behind `a`, which is in its place. */
const seedContent = Effect.gen(function* () {
  const slug = `branches-${++projects}`
  const project_id = yield* insert("project", { organization_id: 1, name: slug, slug, created_at: 0 })
  const language = (tag: string) => insert("language", { project_id, tag, name: tag, created_at: 0 })
  const [en, de] = [yield* language("en"), yield* language("de")]
  const namespace_id = yield* insert("namespace", { project_id, name: "web" })
  const key = (name: string, row: Record<string, unknown> = {}) =>
    insert("translation_key", { project_id, name, created_at: 5, ...row })
  const a = yield* key("a", {
    namespace_id,
    description: "First",
    custom_values: `{"x":1}`,
    code_references: `[{"path":"a.ts","line":1}]`,
    is_plural: 1,
    plural_argument_name: "count",
    max_char_limit: 20
  })
  const trashed = yield* key("trashed", { deleted_at: 9, deleted_by: 1 })
  const b = yield* key("b")
  const c = yield* key("c", { position: trashed })
  const last = yield* key("last", { position: a })
  const text = (key_id: number, language_id: number, row: Record<string, unknown>) =>
    insert("translation", { project_id, key_id, language_id, ...row })
  const described = {
    text: "Eins",
    state: "REVIEWED",
    is_outdated: 1,
    is_auto: 1,
    machine_translation_provider: "PROMPT",
    word_count: 1,
    prompt_id: 3,
    quality_score: 80,
    quality_reason: "Tone"
  }
  const translation_id = yield* text(a, de, described)
  yield* text(a, en, { text: "One", state: "TRANSLATED" })
  yield* text(b, de, { text: null, state: "DISABLED" })
  yield* text(last, en, { text: "Last", state: "TRANSLATED" })
  yield* text(trashed, en, { text: "Trash", state: "TRANSLATED" })
  const tag_id = yield* insert("tag", { project_id, name: "app" })
  for (const key_id of [a, last]) yield* insert("key_tag", { project_id, key_id, tag_id })
  const size = { width: 1, height: 1, uploaded_width: 1, uploaded_height: 1 }
  const image_id = yield* insert("image", { name: slug, purpose: "SCREENSHOT", ...size, created_at: 0 })
  const seen = { project_id, image_id, positions: `[{"x":1,"y":1,"width":1,"height":1}]`, original_text: "Eins" }
  yield* insert("screenshot_reference", { ...seen, key_id: a })
  for (const [key_id, neighbour_id] of [
    [a, b],
    [b, a],
    [last, a],
    [a, last],
    [b, c],
    [a, trashed]
  ]) {
    yield* insert("key_neighbour", { project_id, key_id, neighbour_id, distance: 7 })
  }
  const comment = { project_id, translation_id, author_id: 1, state: "RESOLVED", created_at: 1, updated_at: 2 }
  for (const said of ["Why?", "So."]) yield* insert("translation_comment", { ...comment, text: said })
  const data = { data: `{"c":1}`, text_data: `{"x":1}`, text: "Eins" }
  yield* insert("translation_format_data", { project_id, translation_id, format: "PO", ...data })
  const label_id = yield* insert("label", { project_id, name: "Check", color: "#FF0000" })
  yield* insert("translation_label", { project_id, translation_id, label_id })
  const range = { position_start: 0, position_end: 1, plural_variant: "one" }
  const issue = { type: "CASE", message: "case", params: `{"a":"b"}`, replacement: "eins", identity: "i", ...range }
  yield* insert("quality_issue", { project_id, translation_id, ...issue, state: "IGNORED" })
  yield* insert("stale_check", { project_id, translation_id })
  const suggested = { language_id: de, author_id: 1, text: "Uno", is_plural: 0, state: "ACTIVE" }
  yield* insert("translation_suggestion", { project_id, key_id: a, ...suggested, created_at: 0, updated_at: 0 })
  return { project_id, names: ["a", "b", "c", "last"] }
})

/** Rows of a copied table on a branch, with names in place of ids; sorted as text. */
const rowsOn = Effect.fnUntraced(function* (projectId: number, branchId: number | null, table: string) {
  const sql = yield* SqlClient.SqlClient
  const nameOf = (id: string) => `(SELECT n.name FROM translation_key n WHERE n.id = ${id})`
  const textOf = `(SELECT n.name || ' ' || t.language_id FROM translation t JOIN translation_key n ON n.id = t.key_id
    WHERE t.id = x.translation_id)`
  const [any] = yield* sql`SELECT * FROM ${sql(table)} LIMIT 1`
  const columns = Object.keys(any ?? {}).map(fieldToColumn)
  const keyOf = columns.includes("translation_id")
    ? "(SELECT t.key_id FROM translation t WHERE t.id = x.translation_id)"
    : columns.includes("key_id")
      ? "x.key_id"
      : "x.id"
  const selected = [
    ...columns.filter((column) => !ownColumns.includes(column)).map((column) => `x.${column}`),
    ...(columns.includes("key_id") ? [`${nameOf("x.key_id")} AS of_key`] : []),
    ...(columns.includes("neighbour_id") ? [`${nameOf("x.neighbour_id")} AS of_neighbour`] : []),
    ...(columns.includes("translation_id") ? [`${textOf} AS of_translation`] : [])
  ]
  const neighbour = columns.includes("neighbour_id")
    ? "AND (SELECT n.deleted_at FROM translation_key n WHERE n.id = x.neighbour_id) IS NULL"
    : ""
  const rows = yield* sql<Record<string, unknown>>`
    SELECT ${sql.literal(selected.join(", "))} FROM ${sql(table)} x JOIN translation_key k ON k.id = ${sql.literal(keyOf)}
    WHERE k.project_id = ${projectId} AND k.deleted_at IS NULL AND COALESCE(k.branch_id, 0) = ${branchId ?? 0}
    ${sql.literal(neighbour)}`
  return rows.map((row) => JSON.stringify(row)).toSorted()
})

const namesInOrder = Effect.fnUntraced(function* (projectId: number, branchId: number | null, order: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`
    SELECT name FROM translation_key WHERE project_id = ${projectId} AND COALESCE(branch_id, 0) = ${branchId ?? 0}
    AND deleted_at IS NULL ORDER BY ${sql.literal(order)}`
  return rows.map(({ name }) => name)
})

const leasedUntil = 1_000

/** Copies a branch in transactions of two keys each. */
const copyAll = Effect.fnUntraced(function* (projectId: number, name: string, originBranchId: number | null) {
  const copying = yield* BranchCopyRepository
  const id = yield* copying.insert({ projectId, name, originBranchId, authorId: 1, leasedUntil }, 0)
  const branch = Option.getOrThrow(yield* copying.extend(id, 1, leasedUntil))
  while ((yield* copying.copyKeys(id, branch, 2)) > 0);
  yield* copying.setPositions(projectId, yield* copying.listPositions(id))
  yield* copying.finish(id)
  return id
})

layer(layerTestSqlite)((it) => {
  it.effect("every table of keys and translations is copied, or it says why not", () =>
    Effect.gen(function* () {
      const belongs = (yield* readSchema).filter(
        ({ columns, foreignKeys }) =>
          columns.some(
            ({ name }) => /(^|_)(key|translation)_ids?$/.test(name) && !/^(api|import)_key_id$/.test(name)
          ) || foreignKeys.some(({ table }) => table === "translation_key" || table === "translation")
      )
      const decided = [...copiedTables, ...Object.keys(notCopied)]
      assert.deepStrictEqual(belongs.map(({ name }) => name).toSorted(), decided.toSorted())
    })
  )
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("copies of branches on %s", (_, layerTest) => {
  const layerFixture = Layer.mergeAll(BranchCopyRepository.layer, DeletedContentRepository.layer).pipe(
    Layer.provideMerge(layerProjectFixture(layerTest))
  )
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("a copy has everything that its origin has, but ids; a copy of the copy too", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { project_id, names } = yield* seedContent
          const child = yield* copyAll(project_id, "child", null)
          const grandchild = yield* copyAll(project_id, "grandchild", child)
          for (const table of copiedTables) {
            const origin = yield* rowsOn(project_id, null, table)
            assert.isNotEmpty(origin, table)
            // A column that no row fills would not be compared.
            const filled = origin.flatMap((row) =>
              Object.entries(JSON.parse(row)).filter(([, value]) => value !== null)
            )
            const columns = Object.keys(JSON.parse(origin[0] ?? "{}")).filter((name) => !name.startsWith("deleted"))
            assert.sameMembers([...new Set(filled.map(([name]) => name))], columns, table)
            for (const id of [child, grandchild])
              assert.deepStrictEqual(yield* rowsOn(project_id, id, table), origin, table)
          }
          for (const id of [null, child, grandchild]) {
            assert.deepStrictEqual(yield* namesInOrder(project_id, id, "id"), names)
            const inFiles = yield* namesInOrder(project_id, id, "COALESCE(position, id), id")
            assert.deepStrictEqual(inFiles, ["a", "last", "c", "b"])
          }
          const texts = yield* sql`
            SELECT c.text FROM translation_comment c JOIN translation t ON t.id = c.translation_id
            JOIN translation_key k ON k.id = t.key_id WHERE k.branch_id = ${child} ORDER BY c.id`
          assert.deepStrictEqual(texts, [{ text: "Why?" }, { text: "So." }])
          assert.deepStrictEqual(yield* sql`SELECT state, key_count, copied_count FROM branch WHERE id = ${child}`, [
            { state: "READY", keyCount: 4, copiedCount: 4 }
          ])
          assert.deepStrictEqual(yield* checkInvariants, [])
        })
      )
    )

    it.effect("copying goes on while it has the lease, and a branch without one is hidden", () =>
      inFixture(
        Effect.gen(function* () {
          const copying = yield* BranchCopyRepository
          const { project_id: projectId } = yield* seedContent
          const started = { projectId, name: "new", originBranchId: null, authorId: null, leasedUntil }
          const id = yield* copying.insert(started, 0)
          assert.isFalse(yield* copying.isAbandoned(leasedUntil - 1))
          assert.isTrue(Option.isSome(yield* copying.extend(id, leasedUntil - 1, leasedUntil)))
          assert.isTrue(Option.isNone(yield* copying.extend(id, leasedUntil, leasedUntil + 1)))
          assert.isTrue(yield* copying.isAbandoned(leasedUntil))
          yield* copying.eraseAbandoned(leasedUntil)
          assert.isFalse(yield* copying.isAbandoned(leasedUntil))
          assert.isTrue(Option.isNone(yield* copying.extend(id, 1, leasedUntil)))
          // Its name is free.
          yield* copying.insert(started, 0)
        })
      )
    )

    it.effect("a deleted branch is erased in batches with all that belongs to it, and the default branch stays", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const copying = yield* BranchCopyRepository
          const deleted = yield* DeletedContentRepository
          const { project_id } = yield* seedContent
          const before = yield* Effect.forEach(copiedTables, (table) => rowsOn(project_id, null, table))
          const counts = Effect.forEach(copiedTables, (table) => sql`SELECT count(*) AS count FROM ${sql(table)}`)
          const countsBefore = yield* counts
          const merged = yield* copyAll(project_id, "merged", null)
          const recorded = yield* copyAll(project_id, "recorded", null)
          const gone = yield* copyAll(project_id, "gone", null)
          yield* sql`UPDATE translation_key SET deleted_at = 1 WHERE branch_id = ${gone} AND name = 'b'`
          yield* insert("activity_revision", { project_id, branch_id: recorded, type: "CREATE_KEY", created_at: 0 })
          const merge = { project_id, source_revision_id: 0, target_revision_id: 0, created_at: 0 }
          const applied = { ...merge, source_branch_id: merged, target_branch_id: merged, merged_at: 1 }
          yield* insert("branch_merge", applied)
          const compared = yield* insert("branch_merge", { ...merge, source_branch_id: gone, target_branch_id: merged })
          yield* insert("branch_merge_change", { merge_id: compared, type: "ADD", versions: "{}" })
          for (const id of [merged, recorded, gone]) yield* copying.erase(id, 1)
          const limit = 4
          let rounds = 0
          while (yield* deleted.isLeft) {
            rounds++
            assert.deepInclude([project_id, null], (yield* deleted.eraseSome(limit)).keysErasedIn)
          }
          assert.isAtLeast(rounds, 4)
          const after = yield* Effect.forEach(copiedTables, (table) => rowsOn(project_id, null, table))
          assert.deepStrictEqual(after, before)
          assert.deepStrictEqual(yield* counts, countsBefore)
          // A merge and the activity name the other ones.
          const left = yield* sql`SELECT id FROM branch WHERE project_id = ${project_id} ORDER BY id`
          assert.deepStrictEqual(left, [{ id: merged }, { id: recorded }])
          assert.deepStrictEqual(yield* sql`SELECT source_branch_id FROM branch_merge`, [{ sourceBranchId: merged }])
          assert.deepStrictEqual(yield* sql`SELECT id FROM branch_merge_change`, [])
        })
      )
    )
  })
})
