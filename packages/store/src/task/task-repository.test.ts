import type { TaskType } from "@dragoman/domain/task"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AccessRepository } from "../access/access-repository.ts"
import { DeletedContentRepository } from "../project/deleted-content-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { type TaskConditions, TaskRepository } from "./task-repository.ts"

const owner = 1
const member = 2
const stranger = 3

const everything: TaskConditions = {
  search: "",
  states: null,
  exceptStates: [],
  types: null,
  numbers: null,
  exceptNumbers: [],
  assignees: null,
  projects: null,
  exceptProjects: [],
  languages: null,
  keys: null,
  notClosedBefore: null
}

const page = { sort: [{ property: "number", direction: "asc" }], limit: 10, offset: 0 } as const

/** A project of Acme with English as its base, German, three keys, the last of them in the trash, and a branch with a key. */
const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
    const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
    return inserted?.id ?? 0
  })
  const at = { created_at: 0 }
  const projectId = yield* insert("project", { organization_id: 1, name: "T", slug: "t", ...at })
  const [en, de] = yield* Effect.forEach(["en", "de"], (tag) =>
    insert("language", { project_id: projectId, tag, name: tag, ...at })
  )
  yield* sql`UPDATE project SET base_language_id = ${en} WHERE id = ${projectId}`
  const key = (name: string, row: object = {}) =>
    insert("translation_key", { project_id: projectId, name, ...at, ...row })
  const text = (keyId: number, languageId: number | undefined, words: number, row: object) =>
    insert("translation", { project_id: projectId, key_id: keyId, language_id: languageId, word_count: words, ...row })
  const [one, two, trashed] = [yield* key("one"), yield* key("two"), yield* key("three", { deleted_at: 5 })]
  yield* text(one, en, 2, { text: "Hello you", state: "REVIEWED" })
  yield* text(two, en, 1, { text: "Bye", state: "TRANSLATED" })
  yield* text(trashed, en, 9, { text: "Gone", state: "TRANSLATED" })
  yield* text(two, de, 1, { text: "Tschüs", state: "TRANSLATED", is_outdated: 1 })
  const branchId = yield* insert("branch", { project_id: projectId, name: "next", state: "READY", ...at })
  const onBranch = yield* key("one", { branch_id: branchId })
  const tasks = yield* TaskRepository
  const place = { projectId, branchId: null }
  const create = Effect.fnUntraced(function* (
    type: TaskType,
    keys: ReadonlyArray<number>,
    assignees: ReadonlyArray<number> = [],
    change: { readonly branchId?: number; readonly name?: string } = {}
  ) {
    const number = (yield* tasks.takeNumbers(projectId, 1)) + 1
    const id = yield* tasks.insert({
      ...{ projectId, number, type, languageId: de ?? 0, branchId: null, state: "NEW", name: null, description: "" },
      ...{ originBranchName: null, dueAt: null, authorId: owner, createdAt: number, closedAt: null, ...change }
    })
    yield* tasks.addKeys(projectId, id, keys)
    yield* tasks.setAssignees(id, assignees)
    return id
  })
  const close = (id: number, at: number) =>
    tasks.update({ id, name: "Closed", description: "d", dueAt: 7, state: "FINISHED", closedAt: at })
  const numbers = (conditions: Partial<TaskConditions>) =>
    Effect.map(
      tasks.list({ owner: place, conditions: { ...everything, ...conditions }, ...page }),
      ({ rows, total }) => {
        assert.lengthOf(rows, total)
        return rows.map(({ number }) => number)
      }
    )
  return { sql, tasks, projectId, place, de: de ?? 0, one, two, trashed, branchId, onBranch, create, close, numbers }
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("tasks on %s", (_, layerTest) => {
  const repositories = Layer.mergeAll(TaskRepository.layer, DeletedContentRepository.layer, AccessRepository.layer)
  layer(repositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest))), { timeout: "60 seconds" })((it) => {
    it.effect("are found by their number, which no other task of the project ever has", () =>
      inFixture(
        Effect.gen(function* () {
          const { sql, tasks, projectId, de, create, close, numbers } = yield* seed
          const id = yield* create("TRANSLATE", [])
          const found = yield* tasks.find(projectId, 1)
          assert.deepStrictEqual(Option.getOrThrow(found), {
            ...{
              id,
              projectId,
              branchId: null,
              originBranchName: null,
              languageId: de,
              number: 1,
              type: "TRANSLATE",
              state: "NEW",
              name: null
            },
            ...{ description: "", dueAt: null, authorId: owner, createdAt: 1, closedAt: null },
            ...{ languageTag: "de", languageName: "de", languageOriginalName: null, languageFlagEmoji: null },
            ...{ languageIsBase: false, branchName: null },
            ...{ projectName: "T", projectDescription: null, projectSlug: "t", projectAvatarHash: null },
            ...{ authorUsername: "owner", authorName: "Olga", authorAvatarHash: null, authorDeletedAt: null }
          } as const)
          yield* close(id, 9)
          const closed = Option.getOrThrow(yield* tasks.find(projectId, 1))
          assert.deepInclude(closed, { name: "Closed", description: "d", dueAt: 7, state: "FINISHED", closedAt: 9 })
          assert.strictEqual(yield* tasks.takeNumbers(projectId, 3), 1)
          yield* sql`DELETE FROM task WHERE id = ${id}`
          yield* create("REVIEW", [])
          assert.deepStrictEqual(yield* numbers({}), [5])
          assert.isTrue(Option.isNone(yield* tasks.find(projectId, 1)))
          assert.isTrue(Option.isNone(yield* tasks.find(projectId + 1, 5)))
        })
      )
    )

    it.effect("are listed by each condition, and by branch", () =>
      inFixture(
        Effect.gen(function* () {
          const { tasks, projectId, de, one, two, branchId, onBranch, create, close, numbers } = yield* seed
          yield* create("TRANSLATE", [one], [member], { name: "Výkladní skříň" })
          yield* create("REVIEW", [one, two], [owner, member])
          yield* close(yield* create("TRANSLATE", []), 50)
          yield* create("TRANSLATE", [onBranch], [], { branchId })
          const rows: ReadonlyArray<readonly [Partial<TaskConditions>, ReadonlyArray<number>]> = [
            [{}, [1, 2, 3]],
            [{ search: "SKŘÍŇ" }, [1]],
            [{ search: "2" }, [2]],
            [{ search: "\0" }, []],
            [{ states: ["FINISHED", "CANCELED"] }, [3]],
            [{ exceptStates: ["FINISHED"] }, [1, 2]],
            [{ types: ["REVIEW"] }, [2]],
            [{ numbers: [1, 3, 99] }, [1, 3]],
            [{ exceptNumbers: [1] }, [2, 3]],
            [{ assignees: [owner] }, [2]],
            [{ assignees: [owner, member] }, [1, 2]],
            [{ keys: [two] }, [2]],
            [{ languages: [de] }, [1, 2, 3]],
            [{ languages: [] }, []],
            [{ projects: [projectId] }, [1, 2, 3]],
            [{ exceptProjects: [projectId] }, []],
            [{ notClosedBefore: 50 }, [1, 2, 3]],
            [{ notClosedBefore: 51 }, [1, 2]]
          ]
          for (const [conditions, expected] of rows) {
            assert.deepStrictEqual(yield* numbers(conditions), expected, JSON.stringify(conditions))
          }
          const onNext = yield* tasks.list({ owner: { projectId, branchId }, conditions: everything, ...page })
          assert.deepStrictEqual([onNext.total, onNext.rows[0]?.number], [1, 4])
          const newest = yield* tasks.list({
            ...{ owner: { projectId, branchId: null }, conditions: everything, limit: 1, offset: 1 },
            sort: [
              { property: "dueDate", direction: "desc" },
              { property: "id", direction: "desc" }
            ]
          })
          assert.deepStrictEqual([newest.total, newest.rows[0]?.number], [3, 1])
        })
      )
    )

    it.effect("of a user are listed over all branches of the projects that the user may see", () =>
      inFixture(
        Effect.gen(function* () {
          const { sql, tasks, projectId, one, branchId, onBranch, create } = yield* seed
          yield* create("TRANSLATE", [one], [member, stranger])
          yield* create("TRANSLATE", [onBranch], [member], { branchId })
          yield* create("TRANSLATE", [one], [owner])
          const mine = (assigneeId: number) =>
            Effect.map(tasks.list({ owner: { assigneeId }, conditions: everything, ...page }), ({ rows }) =>
              rows.map(({ number }) => number)
            )
          assert.deepStrictEqual(yield* mine(member), [1, 2])
          assert.deepStrictEqual(yield* mine(stranger), [])
          yield* sql`UPDATE branch SET state = 'DELETED' WHERE id = ${branchId}`
          assert.deepStrictEqual(yield* mine(member), [1])
          assert.isTrue(Option.isNone(yield* tasks.find(projectId, 2)))
          yield* sql`UPDATE project SET deleted_at = 1 WHERE id = ${projectId}`
          assert.deepStrictEqual(yield* mine(member), [])
        })
      )
    )

    it.effect("give rights while they are open, for keys that are not in the trash", () =>
      inFixture(
        Effect.gen(function* () {
          const { sql, tasks, projectId, de, one, two, trashed, branchId, onBranch, create, close } = yield* seed
          const access = yield* AccessRepository
          const id = yield* create("TRANSLATE", [one, two, trashed], [member])
          yield* create("REVIEW", [onBranch], [member, owner], { branchId })
          const keyIds = [one, trashed, onBranch]
          const places = (userId = member, project = projectId) =>
            Effect.map(access.listTaskPlaces(project, userId, keyIds), (rows) =>
              rows
                .map(({ keyId, languageId, type }) => {
                  assert.strictEqual(languageId, de)
                  return [keyId, type] as const
                })
                .toSorted(([a], [b]) => a - b)
            )
          const ofTask = [one, "TRANSLATE"] as const
          const ofBranch = [onBranch, "REVIEW"] as const
          assert.deepStrictEqual(yield* places(), [ofTask, ofBranch])
          assert.deepStrictEqual(yield* places(owner), [ofBranch])
          assert.deepStrictEqual(yield* places(stranger), [])
          assert.deepStrictEqual(yield* places(member, projectId + 1), [])
          assert.deepStrictEqual(yield* access.listTaskPlaces(projectId, member, []), [])
          const languageOf = (userId: number) =>
            Effect.map(access.findTaskLanguages(projectId, userId, 1), (found) => Option.getOrNull(found)?.languageId)
          assert.deepStrictEqual([yield* languageOf(member), yield* languageOf(owner)], [de, undefined])
          yield* sql`UPDATE branch SET state = 'DELETED' WHERE id = ${branchId}`
          assert.deepStrictEqual(yield* places(), [ofTask])
          yield* tasks.setAssignees(id, [owner])
          assert.deepStrictEqual(yield* places(), [])
          assert.deepStrictEqual(yield* places(owner), [ofTask])
          yield* sql`UPDATE language SET deleted_at = 1 WHERE id = ${de}`
          assert.deepStrictEqual(yield* places(owner), [])
          yield* sql`UPDATE language SET deleted_at = NULL WHERE id = ${de}`
          assert.strictEqual(yield* languageOf(owner), de)
          yield* close(id, 9)
          assert.deepStrictEqual(yield* places(owner), [])
          assert.isUndefined(yield* languageOf(owner))
        })
      )
    )

    it.effect("know their assignees, who can be replaced", () =>
      inFixture(
        Effect.gen(function* () {
          const { tasks, create } = yield* seed
          const id = yield* create("TRANSLATE", [], [owner, member])
          const named = Effect.map(tasks.listAssignees([id]), (rows) =>
            rows.map(({ taskId, id: userId, name, username }) => [taskId, userId, name, username])
          )
          assert.deepStrictEqual(yield* named, [
            [id, member, "Max", "member"],
            [id, owner, "Olga", "owner"]
          ])
          yield* tasks.setAssignees(id, [owner])
          assert.isFalse(yield* tasks.isAssignee(id, member))
          assert.isTrue(yield* tasks.isAssignee(id, owner))
          yield* tasks.setAssignees(id, [])
          assert.deepStrictEqual(yield* named, [])
          assert.deepStrictEqual(yield* tasks.listAssignees([]), [])
        })
      )
    )

    it.effect("count their keys outside the trash, and who has done them", () =>
      inFixture(
        Effect.gen(function* () {
          const { sql, tasks, projectId, one, two, trashed, create } = yield* seed
          const id = yield* create("TRANSLATE", [one, two, trashed])
          yield* tasks.addKeys(projectId, id, [one, two])
          const progress = Effect.map(tasks.countProgress([id]), ([row]) => ({ ...row }))
          const counts = { taskId: id, totalItems: 2, words: 3, characters: 12 }
          assert.deepStrictEqual(yield* progress, { ...counts, doneItems: 0 })
          assert.deepStrictEqual(yield* tasks.listKeys(id), [one, two])
          assert.deepStrictEqual(yield* tasks.findKeys(id, [trashed]), [])
          yield* tasks.setDone(id, [one, trashed], { by: member, at: 3 })
          yield* tasks.setDone(id, [one], { by: owner, at: 4 })
          assert.deepStrictEqual(yield* progress, { ...counts, doneItems: 1 })
          assert.deepStrictEqual(
            (yield* tasks.countWork(id)).map((row) => ({ ...row })),
            [
              {
                ...{ userId: member, doneItems: 1, words: 2, characters: 9 },
                ...{ name: "Max", avatarHash: null, deletedAt: null, username: "member" }
              }
            ]
          )
          yield* tasks.setDone(id, [one], null)
          assert.deepStrictEqual(yield* tasks.countWork(id), [])
          yield* tasks.removeKeys(id, [one])
          assert.deepStrictEqual(yield* tasks.listKeys(id), [two])
          yield* sql`DELETE FROM translation_key WHERE id = ${two}`
          assert.deepStrictEqual(yield* tasks.countProgress([id]), [])
          assert.deepStrictEqual(yield* tasks.countProgress([]), [])
        })
      )
    )

    it.effect("read the facts that decide which keys they take", () =>
      inFixture(
        Effect.gen(function* () {
          const { tasks, place, de, one, two, trashed, onBranch, create, close } = yield* seed
          const asked = [one, two, trashed, onBranch, 999_999]
          const candidates = (type: TaskType) =>
            Effect.map(tasks.listCandidates(place, { languageId: de, type }, asked), (rows) =>
              rows.map((row) => ({ ...row })).toSorted((left, right) => left.keyId - right.keyId)
            )
          const taken = (type: TaskType) =>
            Effect.map(candidates(type), (rows) => rows.flatMap((row) => (row.isInOpenTask ? [row.keyId] : [])))
          assert.deepStrictEqual(yield* candidates("TRANSLATE"), [
            { keyId: one, state: "UNTRANSLATED", outdated: false, words: 2, characters: 9, isInOpenTask: false },
            { keyId: two, state: "TRANSLATED", outdated: true, words: 1, characters: 3, isInOpenTask: false }
          ])
          const id = yield* create("TRANSLATE", [one])
          assert.deepStrictEqual(yield* taken("TRANSLATE"), [one])
          assert.deepStrictEqual(yield* taken("REVIEW"), [])
          yield* close(id, 5)
          assert.deepStrictEqual(yield* taken("TRANSLATE"), [])
          assert.deepStrictEqual(yield* tasks.listCandidates(place, { languageId: de, type: "REVIEW" }, []), [])
        })
      )
    )

    it.effect("find the others that share one of their keys outside the trash", () =>
      inFixture(
        Effect.gen(function* () {
          const { tasks, one, two, trashed, create } = yield* seed
          const id = yield* create("REVIEW", [one, trashed])
          yield* create("TRANSLATE", [one, two])
          yield* create("TRANSLATE", [two, trashed])
          assert.deepStrictEqual(
            (yield* tasks.listSharing(id)).map((row) => ({ ...row })),
            [{ number: 2, type: "TRANSLATE", state: "NEW" }]
          )
        })
      )
    )

    it.effect("are listed with their keys while open: one of the user, and one of others", () =>
      inFixture(
        Effect.gen(function* () {
          const { tasks, place, projectId, de, one, two, branchId, onBranch, create, close } = yield* seed
          yield* create("REVIEW", [one, two], [member])
          const second = yield* create("REVIEW", [one], [member, owner])
          yield* create("TRANSLATE", [one], [owner])
          yield* create("TRANSLATE", [one, two])
          yield* close(yield* create("TRANSLATE", [one], [member]), 9)
          yield* create("TRANSLATE", [onBranch], [], { branchId })
          yield* tasks.setDone(second, [one], { by: member, at: 3 })
          const row = (keyId: number, number: number, type: TaskType, isAssigned: boolean, isDone = false) => ({
            ...{ keyId, number, type, languageId: de, languageTag: "de", isDone, isAssigned }
          })
          const listed = (keyIds: ReadonlyArray<number>, languageIds: ReadonlyArray<number>) =>
            Effect.map(tasks.listOpenOfKeys(keyIds, languageIds, member), (rows) => rows.map((one) => ({ ...one })))
          assert.deepStrictEqual(yield* listed([one, two], [de]), [
            row(one, 4, "TRANSLATE", false),
            row(one, 2, "REVIEW", true, true),
            row(two, 4, "TRANSLATE", false),
            row(two, 1, "REVIEW", true)
          ])
          assert.deepStrictEqual(yield* listed([one], []), [])
          assert.deepStrictEqual(yield* listed([], [de]), [])
          assert.strictEqual(yield* tasks.countOpen(place), 4)
          assert.strictEqual(yield* tasks.countOpen({ projectId, branchId }), 1)
        })
      )
    )

    it.effect("are hidden with their language, and erased with it", () =>
      inFixture(
        Effect.gen(function* () {
          const { sql, tasks, projectId, de, one, create, numbers } = yield* seed
          const deleted = yield* DeletedContentRepository
          yield* create("TRANSLATE", [one], [member])
          yield* sql`UPDATE language SET deleted_at = 1 WHERE id = ${de}`
          assert.deepStrictEqual(yield* numbers({}), [])
          assert.isTrue(Option.isNone(yield* tasks.find(projectId, 1)))
          while (yield* deleted.isLeft) yield* deleted.eraseSome(1_000)
          assert.deepStrictEqual(yield* sql`SELECT id FROM task`, [])
          assert.deepStrictEqual(yield* sql`SELECT key_id FROM task_key`, [])
        })
      )
    )

    it.effect("of a deleted branch are erased though a merge names it", () =>
      inFixture(
        Effect.gen(function* () {
          const { sql, projectId, one, branchId, onBranch, create } = yield* seed
          const deleted = yield* DeletedContentRepository
          yield* create("TRANSLATE", [onBranch], [member], { branchId })
          const kept = yield* create("TRANSLATE", [one])
          yield* sql`INSERT INTO branch_merge ${sql.insert({
            ...{ project_id: projectId, source_branch_id: branchId, target_branch_id: branchId },
            ...{ source_revision_id: 0, target_revision_id: 0, created_at: 0 }
          })}`
          yield* sql`UPDATE branch SET state = 'DELETED', deleted_at = 1 WHERE id = ${branchId}`
          while (yield* deleted.isLeft) yield* deleted.eraseSome(1_000)
          const left = yield* sql<{ id: number }>`SELECT id FROM task`
          assert.deepStrictEqual(
            left.map(({ id }) => id),
            [kept]
          )
        })
      )
    )
  })
})
