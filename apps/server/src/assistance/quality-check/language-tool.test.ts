import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { QualityCheckRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { clientOf } from "../../testing/client.ts"
import { connectPreview } from "../../testing/preview-client.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { LanguageToolTimes } from "./language-tool.ts"

/** How the next checks go wrong; "no": they do not. */
let failure: "no" | "status 500" | "no JSON" | "another form" | "slow" | "status 413" = "no"
/** The texts that were sent, with their language. */
const sent: Array<string> = []

const match = (text: string, word: string, rule: object, replacements: ReadonlyArray<string>) => ({
  message: `About ${word}.`,
  shortMessage: "",
  offset: text.indexOf(word),
  length: word.length,
  replacements: replacements.map((value) => ({ value })),
  rule
})

const spelling = { id: "GERMAN_SPELLER_RULE", category: { id: "TYPOS", name: "Typos" } }
const grammar = { id: "DE_AGREEMENT", category: { id: "GRAMMAR", name: "Grammar" } }
const casing = { id: "UPPERCASE_SENTENCE_START", category: { id: "CASING", name: "Case" } }
const spaces = { id: "WHITESPACE_RULE", category: { id: "TYPOGRAPHY", name: "Typography" } }

const respond = async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  const json = (value: object) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value))
  if (request.url === "/v2/languages") {
    return json([
      { name: "English (US)", code: "en", longCode: "en-US" },
      { name: "German", code: "de", longCode: "de-DE" }
    ])
  }
  const text = form.get("text") ?? ""
  sent.push(`${form.get("language")}: ${text}`)
  if (failure.startsWith("status")) return response.writeHead(Number(failure.slice(7))).end()
  if (failure === "no JSON") return response.writeHead(200).end("<html>")
  if (failure === "another form") return json({ matches: [{ offset: "1" }] })
  if (failure === "slow") return
  const matches = [
    ...(text.includes("Datein") ? [match(text, "Datein", spelling, ["Dateien"])] : []),
    ...(text.includes("der Hafens") ? [match(text, "der Hafens", grammar, ["des Hafens", "der Hafen"])] : []),
    ...(/^[a-z]/.test(text) ? [match(text, text.slice(0, 1), casing, [])] : []),
    ...(/ {3}/.test(text) ? [match(text, "   ", spaces, [" "])] : [])
  ]
  return json({ software: { name: "LanguageTool" }, matches })
}

const languageTool = createServer((request, response) => void respond(request, response))
const port = await new Promise<number>((resolve) =>
  languageTool.listen(0, "127.0.0.1", () => resolve((languageTool.address() as AddressInfo).port))
)
languageTool.unref()

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Prose ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "cs"] })
  const credential = yield* seed.accessToken(owner)
  const client = yield* clientOf(credential)
  const params = { projectId: id }
  yield* client.qualityCheck.setEnabled({ params, payload: { enabled: true } })
  const settings = (severity: "WARNING" | "OFF") =>
    send(credential, "PUT", `/v2/projects/${id}/qa-settings`, { settings: { SPELLING: severity, GRAMMAR: severity } })
  const setText = (key: string, translations: Readonly<Record<string, string>>, language = "de") =>
    Effect.map(
      client.translation.createOrSet({ params, payload: { key, translations } }),
      (stored) => stored.translations[language]?.id ?? 0
    )
  const issuesOf = (translationId: number) =>
    Effect.map(client.qualityCheck.listIssues({ params: { ...params, translationId } }), ({ _embedded }) =>
      _embedded.qaIssues.filter(({ type }) => type === "SPELLING" || type === "GRAMMAR")
    )
  // Lists with statistics would start the thread of readers.
  const staleCount = QualityCheckRepository.use((repository) =>
    Effect.map(repository.listStale(id, 0, 10), ({ length }) => length)
  )
  const settled = eventually(staleCount, (count) => count === 0)
  return { id, credential, client, params, settings, setText, issuesOf, staleCount, settled }
})

/** Asks again until the background work is done; the test's own time limit ends it otherwise. */
const eventually = <A, E, R>(ask: Effect.Effect<A, E, R>, isWanted: (answer: A) => boolean) =>
  Effect.repeat(ask, { until: isWanted, schedule: Schedule.spaced("5 millis") })

const times = Layer.succeed(LanguageToolTimes, { requestMillis: 200, retryMillis: 1, outageMillis: 50 })
const settings = { webhookDispatcher: "external", languageToolUrl: `http://127.0.0.1:${port}` } as const

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer(settings)],
  ["PostgreSQL", layerTestServerPostgres(settings)]
] as const) {
  layer(layerServer.pipe(Layer.provide(times)), { excludeTestServices: true, timeout: "60 seconds" })(
    `spelling and grammar on ${engine}`,
    (it) => {
      it.effect("are off in a new project, then checked in the background by one request for a text", () =>
        Effect.gen(function* () {
          const { settings: set, setText, issuesOf, settled } = yield* seedFixture
          sent.length = 0
          const id = yield* setText("files", { de: "Datein der Hafens von {name} <b>öffnen</b>" })
          yield* settled
          assert.deepStrictEqual([sent, yield* issuesOf(id)], [[], []])
          assert.strictEqual((yield* set("WARNING")).status, 200)
          yield* settled
          // Argument and tags are spaces of their length.
          assert.deepStrictEqual(sent, ["de-DE: Datein der Hafens von           öffnen    "])
          assert.deepStrictEqual(
            (yield* issuesOf(id)).map(({ id: _, ...issue }) => issue),
            [
              {
                type: "SPELLING",
                message: "qa_spelling_error",
                params: { word: "Datein" },
                replacement: "Dateien",
                positionStart: 0,
                positionEnd: 6,
                pluralVariant: null,
                state: "OPEN"
              },
              {
                type: "GRAMMAR",
                message: "qa_grammar_error",
                params: { message: "About der Hafens." },
                replacement: null,
                positionStart: 7,
                positionEnd: 17,
                pluralVariant: null,
                state: "OPEN"
              }
            ]
          )
          yield* set("OFF")
          yield* settled
          assert.deepStrictEqual(yield* issuesOf(id), [])
        })
      )

      it.effect("follow a text that is written, and keep issues ignored; a known text is not sent again", () =>
        Effect.gen(function* () {
          const { settings: set, setText, issuesOf, settled, client, params } = yield* seedFixture
          yield* set("WARNING")
          const id = yield* setText("save", { de: "Datein sichern" })
          yield* settled
          const [issue] = yield* issuesOf(id)
          const path = { params: { ...params, translationId: id, qualityIssueId: issue?.id ?? 0 } }
          yield* client.qualityCheck.ignore(path)
          yield* setText("save", { de: "Alle Datein sichern" })
          yield* settled
          assert.deepStrictEqual(
            (yield* issuesOf(id)).map(({ state, positionStart }) => [state, positionStart]),
            [["IGNORED", 5]]
          )
          sent.length = 0
          yield* setText("save", { de: "Datein sichern" })
          yield* settled
          assert.deepStrictEqual([sent, (yield* issuesOf(id)).length], [[], 1])
        })
      )

      it.effect("of languages that LanguageTool does not have have no issues", () =>
        Effect.gen(function* () {
          const { settings: set, setText, issuesOf, settled } = yield* seedFixture
          yield* set("WARNING")
          const id = yield* setText("save", { cs: "Datein" }, "cs")
          yield* settled
          assert.deepStrictEqual(yield* issuesOf(id), [])
        })
      )
    }
  )
}

layer(layerTestServer(settings).pipe(Layer.provide(times)), { excludeTestServices: true, timeout: "60 seconds" })(
  "spelling and grammar",
  (it) => {
    it.effect("are checked in each plural form", () =>
      Effect.gen(function* () {
        const { settings: set, issuesOf, settled, credential, id } = yield* seedFixture
        yield* set("WARNING")
        const text = "{count, plural, one {# Datein} other {# Datein}}"
        const created = yield* send(credential, "POST", `/v2/projects/${id}/keys`, {
          name: "files",
          isPlural: true,
          translations: { de: text }
        })
        assert.strictEqual(created.status, 201)
        yield* settled
        const { translations } = created.body as { readonly translations: { readonly de: { readonly id: number } } }
        const found = yield* issuesOf(translations.de.id)
        assert.deepStrictEqual(
          found.map(({ pluralVariant, positionStart, positionEnd }) => [
            pluralVariant,
            text.slice(positionStart ?? 0, positionEnd ?? 0)
          ]),
          [
            ["one", "Datein"],
            ["other", "Datein"]
          ]
        )
      })
    )

    it.effect("are shown in the types and settings, and in the preview of a text", () =>
      Effect.gen(function* () {
        const { settings: set, credential, id, client, params } = yield* seedFixture
        const types = (yield* client.qualityCheck.listTypes({ params })).flatMap(({ checkTypes }) => checkTypes)
        assert.includeMembers(types, ["SPELLING", "GRAMMAR"])
        yield* set("WARNING")
        const own = yield* client.qualityCheck.getSettings({ params })
        assert.deepInclude(own.settings, { SPELLING: "WARNING", GRAMMAR: "WARNING" })
        const preview = yield* connectPreview({
          token: credential.accessToken,
          projectId: id,
          keyId: null,
          languageTag: "de"
        })
        preview.send({ text: "Neue Datein" })
        assert.deepStrictEqual((yield* preview.results).found, [["SPELLING", "qa_spelling_error", "OPEN"]])
        failure = "status 413"
        preview.send({ text: "Noch eine Datein" })
        const failed = yield* preview.results
        assert.deepStrictEqual([failed.found, failed.last], [[], { type: "done" }])
        assert.includeMembers(failed.types, ["REPEATED_WORDS"])
        assert.notIncludeMembers(failed.types, ["SPELLING", "GRAMMAR"])
      }).pipe(Effect.ensuring(Effect.sync(() => (failure = "no"))))
    )

    for (const wrong of ["status 500", "no JSON", "another form", "slow"] as const) {
      it.effect(`leave a text stale while LanguageTool fails, and are checked afterwards: ${wrong}`, () =>
        Effect.gen(function* () {
          const { settings: set, setText, issuesOf, settled, staleCount } = yield* seedFixture
          yield* set("WARNING")
          yield* settled
          sent.length = 0
          failure = wrong
          const text = `Datein, ${wrong}`
          const id = yield* setText("save", { de: text })
          yield* eventually(
            Effect.sync(() => sent.length),
            (count) => count >= 3
          )
          assert.deepStrictEqual([yield* staleCount, yield* issuesOf(id)], [1, []])
          failure = "no"
          yield* settled
          assert.strictEqual((yield* issuesOf(id)).length, 1)
        }).pipe(Effect.ensuring(Effect.sync(() => (failure = "no"))))
      )
    }

    it.effect("leave a text stale that LanguageTool rejects, without sending it again", () =>
      Effect.gen(function* () {
        const { settings: set, setText, settled, staleCount, issuesOf } = yield* seedFixture
        yield* set("WARNING")
        yield* settled
        sent.length = 0
        failure = "status 413"
        yield* setText("long", { de: "Datein, die zu lang sind" })
        yield* eventually(
          Effect.sync(() => sent.length),
          (count) => count >= 1
        )
        failure = "no"
        // A text that is written later is checked, and the rejected one is passed over.
        const other = yield* setText("other", { de: "Andere Datein" })
        yield* eventually(issuesOf(other), ({ length }) => length === 1)
        assert.strictEqual(sent.filter((one) => one.includes("zu lang")).length, 1)
        assert.strictEqual(yield* staleCount, 1)
      }).pipe(Effect.ensuring(Effect.sync(() => (failure = "no"))))
    )
  }
)

layer(layerTestServer({ webhookDispatcher: "external" }), { excludeTestServices: true, timeout: "60 seconds" })(
  "spelling and grammar without LanguageTool",
  (it) => {
    it.effect("are no types of checks", () =>
      Effect.gen(function* () {
        const { settings: set, client, params } = yield* seedFixture
        const types = (yield* client.qualityCheck.listTypes({ params })).flatMap(({ checkTypes }) => checkTypes)
        assert.notIncludeMembers(types, ["SPELLING"])
        const own = yield* client.qualityCheck.getSettings({ params })
        assert.notProperty(own.settings, "GRAMMAR")
        assert.strictEqual((yield* set("WARNING")).status, 400)
      })
    )
  }
)
