import {
  exportFormats,
  isMultilingual,
  type MultilingualFormat,
  type SingleLanguageFormat,
  unpackArchive
} from "@dragoman/formats"
import { Database } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { seed } from "../testing/seed.ts"
import { send, type TestCredential } from "../testing/send.ts"
import { startServer } from "../testing/start-server.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { type SeedFile, upload } from "../testing/upload.ts"

/** The first import and the first export wait for their threads. */
const timeoutMillis = 120_000

let fixtures = 0

/** An empty project with en and de, and its owner's credential. */
const seedFixture = Effect.gen(function* () {
  const owner = yield* seed.user({ username: `order${++fixtures}` })
  const organization = yield* seed.organization({ name: `Order ${fixtures}`, owner })
  const project = yield* seed.project({
    organization: organization.id,
    name: `Order ${fixtures}`,
    languages: ["en", "de"]
  })
  return { credential: yield* seed.accessToken(owner), path: `/v2/projects/${project.id}`, projectId: project.id }
})

interface Fixture {
  readonly credential: TestCredential
  readonly path: string
}

const push = Effect.fnUntraced(function* (
  { credential, path }: Fixture,
  files: ReadonlyArray<SeedFile & { readonly tag?: string }>,
  params: object = {}
) {
  const fileMappings = files.map(({ name, tag }) => ({
    fileName: name,
    ...(tag !== undefined && { languageTag: tag })
  }))
  const response = yield* upload(credential, `${path}/single-step-import`, files, {
    fileMappings,
    forceMode: "OVERRIDE",
    ...params
  })
  assert.strictEqual(response.status, 200, JSON.stringify(response.body))
})

const stage = Effect.fnUntraced(function* ({ credential, path }: Fixture, files: ReadonlyArray<SeedFile>) {
  yield* upload(credential, `${path}/import`, files)
  assert.strictEqual((yield* send(credential, "PUT", `${path}/import/apply?forceMode=OVERRIDE`)).status, 200)
})

const pull = Effect.fnUntraced(function* ({ credential, path }: Fixture, query: string, tag = "en") {
  const { baseUrl } = yield* TestServer
  const accessToken = credential !== null && "accessToken" in credential ? credential.accessToken : ""
  const response = yield* Effect.promise(() =>
    fetch(`${baseUrl}${path}/export?zip=false&languages=${tag}&${query}`, {
      headers: { authorization: `Bearer ${accessToken}` }
    })
  )
  assert.strictEqual(response.status, 200)
  return Buffer.from(yield* Effect.promise(() => response.arrayBuffer()))
})

const fileIn = (archive: Uint8Array, path: string): Buffer => {
  const unpacked = unpackArchive(archive, { uncompressedBytesMax: 1_000_000 })
  const file = unpacked.kind === "failure" ? undefined : unpacked.files.find((one) => one.path === path)
  return Buffer.from(file?.bytes ?? [])
}

const namesOf = (json: Uint8Array): ReadonlyArray<string> => Object.keys(JSON.parse(Buffer.from(json).toString()))

const json = (...names: ReadonlyArray<string>): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, `Text of ${name}`])))

const inOriginalOrder = "format=JSON&originalOrder=true"

/** Neither sorted, nor in the order of their length or hash; each can be a key of every format. */
const shuffled = ["pear", "apple", "zebra", "mango", "fig", "kiwi", "cherry"]

const options = {
  messageFormat: "ICU",
  structureDelimiter: ".",
  supportArrays: false,
  escapeHtml: false,
  icuPlaceholders: true
} as const

const writeFile = (format: SingleLanguageFormat | MultilingualFormat): Uint8Array => {
  const entries = shuffled.map((name) => ({ keyName: name, description: null, customValues: {}, isPlural: false }))
  const textOf = (name: string) => `Text of ${name}`
  if (isMultilingual(format)) {
    const writer = format.writeLanguages({ languageTags: ["en"], baseLanguageTag: "en" }, options)
    const translated = entries.map((entry) => ({
      ...entry,
      translations: [{ text: textOf(entry.keyName), state: "TRANSLATED" as const }]
    }))
    return Buffer.concat([writer.add(translated), writer.end()].map(({ content }) => Buffer.from(content as string)))
  }
  const texts = entries.map((entry) => ({ ...entry, text: textOf(entry.keyName), baseText: textOf(entry.keyName) }))
  const written = format.write({ languageTag: "en", baseLanguageTag: "en", entries: texts }, options)
  if (written.kind === "pluralSuffixCollision") return assert.fail("not written")
  return Buffer.from(written.kind === "file" ? written.content : (written.files[0]?.content ?? ""))
}

layer(layerTestServer(), { timeout: "60 seconds" })("original order", (it) => {
  it.effect.each(exportFormats)(
    "a file of the format $format that is imported and exported has its keys in the same order",
    (format) =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const content = writeFile(format)
        const name = `en.${format.extension === "" ? "strings" : format.extension}`
        const path = format.format === "JSON_WEBEXTENSION" ? "_locales/en/messages.json" : name
        yield* push(fixture, [{ name: path, content, ...(!isMultilingual(format) && { tag: "en" }) }])
        const exported = yield* pull(fixture, `format=${format.format}&originalOrder=true`)
        // With a manifest, one language gives an archive, too.
        const file = !isMultilingual(format) && format.manifest ? fileIn(exported, name) : exported
        assert.strictEqual(file.toString("latin1"), Buffer.from(content).toString("latin1"))
      }),
    timeoutMillis
  )
})

const importers = [
  ["pushed", push],
  ["uploaded and applied", stage]
] as const

const withUntranslated = `${inOriginalOrder}&filterState=TRANSLATED&filterState=UNTRANSLATED`

const checkOrder = Effect.gen(function* () {
  for (const [how, importFiles] of importers) {
    const fixture = yield* seedFixture
    const { credential, path, projectId } = fixture
    const sql = yield* SqlClient.SqlClient
    const written = Effect.gen(function* () {
      const keys = yield* sql`SELECT * FROM translation_key WHERE project_id = ${projectId} ORDER BY id`
      const revisions = yield* sql`SELECT id FROM activity_revision WHERE project_id = ${projectId} ORDER BY id`
      return [keys, revisions].map((rows) => rows.map((row) => ({ ...row })))
    })
    const order = Effect.map(pull(fixture, withUntranslated), namesOf)

    yield* importFiles(fixture, [
      { name: "en.json", content: json("b", "c", "a") },
      { name: "de.json", content: json("a", "d", "b") }
    ])
    assert.deepStrictEqual(yield* order, ["b", "c", "a", "d"], `a key of several files, ${how}`)

    const before = yield* written
    yield* importFiles(fixture, [{ name: "en.json", content: json("a", "c", "b") }])
    yield* importFiles(fixture, [{ name: "de.json", content: json("d") }])
    assert.deepStrictEqual(yield* written, before, `nothing is written for another order, ${how}`)

    const created = yield* send(credential, "POST", `${path}/keys/create`, { name: "by a person" })
    assert.strictEqual(created.status, 201)
    yield* importFiles(fixture, [
      { name: "en.json", content: json("first", "b", "new 1", "new 2", "c", "a", "d", "last") }
    ])
    assert.deepStrictEqual(
      yield* order,
      ["first", "b", "new 1", "new 2", "c", "a", "d", "last", "by a person"],
      `new keys stand where the file has them, ${how}`
    )
    yield* importFiles(fixture, [{ name: "en.json", content: json("unrelated") }])
    assert.strictEqual((yield* order).at(-1), "unrelated", how)
    const byName = namesOf(yield* pull(fixture, "format=JSON"))
    assert.deepStrictEqual(byName, byName.toSorted())
  }
})

const po = (entry: string): string => `msgid ""
msgstr ""
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1)\\n"
"X-Generator: Dragoman\\n"

${entry}msgid "Save"
msgstr "Sichern"

#: src/quit.c
msgid "Quit"
msgstr "Beenden"
`

const checkPo = Effect.gen(function* () {
  for (const [how, importFiles] of importers) {
    const fixture = yield* seedFixture
    const exported = Effect.map(pull(fixture, "format=PO&originalOrder=true", "de"), String)
    const fuzzy = po("#: src/save.c:12\n#: src/save.h:3\n#, fuzzy\n")
    yield* importFiles(fixture, [{ name: "de.po", content: fuzzy }])
    assert.strictEqual(yield* exported, fuzzy, how)
    // Tools that know nothing of the mark do not unmark the text.
    yield* importFiles(fixture, [{ name: "de.po", content: po("") }])
    assert.strictEqual(yield* exported, fuzzy, how)
    const sql = yield* SqlClient.SqlClient
    const database = yield* Database
    yield* database.transaction(sql`
      UPDATE translation SET is_outdated = 0
      WHERE key_id IN (SELECT id FROM translation_key WHERE project_id = ${fixture.projectId})`)
    yield* importFiles(fixture, [{ name: "de.po", content: fuzzy }])
    assert.strictEqual(yield* exported, fuzzy, `a text that the project has is marked, ${how}`)
    const edited = po("#: src/save.c:12\n#: src/save.h:3\n").replace("Sichern", "Speichern")
    yield* importFiles(fixture, [{ name: "de.po", content: edited }])
    assert.strictEqual(yield* exported, edited, `a new text is not outdated, ${how}`)
  }
})

const checks = [
  ["keys keep the order of the files that they came from", checkOrder],
  ["code references and fuzzy entries of PO files come back", checkPo]
] as const

layer(layerTestServer(), { timeout: "60 seconds" })("on SQLite", (it) => {
  it.effect.each(checks)("%s", ([, check]) => check, timeoutMillis)

  it.effect("a value that is no boolean is rejected", () =>
    Effect.gen(function* () {
      const { credential, path } = yield* seedFixture
      assert.strictEqual((yield* send(credential, "GET", `${path}/export?originalOrder=maybe`)).status, 400)
      assert.strictEqual((yield* send(credential, "POST", `${path}/export`, { originalOrder: 1 })).status, 400)
    })
  )
})

layerOn("PostgreSQL", PostgresServer.layer, { excludeTestServices: true })("with a server for each", (it) => {
  it.effect.each(checks)(
    "%s",
    ([, check]) =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const { services } = yield* startServer(yield* newDatabaseWithSchema)
        yield* Effect.provideContext(check, services)
      }),
    timeoutMillis
  )
})
