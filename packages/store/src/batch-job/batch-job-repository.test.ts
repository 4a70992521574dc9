import type { BatchOperation } from "@dragoman/domain/batch-job"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { type BatchJobOwner, BatchJobRepository } from "./batch-job-repository.ts"
import { MachineAnswerRepository } from "./machine-answer-repository.ts"

const operation: BatchOperation = { type: "TAG_KEYS", tags: ["č"] }
const [owner, member] = [1, 2]

/** A job of a project for four keys in two pieces. */
const start = Effect.fnUntraced(function* (projectId: number, at: number, authorId = owner, apiKeyId = 0) {
  const jobs = yield* BatchJobRepository
  const pieces = [[1, 2, 3], [9_007_199_254_740_991]]
  return yield* jobs.insert({ projectId, owner: { authorId, apiKeyId }, operation, reviewLanguageIds: [7], pieces, at })
})

/** The projects 1 and 2. */
const seedProjects = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const project = { organization_id: 1, created_at: 0 }
  yield* sql`INSERT INTO project ${sql.insert([
    { id: 1, name: "One", slug: "one", ...project },
    { id: 2, name: "Two", slug: "two", ...project }
  ])}`
}).pipe(Effect.orDie)

const end = { failedKeyIds: [], errorMessage: null, activity: null, at: 50 }
const finish = { errorMessage: null, activityRevisionId: null }

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("batch jobs on %s", (_, layerTest) => {
  layer(
    Layer.mergeAll(BatchJobRepository.layer, MachineAnswerRepository.layer).pipe(
      Layer.provideMerge(layerProjectFixture(layerTest))
    ),
    { timeout: "60 seconds" }
  )((it) => {
    it.effect("go on piece by piece; what failed stays", () =>
      Effect.gen(function* () {
        yield* seedProjects
        const jobs = yield* BatchJobRepository
        const id = yield* start(1, 10)
        const lease = { owner: "a", now: 20, until: 30 }
        const leased = Option.getOrThrow(yield* jobs.lease(id, lease))
        assert.deepInclude(leased, {
          operation,
          reviewLanguageIds: [7],
          activity: null,
          status: "RUNNING",
          doneItems: 0,
          totalItems: 4,
          createdAt: 10,
          authorUsername: "owner"
        })
        const first = Option.getOrThrow(yield* jobs.findPiece(id))
        assert.deepStrictEqual(first, { number: 0, keyIds: [1, 2, 3] })
        const errorMessage = "key_exists_in_namespace"
        yield* jobs.endPiece({ ...end, id, piece: first, failedKeyIds: [2], errorMessage, activity: "{}" })
        const second = Option.getOrThrow(yield* jobs.findPiece(id))
        assert.deepStrictEqual(second, { number: 1, keyIds: [9_007_199_254_740_991] })
        yield* jobs.endPiece({ ...end, id, piece: second, activity: "{}" })
        assert.isTrue(Option.isNone(yield* jobs.findPiece(id)))
        assert.deepInclude(Option.getOrThrow(yield* jobs.findUnfinished(id)), {
          doneItems: 3,
          errorMessage,
          activity: "{}",
          updatedAt: 50
        })
        yield* jobs.finish({ ...finish, id, status: "FAILED", activityRevisionId: 5, at: 60 })
        assert.isTrue(Option.isNone(yield* jobs.findUnfinished(id)))
        assert.isTrue(Option.isNone(yield* jobs.lease(id, lease)))
        assert.deepInclude(Option.getOrThrow(yield* jobs.find(1, id)), { status: "FAILED", activityRevisionId: 5 })
        assert.isTrue(Option.isNone(yield* jobs.find(2, id)))
      }).pipe(inFixture)
    )

    it.effect("are due one of a project at a time, in turn, unless another engine works on them", () =>
      Effect.gen(function* () {
        yield* seedProjects
        const jobs = yield* BatchJobRepository
        const sql = yield* SqlClient.SqlClient
        const dueTo = (owner: string, now: number) =>
          Effect.map(jobs.findDue({ owner, now, asksMachine: false }), (due) => Option.getOrNull(due)?.id ?? null)
        assert.isNull(yield* dueTo("a", 0))
        const older = yield* start(1, 10)
        const newer = yield* start(1, 5)
        const other = yield* start(2, 20)
        assert.strictEqual(yield* dueTo("a", 0), older)
        assert.isTrue(Option.isNone(yield* jobs.lease(newer, { owner: "a", now: 0, until: 100 })))
        yield* jobs.lease(older, { owner: "a", now: 0, until: 100 })
        assert.deepStrictEqual([yield* dueTo("b", 99), yield* dueTo("b", 100)], [other, older])
        yield* jobs.release("b")
        assert.strictEqual(yield* dueTo("b", 99), other)
        yield* jobs.release("a")
        assert.strictEqual(yield* dueTo("b", 99), older)
        yield* jobs.endPiece({ ...end, id: older, piece: { number: 0, keyIds: [1] } })
        assert.strictEqual(yield* dueTo("a", 0), other, "the one that has waited longest")
        yield* jobs.finish({ ...finish, id: older, status: "CANCELLED", at: 60 })
        assert.strictEqual(yield* dueTo("a", 0), newer)
        yield* sql`UPDATE project SET deleted_at = 1 WHERE id = 1`
        assert.strictEqual(yield* dueTo("a", 0), other)
      }).pipe(Effect.orDie, inFixture)
    )

    it.effect("that ask machines run beside the others, under a lease that only their owner renews", () =>
      Effect.gen(function* () {
        yield* seedProjects
        const jobs = yield* BatchJobRepository
        const answers = yield* MachineAnswerRepository
        const dueTo = (owner: string, asksMachine: boolean, except: ReadonlyArray<number> = []) =>
          Effect.map(jobs.findDue({ owner, now: 0, asksMachine, except }), (due) => Option.getOrNull(due)?.id ?? null)
        const ordinary = yield* start(1, 10)
        const machine = (at: number) =>
          jobs.insert({
            projectId: 1,
            owner: { authorId: null, apiKeyId: 0 },
            operation: { type: "AUTO_TRANSLATE", targetLanguageIds: [], machineLanguageIds: [7] },
            reviewLanguageIds: [],
            pieces: [[1, 2, 3]],
            at
          })
        const [long, short] = [yield* machine(20), yield* machine(30)]
        assert.deepStrictEqual([yield* dueTo("a", false), yield* dueTo("a", true)], [ordinary, long])
        assert.isNull(yield* dueTo("a", true, [1]))
        const lease = { owner: "a", now: 0, until: 100 }
        assert.isNull(Option.getOrThrow(yield* jobs.lease(long, lease)).authorName)
        assert.isTrue(Option.isNone(yield* jobs.lease(long, { ...lease, owner: "b" })), "another owner has it")
        assert.strictEqual(yield* dueTo("b", true), short)
        assert.deepStrictEqual(
          [yield* jobs.renew(long, lease), yield* jobs.renew(long, { ...lease, owner: "b" })],
          [true, false]
        )
        const estimate = { qualityScore: 60, qualityReason: "Far longer." }
        const result = {
          languageId: 7,
          baseDigest: "d",
          text: "t",
          service: "DEEPL",
          promptId: null,
          ...estimate
        } as const
        yield* answers.keep(long, [{ ...result, keyId: 1, errorCode: null, detail: null }])
        yield* answers.keep(long, [
          { ...result, keyId: 1, errorCode: null, detail: null, text: "newer" },
          {
            ...result,
            keyId: 2,
            baseDigest: null,
            text: null,
            service: null,
            errorCode: "translation_failed",
            detail: "why"
          }
        ])
        assert.deepStrictEqual(
          (yield* answers.list(long, [1, 2, 3])).map(({ keyId, text, detail }) => [keyId, text, detail]),
          [
            [1, "newer", null],
            [2, null, "why"]
          ]
        )
        const piece = Option.getOrThrow(yield* jobs.findPiece(long))
        yield* jobs.endPiece({ ...end, id: long, piece, remainingKeyIds: [3], failedKeyIds: [2] })
        assert.deepStrictEqual(Option.getOrThrow(yield* jobs.findPiece(long)), { number: 0, keyIds: [3] })
        assert.strictEqual(Option.getOrThrow(yield* jobs.findUnfinished(long)).doneItems, 1)
        assert.strictEqual(yield* dueTo("a", true), short, "the one that has waited longest")
        yield* answers.removeTexts(long)
        assert.strictEqual((yield* answers.list(long, [1, 2])).length, 1)
        yield* jobs.finish({ ...finish, id: long, status: "CANCELLED", at: 60 })
        assert.isFalse(yield* jobs.renew(long, lease))
        yield* jobs.forget(61, 5)
        assert.deepStrictEqual(yield* answers.list(long, [1, 2]), [])
      }).pipe(inFixture)
    )

    it.effect("are listed by author, by what is current, and forgotten", () =>
      Effect.gen(function* () {
        yield* seedProjects
        const jobs = yield* BatchJobRepository
        const key = 9
        const ids = [yield* start(1, 10), yield* start(1, 20, member), yield* start(1, 30, owner, key)]
        const [first = 0, second = 0, third = 0] = ids
        yield* start(2, 40)
        const list = (by: BatchJobOwner | null) =>
          Effect.map(
            jobs.list({
              projectId: 1,
              owner: by,
              sort: [{ property: "id", direction: "desc" }],
              limit: 2,
              offset: 0
            }),
            ({ rows, total }) => [rows.map(({ id }) => id), total]
          )
        assert.deepStrictEqual(yield* list(null), [[third, second], 3])
        assert.deepStrictEqual(yield* list({ authorId: member, apiKeyId: 0 }), [[second], 1])
        assert.deepStrictEqual(yield* list({ authorId: owner, apiKeyId: 0 }), [[third, first], 2])
        assert.deepStrictEqual(yield* list({ authorId: owner, apiKeyId: key }), [[third], 1])
        yield* jobs.finish({ ...finish, id: first, status: "SUCCESS", at: 50 })
        yield* jobs.finish({ ...finish, id: second, status: "CANCELLED", at: 60 })
        const current = (finishedSince: number) =>
          Effect.map(jobs.listCurrent({ projectId: 1, owner: null, finishedSince }), (rows) => rows.map(({ id }) => id))
        assert.deepStrictEqual([yield* current(60), yield* current(61)], [[second, third], [third]])
        assert.isFalse(yield* jobs.hasFinishedBefore(50))
        assert.isTrue(yield* jobs.hasFinishedBefore(61))
        yield* jobs.forget(61, 1)
        assert.deepStrictEqual(yield* list(null), [[third, second], 2])
        yield* jobs.forget(61, 5)
        assert.deepStrictEqual(yield* list(null), [[third], 1])
      }).pipe(inFixture)
    )
  })
})
