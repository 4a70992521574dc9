import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { engineSettings, providerOf, startEngine, startModel } from "../../testing/machine-servers.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const startMachines = Effect.gen(function* () {
  return { engine: yield* startEngine("LIBRETRANSLATE"), model: yield* startModel("OPENAI") }
})

/** The engine and the language model of the server. */
class Machines extends Context.Service<Machines, Effect.Success<typeof startMachines>>()(
  "@dragoman/server/assistance/machine-translation/quality-estimate.test/Machines"
) {}

const settingsOf = ({ engine, model }: Machines["Service"]) => ({
  ...engineSettings(engine.config),
  llmProviders: [providerOf("local", model, { tokenPriceInCreditsInput: 0, tokenPriceInCreditsOutput: 0 })]
})

let fixtures = 0

/** A project with the languages en (base) and de, which LibreTranslate translates. */
const seedFixture = Effect.gen(function* () {
  const name = `Quality ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const { id, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const { en = 0, de = 0 } = languages
  const asOwner = yield* seed.accessToken(owner, { super: true })
  const path = `/v2/projects/${id}`
  const settingsPath = `${path}/machine-translation-service-settings`
  const add = Effect.fnUntraced(function* (key: string, text: string) {
    const keyId = yield* seed.key({ project: id, name: key })
    yield* seed.translation({ key: keyId, language: en, text })
    return keyId
  })
  const engine = { serviceType: "LIBRETRANSLATE" }
  return {
    name,
    path,
    settingsPath,
    asOwner,
    de,
    add,
    set: (qualityEstimate?: object | null) =>
      send(asOwner, "PUT", settingsPath, {
        settings: [{ primaryServiceInfo: engine, enabledServicesInfo: [engine, { serviceType: "PROMPT" }] }],
        ...(qualityEstimate === undefined ? {} : { qualityEstimate })
      }),
    translate: (keyId: number) =>
      send(asOwner, "PUT", `${path}/keys/${keyId}/auto-translate?languages=de&useMachineTranslation=true`),
    list: (query = "") =>
      Effect.map(send(asOwner, "GET", `${path}/translations?languages=de${query}`), ({ body }) => {
        const { _embedded } = body as { readonly _embedded?: { readonly keys?: ReadonlyArray<Listed> } }
        return (_embedded?.keys ?? []).map(({ keyName, translations: { de: text } }) => ({
          keyName,
          state: text.state,
          score: text.qualityScore,
          reason: text.qualityReason
        }))
      })
  }
})

interface Listed {
  readonly keyName: string
  readonly translations: {
    readonly de: {
      readonly state: string
      readonly qualityScore: number | null
      readonly qualityReason: string | null
    }
  }
}

for (const [name, layerServer] of [
  ["SQLite", layerTestServer],
  ["PostgreSQL", layerTestServerPostgres]
] as const) {
  const layerTests = Layer.unwrap(Effect.map(Machines, (machines) => layerServer(settingsOf(machines)))).pipe(
    Layer.provideMerge(Layer.effect(Machines, startMachines))
  )
  layer(layerTests, { timeout: "120 seconds", excludeTestServices: true })(`the quality of texts on ${name}`, (it) => {
    it.effect(
      "is not estimated until the project says how, and its setting stays when Tolgee's clients write others",
      () =>
        Effect.gen(function* () {
          const { settingsPath, asOwner, set, add, translate, list } = yield* seedFixture
          const setting = Effect.map(
            send(asOwner, "GET", settingsPath),
            ({ body }) => (body as { readonly qualityEstimate: unknown }).qualityEstimate
          )
          assert.deepStrictEqual(yield* setting, { mode: "OFF", threshold: 70, backTranslation: false })
          for (const threshold of [-1, 101, 1.5]) {
            const rejected = yield* set({ mode: "RULES", threshold })
            assert.deepStrictEqual(rejected, {
              status: 400,
              body: { STANDARD_VALIDATION: { "qualityEstimate.threshold": "must be between 0 and 100" } }
            })
          }
          assert.strictEqual((yield* set({ mode: "GUESS" })).status, 400)
          assert.strictEqual((yield* set()).status, 200)
          assert.strictEqual((yield* translate(yield* add("plain", "Plain"))).status, 200)
          assert.deepStrictEqual(yield* list(), [{ keyName: "plain", state: "TRANSLATED", score: null, reason: null }])
          assert.strictEqual((yield* set({ mode: "MODEL", threshold: 40 })).status, 200)
          for (const unchanged of [undefined, null]) {
            assert.strictEqual((yield* set(unchanged)).status, 200)
            assert.deepStrictEqual(yield* setting, { mode: "MODEL", threshold: 40, backTranslation: false })
          }
          const sql = yield* SqlClient.SqlClient
          const audited = yield* sql<{ after: string }>`
          SELECT "after" FROM audit_entry WHERE "after" LIKE '%"qualityEstimate"%' ORDER BY id DESC LIMIT 1`
          assert.include(audited[0]?.after ?? "", '"threshold":40')
        })
    )

    it.effect("is estimated by rules, filters lists, and goes when a person changes or confirms the text", () =>
      Effect.gen(function* () {
        const { asOwner, path, de, set, add, translate, list } = yield* seedFixture
        const { engine } = yield* Machines
        assert.strictEqual((yield* set({ mode: "RULES" })).status, 200)
        const ids = [yield* add("a", "Save all of it"), yield* add("b", "Open the   door"), yield* add("c", "Close it")]
        for (const id of ids) assert.strictEqual((yield* translate(id)).status, 200)
        const before = engine.requests.length
        const scores = yield* list()
        assert.deepStrictEqual(
          scores.map(({ keyName, state }) => [keyName, state]),
          [
            ["a", "TRANSLATED"],
            ["b", "TRANSLATED"],
            ["c", "TRANSLATED"]
          ]
        )
        for (const { score, reason } of scores) {
          assert.isNumber(score)
          assert.strictEqual(score === 100, reason === null)
        }
        const lowest = Math.min(...scores.map(({ score }) => score ?? 0))
        assert.isBelow(lowest, 100)
        assert.deepStrictEqual(
          (yield* list(`&filterQualityBelow=de,${lowest + 1}`)).map(({ score }) => score),
          scores.flatMap(({ score }) => (score === lowest ? [score] : []))
        )
        assert.deepStrictEqual(yield* list(`&filterQualityBelow=de,${lowest}`), [])
        const wrong = yield* send(asOwner, "GET", `${path}/translations?filterQualityBelow=de,low`)
        assert.deepStrictEqual(wrong.body, {
          STANDARD_VALIDATION: {
            filterQualityBelow: "must be pairs of a language tag and a score, such as cs,70"
          }
        })
        const written = { key: "a", translations: { de: "Von Hand" } }
        assert.strictEqual((yield* send(asOwner, "POST", `${path}/translations`, written)).status, 200)
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ id: number }>`
          SELECT id FROM translation WHERE key_id = ${ids[1] ?? 0} AND language_id = ${de}`
        const id = rows[0]?.id ?? 0
        const reviewed = yield* send(asOwner, "PUT", `${path}/translations/${id}/set-state/REVIEWED`)
        assert.deepInclude(reviewed.body as object, { qualityScore: null, qualityReason: null })
        assert.deepStrictEqual(
          (yield* list()).map(({ keyName, score }) => [keyName, score === null]),
          [
            ["a", true],
            ["b", true],
            ["c", false]
          ]
        )
        const history = yield* send(asOwner, "GET", `${path}/translations/${id}/history`)
        assert.notInclude(JSON.stringify(history.body), "quality")
        assert.strictEqual(engine.requests.length, before, "reading asks nothing")
      })
    )

    it.effect("is estimated and written while the service still translates other texts of the job", () =>
      Effect.gen(function* () {
        const { asOwner, path, de, set, add, list } = yield* seedFixture
        const { engine } = yield* Machines
        assert.strictEqual((yield* set({ mode: "RULES" })).status, 200)
        const keyIds = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, index) => index),
          (index) => add(`key ${index}`, `Text ${index}`)
        )
        const isLast = () => engine.requests.at(-1)?.body.includes("Text 59")
        engine.setBehaviour(() => ({ kind: isLast() ? "silent" : "translates" }))
        const body = { keyIds, targetLanguageIds: [de] }
        const started = yield* send(asOwner, "POST", `${path}/start-batch-job/machine-translate`, body)
        const { id } = started.body as { readonly id: number }
        const written = yield* Effect.repeat(
          Effect.map(list("&size=100"), (keys) => keys.filter(({ state }) => state === "TRANSLATED")),
          { until: ({ length }) => length > 0, schedule: Schedule.spaced("20 millis") }
        )
        assert.isTrue(written.length < keyIds.length && written.every(({ score }) => score !== null))
        assert.strictEqual((yield* send(asOwner, "PUT", `${path}/batch-jobs/${id}/cancel`)).status, 200)
      }).pipe(
        Effect.ensuring(Machines.use(({ engine }) => Effect.sync(() => engine.setBehaviour({ kind: "translates" }))))
      )
    )

    it.effect("also compares the text translated back, if the project wants it", () =>
      Effect.gen(function* () {
        const { set, add, translate, list } = yield* seedFixture
        const { engine } = yield* Machines
        assert.strictEqual((yield* set({ mode: "RULES", backTranslation: true })).status, 200)
        const before = engine.requests.length
        const keyId = yield* add("back", `Translated back and forth ${name}`)
        assert.strictEqual((yield* translate(keyId)).status, 200)
        const bodies = engine.requests.slice(before).map(({ body }) => body)
        assert.lengthOf(bodies, 2)
        assert.match(bodies[1] ?? "", /source"?[=:]"?de/)
        const [estimated] = yield* list()
        assert.isNumber(estimated?.score)
      })
    )

    it.effect("is estimated by a language model in jobs; a model that fails leaves the text without a score", () =>
      Effect.gen(function* () {
        const { asOwner, path, de, set, add, list } = yield* seedFixture
        const { model } = yield* Machines
        assert.strictEqual((yield* set({ mode: "MODEL" })).status, 200)
        const run = Effect.fnUntraced(function* (keyIds: ReadonlyArray<number>) {
          const body = { keyIds, targetLanguageIds: [de] }
          const started = yield* send(asOwner, "POST", `${path}/start-batch-job/machine-translate`, body)
          const { id } = started.body as { readonly id: number }
          return yield* Effect.repeat(
            Effect.map(
              send(asOwner, "GET", `${path}/batch-jobs/${id}`),
              ({ body }) => (body as { readonly status: string }).status
            ),
            { until: (status) => status !== "PENDING" && status !== "RUNNING", schedule: Schedule.spaced("5 millis") }
          )
        })
        const before = model.requests.length
        const good = yield* add("good", `Easy ${name}`)
        assert.strictEqual(yield* run([good, yield* add("poor", `A hard one ${name}`)]), "SUCCESS")
        const reason = "The translation says something else."
        const estimated = [
          { keyName: "good", state: "TRANSLATED", score: 100, reason: null },
          { keyName: "poor", state: "TRANSLATED", score: 30, reason }
        ]
        assert.deepStrictEqual(yield* list(), estimated)
        assert.deepStrictEqual(yield* list("&filterQualityBelow=de,70"), estimated.slice(1))
        assert.strictEqual(model.requests.length, before + 2)
        const { prompt } = model.requests[before] ?? assert.fail("nothing was asked")
        assert.notInclude(prompt.system ?? "", name)

        const failing = yield* add("unclear", `The answer about ${name} is prose`)
        model.setBehaviour("writes_prose")
        assert.strictEqual(yield* run([failing]), "SUCCESS")
        model.setBehaviour("translates")
        assert.deepStrictEqual((yield* list()).at(-1), {
          keyName: "unclear",
          state: "TRANSLATED",
          score: null,
          reason: null
        })
        // Answers are kept: a repeated job asks nothing.
        const asked = model.requests.length
        assert.strictEqual(yield* run([good]), "SUCCESS")
        assert.strictEqual(model.requests.length, asked)
      })
    )
  })
}
