import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** An organization with two projects from English and one from German, each made by a request. */
const makeFixture = Effect.gen(function* () {
  const name = `Memories ${++fixtures}`
  const owner = yield* seed.user({ username: `memory${fixtures}` })
  const member = yield* seed.user({ username: `memory${fixtures} member` })
  const organization = yield* seed.organization({ name, owner, members: [member] })
  const credential = yield* seed.accessToken(owner, { super: true })
  const client = yield* clientOf(credential)
  const makeProject = (title: string, tag: string) =>
    Effect.map(
      client.project.create({
        payload: {
          name: `${name} ${title}`,
          organizationId: organization.id,
          languages: [{ name: tag, tag, originalName: tag, flagEmoji: "🏁" }]
        }
      }),
      ({ id }) => id
    )
  return {
    client,
    credential,
    name,
    member,
    organizationId: organization.id,
    web: yield* makeProject("web", "en"),
    app: yield* makeProject("app", "en"),
    german: yield* makeProject("german", "de"),
    params: { organization: String(organization.id) },
    path: `/v2/organizations/${organization.id}/translation-memories`
  }
})

const terms = { name: "Terms", sourceLanguageTag: "en" }

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "120 seconds" })(`translation memories on ${engine}`, (it) => {
    it.effect("every project has its own one, which takes its name and cannot be changed", () =>
      Effect.gen(function* () {
        const { client, credential, name, web, params, path } = yield* makeFixture
        const listed = yield* client.translationMemory.listOfProject({ params: { projectId: web } })
        const [own] = listed._embedded.translationMemoryAssignments
        assert.deepInclude(own, {
          translationMemoryName: `${name} web`,
          sourceLanguageTag: "en",
          type: "PROJECT",
          readAccess: true,
          writeAccess: true,
          priority: 0
        })
        const id = own?.translationMemoryId ?? 0
        const foreign = error(400, "cannot_modify_project_translation_memory")
        assert.deepStrictEqual(yield* send(credential, "PUT", `${path}/${id}`, terms), foreign)
        assert.deepStrictEqual(yield* send(credential, "DELETE", `${path}/${id}`), foreign)
        assert.deepStrictEqual(
          yield* send(credential, "DELETE", `/v2/projects/${web}/translation-memories/${id}`),
          error(400, "cannot_unassign_project_from_own_translation_memory")
        )
        yield* client.translationMemory.setOwnWriteOnlyReviewed({
          params: { projectId: web },
          payload: { writeOnlyReviewed: true }
        })
        const translationMemoryId = id
        const read = yield* client.translationMemory.get({ params: { ...params, translationMemoryId } })
        assert.isTrue(read.writeOnlyReviewed)
        yield* client.project.delete({ params: { projectId: web } })
        assert.deepStrictEqual(
          yield* send(credential, "GET", `${path}/${id}`),
          error(404, "translation_memory_not_found")
        )
      })
    )

    it.effect("a member sees all shared ones, and own ones and names of projects that the member may enter", () =>
      Effect.gen(function* () {
        const { client, credential, name, web, app, params, path, organizationId, member } = yield* makeFixture
        const { id: shared } = yield* client.translationMemory.create({
          params,
          payload: { ...terms, assignedProjects: [{ projectId: web }, { projectId: app }] }
        })
        const listed = yield* client.translationMemory.listOfProject({ params: { projectId: app } })
        const hidden = listed._embedded.translationMemoryAssignments.find(({ type }) => type === "PROJECT")
        const hiddenId = hidden?.translationMemoryId ?? 0
        yield* seed.directPermission({ project: app, user: member, permission: "NONE" })
        const asMember = yield* seed.accessToken(member)
        const lists = [path, `${path}-with-stats`, `${path}/${shared}/assigned-projects`]
        for (const address of lists) {
          assert.notInclude(JSON.stringify(yield* send(asMember, "GET", address)), `${name} app`, address)
          assert.include(JSON.stringify(yield* send(asMember, "GET", address)), `${name} web`, address)
          assert.include(JSON.stringify(yield* send(credential, "GET", address)), `${name} app`, address)
        }
        for (const address of ["", "/assigned-projects", "/entries", "/entries/entryIds", "/export"]) {
          assert.deepStrictEqual(
            yield* send(asMember, "GET", `${path}/${hiddenId}${address}`),
            error(404, "translation_memory_not_found"),
            address
          )
        }
        const counts = `/v2/organizations/${organizationId}/translation-memories/entry-counts?ids=${hiddenId}`
        assert.notInclude(JSON.stringify((yield* send(asMember, "GET", counts)).body), String(hiddenId))
      })
    )

    it.effect("names are unique among shared ones and projects, ignoring case", () =>
      Effect.gen(function* () {
        const { client, credential, name, params, path } = yield* makeFixture
        yield* client.translationMemory.create({ params, payload: terms })
        for (const taken of ["TERMS", `${name} WEB`]) {
          assert.deepStrictEqual(
            yield* send(credential, "POST", path, { ...terms, name: taken }),
            error(400, "translation_memory_name_already_exists", [taken])
          )
        }
      })
    )

    it.effect("assignments are replaced together, and kept ones keep their place", () =>
      Effect.gen(function* () {
        const { client, credential, web, app, german, params, path } = yield* makeFixture
        const { translationMemory } = client
        yield* translationMemory.create({ params, payload: { ...terms, assignedProjects: [{ projectId: web }] } })
        const { id: translationMemoryId } = yield* translationMemory.create({
          params,
          payload: { ...terms, name: "Second", assignedProjects: [{ projectId: web, penalty: 5 }] }
        })
        const one = { ...params, translationMemoryId }
        yield* translationMemory.edit({
          params: one,
          payload: {
            ...terms,
            name: "Second",
            assignedProjects: [{ projectId: app }, { projectId: web, writeAccess: false }]
          }
        })
        const listed = yield* translationMemory.listAssignedProjects({ params: one })
        assert.deepStrictEqual(
          listed._embedded.assignedProjects.map(({ projectId, writeAccess, priority, penalty }) => [
            projectId,
            writeAccess,
            priority,
            penalty
          ]),
          [
            [app, true, 1, null],
            [web, false, 2, null]
          ]
        )
        const put = (body: object) => send(credential, "PUT", `${path}/${translationMemoryId}`, { ...terms, ...body })
        assert.deepStrictEqual(
          yield* put({ assignedProjects: [{ projectId: web }, { projectId: web }] }),
          error(400, "translation_memory_duplicate_project_assignment", [web])
        )
        assert.deepStrictEqual(
          yield* put({ name: "Second", assignedProjects: [{ projectId: german }] }),
          error(400, "translation_memory_base_language_mismatch", ["Second", "en", "de"])
        )
        assert.deepStrictEqual(
          yield* put({ name: "Second", sourceLanguageTag: "de" }),
          error(400, "cannot_change_tm_base_language_while_assigned")
        )
        const stats = yield* translationMemory.listWithStats({ params, query: { type: "SHARED" } })
        assert.deepStrictEqual(
          stats._embedded.translationMemories.map(({ assignedProjectNames }) => assignedProjectNames.length),
          [2, 1]
        )
      })
    )

    it.effect("shows stored entries and live translations of projects with write access, by source", () =>
      Effect.gen(function* () {
        const { client, credential, web, params, path } = yield* makeFixture
        yield* client.language.create({
          params: { projectId: web },
          payload: { name: "Czech", tag: "cs", originalName: "čeština", flagEmoji: "🏁" }
        })
        yield* client.translation.createOrSet({
          params: { projectId: web },
          payload: { key: "port", translations: { en: "Port", cs: "Přístav" } }
        })
        const { id: translationMemoryId } = yield* client.translationMemory.create({
          params,
          payload: { ...terms, assignedProjects: [{ projectId: web }] }
        })
        const memory = { ...params, translationMemoryId }
        const entries = `${path}/${translationMemoryId}/entries`
        const translations = [
          { targetLanguageTag: "cs", targetText: "Kotva" },
          { targetLanguageTag: "de", targetText: "Anker" }
        ]
        const made = yield* client.translationMemoryEntry.createMultiple({
          params: memory,
          payload: { sourceText: "Anchor", translations }
        })
        const [first = 0, second = 0] = made._embedded.translationMemoryEntries.map(({ id }) => id)
        const again = { sourceText: "Anchor", ...translations[0] }
        assert.deepStrictEqual(
          yield* send(credential, "POST", entries, again),
          error(400, "translation_memory_entry_exists")
        )
        const list = (query: { targetLanguageTag?: string; search?: string } = {}) =>
          Effect.map(client.translationMemoryEntry.list({ params: memory, query }), ({ _embedded }) =>
            _embedded.translationMemoryRows.map(({ sourceText, cells, keyName }) => [
              sourceText,
              keyName,
              cells.map(({ targetText, entryId }) => [targetText, entryId])
            ])
          )
        assert.deepStrictEqual(yield* list(), [
          [
            "Anchor",
            null,
            [
              ["Kotva", first],
              ["Anker", second]
            ]
          ],
          ["Port", "port", [["Přístav", null]]]
        ])
        assert.deepStrictEqual(yield* list({ targetLanguageTag: "de", search: "anch" }), [
          ["Anchor", null, [["Anker", second]]]
        ])
        yield* client.translationMemory.setWriteOnlyReviewed({ params: memory, payload: { writeOnlyReviewed: true } })
        assert.strictEqual((yield* list()).length, 1)
        const other = yield* client.translationMemory.create({ params, payload: { ...terms, name: "Other" } })
        yield* client.translationMemoryEntry.deleteMultiple({
          params: { ...params, translationMemoryId: other.id },
          payload: { entryIds: [first] }
        })
        assert.strictEqual((yield* list()).length, 1)
        yield* client.translationMemoryEntry.deleteGroup({
          params: { ...memory, translationMemoryEntryId: first }
        })
        assert.deepStrictEqual(yield* list(), [])
      })
    )

    it.effect("another base language is refused while a shared one is used, unless it is to be unassigned", () =>
      Effect.gen(function* () {
        const { client, credential, name, web, params } = yield* makeFixture
        const german = yield* client.language.create({
          params: { projectId: web },
          payload: { name: "German", tag: "de", originalName: "Deutsch", flagEmoji: "🏁" }
        })
        yield* client.translationMemory.create({
          params,
          payload: { ...terms, assignedProjects: [{ projectId: web }] }
        })
        const body = { name: `${name} web`, baseLanguageId: german.id }
        const path = `/v2/projects/${web}`
        assert.deepStrictEqual(
          yield* send(credential, "PUT", path, body),
          error(400, "cannot_change_project_base_language_tm_conflict")
        )
        const { status } = yield* send(credential, "PUT", path, { ...body, unassignConflictingTms: true })
        assert.strictEqual(status, 200)
        const { _embedded } = yield* client.translationMemory.listOfProject({ params: { projectId: web } })
        assert.deepStrictEqual(
          _embedded.translationMemoryAssignments.map(({ type, sourceLanguageTag }) => [type, sourceLanguageTag]),
          [["PROJECT", "de"]]
        )
      })
    )

    it.effect("a project assigns, changes and leaves a shared one, and its activity says so", () =>
      Effect.gen(function* () {
        const { client, credential, web, params } = yield* makeFixture
        const { translationMemory } = client
        const { id } = yield* translationMemory.create({ params, payload: terms })
        const one = { params: { projectId: web, translationMemoryId: id } }
        const path = `/v2/projects/${web}/translation-memories/${id}`
        assert.deepStrictEqual(
          yield* send(credential, "DELETE", path),
          error(404, "translation_memory_project_assignment_not_found")
        )
        const assigned = yield* translationMemory.assign({ ...one, payload: { penalty: 10 } })
        assert.deepInclude(assigned, { translationMemoryId: id, priority: 1, penalty: 10 })
        assert.deepStrictEqual(
          yield* send(credential, "POST", path, {}),
          error(400, "translation_memory_already_assigned_to_project")
        )
        const edited = yield* translationMemory.editAssignment({ ...one, payload: { readAccess: false } })
        assert.deepInclude(edited, { readAccess: false, priority: 1, penalty: null })
        yield* translationMemory.unassign(one)
        const { _embedded } = yield* client.activity.list({
          params: { projectId: web },
          query: { sort: [{ property: "timestamp", direction: "desc" }], size: 3 }
        })
        assert.sameMembers(
          _embedded.activities.map(({ type }) => type),
          [
            "TRANSLATION_MEMORY_UNASSIGN_PROJECT",
            "TRANSLATION_MEMORY_UPDATE_PROJECT_CONFIG",
            "TRANSLATION_MEMORY_ASSIGN_PROJECT"
          ]
        )
      })
    )
  })
}
