import type { BatchJobModel } from "@dragoman/api"
import { type CheckType, checkText } from "@dragoman/formats/check"
import { verifyMachineText } from "@dragoman/formats/machine-text"
import { type MachineSample, machineSamples } from "@dragoman/formats/machine-text/testing"
import { randomRounds, seededRandom } from "@dragoman/formats/testing"
import { answerBehaviours } from "@dragoman/machine-translation/testing"
import { Database } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { engineSettings, providerOf, startEngine, startModel } from "../testing/machine-servers.ts"
import { textsIn } from "../testing/project-content.ts"
import { seed } from "../testing/seed.ts"
import { send } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"

const engineNames = ["DEEPL", "GOOGLE", "AWS", "AZURE", "BAIDU", "LIBRETRANSLATE"] as const
const modelTypes = ["OPENAI", "OPENAI_AZURE", "ANTHROPIC", "GOOGLE_AI"] as const
const serviceNames = [...engineNames, ...modelTypes]
type ServiceName = (typeof serviceNames)[number]

/** One of each kind; the others repeat them by their own protocols. */
const quickServices: ReadonlyArray<ServiceName> = ["DEEPL", "OPENAI"]

const startMachines = Effect.gen(function* () {
  return {
    engines: yield* Effect.forEach(engineNames, startEngine),
    models: yield* Effect.forEach(modelTypes, startModel)
  }
})

/** The services that the server of these tests asks. */
class Machines extends Context.Service<Machines, Effect.Success<typeof startMachines>>()(
  "@dragoman/server/batch-job/machine-services.test/Machines"
) {}

/** A character of an engine and a token of a model cost 1. */
const settingsOf = ({ engines, models }: Effect.Success<typeof startMachines>) => ({
  ...Object.assign({}, ...engines.map(({ config }) => engineSettings(config))),
  mtPrices: Object.fromEntries(engineNames.map((name) => [name, 1_000_000])),
  llmProviders: models.map((model, index) => {
    const type = modelTypes[index] ?? "OPENAI"
    return providerOf(type, model, { type, deployment: type === "OPENAI_AZURE" ? "small" : null })
  })
})

const requestsOf = (service: ServiceName) =>
  Machines.use(({ engines, models }) =>
    Effect.sync((): number => {
      const server = [...engines, ...models][serviceNames.indexOf(service)]
      return server?.requests.length ?? 0
    })
  )

let fixtures = 0

/** A project with the languages en (base), de, cs, and keys with these base texts, whose primary service is this one. */
const seedFixture = Effect.fnUntraced(function* (
  service: ServiceName,
  texts: ReadonlyArray<Pick<MachineSample, "text" | "isPlural">>,
  isIcu = true
) {
  const name = `Services ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const { id, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "cs"] })
  const { en = 0, de = 0, cs = 0 } = languages
  const asOwner = yield* seed.accessToken(owner, { super: true })
  const path = `/v2/projects/${id}`
  const sql = yield* SqlClient.SqlClient
  const keyIds = yield* (yield* Database).transaction(
    Effect.gen(function* () {
      yield* sql`UPDATE project SET icu_placeholders = ${isIcu ? 1 : 0} WHERE id = ${id}`
      const ids: Array<number> = []
      for (const [index, { text, isPlural }] of texts.entries()) {
        const key = { created_at: 0, project_id: id, name: `key ${index}` }
        const plural = isPlural ? { is_plural: 1, plural_argument_name: "n" } : {}
        const [row] = yield* sql<{ id: number }>`
          INSERT INTO translation_key ${sql.insert({ ...key, ...plural })} RETURNING id`
        const keyId = row?.id ?? 0
        yield* sql`INSERT INTO translation ${sql.insert({ key_id: keyId, project_id: id, language_id: en, text, state: "TRANSLATED" })}`
        ids.push(keyId)
      }
      return ids
    })
  )
  const isModel = modelTypes.some((type) => type === service)
  const prompt = { name: service, providerName: service, template: null, basicPromptOptions: null }
  const made = isModel ? yield* send(asOwner, "POST", `${path}/prompts`, prompt) : null
  const promptId = made === null ? null : (made.body as { readonly id: number }).id
  const primaryServiceInfo = { serviceType: isModel ? "PROMPT" : service, promptId }
  const set = yield* send(asOwner, "PUT", `${path}/machine-translation-service-settings`, {
    settings: [{ targetLanguageId: null, primaryServiceInfo }]
  })
  assert.strictEqual(set.status, 200)
  return { name, project: id, organization: organization.id, asOwner, path, en, de, cs, keyIds }
})
type Fixture = Effect.Success<ReturnType<typeof seedFixture>>

const until = <A, E, R>(effect: Effect.Effect<A, E, R>, isSo: (value: A) => boolean) =>
  Effect.repeat(effect, { until: isSo, schedule: Schedule.spaced("10 millis") })

/** Translates keys by machine, and waits for the end of the job. */
const runJob = Effect.fnUntraced(function* ({ asOwner, path, keyIds, de, cs }: Fixture, targetLanguageIds = [de, cs]) {
  const started = yield* send(asOwner, "POST", `${path}/start-batch-job/machine-translate`, {
    keyIds,
    targetLanguageIds
  })
  assert.strictEqual(started.status, 200, JSON.stringify(started.body))
  const { id } = started.body as BatchJobModel
  const job = Effect.map(send(asOwner, "GET", `${path}/batch-jobs/${id}`), ({ body }) => body as BatchJobModel)
  return yield* until(job, ({ status }) => status !== "PENDING" && status !== "RUNNING")
})

/** Texts that a job has not translated, by their error. */
const failuresOf = Effect.fnUntraced(function* ({ asOwner, path }: Fixture, job: BatchJobModel) {
  const { body } = yield* send(asOwner, "GET", `${path}/batch-jobs/${job.id}/failed-texts?size=1000`)
  const { _embedded } = body as {
    readonly _embedded: {
      readonly failedTexts: ReadonlyArray<{ readonly code: string; readonly detail: string | null }>
    }
  }
  return _embedded.failedTexts
})

const setBudget = ({ asOwner, path }: Fixture, perDay: number) =>
  send(asOwner, "PUT", `${path}/machine-translation-budget`, { perDay, perMonth: null })

const pick = <Value>(random: () => number, values: readonly [Value, ...Array<Value>]): Value =>
  values[Math.floor(random() * values.length)] ?? values[0]

/** Puts something that breaks texts at a random place, or cuts there, or takes a character away. */
const breakText =
  (random: () => number) =>
  (text: string): string => {
    const place = Math.floor(random() * (text.length + 1))
    const added = pick(random, [
      "",
      "{",
      "}",
      "'",
      "<b>",
      "</x>",
      "%s",
      "{x}",
      "{{x}}",
      "#",
      "&lt;",
      "\0",
      '<x id="m0">',
      "ZX0QZ"
    ])
    return text.slice(0, place) + added + (random() < 0.1 ? "" : text.slice(place + (added === "" ? 1 : 0)))
  }

/** Lets a service damage what it translates, by a seed, while an effect runs. */
const sabotaged = <A, E, R>(service: ServiceName, effect: Effect.Effect<A, E, R>) =>
  Machines.use(({ engines, models }) => {
    const random = seededRandom(serviceNames.indexOf(service) + 1)
    const engine = engines[(engineNames as ReadonlyArray<ServiceName>).indexOf(service)]
    const model = models[(modelTypes as ReadonlyArray<ServiceName>).indexOf(service)]
    engine?.setBehaviour(() => ({
      kind: "damages",
      damage: (text) => (random() < 0.3 ? text : breakText(random)(text))
    }))
    model?.setBehaviour(() => pick(random, answerBehaviours))
    return Effect.ensuring(
      effect,
      Effect.sync(() => {
        engine?.setBehaviour({ kind: "translates" })
        model?.setBehaviour("translates")
      })
    )
  })

/** In `npm test` texts of all syntaxes, but a tenth of them. */
const samplesOf = (isIcu: boolean): ReadonlyArray<MachineSample> => {
  const samples = machineSamples.filter((sample) => sample.isIcu === isIcu)
  const step = Math.floor(samples.length / randomRounds(samples.length))
  return samples.filter((_, index) => index % step === 0)
}

/** Checks that find what a machine breaks. */
const technicalChecks: ReadonlySet<CheckType> = new Set([
  "ICU_SYNTAX",
  "INCONSISTENT_PLACEHOLDERS",
  "INCONSISTENT_HTML",
  "HTML_SYNTAX",
  "UNSAFE_HTML",
  "MARKUP_MISMATCH",
  "DIFFERENT_URLS",
  "MISSING_PLURAL_CATEGORIES"
])

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer],
  ["PostgreSQL", layerTestServerPostgres]
] as const) {
  const layerTests = Layer.unwrap(Effect.map(Machines, (machines) => layerServer(settingsOf(machines)))).pipe(
    Layer.provideMerge(Layer.effect(Machines, startMachines))
  )
  layerOn(engine, layerTests, { excludeTestServices: true })(`services of machine translation on ${engine}`, (it) => {
    for (const service of serviceNames) {
      it.effect(
        `store no broken text when ${service} damages what it translates`,
        () =>
          Effect.gen(function* () {
            const failed: Array<Effect.Success<ReturnType<typeof failuresOf>>[number]> = []
            let stored = 0
            let places = 0
            for (const isIcu of [true, false]) {
              const samples = samplesOf(isIcu)
              const fixture = yield* seedFixture(service, samples, isIcu)
              const job = yield* sabotaged(service, runJob(fixture))
              const failures = yield* failuresOf(fixture, job)
              const texts = yield* textsIn(fixture.project)
              for (const [index, { text: source, isPlural }] of samples.entries()) {
                for (const languageTag of ["de", "cs"]) {
                  const text = texts[`key ${index}`]?.[languageTag]
                  if (text == null) continue
                  stored++
                  const facts = {
                    sourceTag: "en",
                    languageTag,
                    isPlural,
                    icuPlaceholders: isIcu,
                    lengthMax: null,
                    terms: []
                  }
                  assert.deepStrictEqual(verifyMachineText({ ...facts, source, answer: text }), { ok: text }, source)
                  const base = { text: source, languageTag: "en" }
                  const checked = { text, languageTag, base, isPlural, isIcu: isPlural || isIcu, maxCharLimit: null }
                  assert.deepStrictEqual(checkText(checked, technicalChecks), [], `${source} became ${text}`)
                }
              }
              failed.push(...failures)
              places += 2 * samples.length
              assert.strictEqual(job.status, failures.length === 0 ? "SUCCESS" : "FAILED")
            }
            assert.strictEqual(stored + failed.length, places)
            assert.isAbove(stored, 0)
            assert.isTrue(failed.some(({ detail }) => detail?.startsWith("The translation was damaged: ")))
          }),
        { timeout: 300_000, tags: quickServices.includes(service) ? ["random"] : ["exhaustive"] }
      )
    }

    it.effect("end a job when the budget is used up or the key is wrong, and are not asked for the rest", () =>
      Effect.gen(function* () {
        const { engines, models } = yield* Machines
        for (const service of quickServices) {
          const texts = Array.from({ length: 250 }, (_, index) => ({
            text: `${service} ${fixtures} ${index} {name}`,
            isPlural: false
          }))
          const fixture = yield* seedFixture(service, texts)
          yield* setBudget(fixture, 0)
          const before = yield* requestsOf(service)
          const poor = yield* runJob(fixture)
          assert.deepStrictEqual([poor.status, poor.errorMessage], ["FAILED", "out_of_credits"], service)
          assert.strictEqual(yield* requestsOf(service), before, service)
          assert.isFalse(Object.values(yield* textsIn(fixture.project)).some(({ de }) => de !== undefined))

          yield* setBudget(fixture, 1_000_000)
          const behaved = Effect.sync(() => {
            engines[0]?.setBehaviour({ kind: "translates" })
            models[0]?.setBehaviour("translates")
          })
          engines[0]?.setBehaviour({ kind: "fails", status: 456, body: {} })
          models[0]?.setBehaviour("has_no_quota")
          const failed = yield* Effect.ensuring(runJob(fixture), behaved)
          assert.deepStrictEqual([failed.status, failed.errorMessage], ["FAILED", "translation_failed"], service)
          // Those that were sent at the same time.
          assert.isAtMost((yield* requestsOf(service)) - before, 8, service)
          const budget = yield* send(fixture.asOwner, "GET", `${fixture.path}/machine-translation-budget`)
          assert.deepInclude(budget.body, { spentToday: 0 })
        }
      })
    )

    it.effect("go on with the other languages of a job when the service of one rejects its key", () =>
      Effect.gen(function* () {
        const { engines } = yield* Machines
        const texts = Array.from({ length: 120 }, (_, index) => ({
          text: `Ended ${fixtures} ${index}`,
          isPlural: false
        }))
        const fixture = yield* seedFixture("LIBRETRANSLATE", texts)
        const { asOwner, path, project, de, keyIds } = fixture
        const serviceOf = (targetLanguageId: number | null, serviceType: ServiceName) => ({
          targetLanguageId,
          primaryServiceInfo: { serviceType }
        })
        const settings = [serviceOf(null, "LIBRETRANSLATE"), serviceOf(de, "DEEPL")]
        yield* send(asOwner, "PUT", `${path}/machine-translation-service-settings`, { settings })
        const before = yield* requestsOf("DEEPL")
        engines[0]?.setBehaviour({ kind: "fails", status: 403, body: {} })
        const behaved = Effect.sync(() => engines[0]?.setBehaviour({ kind: "translates" }))
        const job = yield* Effect.ensuring(runJob(fixture), behaved)
        assert.deepStrictEqual([job.status, job.errorMessage], ["FAILED", "translation_failed"])
        const written = Object.values(yield* textsIn(project))
        assert.isTrue(written.every((text) => text["de"] === undefined && text["cs"] === `[cs] ${text["en"]}`))
        // Those that the first batch sent at the same time.
        assert.isAtMost((yield* requestsOf("DEEPL")) - before, 8)
        const failures = yield* failuresOf(fixture, job)
        assert.lengthOf(failures, keyIds.length)
        assert.isTrue(
          failures.every(({ code, detail }) => code === "translation_failed" && detail?.startsWith("DeepL "))
        )
      })
    )

    it.effect("translate new keys by themselves, from memory first, and never over a person's text", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture("DEEPL", [{ text: `Automatic ${fixtures} first`, isPlural: false }])
        const { asOwner, path, project } = fixture
        const settings = { languageId: null, usingTranslationMemory: true, usingMachineTranslation: true }
        yield* send(asOwner, "PUT", `${path}/per-language-auto-translation-settings`, [settings])
        const known = `Automatic ${fixtures} known`
        const make = (name: string, translations: object) =>
          send(asOwner, "POST", `${path}/keys/create`, { name, translations })
        assert.strictEqual((yield* make("known", { en: known, de: "Bekannt", cs: "Známý" })).status, 201)
        const before = yield* requestsOf("DEEPL")
        const added = `Automatic ${fixtures} added {name}`
        yield* make("again", { en: known })
        yield* make("added", { en: added, de: "Von Hand" })
        const texts = yield* until(
          textsIn(project),
          (found) => found["added"]?.["cs"] !== undefined && found["again"]?.["cs"] !== undefined
        )
        assert.deepStrictEqual(texts["again"], { en: known, de: "Bekannt", cs: "Známý" })
        assert.deepStrictEqual(texts["added"], { en: added, de: "Von Hand", cs: `[cs] ${added}` })
        assert.strictEqual((yield* requestsOf("DEEPL")) - before, 1)
        assert.deepStrictEqual(texts["key 0"]?.["de"], undefined, "texts of before stay untranslated")
      })
    )
  })
}
