import type { BatchJobModel } from "@dragoman/api"
import type { Scope } from "@dragoman/domain/permission"
import { BatchJobRepository, Database, MachineAnswerRepository } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { CurrentTextTranslator } from "../assistance/machine-translation/text-translator.ts"
import { toAnswerRow } from "../assistance/machine-translation/write-machine-texts.ts"
import { indexMemory } from "../assistance/memory/index-memory.ts"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { textsIn } from "../testing/project-content.ts"
import { seed } from "../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import {
  layerTestTranslator,
  startTranslationServer,
  type TranslationServer,
  testPromptId
} from "../testing/translation-server.ts"
import { BatchJobEngine } from "./batch-job-engine.ts"
import { BatchPieceKeysMax } from "./change-batch-jobs.ts"

/** The server of texts that the jobs of these tests ask. */
class Translations extends Context.Service<Translations, TranslationServer>()(
  "@dragoman/server/batch-job/machine-translate.test/Translations"
) {}

let fixtures = 0

/** A project with the languages en (base), de, fr and the keys a to d, whose base texts are unlike those of all other projects. */
const seedFixture = Effect.gen(function* () {
  const name = `Machine ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr"] })
  const { en = 0, de = 0, fr = 0 } = project.languages
  const keys: Record<string, number> = {}
  for (const key of ["a", "b", "c", "d"]) {
    const id = yield* seed.key({ project: project.id, name: key })
    yield* seed.translation({ key: id, language: en, text: `${name} ${key}` })
    keys[key] = id
  }
  const { a = 0, b = 0, c = 0, d = 0 } = keys
  const asOwner: TestCredential = yield* seed.accessToken(owner)
  return {
    name,
    owner,
    project,
    asOwner,
    path: `/v2/projects/${project.id}`,
    en,
    de,
    fr,
    a,
    b,
    c,
    d,
    all: [a, b, c, d]
  }
})
type Fixture = Effect.Success<typeof seedFixture>

const start = ({ asOwner, path }: Fixture, body: object, credential = asOwner) =>
  send(credential, "POST", `${path}/start-batch-job/machine-translate`, body)

const jobIn = ({ status, body }: TestResponse): BatchJobModel => {
  if (status !== 200) throw new Error(`responded with ${status}: ${JSON.stringify(body)}`)
  return body as BatchJobModel
}

const jobOf = ({ asOwner, path }: Fixture, id: number) =>
  Effect.map(send(asOwner, "GET", `${path}/batch-jobs/${id}`), jobIn)

/** Asks again until it is so; the test's own time limit ends it otherwise. */
const until = <A, E, R>(effect: Effect.Effect<A, E, R>, isSo: (value: A) => boolean) =>
  Effect.repeat(effect, { until: isSo, schedule: Schedule.spaced("5 millis") })

const finished = (fixture: Fixture, id: number) =>
  until(jobOf(fixture, id), ({ status }) => status !== "PENDING" && status !== "RUNNING")

const run = Effect.fnUntraced(function* (fixture: Fixture, body: object) {
  return yield* finished(fixture, jobIn(yield* start(fixture, body)).id)
})

interface HistoryBody {
  readonly _embedded: { readonly revisions: ReadonlyArray<{ readonly modifications: Record<string, unknown> }> }
}

const outcome = ({ status, progress, totalItems, errorMessage }: BatchJobModel) => [
  status,
  progress,
  totalItems,
  errorMessage
]

/** The texts of the live keys in a language, those without a row left out. */
const textsOf = (projectId: number, tag: string) =>
  Effect.map(textsIn(projectId), (keys) =>
    Object.fromEntries(Object.entries(keys).flatMap(([key, texts]) => (tag in texts ? [[key, texts[tag]]] : [])))
  )

/** The requests of a project, without its name. */
const askedIn = ({ name }: Fixture, requests: ReadonlyArray<string>) =>
  requests.filter((request) => request.includes(`${name} `)).map((request) => request.replace(`${name} `, ""))

const asked = (fixture: Fixture) => Translations.use(({ asked }) => Effect.sync(() => askedIn(fixture, asked)))

const failedTexts = ({ asOwner, path }: Fixture, id: number) =>
  Effect.map(send(asOwner, "GET", `${path}/batch-jobs/${id}/failed-texts`), ({ body }) => {
    const { _embedded } = body as {
      readonly _embedded: {
        readonly failedTexts: ReadonlyArray<Readonly<Record<"keyName" | "languageTag" | "code" | "detail", string>>>
      }
    }
    return _embedded.failedTexts.map(({ keyName, languageTag, code, detail }) => [keyName, languageTag, code, detail])
  })

const write = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const database = yield* Database
    return yield* database.transaction(sql.unsafe<Record<string, unknown>>(statement))
  }).pipe(Effect.orDie)

/** Runs an effect while the translation server holds the requests of a started job. */
const whileAsking = Effect.fnUntraced(function* <A, E, R>(
  fixture: Fixture,
  body: object,
  during: (job: BatchJobModel) => Effect.Effect<A, E, R>
) {
  const server = yield* Translations
  server.hold()
  const job = jobIn(yield* start(fixture, body))
  yield* until(asked(fixture), ({ length }) => length > 0)
  yield* Effect.ensuring(during(job), Effect.sync(server.release))
  return yield* finished(fixture, job.id)
})

const aborted = (fixture: Fixture) =>
  Translations.use((server) =>
    until(
      Effect.sync(() => askedIn(fixture, server.aborted)),
      ({ length }) => length > 0
    )
  )

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  // Two keys in each batch: the smallest job has several.
  const layerTests = Layer.unwrap(
    Effect.map(Translations, (server) =>
      layerServer.pipe(
        Layer.provide(Layer.succeed(BatchPieceKeysMax, 2)),
        Layer.provide(Layer.succeed(CurrentTextTranslator, layerTestTranslator(server)))
      )
    )
  ).pipe(Layer.provideMerge(Layer.effect(Translations, startTranslationServer)))
  layerOn(engine, layerTests, { excludeTestServices: true })(`machine translation in batch jobs on ${engine}`, (it) => {
    it.effect("fills what may be replaced, marks it as automatic, and is one activity", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, project, de, fr, a, b, c, d, name } = fixture
        yield* seed.translation({ key: a, language: de, text: "Von Hand" })
        yield* seed.translation({ key: b, language: de, text: "Geprüft" })
        yield* write(`UPDATE translation SET state = 'REVIEWED' WHERE key_id = ${b} AND language_id = ${de}`)
        yield* send(asOwner, "PUT", `${path}/keys/${c}/disabled-languages`, { languageIds: [de] })
        const job = yield* run(fixture, { keyIds: [a, b, c, d], targetLanguageIds: [de], onlyEmpty: true })
        assert.deepStrictEqual(outcome(job), ["SUCCESS", 4, 4, null])
        assert.deepStrictEqual(yield* asked(fixture), ["de d"])
        const filled = { a: "Von Hand", b: "Geprüft REVIEWED", c: " DISABLED", d: `[de] ${name} d` }
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), filled)
        const [row] = yield* write(
          `SELECT id, is_auto, is_outdated, machine_translation_provider AS service, prompt_id FROM translation WHERE key_id = ${d} AND language_id = ${de}`
        )
        const written = { isAuto: 1, isOutdated: 0, service: "LIBRETRANSLATE", promptId: testPromptId }
        assert.deepStrictEqual({ ...row }, { id: row?.["id"], ...written })
        const history = yield* send(asOwner, "GET", `${path}/translations/${row?.["id"]}/history`)
        assert.deepInclude((history.body as HistoryBody)._embedded.revisions[0]?.modifications ?? {}, {
          promptId: { old: null, new: testPromptId }
        })

        assert.strictEqual(
          (yield* run(fixture, { keyIds: fixture.all, targetLanguageIds: [de, fr] })).status,
          "SUCCESS"
        )
        const overwritten = { ...filled, a: `[de] ${name} a` }
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), overwritten, "a reviewer replaces texts of people")
        const all = { keyIds: [b, c], targetLanguageIds: [de], overwriteReviewed: true }
        assert.strictEqual((yield* run(fixture, all)).status, "SUCCESS")
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), { ...overwritten, b: `[de] ${name} b` })
        const { body } = yield* send(asOwner, "GET", `${path}/activity?sort=timestamp,desc&size=100`)
        const { activities } = (
          body as {
            readonly _embedded: {
              readonly activities: ReadonlyArray<Record<"type" | "counts" | "revisionId", unknown>>
            }
          }
        )._embedded
        assert.deepStrictEqual(
          activities
            .filter(({ type }) => type === "BATCH_MACHINE_TRANSLATE")
            .map(({ counts }) => counts)
            .toReversed(),
          [{ Translation: 1 }, { Translation: 5 }, { Translation: 1 }]
        )
      })
    )

    it.effect("tries a prompt aside: writes no text, and shows its results to its user alone", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, project, de, fr, en, a, b, c, name } = fixture
        yield* seed.translation({ key: a, language: de, text: "Von Hand" })
        yield* write(`UPDATE translation SET text = '${name} fails' WHERE key_id = ${c} AND language_id = ${en}`)
        const before = yield* textsIn(project.id)
        const tryOn = Effect.fnUntraced(function* (keyIds: ReadonlyArray<number>, llmPrompt?: object) {
          const body = { keyIds, targetLanguageIds: [de], llmPrompt }
          const started = jobIn(yield* send(asOwner, "POST", `${path}/start-batch-job/ai-playground-translate`, body))
          return yield* finished(fixture, started.id)
        })
        const results = (credential: TestCredential = asOwner) =>
          send(credential, "POST", `${path}/ai-playground-result`, { keys: [a, b, c], languages: [de, fr] })
        const prompt = { template: "Translate {{source.translation}}", providerName: "small", name: null }
        assert.deepStrictEqual(outcome(yield* tryOn([a, b, c], prompt)), ["FAILED", 2, 3, "translation_failed"])
        const shown = [a, b].map((keyId, index) => ({
          keyId,
          languageId: de,
          translation: `[de] ${name} ${"ab"[index]}`,
          contextDescription: "From small"
        }))
        assert.deepStrictEqual(yield* results(), { status: 200, body: { _embedded: { results: shown } } })
        assert.deepStrictEqual(yield* textsIn(project.id), before)
        const other = yield* seed.accessToken(yield* seed.user({ username: `${name} admin`, serverRole: "ADMIN" }))
        assert.deepStrictEqual(yield* results(other), { status: 200, body: { _embedded: { results: [] } } })

        assert.strictEqual((yield* tryOn([b])).status, "SUCCESS")
        const later = [{ ...shown[1], contextDescription: "From default" }]
        assert.deepStrictEqual(yield* results(), { status: 200, body: { _embedded: { results: later } } })
        const long = { llmPrompt: { template: "x".repeat(100_001) }, keyIds: [a], targetLanguageIds: [de] }
        const rejected = yield* send(asOwner, "POST", `${path}/start-batch-job/ai-playground-translate`, long)
        assert.strictEqual(rejected.status, 400)
        const viewer = yield* seed.apiKey({ project: project.id, user: fixture.owner, scopes: ["translations.view"] })
        assert.strictEqual((yield* results(viewer)).status, 403)
      })
    )

    it.effect("needs its scope and its languages, and the right to review for reviewed texts", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, de, fr, a, name } = fixture
        yield* seed.translation({ key: a, language: de, text: "Von Hand" })
        const caller = Effect.fnUntraced(function* (scopes: ReadonlyArray<Scope>, limits: object = {}) {
          const user = yield* seed.user({ username: `${name} ${scopes} ${JSON.stringify(limits)}` })
          yield* seed.directPermission({ project: project.id, user, permission: { scopes, ...limits } })
          return yield* seed.accessToken(user)
        })
        const translator = yield* caller(["translations.batch-machine"])
        const limited = yield* caller(["translations.batch-machine"], { translateLanguageIds: [fr] })
        const into = { keyIds: [a], targetLanguageIds: [de] }
        const refused = [
          yield* start(fixture, into, yield* caller(["translations.edit"])),
          yield* start(fixture, into, limited),
          yield* start(fixture, { ...into, overwriteReviewed: true }, translator),
          yield* start(fixture, { keyIds: [a], targetLanguageIds: [987_654] }, translator)
        ]
        assert.deepStrictEqual(
          refused.map(({ status, body }) => [status, (body as { readonly code: string }).code]),
          [
            [403, "operation_not_permitted"],
            [403, "language_not_permitted"],
            [403, "operation_not_permitted"],
            [404, "language_not_found"]
          ]
        )
        const job = yield* finished(fixture, jobIn(yield* start(fixture, into, translator)).id)
        assert.deepStrictEqual(outcome(job), ["SUCCESS", 1, 1, null])
        assert.deepStrictEqual(
          yield* textsOf(project.id, "de"),
          { a: "Von Hand" },
          "without the right to review it fills only"
        )
      })
    )

    it.effect("tells which texts failed and why, and does the others", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, project, de, fr, b, name } = fixture
        yield* send(asOwner, "POST", `${path}/translations`, { key: "b", translations: { en: `${name} fails` } })
        const job = yield* run(fixture, { keyIds: fixture.all, targetLanguageIds: [de] })
        assert.deepStrictEqual(outcome(job), ["FAILED", 3, 4, "translation_failed"])
        const detail = "The model answered with nothing."
        assert.deepStrictEqual(yield* failedTexts(fixture, job.id), [["b", "de", "translation_failed", detail]])
        const { body } = yield* send(asOwner, "GET", `${path}/translations?filterFailedKeysOfJob=${job.id}`)
        const { keys } = (body as { readonly _embedded: { readonly keys: ReadonlyArray<{ readonly keyId: number }> } })
          ._embedded
        assert.deepStrictEqual(
          keys.map(({ keyId }) => keyId),
          [b]
        )
        assert.sameMembers(Object.keys(yield* textsOf(project.id, "de")), ["a", "c", "d"])
        assert.deepStrictEqual(
          yield* send(asOwner, "GET", `${path}/batch-jobs/987654/failed-texts`),
          error(404, "batch_job_not_found")
        )
        yield* send(asOwner, "POST", `${path}/translations`, { key: "a", translations: { en: `${name} ends` } })
        const ended = yield* run(fixture, { keyIds: fixture.all, targetLanguageIds: [fr] })
        assert.deepStrictEqual(
          [ended.status, ended.errorMessage, (yield* asked(fixture)).includes("fr d")],
          ["FAILED", "mt_service_not_enabled", false],
          "a failure that no text survives drops the rest"
        )
      })
    )

    it.effect("asks for nothing again that a killed server has kept", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, owner, de, a, b, c, name } = fixture
        const jobs = yield* BatchJobRepository
        const answers = yield* MachineAnswerRepository
        const database = yield* Database
        const kept = (keyId: number, baseText: string) =>
          toAnswerRow({ keyId, languageId: de, baseText, text: "Behalten", service: "DEEPL", promptId: null })
        const id = yield* database.transaction(
          Effect.gen(function* () {
            const job = yield* jobs.insert({
              projectId: project.id,
              owner: { authorId: owner, apiKeyId: 0 },
              operation: {
                type: "MACHINE_TRANSLATE",
                targetLanguageIds: [de],
                onlyEmpty: null,
                overwriteReviewed: false
              },
              reviewLanguageIds: null,
              pieces: [[a, b, c]],
              at: 0
            })
            yield* jobs.lease(job, { owner: "a killed server", now: 0, until: 1 })
            // The base text of b was changed after the kill.
            yield* answers.keep(job, [kept(a, `${name} a`), kept(b, "Earlier")])
            return job
          })
        )
        yield* BatchJobEngine.use(({ wake }) => wake)
        assert.deepStrictEqual(outcome(yield* finished(fixture, id)), ["SUCCESS", 3, 3, null])
        assert.sameMembers([...(yield* asked(fixture))], ["de b", "de c"])
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), {
          a: "Behalten",
          b: `[de] ${name} b`,
          c: `[de] ${name} c`
        })
        assert.deepStrictEqual(yield* write(`SELECT * FROM machine_answer WHERE job_id = ${id}`), [])
      })
    )

    it.effect("ends its requests when it is cancelled", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, project, de, all } = fixture
        const job = yield* whileAsking(fixture, { keyIds: all, targetLanguageIds: [de] }, ({ id }) =>
          Effect.andThen(send(asOwner, "PUT", `${path}/batch-jobs/${id}/cancel`), aborted(fixture))
        )
        assert.deepStrictEqual(outcome(job), ["CANCELLED", 0, 4, null])
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), {})
      })
    )

    it.effect("lets other jobs run while it waits, and skips what was deleted meanwhile", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, project, en, de, fr, a, b, c, name } = fixture
        const job = yield* whileAsking(fixture, { keyIds: [a, b, c], targetLanguageIds: [de, fr] }, () =>
          Effect.gen(function* () {
            const deleting = yield* send(asOwner, "POST", `${path}/start-batch-job/delete-keys`, { keyIds: [a] })
            assert.strictEqual((yield* finished(fixture, jobIn(deleting).id)).status, "SUCCESS")
            yield* send(asOwner, "DELETE", `${path}/languages/${fr}`)
            yield* send(asOwner, "POST", `${path}/translations`, { key: "b", translations: { en: "Changed" } })
          })
        )
        assert.deepStrictEqual(outcome(job), ["FAILED", 2, 3, "translation_failed"])
        assert.deepStrictEqual(yield* failedTexts(fixture, job.id), [
          ["b", "de", "translation_failed", "The base text changed while it was translated."]
        ])
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), { c: `[de] ${name} c` })
        assert.deepStrictEqual(Object.keys(yield* textsOf(project.id, "en")).length, 3, `${en}`)
      })
    )

    it.effect("gives its turn to the other jobs of its project after each batch", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { de, fr, a, b, c, d } = fixture
        let short = 0
        const job = yield* whileAsking(fixture, { keyIds: [a, b, c, d], targetLanguageIds: [de] }, () =>
          Effect.map(start(fixture, { keyIds: [d], targetLanguageIds: [fr] }), (response) => {
            short = jobIn(response).id
          })
        )
        assert.deepStrictEqual([job.status, (yield* finished(fixture, short)).status], ["SUCCESS", "SUCCESS"])
        const requests = yield* asked(fixture)
        assert.isBelow(requests.indexOf("fr d"), requests.indexOf("de c"), requests.join())
      })
    )

    it.effect("gives up when another server has the job, or its project is deleted", () =>
      Effect.gen(function* () {
        const server = yield* Translations
        const [taken, deleted] = [yield* seedFixture, yield* seedFixture]
        server.hold()
        const { id } = jobIn(yield* start(taken, { keyIds: [taken.a], targetLanguageIds: [taken.de] }))
        yield* until(asked(taken), ({ length }) => length > 0)
        yield* write(
          `UPDATE batch_job SET leased_by = 'another server', leased_until = ${Number.MAX_SAFE_INTEGER} WHERE id = ${id}`
        )
        yield* aborted(taken)
        yield* start(deleted, { keyIds: [deleted.a], targetLanguageIds: [deleted.de] })
        yield* until(asked(deleted), ({ length }) => length > 0)
        yield* write(`UPDATE project SET deleted_at = 1 WHERE id = ${deleted.project.id}`)
        yield* aborted(deleted)
        server.release()
        assert.strictEqual((yield* jobOf(taken, id)).status, "RUNNING")
        yield* write(`UPDATE batch_job SET leased_until = 0 WHERE id = ${id}`)
        yield* BatchJobEngine.use(({ wake }) => wake)
        assert.strictEqual((yield* finished(taken, id)).status, "SUCCESS")
      }).pipe(Effect.ensuring(Translations.use(({ release }) => Effect.sync(release))))
    )

    it.effect("translates one key at once, from memory first, and says what failed", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asOwner, path, project, de, fr, a, name } = fixture
        const translate = (query: string, keyId = a, credential = asOwner) =>
          send(credential, "PUT", `${path}/keys/${keyId}/auto-translate?${query}`)
        yield* seed.translation({ key: a, language: fr, text: "À la main" })
        assert.strictEqual((yield* translate("")).status, 200)
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), {}, "by default nothing translates")
        assert.strictEqual((yield* translate("useTranslationMemory=true&useMachineTranslation=true")).status, 200)
        assert.deepStrictEqual(yield* asked(fixture), ["de a"])
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), { a: `[de] ${name} a` })
        assert.deepStrictEqual(yield* textsOf(project.id, "fr"), { a: "À la main" })
        assert.strictEqual((yield* translate("languages=fr&useMachineTranslation=true")).status, 200)
        assert.deepStrictEqual(
          yield* textsOf(project.id, "fr"),
          { a: `[fr] ${name} a` },
          "named languages are replaced"
        )
        yield* send(asOwner, "POST", `${path}/translations`, {
          key: "a",
          translations: { en: "Memory", fr: "À la main" }
        })
        yield* send(asOwner, "POST", `${path}/translations`, {
          key: "b",
          translations: { en: "Memory", fr: "De la mémoire" }
        })
        assert.strictEqual((yield* translate("languages=fr&useTranslationMemory=true")).status, 200)
        assert.strictEqual((yield* textsOf(project.id, "fr"))["a"], "De la mémoire")
        yield* send(asOwner, "POST", `${path}/translations`, { key: "a", translations: { en: `${name} fails` } })
        assert.deepStrictEqual(
          [
            yield* translate("useMachineTranslation=true"),
            yield* translate("languages=xx&useMachineTranslation=true"),
            yield* translate("useMachineTranslation=true", 987_654)
          ],
          [
            error(400, "translation_failed", ["de", "The model answered with nothing."]),
            error(404, "language_not_found"),
            error(404, "key_not_found")
          ]
        )
        const limited = yield* seed.user({ username: `${name} limited` })
        const permission = { scopes: ["translations.edit"] as const, translateLanguageIds: [de] }
        yield* seed.directPermission({ project: project.id, user: limited, permission })
        const { status } = yield* translate("languages=fr", a, yield* seed.accessToken(limited))
        assert.strictEqual(status, 403)
        const [last] = yield* write(
          `SELECT type, author_id FROM activity_revision WHERE project_id = ${project.id} AND type = 'AUTO_TRANSLATE' ORDER BY id DESC LIMIT 1`
        )
        assert.deepStrictEqual({ ...last }, { type: "AUTO_TRANSLATE", authorId: fixture.owner })
      })
    )

    it.effect("fills new texts from memory first, without an author", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, de, a, b, c, asOwner, path } = fixture
        const jobs = yield* BatchJobRepository
        yield* send(asOwner, "POST", `${path}/translations`, { key: "a", translations: { en: "Twice", de: "Zweimal" } })
        yield* send(asOwner, "POST", `${path}/translations`, { key: "b", translations: { en: "Twice" } })
        const id = yield* Database.use((database) =>
          database.transaction(
            jobs.insert({
              projectId: project.id,
              owner: { authorId: null, apiKeyId: 0 },
              operation: { type: "AUTO_TRANSLATE", targetLanguageIds: [de], machineLanguageIds: [de] },
              isHidden: true,
              reviewLanguageIds: [],
              pieces: [[a, b, c]],
              at: 0
            })
          )
        )
        yield* BatchJobEngine.use(({ wake }) => wake)
        const job = yield* finished(fixture, id)
        assert.deepStrictEqual([outcome(job), job.author], [["SUCCESS", 3, 3, null], null])
        assert.deepStrictEqual(yield* textsOf(project.id, "de"), {
          a: "Zweimal",
          b: "Zweimal",
          c: `[de] ${fixture.name} c`
        })
        assert.deepStrictEqual(yield* asked(fixture), ["de c"])
      })
    )

    it.effect("fills similar texts that survive verification, then asks a machine, and labels both", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, de, b, c, d, all, asOwner, path } = fixture
        const jobs = yield* BatchJobRepository
        const save = (key: string, translations: object) =>
          send(asOwner, "POST", `${path}/translations`, { key, translations })
        yield* save("a", { en: "12 photos of Prague", de: "12 Fotos von Prag" })
        yield* save("b", { en: "15 photos of Prague" })
        yield* save("c", { en: "{count} photos of Prague" })
        yield* save("d", { de: "Geprüft" })
        yield* write(`UPDATE translation SET state = 'REVIEWED' WHERE key_id = ${d} AND language_id = ${de}`)
        yield* indexMemory({ compares: true })
        const label = yield* send(asOwner, "POST", `${path}/labels`, { name: "check", color: "#AA00FF" })
        const { id: labelId } = label.body as { readonly id: number }
        const rule = { languageId: de, memoryMinSimilarity: 80, labelId, followsBase: true }
        const id = yield* Database.use((database) =>
          database.transaction(
            jobs.insert({
              projectId: project.id,
              owner: { authorId: fixture.owner, apiKeyId: 0 },
              operation: { type: "AUTO_TRANSLATE", targetLanguageIds: [de], machineLanguageIds: [de], rules: [rule] },
              isHidden: true,
              reviewLanguageIds: [],
              pieces: [all],
              at: 0
            })
          )
        )
        yield* BatchJobEngine.use(({ wake }) => wake)
        assert.deepStrictEqual(outcome(yield* finished(fixture, id)), ["SUCCESS", 4, 4, null])
        const texts = yield* textsOf(project.id, "de")
        assert.deepStrictEqual(texts, {
          a: "12 Fotos von Prag",
          b: "15 Fotos von Prag",
          c: "[de] {count} photos of Prague",
          d: "Geprüft REVIEWED"
        })
        const labelled = yield* write(
          `SELECT t.key_id, t.is_auto, t.machine_translation_provider AS service FROM translation t
            JOIN translation_label l ON l.translation_id = t.id WHERE l.label_id = ${labelId} ORDER BY t.key_id`
        )
        assert.deepStrictEqual(
          labelled.map((row) => ({ ...row })),
          [
            { keyId: b, isAuto: 1, service: null },
            { keyId: c, isAuto: 1, service: "LIBRETRANSLATE" }
          ]
        )
      })
    )
  })
}
