import { unpackArchive } from "@dragoman/formats"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../testing/client.ts"
import { seed } from "../testing/seed.ts"
import { credentialHeaders, error, send, type TestCredential } from "../testing/send.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { upload } from "../testing/upload.ts"

let fixtures = 0

/** A project with en and de and two keys, its owner, a translator who may view tasks, and a user without access. */
const seedFixture = Effect.gen(function* () {
  const name = `Tasks ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const translator = yield* seed.user({ username: `${name} translator` })
  const outsider = yield* seed.user({ username: `${name} outsider` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.directPermission({ project: id, user: translator, permission: { scopes: ["tasks.view"] } })
  const credential = yield* seed.accessToken(owner, { super: true })
  const client = yield* clientOf(credential)
  const params = { projectId: id }
  const { keyId: hello } = yield* client.translation.createOrSet({
    params,
    payload: { key: "hello", translations: { en: "Hello dear you", de: "Hallo" } }
  })
  const { keyId: bye } = yield* client.translation.createOrSet({
    params,
    payload: { key: "bye", translations: { en: "Bye" } }
  })
  const base = `/v2/projects/${id}/tasks`
  const { de = 0 } = languages
  const create = (change: object = {}, query = "") =>
    send(credential, "POST", `${base}${query}`, {
      ...{ name: "Release", type: "TRANSLATE", languageId: de, keys: [hello, bye], assignees: [translator] },
      ...change
    })
  const act = (method: "GET" | "PUT" | "POST", path: string, body?: object) =>
    send(credential, method, `${base}${path}`, body)
  return {
    ...{ owner, translator, outsider, credential, client, params, base, de, hello, bye, create, act },
    translatorCredential: yield* seed.accessToken(translator)
  }
})

/** Marks a key of task 2 as done as a user who may edit tasks from now on. */
const changeAsTranslator = Effect.fnUntraced(function* (user: number, project: number, key: number) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(
    sql.withTransaction(
      sql`UPDATE direct_permission SET type = 'MANAGE', scopes = NULL WHERE project_id = ${project} AND user_id = ${user}`
    )
  )
  const path = `/v2/projects/${project}/tasks/2/keys/${key}`
  assert.strictEqual((yield* send(yield* seed.accessToken(user), "PUT", path, { done: true })).status, 200)
})

/** Downloads a workbook; returns the XML of its sheet. */
const sheetOf = Effect.fnUntraced(function* (credential: TestCredential, path: string) {
  const { baseUrl } = yield* TestServer
  const response = yield* Effect.promise(() => fetch(`${baseUrl}${path}`, { headers: credentialHeaders(credential) }))
  assert.strictEqual(
    response.headers.get("content-disposition"),
    'form-data; name="attachment"; filename="report.xlsx"'
  )
  const bytes = new Uint8Array(yield* Effect.promise(() => response.arrayBuffer()))
  const archive = unpackArchive(bytes, { uncompressedBytesMax: 1_000_000 })
  if (archive.kind !== "unpacked") throw new Error(archive.message)
  const sheet = archive.files.find(({ path }) => path === "xl/worksheets/sheet1.xml")
  return new TextDecoder().decode(sheet?.bytes)
})

const field = (response: { readonly body: unknown }, name: string) => (response.body as Record<string, unknown>)[name]

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`tasks on ${engine}`, (it) => {
    it.effect("go from their creation over each key to their end, and open again", () =>
      Effect.gen(function* () {
        const { translator, credential, base, de, hello, bye, create, act } = yield* seedFixture
        const created = yield* create({ description: "Short texts", dueDate: 9 })
        assert.strictEqual(created.status, 200, JSON.stringify(created.body))
        assert.deepInclude(created.body, {
          ...{ number: 1, name: "Release", description: "Short texts", type: "TRANSLATE", state: "NEW", dueDate: 9 },
          ...{ totalItems: 2, doneItems: 0, baseWordCount: 4, baseCharacterCount: 17, closedAt: null, branchName: null }
        })
        assert.deepInclude(field(created, "language") as object, { id: de, tag: "de", base: false })
        assert.deepInclude((field(created, "assignees") as ReadonlyArray<object>)[0], { id: translator })
        assert.deepStrictEqual(yield* act("PUT", "/1/finish"), error(400, "task_not_finished"))
        const tick = (key: number, done: boolean) => act("PUT", `/1/keys/${key}`, { done })
        assert.deepStrictEqual((yield* tick(hello, true)).body, { done: true, taskFinished: false })
        assert.deepStrictEqual((yield* tick(hello, true)).body, { done: true, taskFinished: false })
        assert.deepInclude((yield* act("GET", "/1")).body, { state: "IN_PROGRESS", doneItems: 1 })
        assert.deepStrictEqual((yield* tick(hello, false)).body, { done: false, taskFinished: false })
        assert.strictEqual(field(yield* act("GET", "/1"), "state"), "NEW")
        yield* tick(hello, true)
        assert.deepStrictEqual((yield* tick(bye, true)).body, { done: true, taskFinished: true })
        const report = (yield* act("GET", "/1/per-user-report")).body as ReadonlyArray<object>
        assert.lengthOf(report, 1)
        assert.deepInclude(report[0], { doneItems: 2, baseWordCount: 4, baseCharacterCount: 17 })
        assert.include(
          yield* sheetOf(credential, `${base}/1/xlsx-report`),
          [
            '<row r="12"><c r="A12" s="1" t="inlineStr"><is><t xml:space="preserve">Total to translate</t></is></c>',
            '<c r="B12"><v>2</v></c><c r="C12"><v>4</v></c><c r="D12"><v>17</v></c></row>'
          ].join("")
        )
        const finished = yield* act("PUT", "/1/finish")
        assert.strictEqual(field(finished, "state"), "FINISHED")
        assert.isNumber(field(finished, "closedAt"))
        assert.deepStrictEqual(yield* tick(bye, false), error(400, "task_not_open"))
        assert.deepStrictEqual(yield* act("PUT", "/1", { name: "Other", assignees: [] }), error(400, "task_not_open"))
        assert.deepStrictEqual(yield* act("PUT", "/1/keys", { removeKeys: [bye] }), error(400, "task_not_open"))
        assert.deepInclude((yield* act("PUT", "/1/reopen")).body, { state: "IN_PROGRESS", closedAt: null })
        assert.strictEqual(field(yield* act("PUT", "/1/close"), "state"), "CANCELED")
        assert.strictEqual(field(yield* act("PUT", "/1/reopen"), "state"), "IN_PROGRESS")
        assert.strictEqual(field(yield* act("PUT", "/1/cancel"), "state"), "CANCELED")
        assert.deepStrictEqual(yield* act("GET", "/2"), error(404, "task_not_found"))
      })
    )

    it.effect("take the keys of their scope, and no key of another open task", () =>
      Effect.gen(function* () {
        const { de, hello, bye, create, act } = yield* seedFixture
        const scope = (query: string, change: object = {}) =>
          Effect.map(
            act("POST", `/calculate-scope${query}`, {
              languageId: de,
              type: "TRANSLATE",
              keys: [hello, bye, 999_999],
              ...change
            }),
            ({ body }) => body
          )
        const count = (keyCount: number, wordCount: number, characterCount: number, all: number) => ({
          ...{ keyCount, wordCount, characterCount, keyCountIncludingConflicts: all }
        })
        assert.deepStrictEqual(yield* scope(""), count(2, 4, 17, 2))
        assert.deepStrictEqual(yield* scope("?filterState=UNTRANSLATED"), count(1, 1, 3, 1))
        assert.deepStrictEqual(yield* scope("?filterOutdated=true"), count(0, 0, 0, 0))
        const first = yield* create({ keys: [hello, 999_999] })
        assert.strictEqual(field(first, "totalItems"), 1)
        assert.deepStrictEqual(field(first, "skippedKeys"), [{ keyId: 999_999, reason: "NOT_FOUND" }])
        assert.deepStrictEqual(yield* scope(""), count(1, 1, 3, 2))
        assert.deepStrictEqual(yield* scope("", { type: "REVIEW" }), count(2, 4, 17, 2))
        const second = yield* create({ type: "REVIEW" }, "?filterState=TRANSLATED")
        assert.deepStrictEqual([field(second, "number"), field(second, "totalItems")], [2, 1])
        assert.deepStrictEqual(field(second, "skippedKeys"), [{ keyId: bye, reason: "FILTERED" }])
        assert.deepStrictEqual(field(yield* create({ keys: [hello] }), "skippedKeys"), [
          { keyId: hello, reason: "IN_OTHER_TASK" }
        ])
        assert.deepStrictEqual((yield* act("GET", "/2/blocking-tasks")).body, [1])
        assert.deepStrictEqual((yield* act("GET", "/1/blocking-tasks")).body, [])
        assert.strictEqual((yield* act("PUT", "/2/keys", { addKeys: [bye, 999_999], removeKeys: [hello] })).status, 200)
        assert.deepStrictEqual((yield* act("GET", "/2/keys")).body, { keys: [bye] })
        assert.deepStrictEqual((yield* act("GET", "/2/blocking-tasks")).body, [])
      })
    )

    it.effect("are shown with the keys of the translation list, which they filter", () =>
      Effect.gen(function* () {
        const { translatorCredential, params, de, hello, bye, create, act } = yield* seedFixture
        yield* create()
        yield* create({ type: "REVIEW", assignees: [], keys: [hello] })
        yield* act("PUT", `/1/keys/${hello}`, { done: true })
        const list = (query: string) =>
          Effect.map(
            send(translatorCredential, "GET", `/v2/projects/${params.projectId}/translations?${query}`),
            ({ body }) =>
              (body as { _embedded: { keys: ReadonlyArray<{ keyId: number; tasks: unknown }> } })._embedded.keys
          )
        const task = (number: number, type: string, done: boolean, userAssigned: boolean) => ({
          ...{ number, languageId: de, languageTag: "de", done, userAssigned, type }
        })
        const [first, second] = yield* list("languages=de")
        assert.deepStrictEqual(first?.tasks, [task(1, "TRANSLATE", true, true), task(2, "REVIEW", false, false)])
        assert.deepStrictEqual(second?.tasks, [task(1, "TRANSLATE", false, true)])
        assert.isNull((yield* list("languages=en"))[0]?.tasks)
        const ids = (query: string) => Effect.map(list(query), (keys) => keys.map(({ keyId }) => keyId))
        assert.deepStrictEqual(yield* ids("filterTaskNumber=1"), [hello, bye])
        assert.deepStrictEqual(yield* ids("filterTaskNumber=2&filterTaskNumber=9"), [hello])
        assert.deepStrictEqual(yield* ids("filterTaskNumber=1&filterTaskKeysNotDone=true"), [bye])
        assert.deepStrictEqual(yield* ids("filterTaskNumber=1&filterTaskKeysDone=true"), [hello])
        assert.deepStrictEqual(yield* ids("filterTaskNumber=9"), [])
        const project = `/v2/projects/${params.projectId}`
        const selected = yield* send(
          translatorCredential,
          "GET",
          `${project}/translations/select-all?filterTaskNumber=1&filterTaskKeysNotDone=true`
        )
        assert.deepStrictEqual(selected.body, { ids: [bye] })
        const stats = () => Effect.map(send(translatorCredential, "GET", `${project}/stats`), ({ body }) => body)
        assert.deepInclude(yield* stats(), { taskCount: 2 })
        yield* act("PUT", "/1/cancel")
        assert.deepStrictEqual((yield* list("languages=de"))[1]?.tasks, null)
        assert.deepInclude(yield* stats(), { taskCount: 1 })
      })
    )

    it.effect("follow the work of their assignees", () =>
      Effect.gen(function* () {
        const { owner, outsider, credential, client, params, hello, bye, create, act } = yield* seedFixture
        const scopes = ["translations.edit", "translations.state-edit"] as const
        yield* seed.directPermission({ project: params.projectId, user: outsider, permission: { scopes } })
        const other = yield* seed.accessToken(outsider)
        yield* create({ assignees: [owner] })
        yield* create({ assignees: [owner], type: "REVIEW" })
        const project = `/v2/projects/${params.projectId}`
        const done = (number: number) =>
          Effect.map(act("GET", `/${number}`), ({ body }) => {
            const { state, doneItems } = body as { state: string; doneItems: number }
            return [state, doneItems]
          })
        const write = (by: typeof credential, key: string, translations: object) =>
          Effect.map(send(by, "POST", `${project}/translations`, { key, translations }), ({ status }) =>
            assert.strictEqual(status, 200)
          )

        yield* write(other, "bye", { de: "Tschüss" })
        assert.deepStrictEqual(yield* done(1), ["NEW", 0])
        yield* write(credential, "bye", { de: "Bis bald" })
        assert.deepStrictEqual(yield* done(1), ["IN_PROGRESS", 1])
        assert.deepStrictEqual(yield* done(2), ["NEW", 0])
        const report = (yield* act("GET", "/1/per-user-report")).body as ReadonlyArray<{ user: { id: number } }>
        assert.deepStrictEqual(
          report.map(({ user }) => user.id),
          [owner]
        )
        yield* write(other, "bye", { de: "" })
        assert.deepStrictEqual(yield* done(1), ["NEW", 0])

        const { translations } = yield* client.translation.createOrSet({
          params,
          payload: { key: "hello", translations: { de: "Hallo du" } }
        })
        assert.deepStrictEqual(yield* done(1), ["IN_PROGRESS", 1])
        const review = (by: typeof credential, state: string) =>
          send(by, "PUT", `${project}/translations/${translations["de"]?.id}/set-state/${state}`)
        assert.strictEqual((yield* review(other, "REVIEWED")).status, 200)
        assert.deepStrictEqual(yield* done(2), ["NEW", 0])
        yield* review(credential, "TRANSLATED")
        yield* review(credential, "REVIEWED")
        assert.deepStrictEqual(yield* done(2), ["IN_PROGRESS", 1])
        yield* review(other, "TRANSLATED")
        assert.deepStrictEqual(yield* done(2), ["NEW", 0])
        assert.deepStrictEqual(yield* done(1), ["IN_PROGRESS", 1])

        // A new base text makes the others outdated: they need work again.
        yield* write(credential, "hello", { en: "Hello there" })
        assert.deepStrictEqual(yield* done(1), ["NEW", 0])
        const imported = yield* upload(
          credential,
          `${project}/single-step-import`,
          [{ name: "de.json", content: JSON.stringify({ hello: "Hallo dort", bye: "Tschau" }) }],
          { forceMode: "OVERRIDE" }
        )
        assert.strictEqual(imported.status, 200, JSON.stringify(imported.body))
        assert.deepStrictEqual(yield* done(1), ["IN_PROGRESS", 2])
        assert.strictEqual((yield* act("PUT", "/1/finish")).status, 200)
        yield* write(credential, "hello", { de: "" })
        assert.deepStrictEqual(yield* done(1), ["FINISHED", 2])

        const { body: stored } = yield* send(credential, "GET", project)
        const { name, icuPlaceholders } = stored as { name: string; icuPlaceholders: boolean }
        const edit = { name, icuPlaceholders, markTaskKeysDone: false }
        assert.strictEqual(field(yield* send(credential, "PUT", project, edit), "markTaskKeysDone"), false)
        yield* act("PUT", "/1/reopen")
        yield* act("PUT", `/1/keys/${hello}`, { done: false })
        yield* act("PUT", `/1/keys/${bye}`, { done: false })
        yield* write(credential, "hello", { de: "Hallo" })
        assert.deepStrictEqual(yield* done(1), ["NEW", 0])
      })
    )

    it.effect("are in the activity, one revision for each request", () =>
      Effect.gen(function* () {
        const { credential, params, de, hello, bye, create, act } = yield* seedFixture
        yield* create({ assignees: [], keys: [hello] })
        const several = { tasks: [{ languageId: de, type: "REVIEW", keys: [bye], assignees: [], name: "Later" }] }
        yield* act("POST", "/create-multiple-tasks", several)
        yield* act("PUT", "/1", { name: "Renamed", assignees: [] })
        yield* act("PUT", "/1", { name: "Renamed", assignees: [] })
        yield* act("PUT", "/1/keys", { addKeys: [bye], removeKeys: [hello] })
        yield* act("PUT", `/1/keys/${bye}`, { done: true })
        yield* act("PUT", `/1/keys/${bye}`, { done: true })
        yield* act("PUT", "/1/finish")
        yield* act("PUT", "/1/reopen")
        yield* act("PUT", "/1/close")
        interface Revision {
          readonly type: string
          readonly modifiedEntities: Record<string, ReadonlyArray<Record<string, unknown>>>
        }
        const list = (query = "") =>
          Effect.map(
            send(credential, "GET", `/v2/projects/${params.projectId}/activity?sort=id,asc&size=50${query}`),
            ({ body }) =>
              (body as { _embedded: { activities: ReadonlyArray<Revision> } })._embedded.activities.filter(({ type }) =>
                type.startsWith("TASK")
              )
          )
        const listed = yield* list()
        assert.deepStrictEqual(
          listed.map(({ type }) => type),
          [
            ...["TASK_CREATE", "TASKS_CREATE", "TASK_UPDATE", "TASK_KEYS_UPDATE"],
            ...["TASK_FINISH", "TASK_REOPEN", "TASK_CLOSE"]
          ]
        )
        const [created, , updated, keys] = listed
        assert.deepInclude(created?.modifiedEntities["Task"]?.[0]?.["modifications"] as object, {
          state: { old: null, new: "NEW" },
          type: { old: null, new: "TRANSLATE" }
        })
        assert.deepStrictEqual(updated?.modifiedEntities["Task"]?.[0]?.["modifications"], {
          name: { old: "Release", new: "Renamed" }
        })
        assert.deepStrictEqual(
          keys?.modifiedEntities["TaskKey"]?.map(({ entityId }) => entityId),
          [hello, bye]
        )
        const [done, ...others] = yield* list("&filterType=TASK_KEY_UPDATE")
        assert.lengthOf(others, 0)
        assert.deepInclude(done?.modifiedEntities["TaskKey"]?.[0]?.["modifications"] as object, {
          done: { old: false, new: true }
        })
        assert.deepStrictEqual(done?.modifiedEntities["Task"]?.[0]?.["modifications"], {
          state: { old: "NEW", new: "IN_PROGRESS" }
        })
      })
    )

    it.effect("are rejected as a whole, and nothing is created", () =>
      Effect.gen(function* () {
        const { outsider, de, create, act } = yield* seedFixture
        assert.deepStrictEqual(yield* create({ languageId: 999_999 }), error(400, "language_not_from_project"))
        assert.deepStrictEqual(
          yield* create({ assignees: [outsider] }),
          error(400, "user_has_no_project_access", [outsider])
        )
        const invalid = { STANDARD_VALIDATION: { name: "size must be between 3 and 255", keys: "must not be null" } }
        assert.deepStrictEqual(yield* create({ name: "ab", keys: null }), { status: 400, body: invalid })
        const good = { languageId: de, type: "TRANSLATE", keys: [], assignees: [] }
        const several = (tasks: ReadonlyArray<object>) => act("POST", "/create-multiple-tasks", { tasks })
        assert.deepStrictEqual(
          yield* several([good, { ...good, assignees: [outsider] }]),
          error(400, "user_has_no_project_access", [outsider])
        )
        assert.deepInclude(field(yield* act("GET", ""), "page") as object, { totalElements: 0 })
        assert.strictEqual((yield* several([good, { ...good, type: "REVIEW" }])).status, 200)
        assert.deepInclude(field(yield* act("GET", ""), "page") as object, { totalElements: 2 })
        assert.strictEqual(field(yield* act("GET", "/2"), "type"), "REVIEW")
      })
    )

    it.effect("are edited as a whole, listed by filters, and shown to their assignees over all projects", () =>
      Effect.gen(function* () {
        const { owner, translator, translatorCredential, outsider, base, create, act } = yield* seedFixture
        yield* create({ keys: [] })
        yield* create({ name: null, keys: [], assignees: [] })
        const edited = yield* act("PUT", "/2", { name: "Second", assignees: [owner, translator] })
        assert.deepInclude(edited.body, { name: "Second", description: "", dueDate: null })
        assert.lengthOf(field(edited, "assignees") as ReadonlyArray<object>, 2)
        const numbersOf = (response: { readonly body: unknown }) =>
          (field(response, "_embedded") as { tasks: ReadonlyArray<{ number: number }> }).tasks.map(
            ({ number }) => number
          )
        const listed = (query: string) => Effect.map(act("GET", query), numbersOf)
        assert.deepStrictEqual(yield* listed(""), [2, 1])
        assert.deepStrictEqual(yield* listed("?search=SECOND"), [2])
        assert.deepStrictEqual(yield* listed(`?filterAssignee=${owner}`), [2])
        assert.deepStrictEqual(yield* listed("?filterNotId=2&sort=number,asc"), [1])
        assert.deepStrictEqual(yield* listed("?filterState=FINISHED"), [])
        const mine = yield* send(translatorCredential, "GET", "/v2/user-tasks?sort=number,asc")
        assert.deepStrictEqual(numbersOf(mine), [1, 2])
        const [one] = (field(mine, "_embedded") as { tasks: ReadonlyArray<{ project: object; author: object }> }).tasks
        assert.containsAllKeys(one?.project ?? {}, ["id", "name", "slug"])
        assert.deepInclude(one?.author, { id: owner, username: "" })
        const others = yield* send(yield* seed.accessToken(outsider), "GET", "/v2/user-tasks")
        assert.deepInclude(field(others, "page") as object, { totalElements: 0 })
        assert.strictEqual((yield* send(translatorCredential, "GET", `${base}/1`)).status, 200)
        assert.strictEqual((yield* send(translatorCredential, "PUT", `${base}/1/cancel`)).status, 403)
        const users = field(yield* act("GET", "/possible-assignees"), "_embedded") as {
          users: ReadonlyArray<{ id: number }>
        }
        assert.sameMembers(
          users.users.map(({ id }) => id),
          [owner, translator]
        )
      })
    )

    it.effect("can be assigned to users by their rights and languages, page by page", () =>
      Effect.gen(function* () {
        const { owner, translator, outsider, params, de, act, client } = yield* seedFixture
        const { id: cs } = yield* client.language.create({
          params,
          payload: { tag: "cs", name: "Czech", originalName: "čeština", flagEmoji: null }
        })
        const german = yield* seed.user({ username: `german ${fixtures}`, name: "Zoe" })
        yield* seed.directPermission({
          project: params.projectId,
          user: german,
          permission: {
            type: null,
            scopes: ["translations.view", "translations.edit", "translations.state-edit"],
            viewLanguageIds: [de, cs],
            translateLanguageIds: [de],
            stateChangeLanguageIds: [cs]
          }
        })
        const listed = (query: string) =>
          Effect.map(act("GET", `/possible-assignees?${query}`), (response) => ({
            ids: (field(response, "_embedded") as { users?: ReadonlyArray<{ id: number }> }).users?.map(({ id }) => id),
            total: (field(response, "page") as { totalElements: number }).totalElements
          }))
        const all = [owner, translator, german]
        for (const [query, ids] of [
          ["", all],
          [`filterId=${german}&filterId=${outsider}`, [german]],
          ["search=ZOE", [german]],
          ["filterMinimalScope=TRANSLATIONS_VIEW", all],
          ["filterMinimalScope=TRANSLATIONS_EDIT", [owner, german]],
          ["filterMinimalScope=tasks.view", [owner, translator]],
          ["filterMinimalScope=TRANSLATIONS_COMMENTS_ADD", [owner]],
          [`filterViewLanguageId=${cs}`, all],
          [`filterEditLanguageId=${cs}`, [owner]],
          [`filterEditLanguageId=${de}`, [owner, german]],
          [`filterStateLanguageId=${de}`, [owner]],
          [`filterEditLanguageId=${de}&filterStateLanguageId=${cs}`, [owner, german]]
        ] as const) {
          const found = yield* listed(query)
          assert.sameMembers(found.ids ?? [], [...ids], query)
          assert.strictEqual(found.total, ids.length, query)
        }
        const pages = yield* Effect.forEach([0, 1, 2], (page) => listed(`size=1&page=${page}`))
        assert.deepStrictEqual(
          pages.flatMap(({ ids }) => ids ?? []),
          (yield* listed("")).ids
        )
        assert.deepStrictEqual(pages.at(-1)?.total, 3)
        assert.deepStrictEqual(
          yield* act("GET", "/possible-assignees?filterMinimalScope=CANDY"),
          error(400, "wrong_param_type", ["filterMinimalScope"])
        )
      })
    )

    it.effect("keep the work of a deleted account, and lose it as an assignee while they are open", () =>
      Effect.gen(function* () {
        const { translator, hello, params, create, act } = yield* seedFixture
        yield* create({ keys: [] })
        yield* act("PUT", "/1/cancel")
        yield* create({ keys: [hello] })
        yield* changeAsTranslator(translator, params.projectId, hello)
        const leaving = yield* seed.accessToken(translator, { super: true })
        assert.strictEqual((yield* send(leaving, "DELETE", "/v2/user")).status, 200)
        assert.lengthOf(field(yield* act("GET", "/2"), "assignees") as ReadonlyArray<object>, 0)
        const former = { id: translator, deleted: true }
        const [assignee] = field(yield* act("GET", "/1"), "assignees") as ReadonlyArray<object>
        assert.deepInclude(assignee, former)
        const [work] = (yield* act("GET", "/2/per-user-report")).body as ReadonlyArray<{
          readonly user: object
          readonly doneItems: number
        }>
        assert.strictEqual(work?.doneItems, 1)
        assert.deepInclude(work?.user, former)
        assert.strictEqual((yield* act("PUT", "/2/finish")).status, 200)
      })
    )

    it.effect("take 100,000 ids of keys, in a thread, by each operation that has a list of them", () =>
      Effect.gen(function* () {
        const { de, hello, bye, create, act } = yield* seedFixture
        const keys = [...Array.from({ length: 100_000 }, (_, index) => 1_000_000 + index), hello, bye]
        assert.deepInclude((yield* act("POST", "/calculate-scope", { languageId: de, type: "TRANSLATE", keys })).body, {
          keyCount: 2
        })
        assert.strictEqual(field(yield* create({ keys }), "totalItems"), 2)
        const task = { languageId: de, type: "REVIEW", keys, assignees: [] }
        assert.strictEqual((yield* act("POST", "/create-multiple-tasks", { tasks: [task, task] })).status, 200)
        assert.deepStrictEqual((yield* act("GET", "/2/keys")).body, { keys: [hello, bye] })
        assert.deepStrictEqual((yield* act("GET", "/3/keys")).body, { keys: [] })
        assert.strictEqual((yield* act("PUT", "/2/keys", { addKeys: [], removeKeys: keys })).status, 200)
        assert.strictEqual((yield* act("PUT", "/3/keys", { addKeys: keys })).status, 200)
        assert.deepStrictEqual((yield* act("GET", "/2/keys")).body, { keys: [] })
        assert.deepStrictEqual((yield* act("GET", "/3/keys")).body, { keys: [hello, bye] })
        const assignees = keys
        for (const [method, path, body] of [
          ["POST", "/create-multiple-tasks", { tasks: [{ ...task, assignees }] }],
          ["POST", "/create-multiple-tasks", { tasks: [task, { ...task, keys: [...keys, "x"] }] }],
          ["PUT", "/2/keys", { addKeys: keys, removeKeys: "all" }]
        ] as const) {
          assert.strictEqual((yield* act(method, path, body)).status, 400, `${method} ${path}`)
        }
        assert.deepInclude(field(yield* act("GET", ""), "page") as object, { totalElements: 3 })
      })
    )
  })
}
