import type { AutoTranslationDryRunModel, BatchJobModel, MachineEstimateModel } from "@dragoman/api"
import { BatchJobRepository, Database } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { indexMemory } from "../assistance/memory/index-memory.ts"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { engineSettings, providerOf, startEngine, startModel } from "../testing/machine-servers.ts"
import { textsIn } from "../testing/project-content.ts"
import { seed } from "../testing/seed.ts"
import { error, send, type TestCredential } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { BatchJobEngine } from "./batch-job-engine.ts"

const startServices = Effect.gen(function* () {
  return { deepl: yield* startEngine("DEEPL"), model: yield* startModel("OPENAI") }
})

/** Services of this machine: DeepL and a language model. */
class Services extends Context.Service<Services, Effect.Success<typeof startServices>>()(
  "@dragoman/server/batch-job/estimate-machine-job.test/Services"
) {
  static readonly layer = Layer.effect(Services, startServices)
}

const settingsFor = ({ deepl, model }: (typeof Services)["Service"]) => ({
  ...engineSettings(deepl.config),
  mtPrices: { DEEPL: 20 },
  llmProviders: [
    providerOf("local", model, { tokenPriceInCreditsInput: 0.000_002, tokenPriceInCreditsOutput: 0.000_004 })
  ]
})

let fixtures = 0

/** A project with en (base), de by DeepL, fr by the model, cs without a service, and the keys a to d, of which d has no base text. */
const seedFixture = Effect.gen(function* () {
  const name = `Estimate ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "fr", "cs"] })
  const { en = 0, de = 0, fr = 0, cs = 0 } = project.languages
  const all: Array<number> = []
  for (const key of ["a", "b", "c", "d"]) {
    const id = yield* seed.key({ project: project.id, name: key })
    if (key !== "d") yield* seed.translation({ key: id, language: en, text: `${name} has {count} of ${key}` })
    all.push(id)
  }
  const asOwner: TestCredential = yield* seed.accessToken(owner)
  const path = `/v2/projects/${project.id}`
  yield* send(asOwner, "PUT", `${path}/machine-translation-service-settings`, {
    settings: [
      { targetLanguageId: de, primaryServiceInfo: { serviceType: "DEEPL" } },
      { targetLanguageId: fr, primaryServiceInfo: { serviceType: "PROMPT" } },
      { targetLanguageId: cs, primaryServiceInfo: null }
    ]
  })
  const post = (query: string, body: object, credential = asOwner) =>
    send(credential, "POST", `${path}/start-batch-job/machine-translate${query}`, body)
  const estimate = (body: object) =>
    Effect.map(post("?dryRun=true", body), ({ status, body: estimated }) => {
      assert.strictEqual(status, 200)
      return estimated as MachineEstimateModel
    })
  const jobOf = (id: number) =>
    Effect.map(send(asOwner, "GET", `${path}/batch-jobs/${id}`), ({ body }) => body as BatchJobModel)
  const run = (body: object) =>
    Effect.flatMap(post("", body), (started) =>
      Effect.repeat(jobOf((started.body as BatchJobModel).id), {
        until: ({ status }) => status !== "PENDING" && status !== "RUNNING",
        schedule: Schedule.spaced("5 millis")
      })
    )
  return { name, owner, project, path, asOwner, all, de, fr, cs, post, estimate, run }
})

for (const [engine, makeServer] of [
  ["SQLite", layerTestServer],
  ["PostgreSQL", layerTestServerPostgres]
] as const) {
  const layerTests = Layer.unwrap(Effect.map(Services, (services) => makeServer(settingsFor(services)))).pipe(
    Layer.provideMerge(Services.layer)
  )
  layerOn(engine, layerTests, { excludeTestServices: true })(`the estimate of a machine job on ${engine}`, (it) => {
    it.effect("counts what would be asked, changes nothing, and is what the job costs", () =>
      Effect.gen(function* () {
        const { project, path, asOwner, all, de, fr, cs, estimate, run } = yield* seedFixture
        const { deepl, model } = yield* Services
        const asked = () => deepl.requests.length + model.requests.length
        const before = [asked(), yield* textsIn(project.id)]
        const [a = 0] = all
        yield* seed.translation({ key: a, language: de, text: "Von Hand" })
        const body = { keyIds: all, targetLanguageIds: [de, fr, cs], onlyEmpty: true }
        const { languages, ...sum } = yield* estimate(body)
        assert.deepStrictEqual(
          languages.map(({ languageTag, service, texts, skipped }) => [languageTag, service, texts, skipped]),
          [
            ["cs", null, 0, 4],
            ["de", "DEEPL", 2, 2],
            ["fr", "PROMPT", 3, 1]
          ]
        )
        const [, german, french] = languages
        assert.deepStrictEqual([sum.texts, sum.skipped], [5, 7])
        assert.strictEqual(sum.characters, german?.characters)
        assert.strictEqual(sum.tokens, french?.tokens)
        assert.approximately(german?.cost ?? 0, ((german?.characters ?? 0) * 20) / 1_000_000, 0.000_002)
        assert.isAbove(french?.cost ?? 0, 0)
        assert.strictEqual(asked(), before[0])
        const { body: jobs } = yield* send(asOwner, "GET", `${path}/my-batch-jobs`)
        assert.deepInclude(jobs, { page: { size: 20, totalElements: 0, totalPages: 0, number: 0 } })

        const job = yield* run({ ...body, targetLanguageIds: [de, fr] })
        assert.strictEqual(job.status, "SUCCESS")
        const { body: usage } = yield* send(asOwner, "GET", `${path}/machine-translation-usage`)
        const { usages } = (
          usage as {
            readonly _embedded: { readonly usages: ReadonlyArray<Record<"service" | "characters" | "cost", unknown>> }
          }
        )._embedded
        const paid = usages.find(({ service }) => service === "DEEPL")
        assert.deepInclude(paid, { characters: german?.characters, cost: german?.cost })
        const total = usages.reduce((sum, { cost }) => sum + Number(cost), 0)
        assert.approximately(job.cost ?? 0, total, 0.000_000_5)
        const again = yield* estimate({ ...body, onlyEmpty: false })
        assert.deepStrictEqual(
          again.languages.map(({ texts, skipped }) => [texts, skipped]),
          [
            [0, 4],
            [1, 3],
            [0, 4]
          ],
          "answers are kept, but for the text that a person had written"
        )
      })
    )

    it.effect("of rules says which texts come from where, and why others stay, as the job then does", () =>
      Effect.gen(function* () {
        const { project, path, asOwner, owner, all, de, fr, cs } = yield* seedFixture
        const { deepl, model } = yield* Services
        const save = (key: string, translations: object) =>
          send(asOwner, "POST", `${path}/translations`, { key, translations })
        yield* save("a", { en: "12 photos of Prague", de: "12 Fotos von Prag" })
        yield* save("b", { en: "15 photos of Prague" })
        yield* save("c", { en: "{count} photos of Prague" })
        yield* save("e", { en: "12 photos of Prague" })
        yield* indexMemory({ compares: true })
        const label = yield* send(asOwner, "POST", `${path}/labels`, { name: "check", color: "#AA00FF" })
        const { id: labelId } = label.body as { readonly id: number }
        const both = { usingTranslationMemory: true, usingMachineTranslation: true }
        yield* send(asOwner, "PUT", `${path}/per-language-auto-translation-settings`, [
          { languageId: de, ...both, memoryMinSimilarity: 80, labelId },
          { languageId: fr, usingTranslationMemory: true, memoryMinSimilarity: 80 },
          { languageId: cs, usingMachineTranslation: true }
        ])
        const report = (body: object) =>
          Effect.map(send(asOwner, "POST", `${path}/auto-translation-settings/dry-run`, body), (response) => {
            assert.strictEqual(response.status, 200)
            return response.body as AutoTranslationDryRunModel
          })
        const before = [deepl.requests.length + model.requests.length, yield* textsIn(project.id)]
        const { languages, texts, cost, ...rest } = yield* report({})
        assert.deepStrictEqual(rest, { keys: 5, hasMoreKeys: false, exceedsBudget: false })
        assert.deepStrictEqual(
          languages.map((one) => [one.languageTag, one.service, one.fromMemory, one.byMachine, one.untouched]),
          [
            ["cs", null, 0, 0, 5],
            ["de", "DEEPL", 2, 1, 2],
            ["fr", null, 0, 0, 5]
          ]
        )
        const german = languages.find(({ languageTag }) => languageTag === "de")
        assert.deepInclude(german, { labelId, memoryMinSimilarity: 80, cost })
        assert.isAbove(cost, 0)
        const plans = texts.map(({ keyName, languageTag, source, similarity, reason }) => [
          `${keyName} ${languageTag}`,
          reason ?? source,
          similarity
        ])
        const planOf = (languageTag: string) => plans.filter(([place]) => `${place}`.endsWith(languageTag))
        const [, similar] = planOf("de")
        assert.isTrue(Number(similar?.[2]) >= 80 && Number(similar?.[2]) < 100)
        assert.deepStrictEqual(planOf("de"), [
          ["a de", "HAS_TEXT", null],
          ["b de", "MEMORY", similar?.[2] ?? null],
          ["c de", "MACHINE", null],
          ["d de", "NO_BASE_TEXT", null],
          ["e de", "MEMORY", 100]
        ])
        assert.deepStrictEqual(
          [planOf("fr")[0], planOf("cs")[0]],
          [
            ["a fr", "NO_MATCH", null],
            ["a cs", "NO_SERVICE", null]
          ]
        )
        const one = yield* report({ keyIds: all.slice(2, 3), languageIds: [de] })
        assert.deepStrictEqual([one.keys, one.languages.length, one.cost], [1, 1, cost])
        yield* send(asOwner, "PUT", `${path}/machine-translation-budget`, { perDay: 0 })
        assert.isTrue((yield* report({})).exceedsBudget)
        yield* send(asOwner, "PUT", `${path}/machine-translation-budget`, {})
        assert.deepStrictEqual(
          [deepl.requests.length + model.requests.length, yield* textsIn(project.id)],
          before,
          "nothing is asked or written"
        )

        const rule = { languageId: de, memoryMinSimilarity: 80, labelId, followsBase: true }
        const jobs = yield* BatchJobRepository
        const id = yield* Database.use((database) =>
          database.transaction(
            jobs.insert({
              projectId: project.id,
              owner: { authorId: owner, apiKeyId: 0 },
              operation: { type: "AUTO_TRANSLATE", targetLanguageIds: [de], machineLanguageIds: [de], rules: [rule] },
              isHidden: true,
              reviewLanguageIds: [],
              pieces: [texts.flatMap((text) => (text.languageTag === "de" ? [text.keyId] : []))],
              at: 0
            })
          )
        )
        yield* BatchJobEngine.use(({ wake }) => wake)
        yield* Effect.repeat(send(asOwner, "GET", `${path}/batch-jobs/${id}`), {
          until: ({ body }) => (body as BatchJobModel).status === "SUCCESS",
          schedule: Schedule.spaced("5 millis")
        })
        const sql = yield* SqlClient.SqlClient
        const filled = yield* sql<{ readonly name: string; readonly service: string | null }>`
          SELECT k.name, t.machine_translation_provider AS service FROM translation t
          JOIN translation_key k ON k.id = t.key_id
          JOIN translation_label l ON l.translation_id = t.id WHERE l.label_id = ${labelId} ORDER BY k.name`
        assert.deepStrictEqual(
          filled.map(({ name, service }) => [name, service]),
          [
            ["b", null],
            ["c", "DEEPL"],
            ["e", null]
          ]
        )
      })
    )

    it.effect("of rules covers the languages that the caller may translate, and keys of the project", () =>
      Effect.gen(function* () {
        const { project, path, asOwner, all, de, fr } = yield* seedFixture
        const dryRun = (body: object, credential = asOwner) =>
          send(credential, "POST", `${path}/auto-translation-settings/dry-run`, body)
        assert.deepStrictEqual(yield* dryRun({ keyIds: [0] }), error(404, "key_not_found"))
        assert.deepStrictEqual(yield* dryRun({ languageIds: [0] }), error(404, "language_not_found"))
        assert.strictEqual((yield* dryRun({ keyIds: Array.from({ length: 501 }, (_, key) => key) })).status, 400)
        const translator = yield* seed.user({ username: `german translator of ${project.id}` })
        yield* seed.directPermission({
          project: project.id,
          user: translator,
          permission: { scopes: ["translations.batch-machine"], translateLanguageIds: [de] }
        })
        const asTranslator = yield* seed.accessToken(translator)
        const { status, body } = yield* dryRun({ keyIds: all }, asTranslator)
        assert.strictEqual(status, 200)
        const { languages, texts } = body as AutoTranslationDryRunModel
        assert.deepStrictEqual(
          languages.map(({ languageTag }) => languageTag),
          ["de"]
        )
        assert.deepStrictEqual(
          texts.map(({ reason }) => reason),
          ["NO_RULE", "NO_RULE", "NO_RULE", "NO_RULE"]
        )
        assert.strictEqual((yield* dryRun({ languageIds: [fr] }, asTranslator)).status, 403)
      })
    )

    it.effect("needs what the job needs", () =>
      Effect.gen(function* () {
        const { project, all, de, post } = yield* seedFixture
        const body = { keyIds: all, targetLanguageIds: [de] }
        const bad = yield* post("?dryRun=true", { keyIds: [0], targetLanguageIds: [de] })
        assert.deepStrictEqual(bad, error(404, "key_not_found"))
        const translator = yield* seed.user({ username: `translator of ${project.id}` })
        yield* seed.directPermission({
          project: project.id,
          user: translator,
          permission: { scopes: ["translations.batch-machine"] }
        })
        const asTranslator = yield* seed.accessToken(translator)
        assert.strictEqual((yield* post("?dryRun=true", body, asTranslator)).status, 200)
        const reviewed = { ...body, overwriteReviewed: true }
        assert.strictEqual((yield* post("?dryRun=true", reviewed, asTranslator)).status, 403)
      })
    )
  })
}
