import { KeyRepository } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { upload } from "../../testing/upload.ts"

let fixtures = 0

/** A project with the keys title, subtitle and help, of which help has a description. */
const makeFixture = Effect.gen(function* () {
  const name = `Context ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const reader = yield* seed.user({ username: `${name} reader` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const german = project.languages["de"] ?? 0
  yield* seed.directPermission({
    project: project.id,
    user: reader,
    permission: { scopes: ["keys.view", "translations.view"], viewLanguageIds: [german] }
  })
  const credential = yield* seed.accessToken(owner)
  const client = yield* clientOf(credential)
  const params = { projectId: project.id }
  const create = (key: string, description: string | null = null) =>
    Effect.map(
      client.key.create({ params, payload: { name: key, description, translations: { en: `Text of ${key}` } } }),
      ({ id }) => id
    )
  const [title, subtitle, help] = [yield* create("title"), yield* create("subtitle"), yield* create("help", "Old")]
  const path = `/v2/projects/${project.id}/keys/context`
  return {
    projectId: project.id,
    credential,
    reader: yield* seed.accessToken(reader),
    client,
    params,
    path,
    ids: { title, subtitle, help },
    descriptions: Effect.map(client.key.list({ params, query: {} }), ({ _embedded }) =>
      _embedded.keys.map(({ description }) => description)
    ),
    revisions: Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        Effect.orDie(sql<{ type: string }>`
          SELECT type FROM activity_revision WHERE project_id = ${project.id} ORDER BY id`),
        (rows) => rows.slice(3).map(({ type }) => type)
      )
    )
  }
})

const linesOf = (credential: TestCredential, path: string) =>
  Effect.map(
    send(credential, "GET", path),
    ({ body }): ReadonlyArray<Record<string, unknown>> =>
      typeof body === "string"
        ? body
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [Object(body)]
  )

const importLines = (credential: TestCredential, path: string, lines: ReadonlyArray<unknown>) =>
  upload(
    credential,
    path,
    [{ name: "keys.jsonl", content: lines.map((line) => JSON.stringify(line)).join("\n") }],
    undefined,
    "file"
  )

const outcomes = ({ body }: { readonly body: unknown }) =>
  (body as { readonly results: ReadonlyArray<Record<string, unknown>> }).results.map(({ keyId, outcome }) => [
    keyId,
    outcome
  ])

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "120 seconds" })(`context of keys on ${engine}`, (it) => {
    it.effect("comes as one line for each key, with base text, places in the code and neighbours", () =>
      Effect.gen(function* () {
        const { client, credential, ids, params, path, reader } = yield* makeFixture
        const codeReferences = [
          { path: "src/title.tsx", line: 12 },
          { path: "src/head.tsx", line: null }
        ]
        const sql = yield* SqlClient.SqlClient
        yield* Effect.orDie(
          sql.withTransaction(
            KeyRepository.use((keys) => keys.setCodeReferences(null, [{ id: ids.title, codeReferences }]))
          )
        )
        const relatedKeysInOrder = [{ keyName: "subtitle" }, { keyName: "title" }, { keyName: "help" }]
        yield* client.keySearch.storeBigMeta({ params, payload: { relatedKeysInOrder } })
        const lines = yield* linesOf(credential, path)
        assert.deepStrictEqual(lines[0], {
          id: ids.title,
          name: "title",
          namespace: null,
          description: null,
          maxCharLimit: null,
          baseText: "Text of title",
          codeReferences: ["src/title.tsx:12", "src/head.tsx"],
          neighbours: ["subtitle", "help"]
        })
        assert.deepStrictEqual(
          lines.map(({ name }) => name),
          ["title", "subtitle", "help"]
        )
        const undescribed = yield* linesOf(credential, `${path}?filterHasNoDescription=true`)
        assert.deepStrictEqual(
          undescribed.map(({ name }) => name),
          ["title", "subtitle"]
        )
        const seen = yield* linesOf(reader, path)
        assert.deepStrictEqual(
          seen.map(({ baseText }) => baseText),
          [null, null, null],
          "the reader may not view the base language"
        )
      })
    )

    it.effect("takes descriptions by line, in one change, and overwrites none unasked", () =>
      Effect.gen(function* () {
        const { credential, descriptions, ids, path, revisions } = yield* makeFixture
        const other = yield* makeFixture
        const lines = [
          { id: ids.title, name: "title", description: "Heading" },
          { id: ids.subtitle, description: "Below the heading" },
          { id: ids.help, description: "New" },
          { id: other.ids.title, description: "Not mine" }
        ]
        const expected = [
          [ids.title, "UPDATED"],
          [ids.subtitle, "UPDATED"],
          [ids.help, "SKIPPED"],
          [other.ids.title, "FAILED"]
        ]
        const dry = yield* importLines(credential, `${path}?dryRun=true`, lines)
        assert.deepStrictEqual([dry.status, outcomes(dry)], [200, expected])
        assert.deepStrictEqual(yield* descriptions, [null, null, "Old"])
        assert.deepStrictEqual(yield* revisions, [])

        assert.deepStrictEqual(outcomes(yield* importLines(credential, path, lines)), expected)
        assert.deepStrictEqual(yield* descriptions, ["Heading", "Below the heading", "Old"])
        assert.deepStrictEqual(yield* other.descriptions, [null, null, "Old"])
        assert.deepStrictEqual(yield* revisions, ["COMPLEX_EDIT"])

        const repeated = yield* importLines(credential, path, lines.slice(0, 2))
        assert.deepStrictEqual(
          outcomes(repeated).map(([, outcome]) => outcome),
          ["UNCHANGED", "UNCHANGED"]
        )
        assert.deepStrictEqual(yield* revisions, ["COMPLEX_EDIT"])
        yield* importLines(credential, `${path}?override=true`, lines.slice(2, 3))
        assert.deepStrictEqual(yield* descriptions, ["Heading", "Below the heading", "New"])
      })
    )

    it.effect("takes no descriptions from callers who may not edit keys, and no file that is none", () =>
      Effect.gen(function* () {
        const { credential, descriptions, ids, path, reader, revisions } = yield* makeFixture
        const lines = [{ id: ids.title, description: "x" }]
        assert.deepStrictEqual(
          yield* importLines(reader, path, lines),
          error(403, "operation_not_permitted", ["keys.edit"])
        )
        const tooMany = Array.from({ length: 2_001 }, (_, index) => ({ id: index + 1 }))
        assert.deepStrictEqual(
          yield* importLines(credential, path, tooMany),
          error(400, "file_processing_failed", ["keys.jsonl", "The file has more than 2000 lines"])
        )
        const latin = [{ name: "a.jsonl", content: Uint8Array.of(0x7b, 0xe4, 0x7d) }]
        assert.deepStrictEqual(
          yield* upload(credential, path, latin, undefined, "file"),
          error(400, "file_processing_failed", ["a.jsonl", "The file is not in UTF-8"])
        )
        assert.strictEqual((yield* send(credential, "POST", path, {})).status, 415)
        assert.deepStrictEqual(yield* descriptions, [null, null, "Old"])
        assert.deepStrictEqual(yield* revisions, [])
      })
    )
  })
}
