import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { defaultBranch } from "../database/content-place.ts"
import { Database } from "../database/database.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { type ExportedKeysFilter, ExportRepository } from "./export-repository.ts"

interface SeedKey {
  readonly name: string
  readonly namespace?: string
  readonly tags?: ReadonlyArray<string>
  readonly isDeleted?: boolean
  readonly customValues?: string
  /** By language tag; the state is given behind a colon. */
  readonly texts?: Readonly<Record<string, string>>
}

const insertReturningId = Effect.fnUntraced(function* (table: string, columns: Record<string, string | number | null>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(columns)} RETURNING id`
  return row?.id ?? 0
}, Effect.orDie)

/** A project of organization 1 with English and Czech, and these keys; ids by name. */
const seedKeys = Effect.fnUntraced(function* (keys: ReadonlyArray<SeedKey>) {
  const sql = yield* SqlClient.SqlClient
  const projectId = yield* insertReturningId("project", { organization_id: 1, name: "P", slug: "p", created_at: 0 })
  const languages = new Map<string, number>()
  const namespaces = new Map<string, number>()
  const tags = new Map<string, number>()
  const keyIds = new Map<string, number>()
  for (const tag of ["en", "cs"]) {
    const columns = { project_id: projectId, name: tag, tag, created_at: 0 }
    languages.set(tag, yield* insertReturningId("language", columns))
  }
  for (const { name, namespace, tags: tagNames = [], isDeleted = false, customValues = null, texts = {} } of keys) {
    if (namespace !== undefined && !namespaces.has(namespace)) {
      namespaces.set(namespace, yield* insertReturningId("namespace", { project_id: projectId, name: namespace }))
    }
    const keyId = yield* insertReturningId("translation_key", {
      project_id: projectId,
      namespace_id: namespaces.get(namespace ?? "") ?? null,
      name,
      custom_values: customValues,
      created_at: 0,
      deleted_at: isDeleted ? 1 : null
    })
    keyIds.set(name, keyId)
    for (const tag of tagNames) {
      if (!tags.has(tag)) tags.set(tag, yield* insertReturningId("tag", { project_id: projectId, name: tag }))
      yield* Effect.orDie(
        sql`INSERT INTO key_tag ${sql.insert({ key_id: keyId, tag_id: tags.get(tag) ?? 0, project_id: projectId })}`
      )
    }
    for (const [tag, text] of Object.entries(texts)) {
      const [content, state = "TRANSLATED"] = text.split(":")
      yield* insertReturningId("translation", {
        key_id: keyId,
        project_id: projectId,
        language_id: languages.get(tag) ?? 0,
        text: content || null,
        state
      })
    }
  }
  const filter: ExportedKeysFilter = {
    place: defaultBranch(projectId),
    keyIds: null,
    exceptKeyIds: [],
    tagIds: null,
    exceptTagIds: [],
    keyPrefix: ""
  }
  const idOf = (ids: ReadonlyMap<string, number>) => (name: string) => ids.get(name) ?? 0
  return { filter, keyId: idOf(keyIds), languageId: idOf(languages), tagId: idOf(tags), namespaceId: idOf(namespaces) }
})

/** Names of the keys in all namespaces, by namespace. */
const exported = Effect.fnUntraced(function* (filter: ExportedKeysFilter) {
  const repository = yield* ExportRepository
  const namespaces = yield* repository.listNamespaces(filter)
  const names: Array<string> = []
  for (const { id, name, keys } of namespaces) {
    const found = yield* repository.listKeys(filter, [id], "name")
    assert.strictEqual(found.length, keys)
    names.push(...found.map((key) => `${name}/${key.name}`))
  }
  const ids = namespaces.map(({ id }) => id)
  const together = ids.length === 0 ? [] : yield* repository.listKeys(filter, ids, "name")
  assert.strictEqual(together.length, names.length)
  return names
})

const contract = (name: string, layerEngine: typeof layerTestSqlite) =>
  layer(ExportRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerEngine))), {
    timeout: "60 seconds"
  })(name, (it) => {
    const inKeys = (
      keys: ReadonlyArray<SeedKey>,
      test: (input: Effect.Success<ReturnType<typeof seedKeys>>) => Effect.Effect<void, never, ExportRepository>
    ) => inFixture(Effect.flatMap(seedKeys(keys), test))

    it.effect("keys come by namespace and name, in the order of code points", () =>
      inKeys(
        [
          { name: "\u{1f600}" },
          { name: "\uffee" },
          { name: "a" },
          { name: "B" },
          { name: "ä" },
          { name: "a.b", namespace: "web" },
          { name: "a", namespace: "Web" },
          { name: "gone", isDeleted: true },
          { name: "gone", namespace: "empty", isDeleted: true }
        ],
        Effect.fnUntraced(function* ({ filter }) {
          assert.deepStrictEqual(yield* exported(filter), [
            "/B",
            "/a",
            "/ä",
            "/\uffee",
            "/\u{1f600}",
            "Web/a",
            "web/a.b"
          ])
        })
      )
    )

    it.effect("filters are combined with and; the wildcards of SQL are none", () =>
      inKeys(
        [
          { name: "a%b", tags: ["x", "y"] },
          { name: "a_b", tags: ["x"] },
          { name: "axb", tags: ["y"] },
          { name: "A%b" },
          { name: "\u{1f600}b" }
        ],
        Effect.fnUntraced(function* ({ filter, keyId, tagId }) {
          const names = (change: Partial<ExportedKeysFilter>) =>
            Effect.map(exported({ ...filter, ...change }), (found) => found.map((name) => name.slice(1)))
          assert.deepStrictEqual(yield* names({ keyPrefix: "a%" }), ["a%b"])
          assert.deepStrictEqual(yield* names({ keyPrefix: "a_" }), ["a_b"])
          assert.deepStrictEqual(yield* names({ keyPrefix: "\u{1f600}" }), ["\u{1f600}b"])
          assert.deepStrictEqual(yield* names({ keyPrefix: "a\0" }), [])
          assert.deepStrictEqual(yield* names({ keyIds: [keyId("axb"), keyId("a_b"), 0] }), ["a_b", "axb"])
          assert.deepStrictEqual(yield* names({ keyIds: [] }), [])
          assert.deepStrictEqual(yield* names({ exceptKeyIds: [keyId("axb")], keyPrefix: "a" }), ["a%b", "a_b"])
          assert.deepStrictEqual(yield* names({ tagIds: [tagId("x"), tagId("y")] }), ["a%b", "a_b", "axb"])
          assert.deepStrictEqual(yield* names({ tagIds: [tagId("x")], exceptTagIds: [tagId("y")] }), ["a_b"])
          assert.deepStrictEqual(yield* names({ tagIds: [] }), [])
          const repository = yield* ExportRepository
          assert.deepStrictEqual(
            (yield* repository.listTags(filter.place.projectId)).map((tag) => tag.name),
            ["x", "y"]
          )
        })
      )
    )

    it.effect("a key has what its format needs", () =>
      inKeys(
        [{ name: "a", customValues: '{"x":[1]}' }, { name: "b" }],
        Effect.fnUntraced(function* ({ filter, keyId }) {
          const repository = yield* ExportRepository
          const common = { namespaceId: 0, description: null, isPlural: false }
          assert.deepStrictEqual(yield* repository.listKeys(filter, [0], "name"), [
            { ...common, id: keyId("a"), name: "a", customValues: { x: [1] } },
            { ...common, id: keyId("b"), name: "b", customValues: {} }
          ])
        })
      )
    )

    it.effect("texts come with their states; what has no row is missing", () =>
      inKeys(
        [
          { name: "a", texts: { en: 'A "\u{1f600}"\n', cs: "Á" } },
          { name: "b", texts: { en: "B:REVIEWED", cs: ":UNTRANSLATED" } },
          { name: "c", texts: { en: ":DISABLED" } }
        ],
        Effect.fnUntraced(function* ({ keyId, languageId, filter }) {
          const repository = yield* ExportRepository
          const { projectId } = filter.place
          const ids = [keyId("a"), keyId("b"), keyId("c"), 0]
          const english = languageId("en")
          const czech = languageId("cs")
          const rows = (languageIds: ReadonlyArray<number>) =>
            Effect.map(repository.listTexts(projectId, ids, languageIds), (read) =>
              read.keyIds
                .map((id, index) => [id, read.languageIds[index], read.texts[index], read.states[index]] as const)
                .sort(([id, language = 0], [otherId, otherLanguage = 0]) => id - otherId || language - otherLanguage)
            )
          assert.deepStrictEqual(yield* rows([english, czech]), [
            [keyId("a"), english, 'A "\u{1f600}"\n', "TRANSLATED"],
            [keyId("a"), czech, "Á", "TRANSLATED"],
            [keyId("b"), english, "B", "REVIEWED"],
            [keyId("b"), czech, null, "UNTRANSLATED"],
            [keyId("c"), english, null, "DISABLED"]
          ])
          assert.deepStrictEqual(
            (yield* rows([english])).map(([, , text]) => text),
            ['A "\u{1f600}"\n', "B", null]
          )
          const none = yield* repository.listTexts(projectId, [], [english])
          assert.deepStrictEqual(none, { keyIds: [], languageIds: [], texts: [], states: [] })
        })
      )
    )
  })

describe("export repository", () => {
  contract("on SQLite", layerTestSqlite)
  contract("on PostgreSQL", layerTestPostgres)
})

describe("snapshot", () => {
  const snapshotContract = (name: string, layerEngine: typeof layerTestSqlite) =>
    layer(layerProjectFixture(layerEngine), { timeout: "60 seconds" })(name, (it) => {
      it.effect("does not see later commits, and blocks none", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const database = yield* Database
          const count = Effect.map(
            sql<{ users: number }>`SELECT CAST(count(*) AS INTEGER) AS users FROM user_account`,
            ([row]) => row?.users ?? 0
          )
          const begun = yield* Deferred.make<void>()
          const committed = yield* Deferred.make<void>()
          const before = yield* count
          const snapshot = yield* Effect.forkChild(
            database.snapshot(
              Effect.gen(function* () {
                const first = yield* count
                yield* Deferred.succeed(begun, undefined)
                yield* Deferred.await(committed)
                return [first, yield* count]
              })
            )
          )
          yield* Deferred.await(begun)
          const columns = { username: "late", name: "Late", server_role: "USER", created_at: 0 }
          yield* database.transaction(sql`INSERT INTO user_account ${sql.insert(columns)}`)
          yield* Deferred.succeed(committed, undefined)
          assert.deepStrictEqual(yield* Fiber.join(snapshot), [before, before])
          assert.strictEqual(yield* count, before + 1)
        }).pipe(Effect.orDie)
      )
    })
  snapshotContract("on SQLite", layerTestSqlite)
  snapshotContract("on PostgreSQL", layerTestPostgres)
})
