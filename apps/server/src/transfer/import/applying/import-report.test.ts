import { keyIsBlank, translationTooLong, valueIsEmpty } from "@dragoman/domain/import"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languagesIn, seedImportFixture } from "../../../testing/import-fixture.ts"
import { makeZip } from "../../../testing/make-zip.ts"
import { textsIn } from "../../../testing/project-content.ts"
import { seed } from "../../../testing/seed.ts"
import { send, type TestCredential } from "../../../testing/send.ts"
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

interface KeptNotices {
  readonly noticeCount?: number
  readonly notices?: ReadonlyArray<{ readonly keyName: string | null }>
}

/** A warning about the text of `en`, one about that of `cs`, and a changed text of each. */
const withWarnings = {
  "en.json": '{"a":"1",\n"dogs":"{n, plural, one {secret}}"}',
  "cs.json": '{"a":"2","a":"3"}'
}

layer(layerTestServer(), { timeout: "60 seconds" })("the activity of an import keeps its notices", (it) => {
  const seedActivity = Effect.gen(function* () {
    const fixture = yield* seedFixture
    const { path, project, organization } = fixture
    const newest = Effect.fnUntraced(function* (credential: TestCredential) {
      const list = yield* send(credential, "GET", `${path}/activity?sort=id,desc&size=1`)
      const [revision] = Object(list.body)._embedded.activities
      const one = yield* send(credential, "GET", `${path}/activity/revisions/${revision.revisionId}`)
      assert.deepStrictEqual(one.body, revision)
      return revision
    })
    /** A member who may view only some languages. */
    const viewerOf = Effect.fnUntraced(function* (languages: ReadonlyArray<string>) {
      const user = yield* seed.user({ username: `${organization.slug} viewer of ${languages}` })
      yield* seed.directPermission({
        project: project.id,
        user,
        permission: {
          scopes: ["activity.view", "translations.view"],
          viewLanguageIds: languages.map((tag) => project.languages[tag] ?? 0)
        }
      })
      return yield* seed.accessToken(user)
    })
    return { ...fixture, newest, viewerOf }
  })
  const keysOf = ({ noticeCount, notices }: KeptNotices): ReadonlyArray<unknown> => [
    noticeCount,
    notices?.map(({ keyName }) => keyName)
  ]

  it.effect("when it was applied at once, and shows them to readers of their languages alone", () =>
    Effect.gen(function* () {
      const { push, newest, viewerOf, asOwner } = yield* seedActivity
      const { notices, noticeCount } = Object((yield* push(withWarnings)).body)
      assert.strictEqual(noticeCount, 2)
      const revision = yield* newest(asOwner)
      assert.deepInclude(revision, { type: "IMPORT", params: null, notices, noticeCount })
      assert.deepStrictEqual(keysOf(yield* newest(yield* viewerOf(["en"]))), [1, ["dogs"]])
      const ofCzech = yield* newest(yield* viewerOf(["cs"]))
      assert.deepStrictEqual(keysOf(ofCzech), [1, ["a"]])
      assert.notInclude(JSON.stringify(ofCzech), "dogs")
      assert.deepStrictEqual(keysOf(yield* newest(yield* viewerOf(["en", "cs"]))), [2, ["dogs", "a"]])
    })
  )

  it.effect(
    "when it was staged, with the languages that they were paired with, without a language that was removed",
    () =>
      Effect.gen(function* () {
        const { path, newest, viewerOf, asOwner, project } = yield* seedActivity
        const files = {
          "de.json": withWarnings["cs.json"],
          "en.json": withWarnings["en.json"],
          "fr.json": '{"x":"1","x":"2"}'
        }
        const staged = Object.entries(files).map(([name, content]) => ({ name, content }))
        const languages = languagesIn(yield* upload(asOwner, `${path}/import`, staged))
        const resultOf = (name: string) =>
          `${path}/import/result/languages/${languages.find((row) => row.name === name)?.id}`
        yield* send(asOwner, "PUT", `${resultOf("de")}/select-existing/${project.languages["cs"]}`)
        yield* send(asOwner, "DELETE", resultOf("fr"))
        assert.strictEqual((yield* send(asOwner, "PUT", `${path}/import/apply`)).status, 200)
        assert.deepStrictEqual(keysOf(yield* newest(asOwner)), [2, ["a", "dogs"]])
        assert.deepStrictEqual(keysOf(yield* newest(yield* viewerOf(["cs"]))), [1, ["a"]])
        assert.deepStrictEqual(keysOf(yield* newest(yield* viewerOf(["en"]))), [1, ["dogs"]])
      })
  )

  it.effect("when it was planned", () =>
    Effect.gen(function* () {
      const { path, push, newest, asOwner } = yield* seedActivity
      const { plan } = Object((yield* push(withWarnings, { dryRun: true })).body)
      yield* send(asOwner, "POST", `${path}/single-step-import/plans/${plan.id}/apply`)
      assert.deepStrictEqual(keysOf(yield* newest(asOwner)), [2, ["dogs", "a"]])
    })
  )

  it.effect("when its keys came as JSON, of which nobody knows the languages", () =>
    Effect.gen(function* () {
      const { importInto, newest, viewerOf, asOwner } = yield* seedActivity
      yield* importInto("keys/import", [{ name: "a", translations: { en: "1", de: "2" } }])
      assert.deepStrictEqual(keysOf(yield* newest(asOwner)), [1, ["a"]])
      assert.deepStrictEqual(keysOf(yield* newest(yield* viewerOf(["en", "cs"]))), [undefined, undefined])
    })
  )

  it.effect("and has none of a language that the import leaves out, nor without any", () =>
    Effect.gen(function* () {
      const { push, newest, asOwner } = yield* seedActivity
      const fileMappings = [{ fileName: "en.json" }, { fileName: "cs.json", languageTagsToImport: ["en"] }]
      yield* push(withWarnings, { fileMappings })
      assert.deepStrictEqual(keysOf(yield* newest(asOwner)), [1, ["dogs"]])
      yield* push({ "en.json": '{"b":"1"}' })
      assert.doesNotHaveAnyKeys(yield* newest(asOwner), ["notices", "noticeCount"])
    })
  )
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
