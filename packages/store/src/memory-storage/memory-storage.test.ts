import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { MemoryEntryRepository, type NewMemoryEntry, type ViewableTexts } from "./memory-entry-repository.ts"
import { MemoryRepository } from "./memory-repository.ts"

const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
  const sql = yield* SqlClient.SqlClient
  const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
  return inserted?.id ?? 0
}, Effect.orDie)

/** A project from English of the first organization, with its own memory and one key with texts in three languages. */
const seedProject = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const row = { organization_id: 1, name, slug: name.toLowerCase(), created_at: 0 }
  const projectId = yield* insert("project", row)
  const memoryId = yield* insert("memory", {
    project_id: projectId,
    default_penalty: 0,
    write_only_reviewed: 0,
    created_at: 0
  })
  const languages = { en: 0, cs: 0, de: 0 }
  const keyId = yield* insert("translation_key", { project_id: projectId, name: `key of ${name}`, created_at: 0 })
  for (const tag of ["en", "cs", "de"] as const) {
    languages[tag] = yield* insert("language", { project_id: projectId, tag, name: tag, created_at: 0 })
    const state = tag === "de" ? "REVIEWED" : "TRANSLATED"
    const text = { key_id: keyId, language_id: languages[tag], project_id: projectId, text: `${name} ${tag}`, state }
    yield* insert("translation", text)
  }
  yield* Effect.orDie(sql`UPDATE project SET base_language_id = ${languages.en} WHERE id = ${projectId}`)
  return { projectId, memoryId, keyId, languages }
})

const terms = { name: "Terms", sourceLanguageTag: "en", defaultPenalty: 5, writeOnlyReviewed: false }

const use = { readAccess: true, writeAccess: true, priority: 1, penalty: null }

const entry = (sourceText: string, targetText: string, more: Partial<NewMemoryEntry> = {}): NewMemoryEntry => ({
  sourceText,
  targetText,
  targetLanguageTag: "cs",
  tuid: null,
  createdAt: 1,
  updatedAt: 2,
  ...more
})

const everything = (...projects: ReadonlyArray<{ readonly projectId: number }>): ViewableTexts => ({
  projectIds: projects.map(({ projectId }) => projectId),
  languageIds: []
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("translation memories on %s", (_, layerTest) => {
  const layerRepositories = Layer.mergeAll(MemoryRepository.layer, MemoryEntryRepository.layer)
  layer(layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest))), { timeout: "60 seconds" })((it) => {
    it.effect("own memories take name and language from the project, and shared ones come first", () =>
      inFixture(
        Effect.gen(function* () {
          const memories = yield* MemoryRepository
          const web = yield* seedProject("Web")
          const shared = yield* memories.insert(1, terms, 0)
          const foreign = yield* memories.insert(2, terms, 0)
          const listed = yield* memories.list({
            organizationId: 1,
            viewer: null,
            search: "",
            type: null,
            limit: 10,
            offset: 0
          })
          assert.deepStrictEqual(
            listed.rows.map(({ id, name, type, sourceLanguageTag }) => [id, name, type, sourceLanguageTag]),
            [
              [shared, "Terms", "SHARED", "en"],
              [web.memoryId, "Web", "PROJECT", "en"]
            ]
          )
          const found = yield* memories.list({
            organizationId: 1,
            viewer: null,
            search: "WE",
            type: "PROJECT",
            limit: 1,
            offset: 0
          })
          assert.deepStrictEqual([found.rows.map(({ id }) => id), found.total], [[web.memoryId], 1])
          assert.isTrue(Option.isNone(yield* memories.find(1, foreign, null)))
          assert.deepStrictEqual(yield* memories.filterIds(1, [web.memoryId, foreign, shared, 0], null), [
            ...[web.memoryId, shared].sort((one, other) => one - other)
          ])
          assert.isTrue(yield* memories.isNameTaken(1, "wEB", shared))
          assert.isFalse(yield* memories.isNameTaken(1, "terms", shared))
        })
      )
    )

    it.effect("assignments are added, replaced and removed together", () =>
      inFixture(
        Effect.gen(function* () {
          const memories = yield* MemoryRepository
          const web = yield* seedProject("Web")
          const app = yield* seedProject("App")
          const shared = yield* memories.insert(1, terms, 0)
          yield* memories.assign(shared, [
            { ...use, projectId: web.projectId },
            { ...use, projectId: app.projectId }
          ])
          yield* memories.assign(shared, [{ ...use, projectId: web.projectId, priority: 7, writeAccess: false }])
          assert.deepStrictEqual(
            (yield* memories.listProjects([shared], null)).map(({ projectName, priority, writeAccess }) => [
              projectName,
              priority,
              writeAccess
            ]),
            [
              ["App", 1, true],
              ["Web", 7, false]
            ]
          )
          const [assignable] = yield* memories.findAssignable(1, [web.projectId, 0])
          assert.deepInclude(assignable, { projectId: web.projectId, baseLanguageTag: "en", nextPriority: 8 })
          assert.deepStrictEqual(yield* memories.findAssignable(2, [web.projectId]), [])
          assert.deepStrictEqual(
            (yield* memories.listOfProject(web.projectId)).map(({ id, priority }) => [id, priority]),
            [
              [web.memoryId, 0],
              [shared, 7]
            ]
          )
          yield* memories.unassign([{ projectId: web.projectId, memoryId: shared }])
          assert.deepStrictEqual(
            (yield* memories.listProjects([shared], null)).map(({ projectId }) => projectId),
            [app.projectId]
          )
        })
      )
    )

    it.effect("an entry is in a memory once, and belongs to it alone", () =>
      inFixture(
        Effect.gen(function* () {
          const memories = yield* MemoryRepository
          const entries = yield* MemoryEntryRepository
          const one = yield* memories.insert(1, terms, 0)
          const other = yield* memories.insert(1, { ...terms, name: "Other" }, 0)
          const made = yield* entries.insert(one, [
            entry("Port", "Přístav"),
            entry("Port", "Přístav", { tuid: "7", targetLanguageTag: "CS" }),
            entry("Port", "Hafen", { targetLanguageTag: "de", tuid: "7" })
          ])
          assert.deepStrictEqual(
            made.map(({ targetText, tuid, createdAt, updatedAt }) => [targetText, tuid, createdAt, updatedAt]),
            [
              ["Přístav", null, 1, 2],
              ["Hafen", "7", 1, 2]
            ]
          )
          const [czech, german] = made.map(({ id }) => id)
          assert.deepStrictEqual(yield* entries.insert(one, [entry("Port", "Přístav")]), [])
          assert.strictEqual((yield* entries.insert(other, [entry("Port", "Přístav")])).length, 1)
          assert.isFalse(
            yield* entries.update(
              one,
              german ?? 0,
              { sourceText: "Port", targetText: "Přístav", targetLanguageTag: "cs" },
              3
            )
          )
          assert.isTrue(Option.isNone(yield* entries.find(other, czech ?? 0)))
          assert.deepStrictEqual(yield* entries.list(other, [czech ?? 0]), [])
          assert.strictEqual(yield* entries.remove(other, [czech ?? 0]), 0)
          const ofUnits = yield* entries.listOfUnits(one, [
            entry("Port", "Kai", { targetLanguageTag: "DE", tuid: "7" }),
            entry("Port", "x", { tuid: "8" }),
            entry("Port", "x")
          ])
          assert.deepStrictEqual(
            ofUnits.map(({ id }) => id),
            [german]
          )
          assert.strictEqual(yield* entries.remove(one, [czech ?? 0, german ?? 0]), 2)
        })
      )
    )

    it.effect("rows are stored units and keys, of which the texts in sight are shown", () =>
      inFixture(
        Effect.gen(function* () {
          const memories = yield* MemoryRepository
          const entries = yield* MemoryEntryRepository
          const web = yield* seedProject("Web")
          const app = yield* seedProject("App")
          const reader = yield* seedProject("Reader")
          const shared = yield* memories.insert(1, terms, 0)
          yield* memories.assign(shared, [
            { ...use, projectId: web.projectId },
            { ...use, projectId: app.projectId },
            { ...use, projectId: reader.projectId, writeAccess: false }
          ])
          yield* entries.insert(shared, [
            entry("Port", "Přístav"),
            entry("Port", "Hafen", { targetLanguageTag: "de" }),
            entry("Port", "Brána", { tuid: "7" })
          ])
          const all = everything(web, app, reader)
          const list = (viewable: ViewableTexts, search = "") =>
            Effect.map(entries.listSources({ memoryId: shared, viewable, search, limit: 10, offset: 0 }), ({ rows }) =>
              rows.map(({ sourceText, tuid }) => [sourceText, tuid])
            )
          const stored = [
            ["Port", null],
            ["Port", "7"]
          ]
          assert.deepStrictEqual(yield* list(all), [["App en", null], ...stored, ["Web en", null]])
          assert.deepStrictEqual(yield* list(all, "wEB"), [["Web en", null]])
          assert.deepStrictEqual(yield* list(everything(app)), [["App en", null], ...stored])
          const { en, cs } = web.languages
          const oneLanguage = { projectIds: [], languageIds: [en, cs] }
          assert.deepStrictEqual(yield* list(oneLanguage), [...stored, ["Web en", null]])
          // The source is a text of the base language.
          assert.deepStrictEqual(yield* list({ projectIds: [], languageIds: [cs] }), stored)
          const cells = yield* entries.listKeyCells(shared, [web.keyId, app.keyId], oneLanguage)
          assert.deepStrictEqual(
            cells.map(({ targetText }) => targetText),
            ["Web cs"]
          )
          assert.deepStrictEqual(yield* entries.listKeyIds(shared, oneLanguage), [web.keyId])
          assert.deepStrictEqual(yield* entries.listKeys(shared, [web.keyId, app.keyId], oneLanguage), [
            { id: web.keyId, sourceText: "Web en" }
          ])
          const counted = yield* entries.countSources([shared, web.memoryId], all)
          assert.deepStrictEqual([counted.get(shared), counted.get(web.memoryId)], [4, 1])
          yield* memories.setWriteOnlyReviewed(shared, true)
          const reviewed = yield* entries.listKeyCells(shared, [web.keyId], all)
          assert.deepStrictEqual(
            reviewed.map(({ targetText }) => targetText),
            ["Web de"]
          )
          assert.deepStrictEqual(yield* list(oneLanguage), stored)
        })
      )
    )

    it.effect("keys of the trash, of deleted projects and without a language to translate to are left out", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const entries = yield* MemoryEntryRepository
          for (const [name, change] of [
            ["Trash", (id: number) => sql`UPDATE translation_key SET deleted_at = 1 WHERE project_id = ${id}`],
            ["Gone", (id: number) => sql`UPDATE project SET deleted_at = 1 WHERE id = ${id}`],
            [
              "Untranslated",
              (id: number) => sql`UPDATE language SET deleted_at = 1 WHERE project_id = ${id} AND tag <> 'en'`
            ]
          ] as const) {
            const project = yield* seedProject(name)
            assert.deepStrictEqual(yield* entries.listKeyIds(project.memoryId, everything(project)), [project.keyId])
            yield* Effect.orDie(change(project.projectId))
            assert.deepStrictEqual(yield* entries.listKeyIds(project.memoryId, everything(project)), [], name)
          }
        })
      )
    )

    it.effect("entries of one unit come together, whatever order they were added in", () =>
      inFixture(
        Effect.gen(function* () {
          const memories = yield* MemoryRepository
          const entries = yield* MemoryEntryRepository
          const memory = yield* memories.insert(1, terms, 0)
          const made = yield* entries.insert(memory, [
            entry("b", "1", { targetLanguageTag: "de" }),
            entry("a", "2"),
            entry("b", "3", { tuid: "7" }),
            entry("b", "4")
          ])
          const idOf = (text: string) => made.find(({ targetText }) => targetText === text)?.id ?? 0
          assert.deepStrictEqual(yield* entries.listEntryIds(memory), [idOf("2"), idOf("4"), idOf("1"), idOf("3")])
          assert.deepStrictEqual(yield* entries.listIds(memory, "b"), [idOf("1"), idOf("3")])
          assert.deepStrictEqual(
            (yield* entries.listGroups(memory, [idOf("1")])).map(({ targetText }) => targetText),
            ["4", "1"]
          )
        })
      )
    )
  })
})
