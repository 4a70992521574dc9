import {
  type EntityClass,
  type EntityReference,
  type EntityRelations,
  findDescribedIn,
  isEntityVisible,
  type ModifiedEntity
} from "@dragoman/domain/activity"
import type { Json } from "@dragoman/domain/error"
import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Latch, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { ProjectRepository } from "../project/project-repository.ts"
import { keyTable } from "../table/content-tables.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { type ActivityFilter, ActivityRepository } from "./activity-repository.ts"

const seedProject = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`
    INSERT INTO project ${sql.insert({ organization_id: 1, name, slug: name, created_at: 0 })} RETURNING id`
  return row?.id ?? 0
}, Effect.orDie)

const insert = Effect.fnUntraced(function* (projectId: number) {
  const activities = yield* ActivityRepository
  const head = { projectId, authorId: 1, type: "EDIT_LANGUAGE", createdAt: 5, params: null } as const
  return (yield* activities.insert(head)).id
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("activity on %s", (engine, layerTest) => {
  const layerFixture = Layer.mergeAll(ActivityRepository.layer, ProjectRepository.layer).pipe(
    Layer.provideMerge(layerProjectFixture(layerTest))
  )
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("lists the revisions of one project behind one of them, in their order", () =>
      inFixture(
        Effect.gen(function* () {
          const activities = yield* ActivityRepository
          const [mine, other] = [yield* seedProject("mine"), yield* seedProject("other")]
          const ids = []
          for (const projectId of [mine, other, mine, mine]) ids.push(yield* insert(projectId))
          const [first = 0, , third, fourth] = ids
          const listed = (after: number, limit: number) =>
            Effect.map(activities.listAfter(mine, after, limit), (rows) => rows.map(({ id }) => id))
          assert.deepStrictEqual(yield* listed(0, 9), [first, third, fourth])
          assert.deepStrictEqual(yield* listed(first, 1), [third])
          assert.deepStrictEqual(yield* listed(fourth ?? 0, 9), [])
        })
      )
    )

    it.effect("stores values of entities as their JSON text, whatever is in them", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const activities = yield* ActivityRepository
          const revisionId = yield* insert(yield* seedProject("values"))
          const deep = Array.from({ length: 60 }).reduce<Json>((inner) => [inner], null)
          const value = {
            'a "quoted" \\ name': "\u0000 \ud800 \u2028 ž \n",
            number: -1.5e-7,
            nothing: null,
            empty: {},
            deep
          }
          const entity: ModifiedEntity = {
            entityClass: "KeyMeta",
            entityId: 7,
            kind: "MOD",
            description: {},
            modifications: { custom: { old: null, new: value } },
            relations: { key: { entityClass: "Key", entityId: 7 } }
          }
          yield* activities.insertEntities(revisionId, [entity], [])
          const stored = yield* sql<{ description: string; modifications: string; relations: string }>`
            SELECT description, modifications, relations FROM activity_modified_entity WHERE revision_id = ${revisionId}`
          const { description, modifications, relations } = entity
          assert.deepStrictEqual(stored, [
            {
              description: JSON.stringify(description),
              modifications: JSON.stringify(modifications),
              relations: JSON.stringify(relations)
            }
          ])
        })
      )
    )

    it.effect("stores the relations of entities of any shape, in their order", () =>
      inFixture(
        Effect.gen(function* () {
          const activities = yield* ActivityRepository
          const revisionId = yield* insert(yield* seedProject("shapes"))
          const to = (entityClass: EntityClass, entityId: number) => ({ entityClass, entityId })
          const shapes: ReadonlyArray<EntityRelations> = [
            {},
            { namespace: to("Namespace", 3) },
            { key: to("Key", 1), language: to("Language", 2) },
            { key: to("Key", 1), language: to("Language", 2), namespace: to("Namespace", 4503599627370496) },
            { language: to("Language", 2), key: to("Key", 1) },
            { key: to("KeyMeta", 1), language: to("Language", 2) }
          ]
          const entities = shapes.flatMap((relations, index) =>
            [{}, { name: "described" }].map((description, place): ModifiedEntity => {
              const modifications = { name: { old: index, new: [place] } }
              const entityId = 10 * place + index
              return { entityClass: "Key", entityId, kind: "MOD", description, modifications, relations }
            })
          )
          yield* activities.insertEntities(revisionId, entities, [])
          const stored = yield* activities.listEntities([revisionId])
          assert.deepStrictEqual(
            stored.map((row) => JSON.stringify(row.relations)),
            [...shapes, ...shapes].map((relations) => JSON.stringify(relations))
          )
          assert.deepStrictEqual(
            stored,
            entities
              .map((entity) => ({ ...entity, revisionId }))
              .toSorted((one, other) => one.entityId - other.entityId)
          )
        })
      )
    )

    it.effect("stores keys that changed alike as it stores them one by one", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const activities = yield* ActivityRepository
          const projectId = yield* seedProject("alike")
          const [web] = yield* sql<{ id: number }>`
            INSERT INTO namespace ${sql.insert({ project_id: projectId, name: "web" })} RETURNING id`
          const namespaceId = web?.id ?? 0
          const names = ["plain", 'a "quoted" \\ name', "line\nbreak \t \u0001 \u2028", "ž 🙂 </script>", "null", "{}"]
          const keys = yield* sql<{ id: number; name: string; namespaceId: number | null }>`
            ${keyTable.insert(
              sql,
              names.map((name, index) => ({ name, namespaceId: index % 2 === 0 ? null : namespaceId })),
              { projectId, createdAt: 0 }
            )} RETURNING id, name, namespace_id`
          const inNamespace = (id: number | null): EntityRelations =>
            id === null ? {} : { namespace: { entityClass: "Namespace", entityId: id } }
          const modifications = { tags: { old: null, new: ['a "tag"', "\u0000 \ud800"] } }
          const changes: ReadonlyArray<(key: (typeof keys)[number]) => ModifiedEntity> = [
            ({ id }) => ({
              entityClass: "KeyMeta",
              entityId: id,
              kind: "MOD",
              description: {},
              modifications,
              relations: { key: { entityClass: "Key", entityId: id } }
            }),
            (key) => ({
              entityClass: "Key",
              entityId: key.id,
              kind: "MOD",
              description: { name: key.name },
              modifications: { deletedAt: { old: null, new: "2026-11-23T10:00:00.000Z" } },
              relations: inNamespace(key.namespaceId)
            })
          ]
          const described = keys.map(({ id, name, namespaceId }) => ({
            entityClass: "Key" as const,
            entityId: id,
            data: { name },
            relations: inNamespace(namespaceId)
          }))
          const groups = [...Map.groupBy(keys, ({ namespaceId }) => namespaceId).values()]
          const stored = Effect.fnUntraced(function* (revisionId: number) {
            const entities = yield* sql<{ description: string; relations: string; modifications: string }>`
              SELECT entity_class, entity_id, kind, description, modifications, relations FROM activity_modified_entity
              WHERE revision_id = ${revisionId} ORDER BY entity_class, entity_id`
            const others = yield* sql<{ data: string; relations: string }>`
              SELECT entity_class, entity_id, data, relations FROM activity_described_entity
              WHERE revision_id = ${revisionId} ORDER BY entity_class, entity_id`
            const parse = (rows: ReadonlyArray<object>) =>
              rows.map((row) =>
                Object.fromEntries(
                  Object.entries(row).map(([field, value]) =>
                    String(value).startsWith("{") ? [field, JSON.parse(value)] : [field, value]
                  )
                )
              )
            return [...parse(entities), ...parse(others)]
          })
          const oneByOne = yield* insert(projectId)
          for (const change of changes) yield* activities.insertEntities(oneByOne, keys.map(change), [])
          yield* activities.insertEntities(oneByOne, [], described)
          const alike = yield* insert(projectId)
          yield* activities.insertAlike(
            projectId,
            alike,
            changes.flatMap((change) =>
              groups.flatMap((group) =>
                group[0] === undefined ? [] : [{ keyIds: group.map(({ id }) => id), entity: change(group[0]) }]
              )
            )
          )
          const ids = keys.map(({ id }) => id)
          yield* activities.describeKeys(projectId, alike, ids)
          const expected = yield* stored(oneByOne)
          assert.strictEqual(expected.length, 3 * names.length)
          assert.deepStrictEqual(yield* stored(alike), expected)

          // The first description stays.
          yield* sql`UPDATE translation_key SET name = 'renamed', namespace_id = NULL WHERE id = ${ids[1]}`
          yield* activities.describeKeys(projectId, alike, ids)
          assert.deepStrictEqual(yield* stored(alike), expected)
          yield* activities.insertAlike(projectId, alike, [])
          yield* activities.describeKeys(projectId, alike, [])
        })
      )
    )

    it.effect("filters revisions by author, type, language and time, and counts those that pass", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const activities = yield* ActivityRepository
          const project = yield* seedProject("filtered")
          const languages = yield* Effect.forEach(["cs", "de"], (tag) =>
            Effect.map(
              sql<{ id: number }>`
                INSERT INTO language ${sql.insert({ project_id: project, tag, name: tag, original_name: tag, created_at: 0 })}
                RETURNING id`,
              ([row]) => row?.id ?? 0
            )
          )
          const [czech = 0, german = 0] = languages
          const languageOf = (entityId: number) => ({ entityClass: "Language", entityId }) as const
          const head = { projectId: project, params: null }
          const edited = yield* activities.insert({ ...head, authorId: 1, type: "EDIT_LANGUAGE", createdAt: 10 })
          yield* activities.insertEntities(
            edited.id,
            [{ ...languageOf(czech), kind: "MOD", description: {}, modifications: {}, relations: {} }],
            []
          )
          const translated = yield* activities.insert({ ...head, authorId: 2, type: "SET_TRANSLATIONS", createdAt: 20 })
          yield* activities.insertEntities(translated.id, [], [{ ...languageOf(german), data: {}, relations: {} }])
          const tagged = yield* activities.insert({ ...head, authorId: 2, type: "KEY_TAGS_EDIT", createdAt: 30 })
          const listed = Effect.fnUntraced(function* (filter: ActivityFilter) {
            const { rows, total } = yield* activities.list({
              projectId: project,
              filter,
              sort: [{ property: "id", direction: "asc" }],
              limit: 10,
              offset: 0
            })
            assert.strictEqual(total, rows.length)
            return rows.map(({ id }) => id)
          })
          assert.deepStrictEqual(yield* listed({}), [edited.id, translated.id, tagged.id])
          assert.deepStrictEqual(yield* listed({ authorIds: [2] }), [translated.id, tagged.id])
          assert.deepStrictEqual(yield* listed({ authorIds: [3] }), [])
          assert.deepStrictEqual(yield* listed({ types: ["KEY_TAGS_EDIT", "EDIT_LANGUAGE"] }), [edited.id, tagged.id])
          assert.deepStrictEqual(yield* listed({ languageTags: ["cs"] }), [edited.id])
          assert.deepStrictEqual(yield* listed({ languageTags: ["de", "fr"] }), [translated.id])
          assert.deepStrictEqual(yield* listed({ createdAfter: 10, createdBefore: 30 }), [edited.id, translated.id])
          assert.deepStrictEqual(yield* listed({ authorIds: [2], languageTags: ["cs"] }), [])
        })
      )
    )

    it.effect("keeps what belongs to a revision", () =>
      inFixture(
        Effect.gen(function* () {
          const activities = yield* ActivityRepository
          const project = yield* seedProject("kept")
          const id = yield* insert(project)
          const entity: ModifiedEntity = {
            entityClass: "Key",
            entityId: 7,
            kind: "MOD",
            description: {},
            modifications: { name: { old: "a", new: "b" } },
            relations: {}
          }
          yield* activities.insertEntities(id, [entity], [])
          const [row] = yield* activities.listAfter(project, 0, 1)
          assert.deepInclude(row, { id, type: "EDIT_LANGUAGE", createdAt: 5, authorId: 1, authorUsername: "owner" })
          assert.deepStrictEqual(yield* activities.listEntities([id]), [{ ...entity, revisionId: id }])
        })
      )
    )

    it.effect("leaves texts and comments out of a page that are not visible, as the rules say", () =>
      inFixture(
        Effect.gen(function* () {
          const activities = yield* ActivityRepository
          const id = yield* insert(yield* seedProject("texts"))
          const languages = [1, 2, 3]
          const translation = (entityId: number) => ({ entityClass: "Translation", entityId }) as const
          const inLanguage = (entityId: number) => ({ language: { entityClass: "Language", entityId } as const })
          const plain = { kind: "ADD", description: {}, modifications: { text: { old: null, new: "x" } } } as const
          const entities: ReadonlyArray<ModifiedEntity> = [
            { ...plain, entityClass: "Key", entityId: 1, relations: {} },
            ...languages.map((tag) => ({ ...plain, ...translation(tag), relations: inLanguage(tag) })),
            { ...plain, ...translation(4), relations: {} },
            // On changed translations, on described ones, and on one that is nowhere.
            ...[1, 2, 3, 4, 11, 12, 13].map((on) => ({
              ...plain,
              entityClass: "TranslationComment" as const,
              entityId: on,
              relations: { translation: translation(on) }
            }))
          ]
          const described = [11, 12].map((on) => ({ ...translation(on), data: {}, relations: inLanguage(on - 10) }))
          yield* activities.insertEntities(id, entities, described)
          const find = findDescribedIn([
            ...described,
            ...entities.map(({ entityClass, entityId, relations }) => ({ entityClass, entityId, relations, data: {} }))
          ])
          for (const visible of ["all", "none", [], [1], [2, 3], [9]] as const) {
            const wanted = entities.filter((entity) => isEntityVisible(entity, find, visible)).map(nameOf)
            const page = yield* activities.pageOfEntities({
              revisionId: id,
              entityClasses: null,
              visible,
              limit: 100,
              offset: 0
            })
            assert.sameMembers(page.rows.map(nameOf), wanted)
            assert.strictEqual(page.total, wanted.length)
            const comments = yield* activities.pageOfEntities({
              revisionId: id,
              entityClasses: ["TranslationComment"],
              visible,
              limit: 1,
              offset: 0
            })
            assert.strictEqual(comments.total, wanted.filter((name) => name.startsWith("TranslationComment")).length)
          }
        })
      )
    )

    if (engine === "PostgreSQL") {
      it.effect(
        "takes the id of a revision when it is the turn of its writer, so that ids and commits have one order",
        () =>
          Effect.gen(function* () {
            const database = yield* Database
            const projects = yield* ProjectRepository
            const project = yield* database.transaction(seedProject("turns"))
            const [locked, mayGoOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
            // Has its turn before the other one asks, and takes its id after that.
            const first = yield* Effect.forkChild(
              database.transaction(
                Effect.gen(function* () {
                  yield* projects.lock(project)
                  yield* Deferred.succeed(locked, undefined)
                  yield* Deferred.await(mayGoOn)
                  return yield* insert(project)
                })
              )
            )
            yield* Deferred.await(locked)
            // Does not ask for a turn itself.
            const second = yield* Effect.forkChild(database.transaction(insert(project)))
            yield* untilOneWaits
            yield* Deferred.succeed(mayGoOn, undefined)
            assert.isBelow(yield* Fiber.join(first), yield* Fiber.join(second))
          })
      )

      it.effect("keeps this order among transactions that share the lock of the project, which meet only here", () =>
        Effect.gen(function* () {
          const database = yield* Database
          const projects = yield* ProjectRepository
          const activities = yield* ActivityRepository
          const project = yield* database.transaction(seedProject("shared"))
          const bothLocked = yield* Latch.make()
          const [inserted, mayCommit] = [yield* Deferred.make<number>(), yield* Deferred.make<void>()]
          const first = yield* Effect.forkChild(
            database.transaction(
              Effect.gen(function* () {
                yield* projects.lockShared(project)
                yield* bothLocked.await
                yield* Deferred.succeed(inserted, yield* insert(project))
                yield* Deferred.await(mayCommit)
              })
            )
          )
          const second = yield* Effect.forkChild(
            database.transaction(
              Effect.gen(function* () {
                yield* projects.lockShared(project)
                yield* bothLocked.open
                yield* Deferred.await(inserted)
                return yield* insert(project)
              })
            )
          )
          const smaller = yield* Deferred.await(inserted)
          yield* untilOneWaits
          assert.isTrue(Option.isNone(yield* activities.findNewest(project)))
          yield* Deferred.succeed(mayCommit, undefined)
          yield* Fiber.join(first)
          assert.isBelow(smaller, yield* Fiber.join(second))
        })
      )
    }
  })
})

const nameOf = ({ entityClass, entityId }: EntityReference): string => `${entityClass} ${entityId}`

/** Until another transaction of this database waits for a lock of PostgreSQL. */
const untilOneWaits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = sql`
    SELECT w.pid FROM pg_locks w JOIN pg_locks held ON held.pid = w.pid
    JOIN pg_database d ON d.oid = held.database AND d.datname = current_database()
    WHERE NOT w.granted`
  yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
}).pipe(Effect.orDie)
