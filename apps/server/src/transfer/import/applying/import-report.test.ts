import { keyIsBlank, translationTooLong, valueIsEmpty } from "@dragoman/domain/import"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seedImportFixture } from "../../../testing/import-fixture.ts"
import { makeZip } from "../../../testing/make-zip.ts"
import { textsIn } from "../../../testing/project-content.ts"
import { seed } from "../../../testing/seed.ts"
import { send } from "../../../testing/send.ts"
import { layerTestServer, TestServer } from "../../../testing/test-server.ts"
import { upload } from "../../../testing/upload.ts"
import { printReportHeader, startImportReport } from "./import-report.ts"

const long = "x".repeat(10_001)

const nothing = { issues: [], issueCount: 0, notices: [], noticeCount: 0 }
const inBody = { fileName: null, line: null, column: null }
const ofKey = { ...inBody, keyNamespace: null }

const seedFixture = Effect.gen(function* () {
  const fixture = yield* seedImportFixture()
  const { asOwner, project } = fixture
  const path = `/v2/projects/${project.id}`
  return {
    ...fixture,
    path,
    texts: textsIn(project.id),
    push: (files: Readonly<Record<string, string | Uint8Array>>, params: object = {}) =>
      upload(
        asOwner,
        `${path}/single-step-import`,
        Object.entries(files).map(([name, content]) => ({ name, content })),
        params
      ),
    importInto: (endpoint: string, keys: ReadonlyArray<unknown>) =>
      send(asOwner, "POST", `${path}/${endpoint}`, { keys })
  }
})

layer(layerTestServer(), { timeout: "60 seconds" })("an import that is applied at once reports", (it) => {
  it.effect("nothing when nothing was left out", () =>
    Effect.gen(function* () {
      const { push, importInto } = yield* seedFixture
      assert.deepStrictEqual((yield* push({ "en.json": '{"a":"1"}' })).body, { unresolvedConflicts: null, ...nothing })
      assert.deepStrictEqual((yield* importInto("keys/import", [{ name: "b" }])).body, "")
    })
  )

  it.effect("the issues of every file with line and column, those that dropped something first", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture
      const answer = yield* push({
        "en.json": `{"empty": "",\n  "a": "1", "long": "${long}"}`,
        "cs.json": '{"a":"2","b":{"c":"1"},"b.c":"2"}'
      })
      const { issues, ...rest } = answer.body as { issues: ReadonlyArray<Record<string, unknown>> }
      assert.deepStrictEqual(rest, { unresolvedConflicts: null, issueCount: 3, notices: [], noticeCount: 0 })
      assert.deepStrictEqual(
        issues.map(({ fileName, type, params, line, column }) => ({ fileName, type, params, line, column })),
        [
          {
            fileName: "en.json",
            type: "TRANSLATION_TOO_LONG",
            params: [{ type: "KEY_NAME", value: "long" }],
            line: 2,
            column: 13
          },
          {
            fileName: "cs.json",
            type: "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE",
            params: [
              { type: "KEY_NAME", value: "b.c" },
              { type: "LANGUAGE_NAME", value: "cs" }
            ],
            line: 1,
            column: 24
          },
          {
            fileName: "en.json",
            type: "VALUE_IS_EMPTY",
            params: [{ type: "KEY_NAME", value: "empty" }],
            line: 1,
            column: 2
          }
        ]
      )
      assert.strictEqual(issues[0]?.["message"], 'The text of "long" is longer than 10000 characters; it was skipped.')
      assert.deepStrictEqual(yield* texts, { a: { en: "1", cs: "2" }, "b.c": { cs: "1" }, empty: {} })
    })
  )

  it.effect("texts of one key and language that several files have, unless they are equal", () =>
    Effect.gen(function* () {
      const { push } = yield* seedFixture
      const files = { "en.json": '{"a":"1","b":"1"}', "x/en.json": '{"a":"2","b":"1"}' }
      const { issues } = (yield* push(files)).body as { issues: ReadonlyArray<Record<string, unknown>> }
      assert.deepStrictEqual(
        issues.map(({ fileName, type }) => [fileName, type]),
        [["x/en.json", "TRANSLATION_DEFINED_IN_ANOTHER_FILE"]]
      )
    })
  )

  it.effect("texts that were understood in another way, and files of an archive that were left out", () =>
    Effect.gen(function* () {
      const { push } = yield* seedFixture
      const zip = makeZip([
        { name: "en.json", content: '{"a":"{n, plural, one {x}}","b":"1","b":"2"}' },
        { name: ".old/en.json", content: "{}" }
      ])
      const { notices, noticeCount } = (yield* push({ "all.zip": zip })).body as {
        notices: ReadonlyArray<Record<string, unknown>>
        noticeCount: number
      }
      assert.strictEqual(noticeCount, 3)
      assert.deepStrictEqual(
        notices.map(({ fileName, keyName, languageName, line, column }) => [
          fileName,
          keyName,
          languageName,
          line,
          column
        ]),
        [
          [".old/en.json", null, null, null, null],
          ["en.json", "b", "en", 1, 29],
          ["en.json", "a", "en", 1, 2]
        ]
      )
    })
  )

  it.effect("the first hundred of each, and how many there are", () =>
    Effect.gen(function* () {
      const { push } = yield* seedFixture
      const values = Array.from({ length: 300 }, (_, index) => [`k${index}`, null])
      const { issues, issueCount } = (yield* push({ "en.json": JSON.stringify(Object.fromEntries(values)) })).body as {
        issues: ReadonlyArray<unknown>
        issueCount: number
      }
      assert.deepStrictEqual([issues.length, issueCount], [100, 300])
    })
  )

  it.effect("keys that are left out because createNewKeys is false", () =>
    Effect.gen(function* () {
      const { push } = yield* seedFixture
      const answer = yield* push({ "en.json": '{"a":"1"}' }, { createNewKeys: false })
      const message = "The project does not have this key; no keys were to be created."
      assert.deepStrictEqual(answer.body, {
        ...nothing,
        unresolvedConflicts: null,
        notices: [{ ...ofKey, keyName: "a", languageName: null, message }],
        noticeCount: 1
      })
    })
  )

  it.effect("keys that keys/import leaves as they are, languages that the project does not have", () =>
    Effect.gen(function* () {
      const { importInto, texts } = yield* seedFixture
      yield* importInto("keys/import", [{ name: "old", translations: { en: "1" } }])
      const answer = yield* importInto("keys/import", [
        { name: "old", translations: { en: "2" } },
        { name: "new", translations: { en: "1", xx: "2" } },
        { name: "new", translations: { cs: "3" } }
      ])
      assert.deepStrictEqual(answer.body, {
        ...nothing,
        notices: [
          {
            ...ofKey,
            keyName: "new",
            languageName: null,
            message: "The key comes again in the request; only the first one counts."
          },
          {
            ...ofKey,
            keyName: "new",
            languageName: "xx",
            message: "The project does not have this language; the text was left out."
          },
          {
            ...ofKey,
            keyName: "old",
            languageName: null,
            message: "The project has this key already; it stays as it is."
          }
        ],
        noticeCount: 3
      })
      assert.deepStrictEqual(yield* texts, { old: { en: "1" }, new: { en: "1" } })
    })
  )

  it.effect.each(["single-step-import-resolvable", "keys/import-resolvable"])(
    "%s: a key that comes again brings its other languages; another text for the same one is an issue",
    (endpoint) =>
      Effect.gen(function* () {
        const { importInto, project, texts } = yield* seedFixture
        yield* seed.useNamespaces(project.id)
        const answer = yield* importInto(endpoint, [
          { name: "a", translations: { en: { text: "1" } } },
          { name: "a", namespace: "web", translations: { en: { text: "web" } } },
          { name: "a", namespace: " ", translations: { cs: { text: "2" } } },
          { name: "a", translations: { en: { text: "3" }, cs: { text: "2" } } }
        ])
        assert.strictEqual(answer.status, 200)
        assert.deepInclude(answer.body, {
          issues: [
            {
              ...inBody,
              type: "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE",
              params: [
                { type: "KEY_NAME", value: "a" },
                { type: "LANGUAGE_NAME", value: "en" }
              ],
              message: "The key has several texts in one language; the first one was kept.",
              excerpt: null
            }
          ],
          issueCount: 1
        })
        assert.deepStrictEqual(yield* texts, { a: { en: "1", cs: "2" }, "web:a": { en: "web" } })
      })
  )

  it.effect("in a header too: how many there are, and the first of them", () =>
    Effect.gen(function* () {
      const { path, asOwner } = yield* seedFixture
      const { baseUrl } = yield* TestServer
      const headerOf = (content: string) =>
        Effect.promise(async () => {
          const form = new FormData()
          form.append("params", "{}")
          form.append("files", new Blob([content]), "en.json")
          const authorization = `Bearer ${"accessToken" in asOwner ? asOwner.accessToken : ""}`
          const url = `${baseUrl}${path}/single-step-import`
          const response = await fetch(url, { method: "POST", headers: { authorization }, body: form })
          await response.arrayBuffer()
          return response.headers.get("x-dragoman-notices")
        })
      assert.strictEqual(yield* headerOf('{"a":"1"}'), "0")
      assert.strictEqual(
        yield* headerOf(`{"dvě slova": "${long}", "b": null}`),
        "2; TRANSLATION_TOO_LONG en.json:1:2 dv%C4%9B%20slova; VALUE_IS_EMPTY en.json:1:10020 b"
      )
    })
  )
})

describe("printReportHeader", () => {
  it("is ASCII and short, whatever the names are", () => {
    const reporter = startImportReport()
    for (const name of ["\u{1F40D}".repeat(500), "\ud800", "a\r\nb; c", "\u0000", ""]) {
      for (let round = 0; round < 50; round++) {
        reporter.addIssue(name, translationTooLong(name, 10_000, { line: round, column: 1 }))
        reporter.addIssue(name, valueIsEmpty(name, null))
        reporter.addIssue(name, keyIsBlank(0, null))
        reporter.addWarning(null, { keyName: name, sentence: name })
      }
    }
    const header = printReportHeader(reporter.report())
    assert.match(header, /^1000(?:; [A-Z_]+ [!-:<-~]+ [!-:<-~]+)+$/)
    assert.isAtMost(header.length, 4_000)
  })
})
