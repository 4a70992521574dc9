import type { Translation } from "@dragoman/domain/translation"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { defaultBranch } from "../database/content-place.ts"
import { KeyRepository } from "../key/key-repository.ts"
import { KeySearchRepository } from "../key/key-search-repository.ts"
import { KeyTrashRepository } from "../key-trash/key-trash-repository.ts"
import { NamespaceRepository } from "../namespace/namespace-repository.ts"
import { DeletedContentRepository } from "../project/deleted-content-repository.ts"
import { StatsRepository } from "../stats/stats-repository.ts"
import { TagRepository } from "../tag/tag-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { notEstimated, TranslationRepository } from "./translation-repository.ts"

const layerRepositories = Layer.mergeAll(
  DeletedContentRepository.layer,
  KeyRepository.layer,
  KeySearchRepository.layer,
  KeyTrashRepository.layer,
  NamespaceRepository.layer,
  StatsRepository.layer,
  TagRepository.layer,
  TranslationRepository.layer
)

const insertReturningId = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
  return rows[0]?.id ?? 0
})

let projects = 0

const content = {
  description: null,
  customValues: null,
  isPlural: false,
  pluralArgumentName: null,
  maxCharLimit: null
}

/** A project with English, German and two keys in the namespace `web`. */
const seedContent = Effect.gen(function* () {
  const keys = yield* KeyRepository
  const namespaces = yield* NamespaceRepository
  const slug = `content-${++projects}`
  const projectId = yield* insertReturningId("project", { organization_id: 1, name: slug, slug, created_at: 0 })
  const language = (tag: string) =>
    insertReturningId("language", { project_id: projectId, tag, name: tag, created_at: 0 })
  const [en, de] = [yield* language("en"), yield* language("de")]
  const [web] = yield* namespaces.insert(projectId, ["web"])
  const named = ["a", "b"].map((name) => ({ ...content, namespaceId: web?.id ?? 0, name }))
  const [a = 0, b = 0] = yield* keys.insert(defaultBranch(projectId), named, 0)
  return { projectId, en, de, a, b, web: web?.id ?? 0 }
})

const text = (value: string | null, changed: Partial<Translation> = {}): Translation => ({
  text: value,
  state: value === null ? "UNTRANSLATED" : "TRANSLATED",
  outdated: false,
  auto: false,
  mtProvider: null,
  promptId: null,
  ...changed
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("content on %s", (_, layerTest) => {
  const layerFixture = layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("translations are added, replaced in place, and read by key and language", () =>
      inFixture(
        Effect.gen(function* () {
          const translations = yield* TranslationRepository
          const { en, de, a, b, projectId } = yield* seedContent
          const flags = { state: "REVIEWED" as const, outdated: true, auto: true, mtProvider: "PROMPT", promptId: 7 }
          const added = yield* translations.save(projectId, [
            { ...text("x", flags), keyId: a, languageId: en },
            { ...text(null), keyId: a, languageId: de },
            { ...text("y 👋"), keyId: b, languageId: de }
          ])
          const replaced = yield* translations.save(projectId, [{ ...text("z"), keyId: a, languageId: en }])
          const idOfFirst = added.find(({ keyId, languageId }) => keyId === a && languageId === en)?.id
          assert.deepStrictEqual(
            replaced.map(({ id }) => id),
            [idOfFirst]
          )
          const rows = yield* translations.list(projectId, [b, a], null)
          assert.deepStrictEqual(
            rows.map((row) => [row.keyId, row.languageId, row.text, row.state, row.outdated]),
            [
              [a, en, "z", "TRANSLATED", false],
              [a, de, null, "UNTRANSLATED", false],
              [b, de, "y 👋", "TRANSLATED", false]
            ]
          )
          assert.strictEqual((yield* translations.list(projectId, [a, b], [de])).length, 2)
          const found = yield* translations.find(idOfFirst ?? 0)
          assert.deepStrictEqual(
            Option.map(found, ({ projectId }) => projectId),
            Option.some(projectId)
          )
          assert.isTrue(Option.isNone(yield* translations.find(0)))
        })
      )
    )

    it.effect("translations are those of the keys alone, however close together the ids are", () =>
      inFixture(
        Effect.gen(function* () {
          const translations = yield* TranslationRepository
          const { en, de, projectId } = yield* seedContent
          const named = Array.from({ length: 6 }, (_, index) => ({ ...content, namespaceId: null, name: `${index}` }))
          const ids = yield* (yield* KeyRepository).insert(defaultBranch(projectId), named, 0)
          yield* translations.save(
            projectId,
            ids.flatMap((keyId) => [en, de].map((languageId) => ({ ...text(`${keyId}`), keyId, languageId })))
          )
          const at = (...places: ReadonlyArray<number>) => places.map((place) => ids[place] ?? 0)
          for (const wanted of [at(0), at(0, 1, 2), at(3, 1, 2), at(0, 0, 2), at(5, 3), at(0, 5)]) {
            const sorted = [...new Set(wanted)].sort((one, other) => one - other)
            assert.deepStrictEqual(
              (yield* translations.list(projectId, wanted, [en])).map(({ keyId, languageId }) => [keyId, languageId]),
              sorted.map((keyId) => [keyId, en])
            )
            assert.deepStrictEqual(
              (yield* translations.list(projectId, wanted, null)).map(({ keyId, languageId }) => [keyId, languageId]),
              sorted.flatMap((keyId) => [
                [keyId, en],
                [keyId, de]
              ])
            )
          }
        })
      )
    )

    it.effect(
      "translations whose rows are known are replaced and emptied as all others, with their words uncounted",
      () =>
        inFixture(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const translations = yield* TranslationRepository
            const { projectId, en, de, a, b } = yield* seedContent
            const places = [
              { keyId: a, languageId: en },
              { keyId: a, languageId: de },
              { keyId: b, languageId: en },
              { keyId: b, languageId: de }
            ]
            const flags = { state: "REVIEWED" as const, outdated: true, auto: true, mtProvider: "PROMPT", promptId: 7 }
            yield* translations.save(
              projectId,
              places.slice(0, 3).map((place) => ({ ...text("x", flags), ...place }))
            )
            yield* sql`UPDATE translation SET word_count = 1, quality_score = 40, quality_reason = 'Far longer.'`
            const before = yield* translations.list(projectId, [a, b], null)
            const contents = [text(null), text("y", flags), text(null, { state: "DISABLED" }), text("z")]
            const saved = yield* translations.save(
              projectId,
              places.map((place, index) => ({ ...text(null), ...contents[index], ...place, id: before[index]?.id }))
            )
            const after = yield* translations.list(projectId, [a, b], null)
            assert.deepStrictEqual(
              after.map(({ id, ...row }) => row),
              places.map((place, index) => ({ ...place, ...notEstimated, ...text(null), ...contents[index] }))
            )
            assert.deepStrictEqual(
              after.slice(0, 3).map(({ id }) => id),
              before.map(({ id }) => id)
            )
            assert.deepStrictEqual(
              saved.map(({ id }) => id).toSorted((one, other) => one - other),
              after.map(({ id }) => id).toSorted((one, other) => one - other)
            )
            const counted = yield* sql`SELECT id FROM translation WHERE word_count IS NOT NULL`
            assert.deepStrictEqual(counted, [])
          })
        )
    )

    it.effect("texts of deleted languages and of keys in the trash are not found", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const translations = yield* TranslationRepository
          const keys = yield* KeyRepository
          const { projectId, en, de, a, b } = yield* seedContent
          const saved = yield* translations.save(projectId, [
            { ...text("x"), keyId: a, languageId: de },
            { ...text("y"), keyId: b, languageId: en }
          ])
          yield* sql`UPDATE language SET deleted_at = 1 WHERE id = ${de}`
          assert.deepStrictEqual(yield* translations.list(projectId, [a], null), [])
          assert.deepStrictEqual(yield* translations.list(projectId, [a], [de]), [])
          yield* keys.remove(projectId, [b], 1, 1)
          for (const { id } of saved) assert.isTrue(Option.isNone(yield* translations.find(id)))
        })
      )
    )

    it.effect("tags are made once, listed with their keys, and gone when no key has them", () =>
      inFixture(
        Effect.gen(function* () {
          const tags = yield* TagRepository
          const { projectId, a, b } = yield* seedContent
          const [one, two] = [...(yield* tags.ensure(projectId, ["x", "y", "x"]))].sort((l, r) => l.id - r.id)
          const again = yield* tags.ensure(projectId, ["y"])
          assert.deepStrictEqual(again, two === undefined ? [] : [two])
          const tagId = one?.id ?? 0
          yield* tags.add(projectId, [
            { keyId: a, tagId },
            { keyId: b, tagId }
          ])
          yield* tags.add(projectId, [{ keyId: a, tagId }])
          assert.deepStrictEqual(
            (yield* tags.listOfKeys([a, b])).map(({ keyId, name }) => [keyId, name]),
            [
              [a, one?.name],
              [b, one?.name]
            ]
          )
          yield* tags.removeUnused(projectId)
          const page = {
            projectId,
            search: "",
            limit: 10,
            offset: 0,
            sort: [{ property: "name", direction: "asc" }]
          } as const
          assert.deepStrictEqual(yield* tags.list(page), { rows: one === undefined ? [] : [one], total: 1 })
          yield* tags.remove([{ keyId: a, tagId }])
          assert.deepStrictEqual(
            (yield* tags.listOfKeys([a, b])).map(({ keyId }) => keyId),
            [b]
          )
        })
      )
    )

    it.effect("a namespace stays as long as a key has it, in the trash too, or the project names it", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const keys = yield* KeyRepository
          const namespaces = yield* NamespaceRepository
          const { projectId, a, b, web } = yield* seedContent
          const [other] = yield* namespaces.insert(projectId, ["other"])
          yield* keys.remove(projectId, [a, b], 1, 1)
          assert.deepStrictEqual(yield* namespaces.listUsed(projectId), { hasKeysInDefault: false, namespaces: [] })
          assert.deepStrictEqual(
            (yield* namespaces.removeUnused(projectId, null)).map(({ id }) => id),
            [other?.id]
          )
          yield* keys.erase(projectId, [a, b])
          yield* sql`UPDATE project SET default_namespace_id = ${web} WHERE id = ${projectId}`
          assert.deepStrictEqual(yield* namespaces.removeUnused(projectId, [web]), [])
          assert.deepStrictEqual((yield* namespaces.listUsed(projectId)).namespaces, [{ id: web, name: "web" }])
          yield* namespaces.rename({ id: web, name: "site" })
          assert.deepStrictEqual(yield* namespaces.findByName(projectId, ["site", "web"]), [{ id: web, name: "site" }])
        })
      )
    )

    it.effect("the trash lists deleted keys with user and time, and restores them", () =>
      inFixture(
        Effect.gen(function* () {
          const keys = yield* KeyRepository
          const trash = yield* KeyTrashRepository
          const { projectId, a, b } = yield* seedContent
          yield* keys.remove(projectId, [a], 2, 5)
          yield* keys.remove(projectId, [b], null, 7)
          assert.deepStrictEqual(
            (yield* trash.findAll(projectId, [a, b]))
              .toReversed()
              .map(({ id, deletedAt, deletedBy }) => [id, deletedAt, deletedBy?.username ?? null]),
            [
              [b, 7, null],
              [a, 5, "member"]
            ]
          )
          assert.deepStrictEqual(
            (yield* trash.listDeleters(defaultBranch(projectId))).map(({ id }) => id),
            [2]
          )
          assert.deepStrictEqual(yield* trash.listProjectsDeletedBefore(6), [projectId])
          assert.deepStrictEqual(yield* trash.listDeletedBefore(projectId, 6, 10), [a])
          yield* trash.restore(projectId, [a])
          assert.deepStrictEqual(
            (yield* trash.findAll(projectId, [a, b])).map(({ id }) => id),
            [b]
          )
          assert.strictEqual((yield* keys.find(projectId, [a])).length, 1)
        })
      )
    )

    it.effect("stats count keys and base words by language and state, of live keys only", () =>
      inFixture(
        Effect.gen(function* () {
          const stats = yield* StatsRepository
          const keys = yield* KeyRepository
          const translations = yield* TranslationRepository
          const { projectId, en, de, a, b } = yield* seedContent
          yield* translations.save(projectId, [
            { ...text("one two"), keyId: a, languageId: en },
            { ...text("three"), keyId: b, languageId: en },
            { ...text("eins zwei", { state: "REVIEWED" }), keyId: a, languageId: de }
          ])
          const uncounted = yield* stats.listUncounted(defaultBranch(projectId), en, 0, 10)
          assert.deepStrictEqual(
            uncounted.map((row) => row.text),
            ["one two", "three"]
          )
          yield* stats.saveWordCounts(
            projectId,
            uncounted.map((row) => ({ ...row, words: row.text.split(" ").length }))
          )
          assert.deepStrictEqual(yield* stats.listUncounted(defaultBranch(projectId), en, 0, 10), [])
          yield* keys.remove(projectId, [b], 1, 1)
          const counted = yield* stats.count(defaultBranch(projectId), en)
          assert.strictEqual(counted.keyCount, 1)
          assert.sameDeepMembers(
            counted.states.map((row) => ({ ...row })),
            [
              { languageId: en, state: "TRANSLATED", keys: 1, words: 2 },
              { languageId: de, state: "REVIEWED", keys: 1, words: 2 }
            ]
          )
        })
      )
    )

    it.effect("days of activity are those of UTC", () =>
      inFixture(
        Effect.gen(function* () {
          const stats = yield* StatsRepository
          const { projectId } = yield* seedContent
          const day = 86_400_000
          for (const created_at of [day - 1, day, 2 * day - 1]) {
            yield* insertReturningId("activity_revision", { project_id: projectId, type: "EDIT_PROJECT", created_at })
          }
          assert.deepStrictEqual(
            (yield* stats.listDailyActivity(projectId)).map((row) => ({ ...row })),
            [
              { day: 0, revisions: 1 },
              { day: 1, revisions: 2 }
            ]
          )
        })
      )
    )

    it.effect("a search reads keys with two of their texts, piece by piece", () =>
      inFixture(
        Effect.gen(function* () {
          const search = yield* KeySearchRepository
          const translations = yield* TranslationRepository
          const { projectId, en, de, a, b } = yield* seedContent
          yield* translations.save(projectId, [{ ...text("x"), keyId: b, languageId: en }])
          const request = { place: defaultBranch(projectId), baseLanguageId: en, languageId: de, afterId: 0, limit: 1 }
          const first = yield* search.listAfter(request)
          const second = yield* search.listAfter({ ...request, afterId: a })
          assert.deepStrictEqual(
            [...first, ...second].map((row) => [row.id, row.namespace, row.baseText, row.text]),
            [
              [a, "web", null, null],
              [b, "web", "x", null]
            ]
          )
        })
      )
    )

    it.effect("what a deleted project leaves behind is erased in pieces", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const deleted = yield* DeletedContentRepository
          const translations = yield* TranslationRepository
          const { projectId, en, a } = yield* seedContent
          yield* translations.save(projectId, [{ ...text("x"), keyId: a, languageId: en }])
          assert.isFalse(yield* deleted.isLeft)
          yield* sql`UPDATE project SET deleted_at = 1 WHERE id = ${projectId}`
          yield* sql`UPDATE language SET deleted_at = 1 WHERE project_id = ${projectId}`
          let rounds = 0
          while (yield* deleted.isLeft) {
            yield* deleted.eraseSome(1)
            assert.isBelow(++rounds, 20)
          }
          // A text, two keys, and what they were tagged and grouped with.
          assert.isAtLeast(rounds, 3)
          for (const table of ["translation_key", "tag", "namespace"]) {
            assert.deepStrictEqual(yield* sql`SELECT id FROM ${sql(table)} WHERE project_id = ${projectId}`, [])
          }
        })
      )
    )
  })
})
