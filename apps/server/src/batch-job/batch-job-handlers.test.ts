import type { BatchJobModel, FindAndReplaceModel } from "@dragoman/api"
import type { Scope } from "@dragoman/domain/permission"
import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { indexMemory } from "../assistance/memory/index-memory.ts"
import { BatchJobUpdates } from "../realtime/batch-job-progress.ts"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { contentOf, protectReviewed, setStates, textsIn } from "../testing/project-content.ts"
import { startReceiver } from "../testing/receiver.ts"
import { seed } from "../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { BatchJobEngine } from "./batch-job-engine.ts"
import { BatchPieceKeysMax } from "./change-batch-jobs.ts"
import { runBatchJobPiece } from "./run-batch-job.ts"

let fixtures = 0

/** A project with the languages en (base), de, fr and the keys a to e, translated into en and de; a and b are in `web`. */
const seedFixture = Effect.gen(function* () {
  const name = `Batch ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  yield* seed.useNamespaces(project.id)
  const web = yield* seed.namespace({ project: project.id, name: "web" })
  const { en = 0, de = 0, fr = 0 } = project.languages
  const keys: Record<string, number> = {}
  for (const key of ["a", "b", "c", "d", "e"]) {
    const isWeb = key === "a" || key === "b"
    const id = yield* seed.key({ project: project.id, name: key, ...(isWeb ? { namespace: web } : {}) })
    for (const [tag, language] of Object.entries({ en, de })) {
      yield* seed.translation({ key: id, language, text: `${key} ${tag}` })
    }
    keys[key] = id
  }
  const { a = 0, b = 0, c = 0, d = 0, e = 0 } = keys
  const asOwner: TestCredential = yield* seed.accessToken(owner)
  const path = `/v2/projects/${project.id}`
  return { name, owner, organization, project, asOwner, path, en, de, fr, a, b, c, d, e, all: [a, b, c, d, e] }
})
type Fixture = Effect.Success<typeof seedFixture>

const start = ({ asOwner, path }: Fixture, operation: string, body: object, credential: TestCredential = asOwner) =>
  send(credential, "POST", `${path}/start-batch-job/${operation}`, body)

const jobIn = ({ status, body }: TestResponse): BatchJobModel => {
  if (status !== 200) throw new Error(`responded with ${status}: ${JSON.stringify(body)}`)
  return body as BatchJobModel
}

const jobOf = ({ asOwner, path }: Fixture, id: number) =>
  Effect.map(send(asOwner, "GET", `${path}/batch-jobs/${id}`), jobIn)

/** Asks again until the job is over; the test's own time limit ends it otherwise. */
const finished = (fixture: Fixture, id: number) =>
  Effect.repeat(jobOf(fixture, id), {
    until: ({ status }) => status !== "PENDING" && status !== "RUNNING",
    schedule: Schedule.spaced("5 millis")
  })

const run = Effect.fnUntraced(function* (fixture: Fixture, operation: string, body: object) {
  return yield* finished(fixture, jobIn(yield* start(fixture, operation, body)).id)
})

const previewOf = Effect.fnUntraced(function* ({ asOwner, path }: Fixture, body: object, filters = "") {
  const preview = yield* send(asOwner, "POST", `${path}/translations/find-and-replace/preview${filters}`, body)
  if (preview.status !== 200) throw new Error(`responded with ${preview.status}: ${JSON.stringify(preview.body)}`)
  return preview.body as FindAndReplaceModel
})

/** Fields of a finished job that are the same on every run. */
const outcome = ({ status, progress, totalItems, errorMessage }: BatchJobModel) => [
  status,
  progress,
  totalItems,
  errorMessage
]

interface ListedKey {
  readonly keyName: string
  readonly translations: Readonly<Record<string, object>>
}

interface Activity {
  readonly revisionId: number
  readonly type: string
  readonly author: { readonly id: number } | null
  readonly counts: Readonly<Record<string, number>> | null
  readonly params: unknown
}

/** The newest first. */
const activitiesOf = Effect.fnUntraced(function* ({ asOwner, path }: Fixture) {
  const { body } = yield* send(asOwner, "GET", `${path}/activity?sort=timestamp,desc&size=100`)
  const { _embedded, page } = body as {
    readonly _embedded: { readonly activities: ReadonlyArray<Activity> }
    readonly page: { readonly totalElements: number }
  }
  assert.strictEqual(page.totalElements, _embedded.activities.length)
  return _embedded.activities
})

const modifiedIn = Effect.fnUntraced(function* ({ asOwner, path }: Fixture, revisionId: number, query = "") {
  const { body } = yield* send(asOwner, "GET", `${path}/activity/revisions/${revisionId}/modified-entities${query}`)
  return (
    body as {
      readonly _embedded: {
        readonly modifiedEntities: ReadonlyArray<{
          readonly entityClass: string
          readonly entityId: number
          readonly modifications: Readonly<Record<string, unknown>>
          readonly relations: Readonly<Record<string, { readonly data: unknown }>>
        }>
      }
    }
  )._embedded.modifiedEntities
})

const tagsOf = (fixture: Fixture) =>
  Effect.map(contentOf(fixture.project.id), (content) =>
    Object.fromEntries(Object.entries(content).map(([name, { tags }]) => [name, tags]))
  )

const query = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const database = yield* Database
    return yield* database.transaction(sql.unsafe<Record<string, number>>(statement))
  }).pipe(Effect.orDie)

/** A user of the organization with these scopes, limited to some languages where given. */
const seedCaller = Effect.fnUntraced(function* (fixture: Fixture, scopes: ReadonlyArray<Scope>, limits: object = {}) {
  const user = yield* seed.user({ username: `${fixture.name} ${scopes} ${JSON.stringify(limits)}` })
  yield* seed.directPermission({ project: fixture.project.id, user, permission: { scopes, ...limits } })
  return { user, credential: yield* seed.accessToken(user) }
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  // Two keys in each piece: the smallest job has several.
  const layerSmallPieces = layerServer.pipe(Layer.provide(Layer.succeed(BatchPieceKeysMax, 2)))
  layerOn(engine, layerSmallPieces, { excludeTestServices: true })(`batch jobs on ${engine}`, (it) => {
    it.effect("fill empty texts with exact matches of the memory, and leave what people wrote", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, all, de, fr } = fixture
        const save = (key: string, translations: object) =>
          Effect.map(
            send(asOwner, "POST", `${path}/translations`, { key, translations }),
            ({ body }) => (body as { readonly keyId: number }).keyId
          )
        const empty = yield* save("empty", { en: "a en" })
        const own = yield* save("own", { en: "c en", de: "Eigenes" })
        const outdated = yield* save("outdated", { en: "b en" })
        yield* indexMemory({ compares: true })
        const keyIds = [...all, empty, own, outdated]
        const restricted = yield* seedCaller(fixture, ["translations.batch-by-tm"], { translateLanguageIds: [fr] })
        assert.deepStrictEqual(
          (yield* start(fixture, "pre-translate-by-tm", { keyIds, targetLanguageIds: [de] }, restricted.credential))
            .status,
          403
        )
        const fill = run(fixture, "pre-translate-by-tm", { keyIds, targetLanguageIds: [de, fr] })
        const job = yield* fill
        assert.deepStrictEqual([job.type, ...outcome(job)], ["PRE_TRANSLATE_BT_TM", "SUCCESS", 8, 8, null])
        const [activity] = yield* activitiesOf(fixture)
        assert.deepInclude(activity, {
          type: "BATCH_PRE_TRANSLATE_BY_TM",
          counts: { Translation: 2 },
          params: { targetLanguageIds: [de, fr] }
        })
        const listed = Effect.map(send(asOwner, "GET", `${path}/translations?languages=de`), ({ body }) => {
          const { keys } = (body as { readonly _embedded: { readonly keys: ReadonlyArray<ListedKey> } })._embedded
          return Object.fromEntries(keys.map(({ keyName, translations: { de: found } }) => [keyName, found]))
        })
        const filled = { text: "a de", state: "TRANSLATED", auto: true, fromTranslationMemory: true, outdated: false }
        assert.deepInclude((yield* listed)["empty"], filled)
        assert.deepInclude((yield* listed)["outdated"], { ...filled, text: "b de" })
        assert.deepInclude((yield* listed)["own"], { text: "Eigenes", auto: false })
        yield* save("outdated", { en: "a en" })
        yield* fill
        assert.deepInclude((yield* listed)["outdated"], filled)
        assert.deepInclude((yield* listed)["a"], { text: "a de", auto: false })
      })
    )

    it.effect("translate new base texts with exact matches of the memory, if the project wants it", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, de } = fixture
        const settings = `${path}/per-language-auto-translation-settings`
        const usual = { memoryMinSimilarity: 100, labelId: null, onBaseChange: true }
        const memory = { languageId: null, usingTranslationMemory: true, usingMachineTranslation: false, ...usual }
        const off = { ...memory, usingTranslationMemory: false, enableForImport: false }
        const configs = (...list: ReadonlyArray<object>) => ({ status: 200, body: { _embedded: { configs: list } } })
        const viewer = yield* seedCaller(fixture, ["translations.view"])
        assert.deepInclude(yield* send(viewer.credential, "GET", settings), configs(off))
        assert.strictEqual((yield* send(viewer.credential, "PUT", settings, [memory])).status, 403)
        assert.deepStrictEqual(
          yield* send(asOwner, "PUT", settings, [{ ...memory, languageId: 0 }]),
          error(404, "language_not_found")
        )
        assert.deepStrictEqual(
          yield* send(asOwner, "PUT", settings, [{ ...memory, labelId: 0 }]),
          error(404, "label_not_found")
        )
        assert.deepStrictEqual(yield* send(asOwner, "PUT", settings, [{ ...memory, memoryMinSimilarity: 49 }]), {
          status: 400,
          body: { STANDARD_VALIDATION: { memoryMinSimilarity: "must be greater than or equal to 50" } }
        })
        assert.deepStrictEqual(
          yield* send(asOwner, "PUT", settings, [{ ...memory, usingMachineTranslation: true }]),
          error(400, "feature_not_enabled", ["MACHINE_TRANSLATION"])
        )
        const translated = Effect.map(
          send(asOwner, "GET", `${path}/translations?languages=de,fr&size=100`),
          ({ body }) => {
            const { keys } = (body as { readonly _embedded: { readonly keys: ReadonlyArray<ListedKey> } })._embedded
            return Object.fromEntries(
              keys.map(({ keyName, translations }) => [
                keyName,
                ["de", "fr"].map(
                  (tag) => (translations[tag] as { readonly text?: string | null } | undefined)?.text ?? null
                )
              ])
            )
          }
        )
        const filled = (key: string) => Effect.repeat(translated, { until: (texts) => texts[key]?.[0] != null })
        const save = (key: string, translations: object) =>
          send(asOwner, "POST", `${path}/translations`, { key, translations })
        const importKeys = (name: string) =>
          send(asOwner, "POST", `${path}/keys/import`, { keys: [{ name, translations: { en: "fresh en" } }] })

        yield* save("unwanted", { en: "a en" })
        const german = { ...memory, languageId: de, enableForImport: true }
        const all = { ...memory, enableForImport: false }
        const none = { ...off, languageId: de }
        assert.deepInclude(yield* send(asOwner, "PUT", settings, [german, all, none]), configs(all, none))
        assert.deepInclude(yield* send(asOwner, "PUT", settings, [german]), configs(off, german))
        assert.deepInclude(yield* send(asOwner, "PUT", `${path}/auto-translation-settings`, memory), {
          status: 200,
          body: all
        })
        assert.deepInclude(yield* send(asOwner, "GET", `${path}/auto-translation-settings`), { status: 200, body: all })
        assert.deepInclude(yield* send(asOwner, "GET", settings), configs(all, german))

        // The index knows none of these texts yet.
        yield* save("fresh", { en: "fresh en", de: "fresh de", fr: "fresh fr" })
        yield* save("new", { en: "fresh en" })
        assert.deepStrictEqual((yield* filled("new"))["new"], ["fresh de", "fresh fr"])
        const types = Effect.map(activitiesOf(fixture), (activities) => activities.map(({ type }) => type))
        const newest = yield* Effect.repeat(types, { until: ([type]) => type === "AUTO_TRANSLATE" })
        assert.include(["CREATE_KEY", "AUTO_TRANSLATE"], newest[1])
        const [activity] = yield* activitiesOf(fixture)
        assert.deepInclude(activity, { type: "AUTO_TRANSLATE", author: { ...activity?.author, id: fixture.owner } })
        const listedTypes = Effect.map(send(asOwner, "GET", `${path}/batch-jobs`), ({ body }) =>
          (
            body as { readonly _embedded: { readonly batchJobs: ReadonlyArray<BatchJobModel> } }
          )._embedded.batchJobs.map(({ type }) => type)
        )
        assert.deepStrictEqual(yield* listedTypes, [])

        yield* save("own", { en: "fresh en", de: "Eigenes" })
        yield* importKeys("imported")
        const texts = yield* filled("imported")
        assert.deepStrictEqual(texts["imported"], ["fresh de", null])
        assert.deepStrictEqual(texts["own"], ["Eigenes", "fresh fr"])
        assert.deepStrictEqual(texts["unwanted"], [null, null])
        assert.deepStrictEqual(yield* listedTypes, ["AUTO_TRANSLATE"])

        // An automatic text follows its base text.
        yield* save("other", { en: "other en", de: "other de" })
        yield* save("new", { en: "other en" })
        const followed = yield* Effect.repeat(translated, { until: (found) => found["new"]?.[0] === "other de" })
        assert.deepStrictEqual(followed["new"], ["other de", "fresh fr"])
      })
    )

    it.effect("fill an import of 2,000 keys from similar texts, with a label, if the rules of a language want it", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, de } = fixture
        const label = yield* send(asOwner, "POST", `${path}/labels`, { name: "check", color: "#AA00FF" })
        const { id: labelId } = label.body as { readonly id: number }
        const rule = { memoryMinSimilarity: 90, labelId, onBaseChange: false, enableForImport: true }
        const own = { languageId: de, usingTranslationMemory: true, usingMachineTranslation: false, ...rule }
        const settings = `${path}/per-language-auto-translation-settings`
        assert.strictEqual((yield* send(asOwner, "PUT", settings, [own])).status, 200)
        const save = (translations: object) =>
          send(asOwner, "POST", `${path}/translations`, { key: "album", translations })
        yield* save({ en: "Photo 1 of the album", de: "Foto 1 des Albums" })
        yield* indexMemory({ compares: true })
        const keys = Array.from({ length: 2_000 }, (_, index) => ({
          name: `photo ${index}`,
          translations: { en: `Photo ${index + 2} of the album` }
        }))
        assert.strictEqual((yield* send(asOwner, "POST", `${path}/keys/import`, { keys })).status, 200)
        const listed = yield* send(asOwner, "GET", `${path}/batch-jobs`)
        const [job] = (listed.body as { readonly _embedded: { readonly batchJobs: ReadonlyArray<BatchJobModel> } })
          ._embedded.batchJobs
        assert.deepStrictEqual(outcome(yield* finished(fixture, job?.id ?? 0)), ["SUCCESS", 2_000, 2_000, null])
        const { body: found } = yield* send(asOwner, "GET", `${path}/translations?size=1&filterLabel=de,${labelId}`)
        assert.deepInclude((found as { readonly page: object }).page, { totalElements: 2_000 })
        const texts = yield* textsIn(fixture.project.id)
        assert.strictEqual(texts["photo 1999"]?.["de"], "Foto 2001 des Albums")

        // The label goes, the rule stays.
        yield* send(asOwner, "DELETE", `${path}/labels/${labelId}`)
        const { body } = yield* send(asOwner, "GET", settings)
        const { configs } = (body as { readonly _embedded: { readonly configs: ReadonlyArray<object> } })._embedded
        assert.deepStrictEqual(configs[1], { ...own, labelId: null })
      })
    )

    it.effect("get a response at once, run in the background, and make one activity and one webhook delivery", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const receiver = yield* startReceiver
        yield* send(fixture.asOwner, "POST", `${fixture.path}/webhook-configs`, {
          url: receiver.url,
          eventFilter: { activityTypes: ["BATCH_TAG_KEYS"], namespaces: ["web"] }
        })
        const started = jobIn(yield* start(fixture, "tag-keys", { keyIds: fixture.all, tags: ["x", " y "] }))
        assert.deepInclude(started, { status: "PENDING", type: "TAG_KEYS", progress: 0, totalItems: 5 })
        assert.deepInclude(started.author, { id: fixture.owner, deleted: false })
        const job = yield* finished(fixture, started.id)
        assert.deepStrictEqual(outcome(job), ["SUCCESS", 5, 5, null])
        assert.isAtLeast(job.updatedAt, job.createdAt)
        const tags = ["x", "y"]
        assert.deepStrictEqual(yield* tagsOf(fixture), { "web:a": tags, "web:b": tags, c: tags, d: tags, e: tags })

        const [activity, ...others] = yield* activitiesOf(fixture)
        assert.deepInclude(activity, {
          revisionId: job.activityRevisionId ?? 0,
          type: "BATCH_TAG_KEYS",
          counts: { KeyMeta: 5 },
          params: { tags }
        })
        assert.strictEqual(activity?.author?.id, fixture.owner)
        assert.deepStrictEqual(
          others.map(({ type }) => type),
          ["WEBHOOK_CONFIG_CREATE"]
        )
        const revisionId = job.activityRevisionId ?? 0
        const modified = yield* modifiedIn(fixture, revisionId)
        assert.deepStrictEqual(
          modified.map(({ entityId, modifications, relations }) => [
            entityId,
            modifications["tags"],
            relations["key"]?.data
          ]),
          fixture.all.map((id, index) => [id, { old: null, new: tags }, { name: "abcde"[index] }])
        )
        assert.lengthOf(yield* modifiedIn(fixture, revisionId, "?filterEntityClass=Key"), 0)
        const changed = yield* send(
          fixture.asOwner,
          "GET",
          `${fixture.path}/keys/select?filterRevisionId=${revisionId}`
        )
        assert.deepStrictEqual(changed.body, { ids: fixture.all })
        const daily = yield* send(fixture.asOwner, "GET", `${fixture.path}/stats/daily-activity`)
        assert.strictEqual(
          Object.values(daily.body as Readonly<Record<string, number>>).reduce((sum, count) => sum + count, 0),
          2
        )

        const { activityData } = JSON.parse((yield* receiver.next).body)
        assert.deepInclude(activityData, { revisionId, type: "BATCH_TAG_KEYS", counts: { KeyMeta: 5 } })
        assert.strictEqual(receiver.received(), 1)
        // The pieces are gone, and so is what only they needed.
        assert.deepStrictEqual(yield* query(`SELECT job_id FROM batch_job_piece WHERE job_id = ${job.id}`), [])
      })
    )

    it.effect("that change nothing leave no activity", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const job = yield* run(fixture, "untag-keys", { keyIds: fixture.all, tags: ["never"] })
        assert.deepStrictEqual([...outcome(job), job.activityRevisionId], ["SUCCESS", 5, 5, null, null])
        assert.deepStrictEqual(yield* activitiesOf(fixture), [])
      })
    )

    it.effect("remove tags from keys, and delete the tags that no key has any more", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        yield* seed.tag({ project: fixture.project.id, key: fixture.a, name: "old" })
        yield* seed.tag({ project: fixture.project.id, key: fixture.c, name: "kept" })
        yield* run(fixture, "untag-keys", { keyIds: [fixture.a, fixture.b], tags: ["old", "kept"] })
        const { a: _, ...expected } = { a: 0, "web:a": [], "web:b": [], c: ["kept"], d: [], e: [] }
        assert.deepStrictEqual(yield* tagsOf(fixture), expected)
        assert.deepStrictEqual(
          (yield* query(`SELECT name FROM tag WHERE project_id = ${fixture.project.id}`)).map(({ name }) => name),
          ["kept"] as never
        )
      })
    )

    it.effect("change the content's tag with every piece, and the texts with it", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const search = `${fixture.path}/translations?filterTag=x`
        const total = Effect.map(
          send(fixture.asOwner, "GET", search),
          ({ body }) => (body as { page: { totalElements: number } }).page.totalElements
        )
        const operation = { type: "TAG_KEYS", tags: ["x"] } as const
        const job = yield* seed.batchJob({
          project: fixture.project.id,
          author: fixture.owner,
          keys: fixture.all,
          operation
        })
        for (const count of [0, 1, 2]) {
          assert.strictEqual(yield* total, count)
          yield* runBatchJobPiece({ jobId: job, projectId: fixture.project.id, owner: "test" })
        }
        assert.strictEqual(yield* total, 3)
        assert.deepStrictEqual(yield* activitiesOf(fixture), [])
      })
    )

    it.effect("set states, and leave empty and disabled translations", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        yield* query(`UPDATE translation SET state = 'DISABLED', text = NULL
          WHERE key_id = ${fixture.a} AND language_id = ${fixture.de}`)
        const body = { keyIds: [fixture.a, fixture.c], languageIds: [fixture.de, fixture.fr], state: "REVIEWED" }
        const job = yield* run(fixture, "set-translation-state", body)
        assert.deepStrictEqual(outcome(job), ["SUCCESS", 2, 2, null])
        const texts = yield* textsIn(fixture.project.id)
        assert.deepStrictEqual(texts["web:a"], { en: "a en", de: " DISABLED" })
        assert.deepStrictEqual(texts["c"], { en: "c en", de: "c de REVIEWED" })
        const [activity] = yield* activitiesOf(fixture)
        assert.deepInclude(activity, {
          type: "BATCH_SET_TRANSLATION_STATE",
          counts: { Translation: 1 },
          params: { languageIds: [fixture.de, fixture.fr], state: "REVIEWED" }
        })
      })
    )

    it.effect("clear texts; where the base text goes the others are outdated", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        yield* run(fixture, "clear-translations", { keyIds: [fixture.c], languageIds: [fixture.en] })
        yield* run(fixture, "clear-translations", { keyIds: [fixture.d], languageIds: [fixture.en, fixture.de] })
        const texts = yield* textsIn(fixture.project.id)
        assert.deepStrictEqual([texts["c"], texts["d"]], [
          { en: null, de: "c de outdated" },
          { en: null, de: null }
        ] as never)
        const types = (yield* activitiesOf(fixture)).map(({ type, counts }) => [type, counts])
        assert.deepStrictEqual(types, [
          ["BATCH_CLEAR_TRANSLATIONS", { Translation: 2 }],
          ["BATCH_CLEAR_TRANSLATIONS", { Translation: 2 }]
        ])
      })
    )

    it.effect("copy texts, also where there is none to copy", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        yield* setStates(fixture.project.id, "REVIEWED")
        yield* query(`UPDATE translation SET state = 'UNTRANSLATED', text = NULL
          WHERE key_id = ${fixture.c} AND language_id = ${fixture.en}`)
        const body = {
          keyIds: [fixture.c, fixture.d],
          sourceLanguageId: fixture.en,
          targetLanguageIds: [fixture.de, fixture.fr]
        }
        const job = yield* run(fixture, "copy-translations", body)
        assert.deepStrictEqual(outcome(job), ["SUCCESS", 2, 2, null])
        const texts = yield* textsIn(fixture.project.id)
        assert.deepStrictEqual(texts["c"], { en: null, de: null })
        assert.deepStrictEqual(texts["d"], { en: "d en REVIEWED", de: "d en", fr: "d en" })
        const [activity] = yield* activitiesOf(fixture)
        assert.deepInclude(activity, {
          type: "BATCH_COPY_TRANSLATIONS",
          params: { sourceLanguageId: fixture.en, targetLanguageIds: [fixture.de, fixture.fr] }
        })
        // Nothing is left to be copied from a language that is gone.
        const operation = { type: "COPY_TRANSLATIONS", sourceLanguageId: 0, targetLanguageIds: [fixture.en] } as const
        const { id: projectId } = fixture.project
        const gone = yield* seed.batchJob({ project: projectId, author: fixture.owner, keys: [fixture.e], operation })
        yield* runBatchJobPiece({ jobId: gone, projectId, owner: "server" })
        yield* query(`UPDATE batch_job SET leased_until = 0 WHERE id = ${gone}`)
        yield* Effect.flatMap(BatchJobEngine, ({ wake }) => wake)
        assert.deepStrictEqual(outcome(yield* finished(fixture, gone)), ["FAILED", 0, 1, "language_not_found"])
        assert.deepStrictEqual((yield* textsIn(projectId))["e"], { en: "e en REVIEWED", de: "e de REVIEWED" })
      })
    )

    it.effect("do not touch reviewed texts that are protected from who started them", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        yield* protectReviewed(fixture.project.id)
        yield* query(
          `UPDATE translation SET state = 'REVIEWED' WHERE key_id = ${fixture.c} AND language_id = ${fixture.de}`
        )
        const translator = yield* seedCaller(fixture, ["translations.edit"])
        const body = { keyIds: [fixture.c, fixture.d, fixture.e], languageIds: [fixture.de] }
        const { id } = jobIn(yield* start(fixture, "clear-translations", body, translator.credential))
        const code = "cannot_modify_reviewed_translation"
        assert.deepStrictEqual(outcome(yield* finished(fixture, id)), ["FAILED", 2, 3, code])
        const texts = yield* textsIn(fixture.project.id)
        assert.deepStrictEqual([texts["c"]?.["de"], texts["d"]?.["de"]], ["c de REVIEWED", null])
        const list = `${fixture.path}/translations?filterFailedKeysOfJob=${id}`
        const { body: failed } = yield* send(fixture.asOwner, "GET", list)
        assert.deepStrictEqual(
          (failed as { _embedded: { keys: ReadonlyArray<{ keyId: number }> } })._embedded.keys.map(
            ({ keyId }) => keyId
          ),
          [fixture.c]
        )
        assert.strictEqual((yield* run(fixture, "clear-translations", body)).status, "SUCCESS")
      })
    )

    it.effect(
      "replace a text as the preview says, but for texts that were left out, changed meanwhile or may not change",
      () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture
          const { asOwner, path, de, en, a, b, c, d, e, all } = fixture
          yield* query(`UPDATE translation SET state = 'REVIEWED' WHERE key_id = ${c} AND language_id = ${de}`)
          const body = { languageIds: [de], search: "DE", replacement: "{deutsch}" }
          const preview = yield* previewOf(fixture, body)
          assert.deepInclude(preview, { texts: 5, reviewedTexts: 1, damagedTexts: 5, failingTexts: 0, keyIds: all })
          assert.deepInclude(preview.matches[2], {
            keyId: c,
            keyName: "c",
            languageTag: "de",
            before: "c de",
            after: "c {deutsch}",
            stateBefore: "REVIEWED",
            stateAfter: "TRANSLATED",
            damage: ["INCONSISTENT_PLACEHOLDERS"],
            failure: null
          })
          assert.deepStrictEqual(
            (yield* previewOf(fixture, { ...body, matchCase: true })).texts,
            0,
            "another case is another text"
          )
          assert.deepStrictEqual(
            (yield* previewOf(fixture, body, "?filterKeyName=b")).keyIds,
            [b],
            "the filters of the list"
          )
          const texts = yield* textsIn(fixture.project.id)
          assert.strictEqual(texts["d"]?.["de"], "d de", "a preview changes nothing")

          yield* send(asOwner, "PUT", `${path}/translations`, { key: "d", translations: { de: "d de of a person" } })
          yield* send(asOwner, "PUT", `${path}/translations`, { key: "e", translations: { en: "e en of a person" } })
          yield* protectReviewed(fixture.project.id)
          const translator = yield* seedCaller(fixture, ["translations.edit"])
          const { revisionId, keyIds } = preview
          const exceptTexts = [{ keyId: e, languageId: de }]
          const started = yield* start(
            fixture,
            "find-and-replace",
            { ...body, keyIds, revisionId, exceptTexts },
            translator.credential
          )
          const job = yield* finished(fixture, jobIn(started).id)
          assert.deepStrictEqual(
            [job.type, ...outcome(job)],
            ["FIND_AND_REPLACE", "FAILED", 3, 5, "cannot_modify_reviewed_translation"]
          )
          const after = yield* textsIn(fixture.project.id)
          assert.deepStrictEqual(
            ["web:a", "web:b", "c", "d", "e"].map((name) => after[name]?.["de"]),
            ["a {deutsch}", "b {deutsch}", "c de REVIEWED", "d de of a person", "e de outdated"]
          )
          const { body: failed } = yield* send(asOwner, "GET", `${path}/batch-jobs/${job.id}/failed-texts`)
          assert.deepStrictEqual(
            (
              failed as { readonly _embedded: { readonly failedTexts: ReadonlyArray<{ keyId: number; code: string }> } }
            )._embedded.failedTexts.map(({ keyId, code }) => [keyId, code]),
            [
              [c, "cannot_modify_reviewed_translation"],
              [d, "text_changed"]
            ]
          )
          const [activity] = yield* activitiesOf(fixture)
          assert.deepInclude(activity, {
            type: "BATCH_FIND_AND_REPLACE",
            counts: { Translation: 2 },
            params: { languageIds: [de], search: "DE", replacement: "{deutsch}" }
          })

          const reverted = yield* send(asOwner, "POST", `${path}/batch-jobs/${job.id}/revert`, {})
          assert.strictEqual(reverted.status, 200)
          const undone = yield* textsIn(fixture.project.id)
          assert.deepStrictEqual(
            ["web:a", "web:b"].map((name) => undone[name]?.["de"]),
            ["a de", "b de"]
          )
          assert.strictEqual(
            (yield* previewOf(fixture, { ...body, languageIds: [en, de] }, `?filterKeyId=${a}`)).texts,
            1
          )
        })
    )

    it.effect(
      "replace in the forms of plurals, mark texts of a new base text as outdated, and never break a plural",
      () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture
          const { asOwner, path, en } = fixture
          const dogs = "{count, plural,\none {# dog}\nother {# dogs}\n}"
          const { body: created } = yield* send(asOwner, "POST", `${path}/keys`, {
            name: "dogs",
            isPlural: true,
            translations: { en: dogs, de: "{count, plural,\nother {# Hunde}\n}" }
          })
          const { id: key } = created as { readonly id: number }
          const replace = Effect.fnUntraced(function* (search: string, replacement: string) {
            const body = { languageIds: [en], search, replacement, matchCase: true }
            const preview = yield* previewOf(fixture, body, `?filterKeyId=${key}`)
            if (preview.keyIds.length === 0) return [null]
            const { revisionId, keyIds } = preview
            const job = yield* run(fixture, "find-and-replace", { ...body, revisionId, keyIds })
            return [preview.matches[0]?.failure, job.errorMessage]
          })
          assert.deepStrictEqual(yield* replace("count", "number"), [null])
          assert.deepStrictEqual(yield* replace("dog", "} few {"), ["invalid_plural_form", "invalid_plural_form"])
          assert.deepStrictEqual(yield* replace("dog", "cat"), [null, null])
          const texts = yield* textsIn(fixture.project.id)
          assert.deepStrictEqual(texts["dogs"], {
            en: "{count, plural,\none {# cat}\nother {# cats}\n}",
            de: "{count, plural,\nother {# Hunde}\n} outdated"
          })
        })
    )

    it.effect("move keys; those whose names are taken stay, and the job fails", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const other = yield* seed.key({ project: fixture.project.id, name: "a" })
        const moved = yield* run(fixture, "set-keys-namespace", {
          keyIds: [fixture.a, fixture.b, fixture.c],
          namespace: "app"
        })
        assert.deepStrictEqual(outcome(moved), ["SUCCESS", 3, 3, null])
        const back = yield* run(fixture, "set-keys-namespace", {
          keyIds: [fixture.a, fixture.b, fixture.c],
          namespace: " "
        })
        assert.deepStrictEqual(outcome(back), ["FAILED", 2, 3, "key_exists_in_namespace"])
        assert.deepStrictEqual(Object.keys(yield* contentOf(fixture.project.id)).sort(), [
          "a",
          "app:a",
          "b",
          "c",
          "d",
          "e"
        ])
        const [second, first] = yield* activitiesOf(fixture)
        assert.deepInclude(first, {
          type: "BATCH_SET_KEYS_NAMESPACE",
          // `app` has come, `web` is gone.
          counts: { Key: 3, Namespace: 2 },
          params: { namespace: "app" }
        })
        assert.deepInclude(second, { counts: { Key: 2 }, params: { namespace: null } })
        const modified = yield* modifiedIn(fixture, second?.revisionId ?? 0)
        assert.deepStrictEqual(
          modified.map(({ entityId }) => entityId),
          [fixture.b, fixture.c]
        )
        yield* send(fixture.asOwner, "DELETE", `${fixture.path}/keys/${other}`)
        const again = yield* run(fixture, "set-keys-namespace", { keyIds: [fixture.a] })
        assert.deepStrictEqual(outcome(again), ["SUCCESS", 1, 1, null])
      })
    )

    it.effect("change keys of several branches, each on its own, with a revision for each branch", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { a, asOwner, c, d, e, en, path, project } = fixture
        yield* seed.branch({ project: project.id, name: "main", isDefault: true })
        const branch = yield* seed.branch({ project: project.id, name: "release" })
        const app = yield* seed.namespace({ project: project.id, name: "app" })
        yield* seed.key({ project: project.id, name: "c", namespace: app })
        const released = yield* seed.key({ project: project.id, name: "c", branch })
        const other = yield* seed.key({ project: project.id, name: "d", branch })
        yield* seed.translation({ key: released, language: en, text: "c on release" })
        const countsOn = (name: string) =>
          Effect.map(send(asOwner, "GET", `${path}/activity?sort=timestamp,desc&branch=${name}`), ({ body }) =>
            (body as { _embedded: { activities: ReadonlyArray<Activity> } })._embedded.activities.map(
              ({ counts, type }) => [type, counts]
            )
          )
        const tagged = yield* run(fixture, "tag-keys", { keyIds: [c, released, d, e, other], tags: ["x"] })
        assert.deepStrictEqual(outcome(tagged), ["SUCCESS", 5, 5, null])
        assert.deepStrictEqual(yield* countsOn("main"), [["BATCH_TAG_KEYS", { KeyMeta: 3 }]])
        assert.deepStrictEqual(yield* countsOn("release"), [["BATCH_TAG_KEYS", { KeyMeta: 2 }]])
        // The name that is taken on the default branch is free on the other one.
        const moved = yield* run(fixture, "set-keys-namespace", { keyIds: [released, c, a], namespace: "app" })
        assert.deepStrictEqual(outcome(moved), ["FAILED", 2, 3, "key_exists_in_namespace"])
        assert.deepStrictEqual((yield* countsOn("release"))[0], ["BATCH_SET_KEYS_NAMESPACE", { Key: 1 }])
        const { body } = yield* send(asOwner, "GET", `${path}/keys/${released}`)
        assert.include(body as object, { branch: "release", namespace: "app" })
        const deleted = yield* run(fixture, "delete-keys", { keyIds: [released, other] })
        assert.deepStrictEqual(outcome(deleted), ["SUCCESS", 2, 2, null])
        assert.deepStrictEqual((yield* countsOn("release"))[0], ["KEY_SOFT_DELETE", { Key: 2 }])
        assert.deepStrictEqual((yield* activitiesOf(fixture))[0]?.type, "BATCH_SET_KEYS_NAMESPACE")
      })
    )

    it.effect(
      "translate new base texts of a branch by the texts of the default branch, which learns nothing from it",
      () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture
          const { asOwner, path, project } = fixture
          yield* seed.branch({ project: project.id, name: "main", isDefault: true })
          const branch = yield* seed.branch({ project: project.id, name: "release" })
          yield* indexMemory({ compares: true })
          const memory = { usingTranslationMemory: true, usingMachineTranslation: false, enableForImport: true }
          yield* send(asOwner, "PUT", `${path}/auto-translation-settings`, memory)
          const save = (key: string, name: string, translations: object) =>
            send(asOwner, "POST", `${path}/translations`, { key, branch: name, translations })
          yield* save("taught", "release", { en: "only on release", de: "nur dort" })
          yield* save("wanted", "main", { en: "only on release" })
          yield* send(asOwner, "POST", `${path}/keys/import?branch=release`, {
            keys: [{ name: "new", translations: { en: "a en" } }]
          })
          const german = (name: string) =>
            Effect.map(send(asOwner, "GET", `${path}/translations/de?branch=${name}`), ({ body }) => {
              const { de } = body as { readonly de: Readonly<Record<string, string>> }
              return de
            })
          const filled = yield* Effect.repeat(german("release"), { until: (texts) => texts["new"] !== undefined })
          assert.deepStrictEqual(filled, { taught: "nur dort", new: "a de" })
          assert.isUndefined((yield* german("main"))["wanted"])
          const newest = query(
            `SELECT branch_id FROM activity_revision WHERE project_id = ${project.id} AND type = 'AUTO_TRANSLATE'`
          )
          const [revision] = yield* Effect.repeat(newest, { until: (rows) => rows.length > 0 })
          assert.strictEqual(revision?.["branchId"], branch)
          yield* indexMemory({ compares: true })
          const learnt = yield* query(
            `SELECT m.key_id FROM memory_key m JOIN translation_key k ON k.id = m.key_id
            WHERE k.project_id = ${project.id} AND k.branch_id IS NOT NULL`
          )
          assert.deepStrictEqual(learnt, [])
        })
    )

    it.effect("delete keys, restore them but for taken names, and erase them", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, a, b, c, d } = fixture
        yield* seed.tag({ project: fixture.project.id, key: a, name: "last" })
        const deleted = yield* run(fixture, "delete-keys", { keyIds: [a, b, c, d] })
        assert.deepStrictEqual(outcome(deleted), ["SUCCESS", 4, 4, null])
        assert.deepStrictEqual(Object.keys(yield* contentOf(fixture.project.id)), ["e"])
        yield* send(asOwner, "POST", `${path}/keys`, { name: "c" })
        const restored = yield* run(fixture, "restore-keys", { keyIds: [b, c] })
        assert.deepStrictEqual(outcome(restored), ["FAILED", 1, 2, "key_exists"])
        const erased = yield* run(fixture, "hard-delete-keys", { keyIds: [a, c, d] })
        assert.deepStrictEqual(outcome(erased), ["SUCCESS", 3, 3, null])
        assert.deepStrictEqual(Object.keys(yield* contentOf(fixture.project.id)).sort(), ["c", "e", "web:b"])
        const { body } = yield* send(asOwner, "GET", `${path}/keys/trash/select-all`)
        assert.deepStrictEqual(body, { ids: [] })
        assert.deepStrictEqual(yield* query(`SELECT id FROM tag WHERE project_id = ${fixture.project.id}`), [])
        const activities = (yield* activitiesOf(fixture)).map(({ type, counts, params }) => [type, counts, params])
        assert.deepStrictEqual(activities, [
          ["BATCH_KEY_HARD_DELETE", { Key: 3 }, null],
          ["BATCH_KEY_RESTORE", { Key: 1 }, null],
          ["CREATE_KEY", null, null],
          ["KEY_SOFT_DELETE", { Key: 4 }, null]
        ])
      })
    )

    it.effect("check texts again, in some languages or all, and record no activity", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, all, a, c, fr, de } = fixture
        const check = (body: object) => start(fixture, "qa-check", { keyIds: all, ...body })
        assert.deepStrictEqual(yield* check({}), error(400, "qa_checks_not_enabled"))
        yield* query(`UPDATE project SET uses_quality_checks = 1 WHERE id = ${project.id}`)
        assert.deepStrictEqual(yield* check({ languageIds: [fr] }), error(400, "no_translations_to_recheck"))
        assert.deepStrictEqual(yield* check({ languageIds: [999_999] }), error(404, "language_not_found"))
        const issues = Effect.map(
          query(`SELECT t.key_id, t.language_id FROM quality_issue i JOIN translation t ON t.id = i.translation_id
            WHERE i.project_id = ${project.id} AND i.type = 'REPEATED_WORDS' ORDER BY t.key_id`),
          (rows) => rows.map((row) => [row["keyId"], row["languageId"]])
        )
        yield* query(`UPDATE translation SET text = 'Haus Haus' WHERE key_id = ${c} AND language_id = ${de}`)
        const checked = yield* run(fixture, "qa-check", { keyIds: all, languageIds: [de] })
        assert.deepStrictEqual([checked.type, ...outcome(checked)], ["QA_CHECK", "SUCCESS", 5, 5, null])
        assert.deepStrictEqual(yield* issues, [[c, de]])
        yield* query(`UPDATE translation SET text = 'Haus Haus' WHERE key_id = ${a} AND language_id = ${de}`)
        assert.deepStrictEqual(outcome(yield* run(fixture, "qa-check", { keyIds: [a] })), ["SUCCESS", 1, 1, null])
        assert.deepStrictEqual(yield* issues, [
          [a, de],
          [c, de]
        ])
        assert.deepStrictEqual([checked.activityRevisionId, yield* activitiesOf(fixture)], [null, []])
        const translator = yield* seedCaller(fixture, ["translations.edit"], { viewLanguageIds: [fixture.en] })
        const hidden = { keyIds: all, languageIds: [de] }
        assert.deepStrictEqual((yield* start(fixture, "qa-check", hidden, translator.credential)).status, 403)
      })
    )

    it.effect("appear in the history of a translation when they have ended", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, owner, asOwner, c, d, de } = fixture
        const [row] = yield* query(`SELECT id FROM translation WHERE key_id = ${d} AND language_id = ${de}`)
        const history = Effect.map(
          send(asOwner, "GET", `${fixture.path}/translations/${row?.["id"]}/history`),
          ({ body }) => (body as { _embedded: { revisions: ReadonlyArray<unknown> } })._embedded.revisions
        )
        const operation = { type: "CLEAR_TRANSLATIONS", languageIds: [de] } as const
        const job = yield* seed.batchJob({ project: project.id, author: owner, keys: [c, d], operation })
        for (const _ of [1, 2]) yield* runBatchJobPiece({ jobId: job, projectId: project.id, owner: "test" })
        assert.deepStrictEqual(yield* history, [])
        assert.strictEqual((yield* send(asOwner, "PUT", `${fixture.path}/batch-jobs/${job}/cancel`)).status, 200)
        const [revision, ...others] = yield* history
        assert.deepInclude(revision as object, { revisionType: "MOD" })
        assert.deepStrictEqual(others, [])
      })
    )

    it.effect("of one project run one after the other; those of others do not wait for them", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const other = yield* seedFixture
        const held = yield* seed.batchJob({ project: fixture.project.id, author: fixture.owner, keys: [fixture.a] })
        const waiting = jobIn(yield* start(fixture, "tag-keys", { keyIds: fixture.all, tags: ["x"] }))
        assert.deepStrictEqual(outcome(yield* run(other, "tag-keys", { keyIds: other.all, tags: ["x"] })), [
          "SUCCESS",
          5,
          5,
          null
        ])
        assert.deepInclude(yield* jobOf(fixture, waiting.id), { status: "PENDING", progress: 0 })
        assert.strictEqual(
          (yield* send(fixture.asOwner, "PUT", `${fixture.path}/batch-jobs/${held}/cancel`)).status,
          200
        )
        assert.strictEqual((yield* finished(fixture, waiting.id)).status, "SUCCESS")
        assert.isDefined((yield* contentOf(fixture.project.id))["web:a"])
      })
    )

    it.effect("that are cancelled keep and publish the changes so far, and show the number of keys left", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, owner, asOwner, path, all } = fixture
        const operation = { type: "TAG_KEYS", tags: ["x"] } as const
        const job = yield* seed.batchJob({ project: project.id, author: owner, keys: all, operation })
        const request = { jobId: job, projectId: project.id, owner: "test" }
        for (const _ of [1, 2]) yield* runBatchJobPiece(request)
        const cancel = send(asOwner, "PUT", `${path}/batch-jobs/${job}/cancel`)
        assert.deepStrictEqual(yield* cancel, { status: 200, body: "" })
        const cancelled = yield* jobOf(fixture, job)
        assert.deepStrictEqual(outcome(cancelled), ["CANCELLED", 2, 5, null])
        assert.isNull(yield* runBatchJobPiece(request))
        assert.strictEqual((yield* cancel).status, 200)
        assert.deepStrictEqual(yield* jobOf(fixture, job), cancelled)
        const [activity, ...others] = yield* activitiesOf(fixture)
        assert.deepInclude(activity, { revisionId: cancelled.activityRevisionId ?? 0, counts: { KeyMeta: 2 } })
        assert.deepStrictEqual(others, [])
        const { body } = yield* send(asOwner, "GET", `${path}/keys/select?filterFailedKeysOfJob=${job}`)
        assert.deepStrictEqual(body, { ids: all.slice(2) })
      })
    )

    it.effect("that a killed server left behind are resumed; no change is made or published twice", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, owner, all } = fixture
        const operation = { type: "TAG_KEYS", tags: ["x"] } as const
        const job = yield* seed.batchJob({ project: project.id, author: owner, keys: all, operation })
        const database = yield* Database
        const piece = runBatchJobPiece({ jobId: job, projectId: project.id, owner: "killed" })
        yield* piece
        // Killed in the middle of the second piece: its transaction never commits.
        yield* Effect.exit(database.transaction(Effect.andThen(piece, Effect.fail("killed"))))
        assert.strictEqual((yield* jobOf(fixture, job)).progress, 1)
        yield* query(`UPDATE batch_job SET leased_until = 0 WHERE id = ${job}`)
        yield* Effect.flatMap(BatchJobEngine, ({ wake }) => wake)
        assert.deepStrictEqual(outcome(yield* finished(fixture, job)), ["SUCCESS", 5, 5, null])
        const [activity, ...others] = yield* activitiesOf(fixture)
        assert.deepStrictEqual([activity?.counts, others], [{ KeyMeta: 5 }, []])
        assert.lengthOf(yield* modifiedIn(fixture, activity?.revisionId ?? 0), 5)
      })
    )

    it.effect("skip keys that were deleted meanwhile", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, owner, a, b } = fixture
        const operation = { type: "TAG_KEYS", tags: ["x"] } as const
        const job = yield* seed.batchJob({ project: project.id, author: owner, keys: [a, b], operation })
        yield* send(fixture.asOwner, "DELETE", `${fixture.path}/keys/${a}`)
        for (const _ of [1, 2]) yield* runBatchJobPiece({ jobId: job, projectId: project.id, owner: "test" })
        assert.strictEqual((yield* jobOf(fixture, job)).progress, 2)
        assert.deepStrictEqual((yield* tagsOf(fixture))["web:b"], ["x"])
      })
    )

    it.effect("publish their progress to subscribers", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { updates } = yield* BatchJobUpdates
        const received = yield* updates.pipe(
          Stream.filter(({ projectId }) => projectId === fixture.project.id),
          Stream.takeUntil(({ status }) => status === "SUCCESS"),
          Stream.runCollect,
          Effect.forkChild({ startImmediately: true })
        )
        const { id } = yield* run(fixture, "tag-keys", { keyIds: fixture.all, tags: ["x"] })
        const seen = (yield* Fiber.join(received)).map(({ jobId, status, processed, total }) => [
          jobId,
          status,
          processed,
          total
        ])
        assert.deepStrictEqual(seen, [
          [id, "RUNNING", 2, 5],
          [id, "RUNNING", 4, 5],
          [id, "SUCCESS", 5, 5]
        ])
      })
    )
  })
}

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("starting a batch job", (it) => {
  it.effect("rejects keys that do not exist, are given twice, or belong to other projects", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const other = yield* seedFixture
      const ask = (keyIds: ReadonlyArray<number>) => start(fixture, "delete-keys", { keyIds })
      assert.deepStrictEqual(yield* ask([fixture.a, 987_654_321]), error(404, "key_not_found"))
      assert.deepStrictEqual(yield* ask([fixture.a, fixture.a]), error(404, "key_not_found"))
      assert.deepStrictEqual(yield* ask([fixture.a, other.a]), error(404, "key_not_found"))
      assert.deepStrictEqual(yield* ask([other.a, other.b]), error(404, "key_not_found"))
      assert.deepStrictEqual(
        yield* start(fixture, "restore-keys", { keyIds: [fixture.a] }),
        error(404, "key_not_found")
      )
      yield* send(fixture.asOwner, "DELETE", `${fixture.path}/keys/${fixture.a}`)
      assert.deepStrictEqual(yield* ask([fixture.a]), error(404, "key_not_found"))
      assert.deepStrictEqual(yield* query(`SELECT id FROM batch_job WHERE project_id = ${fixture.project.id}`), [])
    })
  )

  it.effect("rejects languages that the project does not have, and those that are not permitted", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const { de, en, fr, a } = fixture
      const foreign = (yield* seedFixture).de
      const keyIds = [a]
      const copy = { keyIds, sourceLanguageId: en, targetLanguageIds: [de, foreign] }
      assert.deepStrictEqual(yield* start(fixture, "copy-translations", copy), error(404, "language_not_found"))
      const limited = yield* seedCaller(fixture, ["translations.edit", "translations.state-edit"], {
        translateLanguageIds: [de],
        stateChangeLanguageIds: [fr],
        viewLanguageIds: [de, fr]
      })
      const ask = (operation: string, body: object) =>
        start(fixture, operation, { keyIds, ...body }, limited.credential)
      const notPermitted = (id: number, tag: string) => error(403, "language_not_permitted", [[id], [tag]])
      for (const [operation, body, response] of [
        ["clear-translations", { languageIds: [de, en] }, notPermitted(en, "en")],
        [
          "find-and-replace",
          { languageIds: [de, fr], search: "a", replacement: "b", revisionId: 0 },
          notPermitted(fr, "fr")
        ],
        ["copy-translations", { sourceLanguageId: de, targetLanguageIds: [fr] }, notPermitted(fr, "fr")],
        ["copy-translations", { sourceLanguageId: en, targetLanguageIds: [de] }, notPermitted(en, "en")],
        ["set-translation-state", { languageIds: [de], state: "REVIEWED" }, notPermitted(de, "de")],
        // These remove the texts.
        ["set-translation-state", { languageIds: [fr], state: "UNTRANSLATED" }, notPermitted(fr, "fr")],
        [
          "set-translation-state",
          { languageIds: [fr], state: "DISABLED" },
          error(403, "operation_not_permitted", ["keys.edit"])
        ]
      ] as const) {
        assert.deepStrictEqual(yield* ask(operation, body), response, operation)
      }
      const editor = yield* seedCaller(fixture, ["keys.edit", "translations.edit", "translations.state-edit"], {
        translateLanguageIds: [de]
      })
      const disable = { keyIds, languageIds: [fr], state: "DISABLED" }
      assert.deepStrictEqual(
        yield* start(fixture, "set-translation-state", disable, editor.credential),
        notPermitted(fr, "fr")
      )
      // Keys come before languages.
      const missing = { keyIds: [987_654_321], languageIds: [en] }
      assert.deepStrictEqual(
        yield* start(fixture, "clear-translations", missing, limited.credential),
        error(404, "key_not_found")
      )
      assert.strictEqual((yield* ask("clear-translations", { languageIds: [de] })).status, 200)
    })
  )

  it.effect("rejects namespaces where the project does not use them", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      yield* query(`UPDATE project SET use_namespaces = 0 WHERE id = ${fixture.project.id}`)
      const code = "namespace_cannot_be_used_when_feature_is_disabled"
      assert.deepStrictEqual(yield* start(fixture, "set-keys-namespace", { keyIds: [fixture.c], namespace: "x" }), {
        status: 400,
        body: { CUSTOM_VALIDATION: { [code]: [] } }
      })
    })
  )

  it.effect("does not outlive the right of its author: what is done by then stays, the rest is not done", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const { user, credential } = yield* seedCaller(fixture, ["keys.edit"])
      const held = yield* seed.batchJob({ project: fixture.project.id, author: fixture.owner })
      const { id } = jobIn(yield* start(fixture, "tag-keys", { keyIds: [fixture.a], tags: ["x"] }, credential))
      const asOwner = yield* seed.accessToken(fixture.owner, { super: true })
      const revoked = yield* send(asOwner, "PUT", `${fixture.path}/users/${user}/revoke-access`)
      assert.strictEqual(revoked.status, 200)
      yield* send(fixture.asOwner, "PUT", `${fixture.path}/batch-jobs/${held}/cancel`)
      const job = yield* finished(fixture, id)
      assert.deepStrictEqual(outcome(job), ["FAILED", 0, 1, "operation_not_permitted"])
      assert.strictEqual(job.author?.id, user)
      assert.deepStrictEqual((yield* tagsOf(fixture))["web:a"], [])
    })
  )

  it.effect("changes a protected branch only while its author may", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const { path, project } = fixture
      yield* seed.branch({ project: project.id, name: "main", isDefault: true })
      const branch = yield* seed.branch({ project: project.id, name: "locked", isProtected: true })
      const locked = yield* seed.key({ project: project.id, name: "title", branch })
      const { credential } = yield* seedCaller(fixture, ["keys.edit"])
      const body = { keyIds: [fixture.a, locked], tags: ["x"] }
      const isProtected = error(403, "operation_not_permitted", ["branch.protected-modify"])
      assert.deepStrictEqual(yield* start(fixture, "tag-keys", body, credential), isProtected)
      assert.deepStrictEqual(yield* query(`SELECT id FROM batch_job WHERE project_id = ${project.id}`), [])
      assert.deepStrictEqual(outcome(yield* run(fixture, "tag-keys", body)), ["SUCCESS", 2, 2, null])

      const protect = (value: boolean) =>
        send(fixture.asOwner, "POST", `${path}/branches/${branch}/protected`, { isProtected: value })
      yield* protect(false)
      const held = yield* seed.batchJob({ project: project.id, author: fixture.owner })
      const job = jobIn(yield* start(fixture, "untag-keys", body, credential))
      yield* protect(true)
      yield* send(fixture.asOwner, "PUT", `${path}/batch-jobs/${held}/cancel`)
      assert.deepStrictEqual(outcome(yield* finished(fixture, job.id)), ["FAILED", 1, 2, "operation_not_permitted"])
    })
  )

  it.effect("skips keys of a branch that was deleted meanwhile", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const { path, project } = fixture
      yield* seed.branch({ project: project.id, name: "main", isDefault: true })
      const branch = yield* seed.branch({ project: project.id, name: "release" })
      const key = yield* seed.key({ project: project.id, name: "title", branch })
      const held = yield* seed.batchJob({ project: project.id, author: fixture.owner })
      const job = jobIn(yield* start(fixture, "tag-keys", { keyIds: [key, fixture.a], tags: ["x"] }))
      assert.strictEqual((yield* send(fixture.asOwner, "DELETE", `${path}/branches/${branch}`)).status, 200)
      yield* send(fixture.asOwner, "PUT", `${path}/batch-jobs/${held}/cancel`)
      assert.strictEqual((yield* finished(fixture, job.id)).status, "SUCCESS")
      assert.deepStrictEqual(yield* query(`SELECT key_id FROM key_tag WHERE key_id = ${key}`), [])
      assert.deepStrictEqual((yield* tagsOf(fixture))["web:a"], ["x"])
    })
  )

  it.effect("that ends the thread again and again fails its job, and other jobs continue", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const broken = yield* seed.batchJob({ project: fixture.project.id, author: fixture.owner, keys: [fixture.a] })
      yield* query(`UPDATE batch_job SET operation = '{"type":"TAG_KEYS"}', leased_until = 0 WHERE id = ${broken}`)
      const next = yield* run(fixture, "tag-keys", { keyIds: [fixture.a], tags: ["x"] })
      assert.strictEqual(next.status, "SUCCESS")
      assert.deepStrictEqual(outcome(yield* jobOf(fixture, broken)), ["FAILED", 0, 1, "unexpected_error_occurred"])
    })
  )
})

layer(layerTestServer({ rateLimits: true }), { excludeTestServices: true, timeout: "60 seconds" })(
  "reading batch jobs",
  (it) => {
    it.effect("users see and cancel their own jobs; those of others need a scope", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, project } = fixture
        const viewer = yield* seedCaller(fixture, ["keys.view"])
        const watcher = yield* seedCaller(fixture, ["batch-jobs.view"])
        const key = yield* seed.apiKey({ project: project.id, user: fixture.owner, scopes: ["keys.view"] })
        const own = yield* seed.batchJob({ project: project.id, author: viewer.user })
        const other = yield* seed.batchJob({ project: project.id, author: fixture.owner, status: "PENDING" })
        const old = yield* seed.batchJob({ project: project.id, author: fixture.owner, status: "SUCCESS" })
        const idsOf = (credential: TestCredential, list: string) =>
          Effect.map(send(credential, "GET", `${path}/${list}`), ({ status, body }) =>
            status === 200
              ? (body as { _embedded: { batchJobs: ReadonlyArray<BatchJobModel> } })._embedded.batchJobs.map(
                  ({ id }) => id
                )
              : status
          )
        assert.deepStrictEqual(yield* idsOf(asOwner, "batch-jobs"), [own, other, old])
        assert.deepStrictEqual(yield* idsOf(asOwner, "batch-jobs?sort=id,desc&size=1"), [old])
        assert.strictEqual(yield* idsOf(viewer.credential, "batch-jobs"), 403)
        assert.deepStrictEqual(yield* idsOf(asOwner, "my-batch-jobs"), [other, old])
        assert.deepStrictEqual(yield* idsOf(viewer.credential, "my-batch-jobs"), [own])
        // Over for longer than an hour.
        assert.deepStrictEqual(yield* idsOf(asOwner, "current-batch-jobs"), [own, other])
        assert.deepStrictEqual(yield* idsOf(watcher.credential, "current-batch-jobs"), [own, other])
        assert.deepStrictEqual(yield* idsOf(viewer.credential, "current-batch-jobs"), [own])
        const missing = (scope: Scope) => error(403, "operation_not_permitted", [scope])
        assert.deepStrictEqual(yield* send(key, "GET", `${path}/current-batch-jobs`), missing("batch-jobs.view"))

        const get = (credential: TestCredential, id: number) => send(credential, "GET", `${path}/batch-jobs/${id}`)
        assert.strictEqual((yield* get(viewer.credential, own)).status, 200)
        assert.deepStrictEqual(yield* get(viewer.credential, other), missing("batch-jobs.view"))
        assert.deepInclude(jobIn(yield* get(watcher.credential, other)).author, { id: fixture.owner, username: "" })
        const cancel = (credential: TestCredential, id: number) =>
          send(credential, "PUT", `${path}/batch-jobs/${id}/cancel`)
        assert.deepStrictEqual(yield* cancel(watcher.credential, own), missing("batch-jobs.cancel"))
        // A key may be public: it neither sees nor stops what its owner has started.
        assert.deepStrictEqual(yield* get(key, other), missing("batch-jobs.view"))
        assert.deepStrictEqual(yield* cancel(key, other), missing("batch-jobs.cancel"))
        assert.deepStrictEqual(yield* idsOf(key, "my-batch-jobs"), [])
        assert.deepStrictEqual(yield* cancel(viewer.credential, own), { status: 200, body: "" })
        assert.strictEqual((yield* cancel(asOwner, other)).status, 200)
        assert.strictEqual((yield* jobOf(fixture, other)).status, "CANCELLED")
        for (let count = 2; count < 10; count++) assert.strictEqual((yield* cancel(asOwner, other)).status, 200)
        assert.strictEqual((yield* cancel(asOwner, other)).status, 429)
      })
    )
  }
)
