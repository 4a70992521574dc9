import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { defaultBranch } from "../database/content-place.ts"
import { Database } from "../database/database.ts"
import {
  emptyPostgres,
  emptySqlite,
  layerTestPostgres,
  layerTestSqlite,
  migrated,
  PostgresServer
} from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { ImportConflictRepository } from "./import-conflict-repository.ts"
import { ImportRepository } from "./import-repository.ts"
import { ImportStagingRepository, type StagedIssue } from "./import-staging-repository.ts"

const layerRepositories = Layer.mergeAll(
  ImportRepository.layer,
  ImportConflictRepository.layer,
  ImportStagingRepository.layer
)

const byId = [{ property: "id", direction: "asc" }] as const

/** A project of organization 1 with English and Czech. */
const seedProject = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [project] = yield* sql<{ id: number }>`
    INSERT INTO project ${sql.insert({ organization_id: 1, name: "P", slug: "p", created_at: 0 })} RETURNING id`
  const projectId = project?.id ?? 0
  const rows = yield* sql<{ id: number; tag: string }>`
    INSERT INTO language ${sql.insert([
      { project_id: projectId, name: "en", tag: "en", created_at: 0 },
      { project_id: projectId, name: "cs", tag: "cs", created_at: 0 }
    ])} RETURNING id, tag`
  const languageId = (tag: string) => rows.find((row) => row.tag === tag)?.id ?? null
  return {
    owner: { ...defaultBranch(projectId), userId: 1, apiKeyId: 0 },
    english: languageId("en"),
    czech: languageId("cs")
  }
}).pipe(Effect.orDie)

interface SeedFile {
  readonly importId: number
  readonly namespace?: string
  readonly existingLanguageId: number | null
  /** Names; those with `!` are not selected. */
  readonly keys: ReadonlyArray<string>
  readonly issues?: ReadonlyArray<StagedIssue>
}

/** One file with one language, whose texts are the names of its keys. */
const stageFile = Effect.fnUntraced(function* (input: SeedFile) {
  const staging = yield* ImportStagingRepository
  const conflicts = yield* ImportConflictRepository
  const { importId, namespace = null, existingLanguageId, issues = [] } = input
  const keys = input.keys.map((text) => ({ name: text.replace("!", ""), isSelected: !text.endsWith("!") }))
  const fileId = yield* staging.insertFile({
    importId,
    name: "en.json",
    namespace,
    detectedNamespace: namespace,
    format: "JSON_ICU",
    formatReason: '{"reason":"fallback"}'
  })
  const languageId = yield* staging.insertLanguage({ fileId, name: "en", existingLanguageId, isRepeated: false })
  const keyIds = yield* staging.insertKeys(
    fileId,
    keys.map(({ name }) => ({
      name,
      description: null,
      customValues: null,
      codeReferences: null,
      formatData: null,
      pluralArgumentName: null
    }))
  )
  yield* staging.insertTranslations(
    keys.map(({ name, isSelected }) => ({
      keyId: keyIds.get(name) ?? 0,
      languageId,
      value: `Text of ${name}`,
      isPlural: false,
      isOutdated: false,
      isSelected,
      line: 3,
      column: 4
    }))
  )
  yield* staging.insertIssues(fileId, 0, issues)
  yield* staging.setIssueCount(fileId, issues.length)
  yield* conflicts.count(importId)
  return { fileId, languageId, keyIds }
})

const emptyValue = (name: string): StagedIssue => ({
  type: "VALUE_IS_EMPTY",
  parameters: JSON.stringify([{ type: "KEY_NAME", value: name }]),
  line: 1,
  column: 2,
  message: "empty",
  excerpt: null
})

const collision = (keyId: number | undefined, languageId: number, name: string): StagedIssue => ({
  type: "TRANSLATION_DEFINED_IN_ANOTHER_FILE",
  parameters: JSON.stringify([
    { type: "KEY_ID", value: String(keyId) },
    { type: "LANGUAGE_ID", value: String(languageId) },
    { type: "KEY_NAME", value: name },
    { type: "LANGUAGE_NAME", value: "en" }
  ]),
  line: null,
  column: null,
  message: "collision",
  excerpt: JSON.stringify({ text: `line of ${name}`, caret: 0 })
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("imports on %s", (engine, layerTest) => {
  const layerFixture = layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("nothing that is staged is seen before it is published, and all of it then", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const { owner, english } = yield* seedProject
          const importId = yield* staging.insertImport(owner, 5)
          const { fileId, languageId } = yield* stageFile({
            importId,
            existingLanguageId: english,
            keys: ["b", "a", "c!"],
            issues: [emptyValue("a")]
          })
          assert.isTrue(Option.isNone(yield* imports.find(owner)))
          assert.isTrue(Option.isNone(yield* imports.findLanguage(owner, languageId)))
          assert.isTrue(Option.isNone(yield* imports.findFile(owner, fileId)))
          assert.deepStrictEqual(yield* staging.publish(owner, importId), Option.some(importId))
          assert.deepStrictEqual(yield* imports.find(owner), Option.some({ id: importId, createdAt: 5 }))
          assert.deepStrictEqual(yield* imports.findFile(owner, fileId), Option.some({ issueCount: 1, branchId: null }))
          const language = {
            id: languageId,
            name: "en",
            existingLanguageId: english,
            existingLanguageTag: "en",
            existingLanguageName: "en",
            fileId,
            fileName: "en.json",
            fileIssueCount: 1,
            fileNoticeCount: 0,
            namespace: null,
            totalCount: 2,
            conflictCount: 0,
            resolvedCount: 0
          }
          const found = { ...language, branchId: null }
          assert.deepStrictEqual(yield* imports.findLanguage(owner, languageId), Option.some(found))
          const page = { offset: 0, limit: 10, sort: byId }
          assert.deepStrictEqual(yield* imports.listLanguages(importId, page), { total: 1, rows: [language] })
          const texts = yield* imports.listTranslations(languageId, {
            ...page,
            sort: [{ property: "keyName", direction: "asc" }],
            search: "TEXT OF",
            only: null
          })
          assert.strictEqual(texts.total, 3)
          assert.deepStrictEqual(
            texts.rows.map(({ keyName, value }) => [keyName, value]),
            [
              ["a", "Text of a"],
              ["b", "Text of b"],
              ["c", "Text of c"]
            ]
          )
        })
      )
    )

    it.effect("an import is found by its owner alone", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const { owner } = yield* seedProject
          const importId = yield* staging.insertImport(owner, 5)
          const { fileId, languageId } = yield* stageFile({ importId, existingLanguageId: null, keys: ["k"] })
          yield* staging.publish(owner, importId)
          for (const other of [
            { ...owner, userId: 2 },
            { ...owner, projectId: owner.projectId + 1 }
          ]) {
            assert.isTrue(Option.isNone(yield* imports.find(other)))
            assert.isTrue(Option.isNone(yield* imports.findLanguage(other, languageId)))
            assert.isTrue(Option.isNone(yield* imports.findFile(other, fileId)))
          }
        })
      )
    )

    it.effect("a user has one import on each branch, and ids find it on any that is shown", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const { owner } = yield* seedProject
          const { projectId } = owner
          const [branch] = yield* sql<{ id: number }>`
            INSERT INTO branch ${sql.insert([{ project_id: projectId, name: "release", state: "READY", created_at: 1 }])} RETURNING id`
          const branchId = branch?.id ?? 0
          const stage = Effect.fnUntraced(function* (place: number | null) {
            const placed = { ...owner, branchId: place }
            const importId = yield* staging.insertImport(placed, 5)
            const staged = yield* stageFile({ importId, existingLanguageId: null, keys: ["k"] })
            assert.deepStrictEqual(yield* staging.publish(placed, importId), Option.some(importId))
            return { importId, ...staged }
          })
          const main = yield* stage(null)
          const release = yield* stage(branchId)
          assert.deepStrictEqual(yield* imports.listBranches(owner), [null, branchId])
          const idOf = (place: number | null) =>
            Effect.map(imports.find({ ...owner, branchId: place }), (found) => Option.getOrThrow(found).id)
          assert.strictEqual(yield* idOf(null), main.importId)
          assert.strictEqual(yield* idOf(branchId), release.importId)
          const branchOf = Effect.map(
            imports.findFile(owner, release.fileId),
            (found) => Option.getOrNull(found)?.branchId
          )
          assert.strictEqual(yield* branchOf, branchId)
          yield* sql`UPDATE branch SET state = 'DELETED' WHERE id = ${branchId}`
          assert.isUndefined(yield* branchOf)
          assert.isTrue(Option.isNone(yield* imports.findLanguage(owner, release.languageId)))
          assert.deepStrictEqual(yield* imports.listBranches(owner), [null])
          // An upload that ends after its branch was deleted shows nothing.
          const late = yield* staging.insertImport({ ...owner, branchId }, 5)
          assert.isTrue(Option.isNone(yield* staging.publish({ ...owner, branchId }, late)))
        })
      )
    )

    it.effect("what is published later joins the live import, whose selected values can be asked for", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const { owner, english } = yield* seedProject
          const live = yield* staging.insertImport(owner, 5)
          const first = yield* stageFile({ importId: live, existingLanguageId: english, keys: ["k", "l!"] })
          yield* stageFile({ importId: live, existingLanguageId: null, keys: ["unpaired"] })
          yield* staging.publish(owner, live)
          assert.deepStrictEqual(yield* staging.listSelectedValues(live), [
            {
              keyName: "k",
              keyId: first.keyIds.get("k") ?? 0,
              languageId: first.languageId,
              languageName: "en",
              existingLanguageTag: "en",
              namespace: null
            }
          ])
          const staged = yield* staging.insertImport(owner, 6)
          yield* stageFile({ importId: staged, existingLanguageId: english, keys: ["m"] })
          assert.strictEqual(yield* imports.countLanguages(live), 2)
          assert.deepStrictEqual(yield* staging.publish(owner, staged), Option.some(live))
          assert.strictEqual(yield* imports.countLanguages(live), 3)
          assert.lengthOf(yield* imports.listFormats(live), 3)
          assert.deepStrictEqual(yield* imports.find(owner), Option.some({ id: live, createdAt: 5 }))
        })
      )
    )

    it.effect("pages of issues are the same slices of one order, by position and by type, in both directions", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const { owner } = yield* seedProject
          const importId = yield* staging.insertImport(owner, 5)
          const issues = Array.from({ length: 23 }, (_, index) =>
            index % 3 === 0 ? collision(index, index, "k") : emptyValue(`k${index}`)
          )
          const { fileId } = yield* stageFile({ importId, existingLanguageId: null, keys: [], issues })
          // Positions count on over several pieces.
          yield* staging.insertIssues(fileId, 23, [emptyValue("last")])
          yield* stageFile({ importId, existingLanguageId: null, keys: [], issues: [emptyValue("other file")] })
          const all = yield* imports.listIssues(fileId, 24, { offset: 0, limit: 100, sort: byId })
          assert.lengthOf(all, 24)
          assert.deepStrictEqual(
            all.map(({ id }) => id),
            all.map(({ id }) => id).toSorted((left, right) => left - right)
          )
          assert.deepStrictEqual([all[1]?.lineNumber, all[1]?.columnNumber], [1, 2])
          const order = (sort: Parameters<typeof imports.listIssues>[2]["sort"]) =>
            Effect.map(
              Effect.forEach([0, 1, 2, 3, 4], (page) =>
                imports.listIssues(fileId, 24, { offset: page * 5, limit: 5, sort })
              ),
              (pages) => pages.flat().map(({ id }) => all.findIndex((issue) => issue.id === id))
            )
          const positions = all.map((_, index) => index)
          const typed = [
            ...positions.filter((at) => all[at]?.type !== "VALUE_IS_EMPTY"),
            ...positions.filter((at) => all[at]?.type === "VALUE_IS_EMPTY")
          ]
          assert.deepStrictEqual(yield* order(byId), positions)
          assert.deepStrictEqual(yield* order([{ property: "id", direction: "desc" }]), positions.toReversed())
          assert.deepStrictEqual(yield* order([{ property: "type", direction: "asc" }, ...byId]), typed)
          assert.deepStrictEqual(
            yield* order([
              { property: "type", direction: "desc" },
              { property: "id", direction: "desc" }
            ]),
            typed.toReversed()
          )
          assert.deepStrictEqual(yield* imports.listIssues(fileId, 24, { offset: 24, limit: 5, sort: byId }), [])
        })
      )
    )

    it.effect("the heir of a removed language gets its keys, and the issues name it from then on", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const conflicts = yield* ImportConflictRepository
          const staging = yield* ImportStagingRepository
          const { owner, english, czech } = yield* seedProject
          const importId = yield* staging.insertImport(owner, 5)
          const first = yield* stageFile({ importId, existingLanguageId: english, keys: ["k", "own"] })
          const issuesOf = (name: string) => collision(first.keyIds.get(name), first.languageId, name)
          const heir = yield* stageFile({
            importId,
            existingLanguageId: english,
            keys: ["k!", "l"],
            issues: [emptyValue("before"), issuesOf("k"), emptyValue("after")]
          })
          const third = yield* stageFile({
            importId,
            existingLanguageId: english,
            keys: ["k!"],
            issues: [issuesOf("k")]
          })
          const other = yield* stageFile({ importId, existingLanguageId: czech, keys: ["k"] })
          const grouped = yield* stageFile({ importId, namespace: "n", existingLanguageId: english, keys: ["own!"] })
          yield* staging.publish(owner, importId)

          yield* imports.removeLanguage(first.languageId, first.fileId, 9)
          yield* conflicts.settleCollisions(importId)
          yield* conflicts.count(importId)
          const { rows } = yield* imports.listLanguages(importId, { offset: 0, limit: 10, sort: byId })
          assert.deepStrictEqual(
            rows.map(({ id, totalCount, fileIssueCount }) => [id, totalCount, fileIssueCount]),
            [
              [heir.languageId, 2, 2],
              [third.languageId, 0, 1],
              [other.languageId, 1, 0],
              [grouped.languageId, 1, 0]
            ]
          )
          const left = yield* imports.listIssues(heir.fileId, 2, { offset: 0, limit: 10, sort: byId })
          assert.deepStrictEqual(
            left.map(({ parameters }) => JSON.parse(parameters)[0].value),
            ["before", "after"]
          )
          assert.deepStrictEqual(
            yield* imports.listIssues(heir.fileId, 2, { offset: 1, limit: 10, sort: byId }),
            left.slice(1)
          )
          const [moved] = yield* imports.listIssues(third.fileId, 1, { offset: 0, limit: 10, sort: byId })
          assert.strictEqual(moved?.parameters, collision(heir.keyIds.get("k"), heir.languageId, "k").parameters)
          assert.deepStrictEqual([moved?.lineNumber, moved?.columnNumber], [3, 4])
        })
      )
    )

    it.effect("an upload whose import was deleted meanwhile is not published, and deleting all takes it along", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const { owner } = yield* seedProject
          const live = yield* staging.insertImport(owner, 5)
          yield* stageFile({ importId: live, existingLanguageId: null, keys: ["k"] })
          yield* staging.publish(owner, live)
          const staged = yield* staging.insertImport(owner, 6)
          yield* imports.markAllDeleted(owner.projectId + 1, 7)
          assert.isTrue(Option.isSome(yield* imports.lock(owner)))
          yield* imports.markAllDeleted(owner.projectId, 7)
          assert.isTrue(Option.isNone(yield* imports.lock(owner)))
          assert.isTrue(Option.isNone(yield* staging.publish(owner, staged)))
        })
      )
    )

    it.effect("removing a language leaves the keys of the others, and those without a text to the last one", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const sql = yield* SqlClient.SqlClient
          const { owner } = yield* seedProject
          const importId = yield* staging.insertImport(owner, 5)
          const { fileId, languageId, keyIds } = yield* stageFile({
            importId,
            existingLanguageId: null,
            keys: ["first", "both"]
          })
          const keysLeft = Effect.map(
            sql<{ name: string }>`SELECT name FROM import_key WHERE import_file_id = ${fileId} ORDER BY name`,
            (rows) => rows.map(({ name }) => name)
          )
          const second = yield* staging.insertLanguage({
            fileId,
            name: "second",
            existingLanguageId: null,
            isRepeated: false
          })
          const emptyKey = {
            description: null,
            customValues: null,
            codeReferences: null,
            formatData: null,
            pluralArgumentName: null
          }
          yield* staging.insertKeys(fileId, [{ ...emptyKey, name: "empty" }])
          const text = { value: "v", isPlural: false, isOutdated: false, isSelected: true, line: 1, column: 1 }
          yield* staging.insertTranslations([{ ...text, keyId: keyIds.get("both") ?? 0, languageId: second }])
          yield* staging.publish(owner, importId)
          yield* imports.removeLanguage(languageId, fileId, 9)
          assert.deepStrictEqual(yield* keysLeft, ["both", "empty"])
          yield* imports.removeLanguage(second, fileId, 9)
          assert.deepStrictEqual(yield* keysLeft, [])
          assert.isTrue(Option.isNone(yield* imports.find(owner)))
        })
      )
    )

    it.effect("removing the last language removes the import", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const { owner } = yield* seedProject
          const importId = yield* staging.insertImport(owner, 5)
          const { fileId, languageId } = yield* stageFile({ importId, existingLanguageId: null, keys: ["k"] })
          yield* staging.publish(owner, importId)
          yield* imports.removeLanguage(languageId, fileId, 9)
          assert.isTrue(Option.isNone(yield* imports.find(owner)))
        })
      )
    )

    it.effect("erasing takes deleted imports and old unfinished ones in small pieces, and nothing else", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const staging = yield* ImportStagingRepository
          const sql = yield* SqlClient.SqlClient
          const { owner } = yield* seedProject
          const keys = ["a", "b", "c", "d", "e"]
          const insertImport = Effect.fnUntraced(function* (userId: number, createdAt: number) {
            const importId = yield* staging.insertImport({ ...owner, userId }, createdAt)
            yield* stageFile({ importId, existingLanguageId: null, keys, issues: keys.map(emptyValue) })
            return importId
          })
          const live = yield* insertImport(1, 5)
          yield* staging.publish(owner, live)
          assert.isFalse(yield* staging.hasRemoved)
          const deleted = yield* insertImport(2, 5)
          yield* staging.publish({ ...owner, userId: 2 }, deleted)
          yield* imports.markDeleted(deleted, 6)
          const abandoned = yield* insertImport(1, 5)
          yield* staging.abandon(abandoned, 6)
          const unfinished = yield* insertImport(1, 5)
          const running = yield* insertImport(1, 100)
          assert.isTrue(yield* staging.hasRemoved)
          let pieces = 0
          while (yield* staging.eraseSome(50, 2)) pieces++
          assert.isAtLeast(pieces, 3 * 9)
          const left = yield* sql<{ id: number }>`SELECT id FROM import ORDER BY id`
          assert.deepStrictEqual(
            left.map(({ id }) => id),
            [live, running]
          )
          assert.isBelow(abandoned, unfinished)
          for (const table of ["import_translation", "import_file_issue", "import_key"]) {
            const [row] = yield* sql<{ total: number }>`SELECT CAST(count(*) AS INTEGER) AS total FROM ${sql(table)}`
            assert.strictEqual(row?.total, 10, table)
          }
        })
      )
    )

    if (engine === "SQLite") {
      it.effect.each([
        ["by position", byId, /import_file_issue_position \(import_file_id=\? AND position>\?\)/],
        [
          "backwards",
          [{ property: "id", direction: "desc" }],
          /import_file_issue_position \(import_file_id=\? AND position<\?\)/
        ],
        ["by type", [{ property: "type", direction: "asc" }, ...byId], /import_file_issue_type \(import_file_id=\?\)/]
      ] as const)("the page of issues %s comes out of an index, without sorting", ([, sort, index]) =>
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const plans: Array<string> = []
          const explain: Statement.Transformer = (statement, sql) => {
            const [text, parameters] = statement.compile()
            return text.startsWith("EXPLAIN")
              ? Effect.succeed(statement)
              : Effect.as(
                  Effect.tap(
                    Effect.orDie(sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters)),
                    (rows) => Effect.sync(() => plans.push(rows.map((row) => row.detail).join("\n")))
                  ),
                  statement
                )
          }
          yield* imports
            .listIssues(1, 100_000, { offset: 99_980, limit: 20, sort })
            .pipe(Effect.provideService(Statement.CurrentTransformer, explain))
          assert.match(plans[0] ?? "", index)
          assert.notInclude(plans[0] ?? "", "TEMP B-TREE")
        })
      )
    }
  })
})

layer(PostgresServer.layer, { timeout: "60 seconds" })("two servers", (it) => {
  const nextTurn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  /** The only other transaction of the database waits for a lock. */
  const isLockAwaited = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const waiting = yield* sql`
      SELECT w.pid FROM pg_locks w JOIN pg_locks held ON held.pid = w.pid
      JOIN pg_database d ON d.oid = held.database AND d.datname = current_database()
      WHERE NOT w.granted`
    return waiting.length > 0
  })

  it.effect.each([
    ["SQLite", emptySqlite, nextTurn],
    ["PostgreSQL", emptyPostgres, Effect.repeat(Effect.andThen(nextTurn, isLockAwaited), { until: (is) => is })]
  ] as const)("that publish the first two uploads of one user on %s make one import of them", ([, database, waiting]) =>
    Effect.gen(function* () {
      const connect = yield* database
      const layerFirst = layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(migrated(connect()))))
      const layerSecond = Layer.provideMerge(layerRepositories, Layer.provideMerge(Database.layer, connect()))
      const published = yield* Deferred.make<void>()
      const mayCommit = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const { transaction } = yield* Database
        const staging = yield* ImportStagingRepository
        const { owner, staged, later } = yield* transaction(
          Effect.gen(function* () {
            const { owner } = yield* seedProject
            const [staged, later] = [yield* staging.insertImport(owner, 5), yield* staging.insertImport(owner, 6)]
            for (const importId of [staged, later])
              yield* stageFile({ importId, existingLanguageId: null, keys: ["k"] })
            return { owner, staged, later }
          })
        )
        const first = yield* Effect.forkChild(
          transaction(
            staging
              .publish(owner, staged)
              .pipe(Effect.tap(Deferred.succeed(published, undefined)), Effect.tap(Deferred.await(mayCommit)))
          )
        )
        yield* Deferred.await(published)
        const second = yield* Effect.forkChild(
          Effect.gen(function* () {
            const other = yield* Database
            const otherStaging = yield* ImportStagingRepository
            return yield* other.transaction(otherStaging.publish(owner, later))
          }).pipe(Effect.provide(layerSecond)),
          { startImmediately: true }
        )
        yield* waiting
        yield* Deferred.succeed(mayCommit, undefined)
        assert.deepStrictEqual(
          [yield* Fiber.join(first), yield* Fiber.join(second)],
          [Option.some(staged), Option.some(staged)]
        )
        const imports = yield* ImportRepository
        assert.strictEqual(yield* imports.countLanguages(staged), 2)
      }).pipe(Effect.provide(layerFirst))
    }).pipe(Effect.scoped)
  )
})
