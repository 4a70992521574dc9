import {
  type EngineServer,
  startEngineServer,
  startModelServer,
  testModelKey
} from "@dragoman/machine-translation/testing"
import { Database } from "@dragoman/store"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ServiceEvaluation } from "../../assistance/machine-translation/evaluate-translations.ts"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { textsIn } from "../../testing/project-content.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { CommandFailure } from "../command-failure.ts"
import { readEvalArguments } from "./eval-arguments.ts"
import { runEval } from "./run-eval.ts"

const started = <Server extends { readonly close: () => Promise<void> }>(start: () => Promise<Server>) =>
  Effect.acquireRelease(Effect.promise(start), ({ close }) => Effect.promise(close))

/** Runs `dragoman translate-eval …` beside the server of the test, on connections of its own. */
const run = Effect.fnUntraced(function* (machines: Partial<SettingValues>, ...words: ReadonlyArray<string | number>) {
  const settings = yield* Settings
  const read = readEvalArguments(["translate-eval", ...words.map(String)])
  if (!("action" in read)) return yield* Effect.die(new Error(JSON.stringify(read)))
  const { sentence, facts } = yield* Effect.tryPromise({
    try: () => runEval({ ...settings, ...machines }, read.action),
    catch: (thrown) => thrown
  })
  return { sentence, results: (facts as { readonly results: ReadonlyArray<ServiceEvaluation> }).results }
})

const failureOf = (...[machines, ...words]: Parameters<typeof run>) =>
  Effect.map(Effect.flip(run(machines, ...words)), (failed) =>
    failed instanceof CommandFailure ? failed.sentence : `no failure of the command: ${String(failed)}`
  )

const write = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* (yield* Database).transaction(sql.unsafe(statement))
  }).pipe(Effect.orDie)

const accessTo = ({ url, config }: EngineServer) => ({
  mtLibreTranslateUrl: url,
  mtLibreTranslateKey: "apiKey" in config ? (config.apiKey ?? null) : null
})

let fixtures = 0

/** A project with reviewed texts in German, one that is not reviewed, and one that is outdated. */
const seedFixture = Effect.gen(function* () {
  const name = `Evaluation ${++fixtures}`
  const owner = yield* seed.user({ username: name })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "cs"] })
  const { en = 0, de = 0 } = project.languages
  for (const [key, base, text, state, outdated] of [
    ["hello", "Hello {name}", "[de] Hello {name}", "REVIEWED", 0],
    ["bye", "Bye", "Tschüs", "REVIEWED", 0],
    ["draft", "Draft", "Entwurf", "TRANSLATED", 0],
    ["old", "Old", "Alt", "REVIEWED", 1]
  ] as const) {
    const id = yield* seed.key({ project: project.id, name: key })
    yield* seed.translation({ key: id, language: en, text: base })
    yield* seed.translation({ key: id, language: de, text })
    yield* write(
      `UPDATE translation SET state = '${state}', is_outdated = ${outdated} WHERE key_id = ${id} AND language_id = ${de}`
    )
  }
  return { project, asOwner: yield* seed.accessToken(owner, { super: true }), path: `/v2/projects/${project.id}` }
})

const modelAt = (apiUrl: string, name: string) => ({
  name,
  enabled: true,
  type: "OPENAI" as const,
  apiUrl,
  apiKey: testModelKey,
  model: "small",
  deployment: null,
  format: null,
  maxTokens: null,
  reasoningEffort: null,
  priority: null,
  attempts: [30],
  tokenPriceInCreditsInput: 1,
  tokenPriceInCreditsOutput: 1
})

describe.each([
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
])("dragoman translate-eval, beside a server on %s", (engine, layerServer) => {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })("evaluations", (it) => {
    it.effect("compares an engine and models by reviewed texts, and changes none", () =>
      Effect.gen(function* () {
        const { project, asOwner, path } = yield* seedFixture
        const libre = yield* started(() => startEngineServer("LIBRETRANSLATE"))
        const good = yield* started(() => startModelServer("OPENAI"))
        const bad = yield* started(() => startModelServer("OPENAI", { behaviour: "drops" }))
        const machines = {
          ...accessTo(libre),
          mtPrices: { LIBRETRANSLATE: 10 },
          llmEnabled: true,
          llmProviders: [modelAt(good.url, "good"), modelAt(bad.url, "bad")]
        }
        const before = yield* textsIn(project.id)
        const words = ["--service", "PROMPT,LIBRETRANSLATE", "--provider", "good,bad", "--languages", "de"]
        const { sentence, results } = yield* run(machines, project.id, ...words)
        const [first, second, third] = results
        assert.deepStrictEqual(
          results.map(({ service, provider, texts, translated }) => [service, provider, texts, translated]),
          [
            ["PROMPT", "good", 2, 2],
            ["PROMPT", "bad", 2, 1],
            ["LIBRETRANSLATE", null, 2, 2]
          ]
        )
        assert.deepStrictEqual(third?.verification, { unchanged: 2, repaired: 0, askedAgain: 0, refused: 0 })
        // "Hello {name}" is as approved, "[de] Bye" is not.
        assert.closeTo(third?.chrf ?? 0, 50, 5)
        assert.strictEqual(third?.cost, (third?.usage.characters ?? 0) * 10e-6)
        assert.isAbove(first?.usage.inputTokens ?? 0, 0)
        assert.isAbove(first?.cost ?? 0, 0)
        assert.strictEqual(second?.verification.refused, 1)
        assert.deepStrictEqual(
          second?.failures.map(({ code, texts }) => [code, texts]),
          [["translation_failed", 1]]
        )
        assert.match(sentence, /^LANGUAGE {2}SERVICE .*\nde {8}PROMPT good /)
        assert.include(
          sentence,
          "de PROMPT bad: 1 without a translation (translation_failed). The translation was damaged"
        )
        const asked = JSON.stringify(good.requests)
        assert.include(asked, "Bye")
        assert.notInclude(asked, "Tschüs", "a model does not see the approved text")

        const again = yield* run(machines, project.id, "--service", "LIBRETRANSLATE", "--languages", "de")
        assert.deepStrictEqual(again.results, results.slice(2), "an evaluation takes no kept answers")
        assert.deepStrictEqual(yield* textsIn(project.id), before)
        const day = new Date().toISOString().slice(0, 10)
        const usage = yield* send(asOwner, "GET", `${path}/machine-translation-usage?from=${day}&to=${day}`)
        assert.include(JSON.stringify(usage.body), "LIBRETRANSLATE", "budgets count it")
      })
    )

    it.effect("takes the wanted number of texts, and stays in the budget", () =>
      Effect.gen(function* () {
        const { project } = yield* seedFixture
        const libre = yield* started(() => startEngineServer("LIBRETRANSLATE"))
        const machines = { ...accessTo(libre), mtPrices: { LIBRETRANSLATE: 10 } }
        const words = [project.id, "--service", "LIBRETRANSLATE", "--languages", "de"]
        const { results } = yield* run(machines, ...words, "--sample", 1)
        assert.deepStrictEqual(
          results.map(({ texts }) => texts),
          [1]
        )
        const sent = libre.requests.length
        const failure = yield* failureOf({ ...machines, mtDailyBudget: 0 }, ...words)
        assert.match(failure, /^No text was translated\.\n/)
        assert.include(failure, "(out_of_credits)")
        assert.lengthOf(libre.requests, sent)
      })
    )

    it.effect("says what is missing", () =>
      Effect.gen(function* () {
        const { project } = yield* seedFixture
        const machines = { mtLibreTranslateUrl: "http://127.0.0.1:9" }
        const ask = (id: number, ...words: ReadonlyArray<string>) => failureOf(machines, id, ...words)
        const libre = ["--service", "LIBRETRANSLATE"]
        assert.strictEqual(
          yield* ask(999_999_999, ...libre, "--languages", "de"),
          "There is no project with the id 999999999."
        )
        assert.match(
          yield* ask(project.id, ...libre, "--languages", "en,de"),
          /^The project does not translate into en; /
        )
        assert.match(yield* ask(project.id, "--service", "DEEPL", "--languages", "de"), /^The server has no DEEPL: /)
        assert.match(yield* ask(project.id, ...libre, "--languages", "cs"), /^No text in cs is reviewed: /)
      })
    )
  })
})
