import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, sendBody, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** An organization with an owner, and a glossary from English that a project with three languages uses. */
const makeFixture = Effect.gen(function* () {
  const name = `Glossary files ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const guest = yield* seed.user({ username: `${name} guest` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "cs", "de"] })
  yield* seed.directPermission({ project: project.id, user: guest, permission: "MANAGE" })
  const asOwner = yield* seed.accessToken(owner)
  const client = yield* clientOf(asOwner)
  const params = { organization: String(organization.id) }
  const { id: glossaryId } = yield* client.glossary.create({
    params,
    payload: { name: "Übersetzte Terms", baseLanguageTag: "en", assignedProjectIds: [project.id] }
  })
  const own = `/v2/organizations/${organization.id}/glossaries/${glossaryId}`
  return { asOwner, asGuest: yield* seed.accessToken(guest), client, one: { ...params, glossaryId }, own }
})

const sendFile = (credential: TestCredential, path: string, content: string) => {
  const form = new FormData()
  form.append("file", new Blob([content]), "terms.csv")
  return sendBody(credential, "POST", path, form)
}

const header = "term,description,translatable,casesensitive,abbreviation,forbidden,cs,de,en"
const berth = "berth,Place of a ship,Yes,No,No,No,kotviště,Liegeplatz,berth"
const product = "Dragoman,,No,Yes,No,No,Dragoman,Dragoman,Dragoman"

const linesOf = ({ body }: { readonly body: unknown }) => String(body).replaceAll('"', "").split(/\r?\n/)

const imported = (count: number) => ({ status: 200, body: { imported: count } })

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "120 seconds" })(`files of glossaries on ${engine}`, (it) => {
    it.effect("an import adds and changes terms, and changes nothing when it is repeated", () =>
      Effect.gen(function* () {
        const { asOwner, client, one, own } = yield* makeFixture
        const file = [header, berth, product, ""].join("\r\n")
        assert.deepStrictEqual(yield* sendFile(asOwner, `${own}/import`, file), imported(2))
        const ids = Effect.map(
          client.glossaryTerm.listIds({ params: one, query: {} }),
          (list) => list._embedded.longList
        )
        const before = yield* ids
        assert.deepStrictEqual(yield* sendFile(asOwner, `${own}/import`, file), imported(2))
        assert.deepStrictEqual(yield* ids, before)
        assert.deepStrictEqual(linesOf(yield* send(asOwner, "GET", `${own}/export`)), [header, berth, product, ""])
        const edited = "TERM;cs;forbidden\nberth;přístaviště;yes\nquay;nábřeží;no\n"
        assert.deepStrictEqual(yield* sendFile(asOwner, `${own}/import`, edited), imported(2))
        assert.deepStrictEqual(linesOf(yield* send(asOwner, "GET", `${own}/export`)), [
          header,
          "berth,Place of a ship,Yes,No,No,Yes,přístaviště,Liegeplatz,berth",
          product,
          "quay,,Yes,No,No,No,nábřeží,,quay",
          ""
        ])
        const replaced = yield* sendFile(asOwner, `${own}/import?removeExistingTerms=true`, `${header}\n${product}\n`)
        assert.deepStrictEqual(replaced, imported(1))
        assert.deepStrictEqual(linesOf(yield* send(asOwner, "GET", `${own}/export`)), [header, product, ""])
      })
    )

    it.effect("a termbase that was exported comes back unchanged", () =>
      Effect.gen(function* () {
        const { asOwner, own } = yield* makeFixture
        yield* sendFile(asOwner, `${own}/import`, [header, berth, product].join("\n"))
        const [before, csv] = [
          yield* send(asOwner, "GET", `${own}/export?format=TBX`),
          yield* send(asOwner, "GET", `${own}/export`)
        ]
        assert.include(String(before.body), "<term>Liegeplatz</term>")
        const path = `${own}/import?format=TBX&removeExistingTerms=true`
        assert.deepStrictEqual(yield* sendFile(asOwner, path, String(before.body)), imported(2))
        assert.deepStrictEqual((yield* send(asOwner, "GET", `${own}/export?format=TBX`)).body, before.body)
        assert.deepStrictEqual((yield* send(asOwner, "GET", `${own}/export`)).body, csv.body)
      })
    )

    it.effect(
      "a broken file names the place and changes nothing, and only those who manage the glossary import one",
      () =>
        Effect.gen(function* () {
          const { asOwner, asGuest, own } = yield* makeFixture
          yield* sendFile(asOwner, `${own}/import`, `${header}\n${berth}`)
          const before = yield* send(asOwner, "GET", `${own}/export`)
          const path = `${own}/import?removeExistingTerms=true`
          const broken = yield* sendFile(asOwner, path, "term,Notes\nquay,a place\n")
          assert.strictEqual(broken.status, 400)
          assert.include(JSON.stringify(broken.body), "file_processing_failed")
          assert.include(JSON.stringify(broken.body), "line 1")
          const termbase = yield* sendFile(asOwner, `${path}&format=TBX`, "<tbx><text>")
          assert.include(JSON.stringify(termbase.body), "file_processing_failed")
          const forbidden = error(403, "operation_not_permitted")
          assert.deepStrictEqual(yield* sendFile(asGuest, path, `${header}\n${product}`), forbidden)
          assert.deepStrictEqual(yield* send(asGuest, "GET", `${own}/export`), before)
        })
    )
  })
}
