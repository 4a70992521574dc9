import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** An organization with an owner, a member, a guest of one of its two projects, and a glossary that both projects use. */
const makeFixture = Effect.gen(function* () {
  const name = `Glossaries ${++fixtures}`
  const [owner, member, guest] = [
    yield* seed.user({ username: `${name} owner` }),
    yield* seed.user({ username: `${name} member` }),
    yield* seed.user({ username: `${name} guest` })
  ]
  const organization = yield* seed.organization({ name, owner, members: [member] })
  const makeProject = (title: string) =>
    seed.project({ organization: organization.id, name: `${name} ${title}`, languages: ["en", "cs"] })
  const [open, secret] = [yield* makeProject("open"), yield* makeProject("secret")]
  yield* seed.directPermission({ project: open.id, user: guest, permission: "VIEW" })
  const asOwner = yield* seed.accessToken(owner, { super: true })
  const client = yield* clientOf(asOwner)
  const params = { organization: String(organization.id) }
  const { id: glossaryId } = yield* client.glossary.create({
    params,
    payload: { name: "Terms", baseLanguageTag: "en", assignedProjectIds: [open.id, secret.id] }
  })
  const path = `/v2/organizations/${organization.id}/glossaries`
  return {
    name,
    client,
    organization,
    member,
    open,
    secret,
    params,
    one: { ...params, glossaryId },
    path,
    own: `${path}/${glossaryId}`,
    asOwner,
    asMember: yield* seed.accessToken(member),
    asGuest: yield* seed.accessToken(guest)
  }
})

const namesOf = (body: unknown, list: string) => {
  const { _embedded } = body as { _embedded: Record<string, ReadonlyArray<{ name: string }>> }
  return (_embedded[list] ?? []).map(({ name }) => name)
}

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "120 seconds" })(`glossaries on ${engine}`, (it) => {
    it.effect("have the shapes that clients know", () =>
      Effect.gen(function* () {
        const { name, asOwner, organization, path, own, open } = yield* makeFixture
        const { body } = yield* send(asOwner, "GET", own)
        const glossary = { id: Number(own.split("/").at(-1)), name: "Terms", baseLanguageTag: "en" }
        assert.deepInclude(body as object, glossary)
        assert.deepInclude((body as { organizationOwner: object }).organizationOwner, { id: organization.id })
        const listed = yield* send(asOwner, "GET", `${path}?search=TERM`)
        assert.deepInclude(listed.body as object, { _embedded: { glossaries: [glossary] } })
        const withStats = yield* send(asOwner, "GET", `/v2/organizations/${organization.id}/glossaries-with-stats`)
        assert.deepInclude(withStats.body as object, {
          _embedded: {
            glossaries: [{ ...glossary, firstAssignedProjectName: `${name} open`, assignedProjectsCount: 2 }]
          }
        })
        const ofProject = yield* send(asOwner, "GET", `/v2/projects/${open.id}/glossaries`)
        assert.deepStrictEqual(ofProject.body, { _embedded: { glossaries: [glossary] } })
        const projects = yield* send(asOwner, "GET", `${own}/assigned-projects`)
        assert.deepStrictEqual(namesOf(projects.body, "projects"), [`${name} open`, `${name} secret`])
        const languages = yield* send(asOwner, "GET", `${own}/languages`)
        assert.deepStrictEqual(languages.body, { _embedded: { glossaryLanguageDtoList: [] } })
      })
    )

    it.effect("an edit replaces name and projects, and keeps the projects when it names none", () =>
      Effect.gen(function* () {
        const { name, client, asOwner, one, own, open, secret } = yield* makeFixture
        const payload = { name: "Renamed", baseLanguageTag: "en" }
        yield* client.glossary.edit({ params: one, payload })
        const names = Effect.map(send(asOwner, "GET", `${own}/assigned-projects`), ({ body }) =>
          namesOf(body, "projects")
        )
        assert.deepStrictEqual(yield* names, [`${name} open`, `${name} secret`])
        yield* client.glossary.edit({ params: one, payload: { ...payload, assignedProjectIds: [secret.id] } })
        assert.deepStrictEqual(yield* names, [`${name} secret`])
        const other = yield* makeFixture
        const foreign = { ...payload, assignedProjectIds: [open.id, other.open.id] }
        assert.deepStrictEqual(yield* send(asOwner, "PUT", own, foreign), error(404, "project_not_found"))
        assert.deepStrictEqual(yield* names, [`${name} secret`])
      })
    )

    it.effect("a member sees all glossaries, and of their projects those that the member may enter", () =>
      Effect.gen(function* () {
        const { name, organization, member, path, own, secret, asOwner, asMember } = yield* makeFixture
        yield* seed.directPermission({ project: secret.id, user: member, permission: "NONE" })
        const stats = `/v2/organizations/${organization.id}/glossaries-with-stats`
        for (const [credential, projects] of [
          [asMember, [`${name} open`]],
          [asOwner, [`${name} open`, `${name} secret`]]
        ] as const) {
          assert.deepStrictEqual(namesOf((yield* send(credential, "GET", path)).body, "glossaries"), ["Terms"])
          const listed = yield* send(credential, "GET", `${own}/assigned-projects`)
          assert.deepStrictEqual(namesOf(listed.body, "projects"), [...projects])
          const { body } = yield* send(credential, "GET", stats)
          assert.include(JSON.stringify(body), `"assignedProjectsCount":${projects.length}`)
        }
      })
    )

    it.effect("a guest of a project sees glossaries of that project, and changes none", () =>
      Effect.gen(function* () {
        const { name, client, asGuest, organization, params, path, own, secret } = yield* makeFixture
        const { id: hidden } = yield* client.glossary.create({
          params,
          payload: { name: "Hidden", baseLanguageTag: "en", assignedProjectIds: [secret.id] }
        })
        const stats = `/v2/organizations/${organization.id}/glossaries-with-stats`
        for (const address of [path, stats]) {
          assert.deepStrictEqual(namesOf((yield* send(asGuest, "GET", address)).body, "glossaries"), ["Terms"])
        }
        const { body } = yield* send(asGuest, "GET", stats)
        assert.notInclude(JSON.stringify(body), "secret")
        assert.include(JSON.stringify(body), `"assignedProjectsCount":1`)
        const projects = yield* send(asGuest, "GET", `${own}/assigned-projects`)
        assert.deepStrictEqual(namesOf(projects.body, "projects"), [`${name} open`])
        for (const address of [
          "",
          "/terms",
          "/termsWithTranslations",
          "/termsIds",
          "/languages",
          "/assigned-projects"
        ]) {
          assert.strictEqual((yield* send(asGuest, "GET", own + address)).status, 200, address)
          const response = yield* send(asGuest, "GET", `${path}/${hidden}${address}`)
          assert.deepStrictEqual(response, error(404, "glossary_not_found"), address)
        }
        const forbidden = error(403, "operation_not_permitted")
        assert.deepStrictEqual(yield* send(asGuest, "POST", `${own}/terms`, { text: "berth" }), forbidden)
      })
    )

    it.effect("members manage it who may edit every project that uses it", () =>
      Effect.gen(function* () {
        const { client, asMember, member, one, path, own, open, secret } = yield* makeFixture
        yield* seed.directPermission({ project: open.id, user: member, permission: "MANAGE" })
        yield* seed.directPermission({ project: secret.id, user: member, permission: "VIEW" })
        const forbidden = error(403, "operation_not_permitted", ["project.edit"])
        const settings = { name: "Terms", baseLanguageTag: "en" }
        const term = `${own}/terms/${(yield* client.glossaryTerm.create({ params: one, payload: { text: "berth" } })).term.id}`
        const writes = [
          ["POST", `${own}/terms`, { text: "quay" }],
          ["PUT", term, { description: "a place" }],
          ["POST", `${term}/translations`, { languageTag: "cs", text: "kotviště" }],
          ["DELETE", `${own}/terms`, { termIds: [0] }],
          ["PUT", own, settings]
        ] as const
        for (const [method, address, body] of writes) {
          assert.deepStrictEqual(yield* send(asMember, method, address, body), forbidden, address)
        }
        yield* client.glossary.edit({ params: one, payload: { ...settings, assignedProjectIds: [open.id] } })
        for (const [method, address, body] of writes) {
          assert.strictEqual((yield* send(asMember, method, address, body)).status, 200, address)
        }
        const create = (...assignedProjectIds: ReadonlyArray<number>) =>
          send(asMember, "POST", path, { ...settings, assignedProjectIds })
        assert.strictEqual((yield* create(open.id)).status, 200)
        assert.deepStrictEqual(yield* create(open.id, secret.id), forbidden)
        assert.deepStrictEqual(yield* create(), forbidden)
      })
    )

    it.effect("a transferred project leaves its glossaries, and a deleted one is counted nowhere", () =>
      Effect.gen(function* () {
        const { client, one, open, secret } = yield* makeFixture
        const target = yield* client.organization.create({ payload: { name: `Target ${fixtures}` } })
        yield* client.project.transfer({ params: { projectId: open.id, organizationId: target.id } })
        yield* client.project.delete({ params: { projectId: secret.id } })
        const { _embedded } = yield* client.glossary.listAssignedProjects({ params: one })
        assert.deepStrictEqual(_embedded.projects, [])
      })
    )

    it.effect("terms have texts by language, searched and sorted", () =>
      Effect.gen(function* () {
        const { client, asOwner, one, own } = yield* makeFixture
        const create = (text: string, description?: string) =>
          client.glossaryTerm.create({ params: one, payload: { text, ...(description && { description }) } })
        const berth = yield* create("berth", "Place of a ship")
        const quay = yield* create("quay")
        const unnamed = yield* create("")
        assert.deepStrictEqual(berth, {
          term: {
            id: berth.term.id,
            description: "Place of a ship",
            flagNonTranslatable: false,
            flagCaseSensitive: false,
            flagAbbreviation: false,
            flagForbiddenTerm: false
          },
          translation: { languageTag: "en", text: "berth" }
        })
        assert.isNull(unnamed.translation)
        const place = `${own}/terms/${berth.term.id}/translations`
        const czech = { languageTag: "cs", text: "kotviště" }
        assert.deepStrictEqual(yield* send(asOwner, "POST", place, czech), { status: 200, body: czech })
        const find = (query: string) =>
          Effect.map(
            send(asOwner, "GET", `${own}/termsIds?${query}`),
            ({ body }) => (body as { _embedded: { longList: ReadonlyArray<number> } })._embedded.longList
          )
        assert.deepStrictEqual(yield* find("search=KOTV"), [berth.term.id])
        assert.deepStrictEqual(yield* find("search=KOTV&languageTags=de"), [])
        assert.deepStrictEqual(yield* find("search=ship&languageTags=de"), [berth.term.id])
        assert.deepStrictEqual(yield* find("search=quay&languageTags=de,cs"), [quay.term.id])
        const listed = yield* send(asOwner, "GET", `${own}/termsWithTranslations?languageTags=cs&sort=text,desc&size=2`)
        const { _embedded, page } = listed.body as {
          _embedded: { glossaryTerms: ReadonlyArray<{ translations: unknown }> }
          page: unknown
        }
        assert.deepStrictEqual(
          _embedded.glossaryTerms.map(({ translations }) => translations),
          [[{ languageTag: "en", text: "quay" }], [czech, { languageTag: "en", text: "berth" }]]
        )
        assert.deepStrictEqual(page, { size: 2, totalElements: 3, totalPages: 2, number: 0 })
        const languages = yield* client.glossary.listLanguages({ params: one })
        assert.deepStrictEqual(languages._embedded.glossaryLanguageDtoList, [
          { tag: "cs", base: false },
          { tag: "en", base: true }
        ])
        const removed = yield* send(asOwner, "POST", place, { languageTag: "cs", text: "" })
        assert.deepStrictEqual(removed.body, { languageTag: "cs", text: "" })
        assert.deepStrictEqual((yield* send(asOwner, "GET", `${place}/cs`)).body, { languageTag: "cs", text: "" })
      })
    )

    it.effect("a term that stays as it is loses its other texts, and reads alike in every language", () =>
      Effect.gen(function* () {
        const { client, asOwner, one, own } = yield* makeFixture
        const { term } = yield* client.glossaryTerm.create({ params: one, payload: { text: "Dragoman" } })
        const params = { ...one, glossaryTermId: term.id }
        yield* client.glossaryTerm.setTranslation({ params, payload: { languageTag: "cs", text: "Tlumočník" } })
        yield* client.glossaryTerm.edit({ params, payload: { flagNonTranslatable: true } })
        const stored = yield* client.glossaryTerm.get({ params })
        assert.deepStrictEqual(stored.translations, [{ languageTag: "en", text: "Dragoman" }])
        assert.deepStrictEqual(stored.glossary, { id: one.glossaryId, name: "Terms", baseLanguageTag: "en" })
        const place = `${own}/terms/${term.id}/translations`
        assert.deepStrictEqual((yield* send(asOwner, "GET", `${place}/cs`)).body, {
          languageTag: "cs",
          text: "Dragoman"
        })
        assert.deepStrictEqual(
          yield* send(asOwner, "POST", place, { languageTag: "cs", text: "Tlumočník" }),
          error(400, "glossary_non_translatable_term_cannot_be_translated")
        )
        const emptied = yield* client.glossaryTerm.edit({ params, payload: { text: "", description: "a name" } })
        assert.isNull(emptied.translation)
        assert.isTrue(emptied.term.flagNonTranslatable)
      })
    )

    it.effect("highlights say where a text has terms, and know each change at once", () =>
      Effect.gen(function* () {
        const { client, asOwner, asGuest, one, open, secret } = yield* makeFixture
        const create = (payload: { readonly text: string; readonly flagNonTranslatable?: boolean }) =>
          client.glossaryTerm.create({ params: one, payload })
        const { term: berth } = yield* create({ text: "berth" })
        const { term: booking } = yield* create({ text: "berth booking" })
        const { term: product } = yield* create({ text: "Dragoman", flagNonTranslatable: true })
        const params = { ...one, glossaryTermId: berth.id }
        yield* client.glossaryTerm.setTranslation({ params, payload: { languageTag: "cs", text: "kotviště" } })
        const find = (projectId: number, text: string, languageTag: string) =>
          Effect.map(
            client.glossaryHighlight.find({ params: { projectId }, payload: { text, languageTag } }),
            ({ _embedded }) =>
              _embedded.glossaryHighlights.map(({ position, value, kind, overlapped }) => [
                ...[text.slice(position.start, position.end), value.id, kind],
                ...(overlapped ? ["overlapped"] : [])
              ])
          )
        const text = "🚢 Berths of <b title='berth'>{berth}</b>: DRAGOMAN, berth booking"
        const expected = [
          ["Berths", berth.id, "inflected"],
          ["DRAGOMAN", product.id, "case"],
          ["berth booking", booking.id, "exact"],
          ["berth", berth.id, "exact", "overlapped"]
        ]
        assert.deepStrictEqual(yield* find(open.id, text, "en"), expected)
        assert.deepStrictEqual(yield* find(open.id, "kotviště, berth, Dragoman", "cs-CZ"), [
          ["kotviště", berth.id, "exact"],
          ["Dragoman", product.id, "exact"]
        ])
        assert.deepStrictEqual(yield* find(open.id, "{n, plural, one {one berth} other {{n} berths}}", "en"), [
          ["berth", berth.id, "exact"],
          ["berths", berth.id, "inflected"]
        ])
        yield* client.glossaryTerm.delete({ params: { ...one, glossaryTermId: booking.id } })
        assert.deepStrictEqual(yield* find(open.id, "berth booking", "en"), [["berth", berth.id, "exact"]])
        const settings = { name: "Terms", baseLanguageTag: "en", assignedProjectIds: [secret.id] }
        yield* client.glossary.edit({ params: one, payload: settings })
        assert.deepStrictEqual(yield* find(open.id, text, "en"), [])
        assert.strictEqual((yield* find(secret.id, text, "en")).length, 3)
        const path = `/v2/projects/${open.id}/glossary-highlights`
        const long = { text: "x".repeat(65_537), languageTag: "en" }
        assert.strictEqual((yield* send(asOwner, "POST", path, long)).status, 400)
        const response = yield* send(asGuest, "POST", path, { text, languageTag: "en" })
        assert.deepStrictEqual(response.body, { _embedded: { glossaryHighlights: [] } })
        const hidden = yield* send(asGuest, "POST", `/v2/projects/${secret.id}/glossary-highlights`, { text })
        assert.deepStrictEqual(hidden, error(404, "project_not_found"))
      })
    )

    it.effect("deleted are the terms of the glossary only, with one entry in the audit log", () =>
      Effect.gen(function* () {
        const [fixture, other] = [yield* makeFixture, yield* makeFixture]
        const sql = yield* SqlClient.SqlClient
        const create = ({ client, one }: typeof fixture) =>
          Effect.map(client.glossaryTerm.create({ params: one, payload: { text: "berth" } }), ({ term }) => term.id)
        const [first, second, foreign] = [yield* create(fixture), yield* create(fixture), yield* create(other)]
        const termIds = [first, second, foreign, 0]
        yield* fixture.client.glossaryTerm.deleteMultiple({ params: fixture.one, payload: { termIds } })
        const left = yield* other.client.glossaryTerm.listIds({ params: other.one, query: {} })
        assert.deepStrictEqual(left._embedded.longList, [foreign])
        const audited = yield* sql<{ changes: string }>`SELECT before AS changes FROM audit_entry
          WHERE action = 'GLOSSARY_TERM_DELETED' AND object_id = ${fixture.one.glossaryId}`
        assert.deepStrictEqual(
          audited.map(({ changes }) => JSON.parse(changes)),
          [{ terms: 2 }]
        )
      })
    )
  })
}
