import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { defaultBranch } from "../database/content-place.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { SuggestionRepository } from "./suggestion-repository.ts"

const owner = 1
const member = 2

/** Two keys and two languages, without a text. */
const seedPlaces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
    const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
    return inserted?.id ?? 0
  })
  const at = { created_at: 0 }
  const projectId = yield* insert("project", { organization_id: 1, name: "S", slug: "s", ...at })
  const key = (name: string) => insert("translation_key", { project_id: projectId, name, ...at })
  const language = (tag: string) => insert("language", { project_id: projectId, tag, name: tag, ...at })
  return {
    projectId,
    title: yield* key("title"),
    other: yield* key("other"),
    cs: yield* language("cs"),
    de: yield* language("de")
  }
})

const firstPage = { sort: [{ property: "id", direction: "desc" }], limit: 10, offset: 0 } as const

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("suggestions on %s", (_, layerTest) => {
  const layerFixture = SuggestionRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("are found, listed and counted at their key in their language, without a translation", () =>
      inFixture(
        Effect.gen(function* () {
          const suggestions = yield* SuggestionRepository
          const { projectId, title, other, cs, de } = yield* seedPlaces
          const place = { keyId: title, languageId: cs }
          const add = (text: string, at: { keyId: number; languageId: number } = place) =>
            suggestions.insert({
              ...at,
              projectId,
              authorId: member,
              text,
              isPlural: false,
              state: "ACTIVE",
              createdAt: 5,
              updatedAt: 5
            })
          const [first, second, third, fourth] = yield* Effect.forEach(["a", "b", "c", "d"], (text) => add(text))
          const elsewhere = yield* add("a", { keyId: title, languageId: de })
          yield* add("a", { keyId: other, languageId: cs })
          assert.deepStrictEqual(
            yield* suggestions.find(place, first ?? 0),
            Option.some({
              id: first ?? 0,
              ...place,
              text: "a",
              isPlural: false,
              state: "ACTIVE",
              createdAt: 5,
              updatedAt: 5,
              author: { id: member, username: "member", name: "Max", avatarHash: null, deleted: false }
            })
          )
          assert.isTrue(Option.isNone(yield* suggestions.find(place, elsewhere)))
          yield* suggestions.setState([first ?? 0], "DECLINED", 9)

          const idsOf = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)
          const declined = yield* suggestions.list({ ...place, states: ["DECLINED"], ...firstPage })
          assert.deepStrictEqual([idsOf(declined.rows), declined.total, declined.rows[0]?.updatedAt], [[first], 1, 9])
          const all = yield* suggestions.list({ ...place, states: null, ...firstPage, limit: 2 })
          assert.deepStrictEqual([idsOf(all.rows), all.total], [[fourth, third], 4])
          assert.deepStrictEqual(idsOf(yield* suggestions.listActive(place)), [second, third, fourth])
          assert.isFalse(yield* suggestions.hasActive(place, "a"))
          assert.isTrue(yield* suggestions.hasActive(place, "b"))

          const counts = yield* suggestions.count([title], [cs, de])
          assert.deepStrictEqual(
            counts.toSorted((left, right) => left.languageId - right.languageId),
            [
              { keyId: title, languageId: cs, total: 4, active: 3 },
              { keyId: title, languageId: de, total: 1, active: 1 }
            ]
          )
          const newest = yield* suggestions.listNewest([title], [cs, de], 2)
          assert.deepStrictEqual(idsOf(newest), [elsewhere, fourth, third])
          assert.deepStrictEqual(yield* suggestions.countOfLanguages(defaultBranch(projectId)), [
            { languageId: cs, suggestions: 4 },
            { languageId: de, suggestions: 1 }
          ])
          yield* suggestions.remove(fourth ?? 0)
          assert.isTrue(Option.isNone(yield* suggestions.find(place, fourth ?? 0)))
        })
      )
    )

    it.effect("are announced once, at most once in a time, and not from the trash", () =>
      inFixture(
        Effect.gen(function* () {
          const suggestions = yield* SuggestionRepository
          const sql = yield* SqlClient.SqlClient
          const { projectId, title, other, cs } = yield* seedPlaces
          const add = (keyId: number) =>
            suggestions.insert({
              keyId,
              languageId: cs,
              projectId,
              authorId: owner,
              text: "a",
              isPlural: false,
              state: "ACTIVE",
              createdAt: 5,
              updatedAt: 5
            })
          const id = yield* add(title)
          assert.deepStrictEqual(yield* suggestions.listProjectsToAnnounce(100), [projectId])
          assert.deepStrictEqual(yield* suggestions.listUnannounced(projectId), [
            { id, languageId: cs, languageTag: "cs", authorId: owner }
          ])
          yield* suggestions.setAnnounced([id], 150)
          assert.deepStrictEqual(yield* suggestions.listProjectsToAnnounce(200), [])
          const late = yield* add(other)
          assert.deepStrictEqual(yield* suggestions.listProjectsToAnnounce(100), [])
          assert.deepStrictEqual(yield* suggestions.listProjectsToAnnounce(200), [projectId])
          assert.deepStrictEqual(
            (yield* suggestions.listUnannounced(projectId)).map((row) => row.id),
            [late]
          )
          const decided = yield* add(other)
          yield* sql`UPDATE translation_suggestion SET state = 'DECLINED' WHERE id = ${decided}`
          yield* suggestions.skipDecided(10)
          const rows = yield* sql`SELECT id FROM translation_suggestion WHERE announced_at IS NULL`
          assert.deepStrictEqual(rows, [{ id: late }])
          yield* sql`UPDATE translation_key SET deleted_at = 1 WHERE id = ${other}`
          assert.deepStrictEqual(yield* suggestions.listProjectsToAnnounce(200), [])
          yield* sql`DELETE FROM translation_key WHERE id = ${title}`
          assert.isTrue(Option.isNone(yield* suggestions.find({ keyId: title, languageId: cs }, id)))
        })
      )
    )
  })
})
