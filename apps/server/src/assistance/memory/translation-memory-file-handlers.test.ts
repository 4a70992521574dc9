import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { error, send, sendBody, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** An organization with an owner, a member, and a shared memory from English that two projects write into. */
const makeFixture = Effect.gen(function* () {
  const name = `Memory files ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const member = yield* seed.user({ username: `${name} member` })
  const organization = yield* seed.organization({ name, owner, members: [member] })
  const memory = yield* seed.memory({ organization: organization.id, name: "Übersetzte Terms" })
  const makeProject = Effect.fnUntraced(function* (title: string) {
    const project = yield* seed.project({
      organization: organization.id,
      name: `${name} ${title}`,
      languages: ["en", "cs", "de"]
    })
    yield* seed.memoryAssignment({ memory, project: project.id })
    const key = yield* seed.key({ project: project.id, name: title })
    for (const [tag, language] of Object.entries(project.languages)) {
      yield* seed.translation({ key, language, text: `${title} in ${tag}` })
    }
    return project
  })
  return {
    member,
    open: yield* makeProject("open"),
    secret: yield* makeProject("secret"),
    asOwner: yield* seed.accessToken(owner),
    asMember: yield* seed.accessToken(member),
    memory,
    path: `/v2/organizations/${organization.id}/translation-memories`
  }
})

const sendFile = (credential: TestCredential, path: string, content: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.append("file", new Blob([content]), "terms.tmx")
  return sendBody(credential, "POST", path, form)
}

const tmx = (units: string) => `<?xml version="1.0"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en-US"/><body>${units}</body></tmx>`

const unit = (id: string, english: string, czech: string) =>
  `<tu tuid="${id}"><tuv xml:lang="en-US"><seg>${english}</seg></tuv><tuv xml:lang="cs"><seg>${czech}</seg></tuv></tu>`

const counts = (created: number, updated: number, skipped: number) => ({
  status: 200,
  body: { created, updated, skipped }
})

const rowsOf = ({ body }: { readonly body: unknown }) => {
  const { _embedded } = body as {
    _embedded: {
      translationMemoryRows?: ReadonlyArray<{ sourceText: string; cells: ReadonlyArray<{ targetText: string }> }>
    }
  }
  return (_embedded?.translationMemoryRows ?? []).map(({ sourceText, cells }) => [
    sourceText,
    ...cells.map(({ targetText }) => targetText)
  ])
}

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { timeout: "120 seconds" })(`files of translation memories on ${engine}`, (it) => {
    it.effect("an import adds what is new, and nothing when it is repeated", () =>
      Effect.gen(function* () {
        const { asOwner, memory, path } = yield* makeFixture
        const file = tmx(
          `${unit("1", "Port", "Přístav")}${unit("2", "Port", "Přístav")}<tu><tuv xml:lang="fr"><seg>Quai</seg></tuv></tu>`
        )
        const imported = `${path}/${memory}/import`
        assert.deepStrictEqual(yield* sendFile(asOwner, imported, file), counts(1, 0, 2))
        assert.deepStrictEqual(yield* sendFile(asOwner, imported, file), counts(0, 0, 3))
        const changed = tmx(unit("1", "Port", "Kotviště"))
        assert.deepStrictEqual(yield* sendFile(asOwner, `${imported}?overrideExisting=true`, changed), counts(0, 1, 0))
        const other = tmx(unit("1", "Port", "Přístav"))
        assert.deepStrictEqual(yield* sendFile(asOwner, imported, other), counts(1, 0, 0))
        const listed = yield* send(asOwner, "GET", `${path}/${memory}/entries?search=port`)
        assert.deepStrictEqual(rowsOf(listed), [["Port", "Kotviště", "Přístav"]])
      })
    )

    it.effect("a broken file names the place, and changes nothing", () =>
      Effect.gen(function* () {
        const { asOwner, memory, path } = yield* makeFixture
        const sql = yield* SqlClient.SqlClient
        const broken = tmx(`${unit("1", "Port", "Přístav").repeat(2_000)}\n<tu><tuv>`)
        assert.deepStrictEqual(
          yield* sendFile(asOwner, `${path}/${memory}/import`, broken),
          error(400, "file_processing_failed", [
            "terms.tmx",
            "Invalid XML: unexpected close tag on line 4, position: 17"
          ])
        )
        const audited = yield* sql`SELECT id FROM audit_entry WHERE action = 'TRANSLATION_MEMORY_IMPORTED'
          AND object_id = ${memory}`
        const entries = yield* sql`SELECT id FROM memory_entry WHERE memory_id = ${memory}`
        assert.deepStrictEqual([audited.length, entries.length], [0, 0])
      })
    )

    it.effect("an exported memory has all that its caller may view, and can be imported into another one", () =>
      Effect.gen(function* () {
        const { asOwner, memory, path } = yield* makeFixture
        const dated = `<tu tuid="7"><tuv xml:lang="en"><seg>A &lt; B</seg></tuv>
          <tuv xml:lang="de" creationdate="20250101T000000Z" changedate="20260131T235959Z"><seg>a &lt; b</seg></tuv></tu>`
        yield* sendFile(asOwner, `${path}/${memory}/import`, tmx(dated))
        const exported = yield* send(asOwner, "GET", `${path}/${memory}/export`)
        const text = String(exported.body)
        assert.include(
          text,
          `    <tu tuid="7">
      <tuv xml:lang="en"><seg>A &lt; B</seg></tuv>
      <tuv xml:lang="de" creationdate="20250101T000000Z" changedate="20260131T235959Z"><seg>a &lt; b</seg></tuv>
    </tu>
    <tu>
      <tuv xml:lang="en"><seg>open in en</seg></tuv>
      <tuv xml:lang="cs"><seg>open in cs</seg></tuv>
      <tuv xml:lang="de"><seg>open in de</seg></tuv>
    </tu>`
        )
        const copy = yield* send(asOwner, "POST", path, { name: "Copy", sourceLanguageTag: "en" })
        const { id } = copy.body as { id: number }
        assert.deepStrictEqual(yield* sendFile(asOwner, `${path}/${id}/import`, text), counts(3, 0, 0))
        const again = yield* send(asOwner, "GET", `${path}/${id}/export`)
        assert.deepStrictEqual(yield* sendFile(asOwner, `${path}/${id}/import`, String(again.body)), counts(0, 0, 3))
      })
    )

    it.effect("a member sees stored entries, and of projects what the member may view, everywhere", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, member, open, secret, memory, path } = yield* makeFixture
        yield* seed.directPermission({ project: secret.id, user: member, permission: "NONE" })
        const { en = 0, cs = 0 } = open.languages
        yield* seed.directPermission({
          project: open.id,
          user: member,
          permission: { type: "VIEW", viewLanguageIds: [en, cs] }
        })
        yield* sendFile(asOwner, `${path}/${memory}/import`, tmx(unit("1", "Port", "Přístav")))
        const own = ["Port", "Přístav"]
        const list = `${path}/${memory}/entries`
        assert.deepStrictEqual(rowsOf(yield* send(asOwner, "GET", list)), [
          own,
          ["open in en", "open in cs", "open in de"],
          ["secret in en", "secret in cs", "secret in de"]
        ])
        assert.deepStrictEqual(rowsOf(yield* send(asMember, "GET", list)), [own, ["open in en", "open in cs"]])
        const hidden = ["in de", "secret"]
        for (const request of [list, `${list}?search=secret`, `${path}/${memory}/export`]) {
          const response = yield* send(asMember, "GET", request)
          assert.strictEqual(response.status, 200)
          for (const text of hidden) assert.notInclude(JSON.stringify(response.body), text)
        }
        const countsOf = (credential: TestCredential) =>
          send(credential, "GET", `${path}/entry-counts?ids=${memory},1,0`)
        assert.deepStrictEqual((yield* countsOf(asOwner)).body, { counts: { [memory]: 3 } })
        assert.deepStrictEqual((yield* countsOf(asMember)).body, { counts: { [memory]: 2 } })
      })
    )

    it.effect("members manage it who may edit every project that uses it", () =>
      Effect.gen(function* () {
        const { asOwner, asMember, member, open, secret, memory, path } = yield* makeFixture
        const forbidden = error(403, "operation_not_permitted", ["project.edit"])
        const entry = { sourceText: "Dock", targetText: "Dok", targetLanguageTag: "cs" }
        const settings = { name: "Terms", sourceLanguageTag: "en" }
        const writes = [
          ["POST", `${path}/${memory}/entries`, entry],
          ["PUT", `${path}/${memory}/write-only-reviewed`, { writeOnlyReviewed: false }],
          ["PUT", `${path}/${memory}`, settings]
        ] as const
        yield* seed.directPermission({ project: open.id, user: member, permission: "MANAGE" })
        for (const [method, address, body] of writes) {
          assert.deepStrictEqual(yield* send(asMember, method, address, body), forbidden, address)
        }
        const file = tmx(unit("1", "Port", "Přístav"))
        assert.deepStrictEqual(yield* sendFile(asMember, `${path}/${memory}/import`, file), forbidden)
        // Now the other project leaves it.
        yield* send(asOwner, "PUT", `${path}/${memory}`, { ...settings, assignedProjects: [{ projectId: open.id }] })
        for (const [method, address, body] of writes) {
          assert.strictEqual((yield* send(asMember, method, address, body)).status, 200, address)
        }
        assert.deepStrictEqual(yield* sendFile(asMember, `${path}/${memory}/import`, file), counts(1, 0, 0))
        const create = (name: string, ...projectIds: ReadonlyArray<number>) =>
          send(asMember, "POST", path, {
            ...settings,
            name,
            assignedProjects: projectIds.map((projectId) => ({ projectId }))
          })
        assert.strictEqual((yield* create("New", open.id)).status, 200)
        assert.deepStrictEqual(yield* create("With another one", open.id, secret.id), forbidden)
        assert.deepStrictEqual(yield* create("Without a project"), forbidden)
      })
    )
  })
}

/** The least that the setting allows; the file and its texts take more. */
const smallHeapMegabytes = 128

layer(layerTestServer({ workerMegabytesMax: smallHeapMegabytes }), { timeout: "600 seconds" })(
  "a large translation memory",
  (it) => {
    it.effect(
      "is read and written in little memory, and other requests do not wait for it",
      () =>
        Effect.gen(function* () {
          const { asOwner, memory, path } = yield* makeFixture
          const unitCount = 100_000
          const filler = "of the harbour ".repeat(20)
          const units = Array.from({ length: unitCount }, (_, n) =>
            unit(String(n), `Port ${n} ${filler}`, `Přístav ${n}`)
          )
          const done: Array<string> = []
          const importing = Effect.map(
            sendFile(asOwner, `${path}/${memory}/import`, tmx(units.join("\n"))),
            (response) => {
              done.push("import")
              return response
            }
          )
          const asking = Effect.gen(function* () {
            for (let n = 0; n < 5; n++) {
              const { status } = yield* send(asOwner, "GET", path)
              assert.strictEqual(status, 200)
              done.push("request")
            }
          })
          const [imported] = yield* Effect.all([importing, asking], { concurrency: "unbounded" })
          assert.deepStrictEqual(imported, counts(unitCount, 0, 0))
          assert.strictEqual(done.at(-1), "import")
          const response = yield* send(asOwner, "GET", `${path}/${memory}/export`)
          assert.strictEqual(response.status, 200, JSON.stringify(response.body).slice(0, 200))
          const exported = String(response.body)
          // The keys of two projects come on top.
          assert.strictEqual(exported.split("<tu").length - exported.split("<tuv").length, unitCount + 2)
          const { body } = yield* send(asOwner, "GET", `${path}/${memory}/entries?page=4999&search=harbour`)
          assert.strictEqual(rowsOf({ body }).length, 20)
        }),
      { timeout: 600_000, tags: ["exhaustive"] }
    )
  }
)
