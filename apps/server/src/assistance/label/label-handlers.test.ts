import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** A project with en, de and cs, its owner, and a reviewer who may view English and German. */
const seedFixture = Effect.gen(function* () {
  const name = `Labels ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const reviewer = yield* seed.user({ username: `${name} reviewer` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "cs"] })
  const { de = 0, cs = 0, en = 0 } = languages
  yield* seed.directPermission({
    project: id,
    user: reviewer,
    permission: { scopes: ["translations.state-edit"], viewLanguageIds: [en, de], stateChangeLanguageIds: [en] }
  })
  const credential = yield* seed.accessToken(owner, { super: true })
  const reviewerCredential = yield* seed.accessToken(reviewer)
  const client = yield* clientOf(credential)
  const params = { projectId: id }
  const path = `/v2/projects/${id}`
  const create = (label: string, color = "#AA00FF") =>
    client.label.create({ params, payload: { name: label, color, description: null } })
  const setTexts = (key: string, translations: Readonly<Record<string, string | null>>) =>
    client.translation.createOrSet({ params, payload: { key, translations } })
  const assignTo = (keyId: number, languageId: number, labelId: number) =>
    client.label.assignToKey({ params, payload: { keyId, languageId, labelId } })
  const listed = Effect.map(
    client.translationList.list({ params, query: { languages: ["en", "de", "cs"] } }),
    ({ _embedded }) =>
      Object.fromEntries(
        _embedded.keys.map(({ keyName, translations }) => [
          keyName,
          Object.fromEntries(
            Object.entries(translations).flatMap(([tag, { labels }]) =>
              labels.length === 0 ? [] : [[tag, labels.map((label) => label.name)]]
            )
          )
        ])
      )
  )
  const selected = (filterLabel: string) =>
    Effect.map(
      send(credential, "GET", `${path}/translations/select-all?filterLabel=${filterLabel}`),
      ({ body }) => (body as { ids: ReadonlyArray<number> }).ids
    )
  const newestActivity = Effect.map(
    client.activity.list({
      params,
      query: { size: 1, sort: [{ property: "timestamp", direction: "desc" }] }
    }),
    ({ _embedded }) => _embedded.activities[0]
  )
  /** Starts a job and waits for its end. */
  const runJob = Effect.fnUntraced(function* (name: string, body: object) {
    const started = yield* send(credential, "POST", `${path}/start-batch-job/${name}`, body)
    assert.strictEqual(started.status, 200, JSON.stringify(started.body))
    const { id: jobId } = started.body as { id: number }
    return yield* Effect.repeat(client.batchJob.get({ params: { ...params, jobId } }), {
      until: ({ status }) => !["PENDING", "RUNNING"].includes(status),
      schedule: Schedule.spaced("5 millis")
    })
  })
  return {
    ...{ project: id, params, path, client, credential, reviewerCredential, en, de, cs },
    ...{ create, setTexts, assignTo, listed, selected, newestActivity, runJob }
  }
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`labels on ${engine}`, (it) => {
    it.effect("are created, changed and deleted, by unique names in a project", () =>
      Effect.gen(function* () {
        const { client, params, path, credential, create, newestActivity } = yield* seedFixture
        const legal = yield* client.label.create({ params, payload: { name: " Legal ", color: "#aa00ff" } })
        assert.deepStrictEqual(legal, { id: legal.id, name: "Legal", color: "#AA00FF", description: null })
        const created = yield* newestActivity
        assert.strictEqual(created?.type, "TRANSLATION_LABEL_CREATE")
        assert.deepStrictEqual(created?.modifiedEntities?.["Label"]?.[0]?.modifications, {
          name: { old: null, new: "Legal" },
          color: { old: null, new: "#AA00FF" }
        })
        assert.strictEqual(created?.modifiedEntities?.["Label"]?.[0]?.exists, true)
        const draft = yield* create("Draft")
        const post = (body: object) => send(credential, "POST", `${path}/labels`, body)
        assert.deepStrictEqual(
          yield* post({ name: "Legal", color: "#000000" }),
          error(400, "label_already_exists", ["Legal"])
        )
        const invalid = yield* post({ name: " ", color: "red" })
        assert.deepStrictEqual(invalid, {
          status: 400,
          body: { STANDARD_VALIDATION: { name: "must not be blank", color: "hex color required" } }
        })
        const put = (id: number, name: string) =>
          send(credential, "PUT", `${path}/labels/${id}`, { name, color: "#000000", description: "Not final" })
        assert.deepStrictEqual(yield* put(draft.id, "Legal"), error(400, "label_already_exists", ["Legal"]))
        assert.deepStrictEqual(yield* put(draft.id, "Draft"), {
          status: 200,
          body: { id: draft.id, name: "Draft", color: "#000000", description: "Not final" }
        })
        assert.deepStrictEqual((yield* newestActivity)?.modifiedEntities?.["Label"]?.[0], {
          entityClass: "Label",
          entityId: draft.id,
          description: { name: "Draft" },
          modifications: { color: { old: "#AA00FF", new: "#000000" }, description: { old: null, new: "Not final" } },
          relations: {},
          exists: true
        })
        const names = (search: string) =>
          Effect.map(client.label.list({ params, query: { search } }), ({ _embedded, page }) => [
            page.totalElements,
            ..._embedded.labels.map(({ name }) => name)
          ])
        assert.deepStrictEqual(yield* names(""), [2, "Draft", "Legal"])
        assert.deepStrictEqual(yield* names("LEG"), [1, "Legal"])
        const withIds = yield* client.label.listWithIds({ params, query: { id: [legal.id, draft.id, 999_999_999] } })
        assert.deepStrictEqual(
          withIds.map(({ name }) => name),
          ["Draft", "Legal"]
        )
        assert.deepStrictEqual(yield* client.label.listWithIds({ params, query: {} }), [])
        yield* client.label.delete({ params: { ...params, labelId: draft.id } })
        assert.strictEqual((yield* newestActivity)?.type, "TRANSLATION_LABEL_DELETE")
        assert.deepStrictEqual(yield* names(""), [1, "Legal"])
        assert.deepStrictEqual(yield* put(draft.id, "Draft"), error(404, "label_not_found"))
      })
    )

    it.effect("of a translation are in its models, in the filter, in statistics and in its history", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { client, params, path, credential, create, setTexts, assignTo, listed, selected, en, de, cs } = fixture
        const legal = yield* create("Legal")
        const draft = yield* create("Draft")
        const { keyId, translations } = yield* setTexts("title", { en: "Title", de: "Titel" })
        const other = yield* setTexts("body", { en: "Body" })
        const german = translations["de"]?.id ?? 0
        const assign = (labelId: number) =>
          client.label.assign({ params: { ...params, translationId: german, labelId } })
        assert.deepStrictEqual(yield* assign(legal.id), legal)
        yield* assign(draft.id)
        yield* assign(draft.id)
        const activity = yield* fixture.newestActivity
        assert.strictEqual(activity?.type, "TRANSLATION_LABEL_ASSIGN")
        const modified = activity?.modifiedEntities?.["Translation"]?.[0]
        assert.deepStrictEqual(modified?.modifications, { labels: { old: [legal], new: [draft, legal] } })
        assert.deepStrictEqual(modified?.description, { text: "Titel" })
        assert.deepStrictEqual(yield* listed, { body: {}, title: { de: ["Draft", "Legal"] } })

        // A key without a translation gets an empty one.
        yield* assignTo(other.keyId, cs, draft.id)
        assert.deepStrictEqual((yield* fixture.newestActivity)?.modifiedEntities?.["Translation"]?.[0]?.modifications, {
          state: { old: null, new: "UNTRANSLATED" },
          auto: { old: null, new: false },
          outdated: { old: null, new: false },
          labels: { old: null, new: [draft] }
        })
        assert.deepStrictEqual(yield* selected(`de,${legal.id}`), [keyId])
        assert.deepStrictEqual(yield* selected(`en,${legal.id}`), [])
        assert.sameMembers([...(yield* selected(`de,${legal.id}&filterLabel=cs,${draft.id}`))], [keyId, other.keyId])
        const unknown = yield* send(credential, "GET", `${path}/translations?filterLabel=fr,${legal.id}`)
        assert.deepInclude(unknown.body, {
          STANDARD_VALIDATION: { filterLabel: "must be the tag of a language of the project: fr" }
        })

        // Texts and states change, labels stay.
        const written = yield* setTexts("title", { de: "Überschrift" })
        assert.deepStrictEqual(written.translations["de"]?.labels, [draft, legal])
        const reviewed = yield* client.translation.setState({
          params: { ...params, translationId: german, state: "REVIEWED" }
        })
        assert.deepStrictEqual(reviewed.labels, [draft, legal])
        const stats = yield* client.stats.get({ params, query: {} })
        const count = ({ id, name, color }: typeof legal) => ({ id, name, color, translationCount: 1 })
        assert.deepStrictEqual(
          new Map(stats.languageStats.map(({ languageId, labels }) => [languageId, labels])),
          new Map([
            [en, []],
            [cs, [count(draft)]],
            [de, [count(draft), count(legal)]]
          ])
        )
        yield* client.label.unassign({ params: { ...params, translationId: german, labelId: draft.id } })
        yield* client.label.unassign({ params: { ...params, translationId: german, labelId: draft.id } })
        assert.deepStrictEqual((yield* listed)["title"], { de: ["Legal"] })
        const history = yield* client.translation.getHistory({
          params: { ...params, translationId: german },
          query: {}
        })
        assert.deepStrictEqual(history._embedded.revisions[0]?.modifications, {
          labels: { old: [draft, legal], new: [legal] }
        })
        yield* client.label.delete({ params: { ...params, labelId: legal.id } })
        assert.deepStrictEqual(yield* selected(`de,${legal.id}`), [])
        assert.deepStrictEqual(yield* listed, { body: { cs: ["Draft"] }, title: {} })
      })
    )

    it.effect("follow a key into another namespace, into the trash and back, and go with it", () =>
      Effect.gen(function* () {
        const { client, params, path, credential, create, setTexts, assignTo, listed, runJob, de } = yield* seedFixture
        yield* seed.useNamespaces(params.projectId)
        const { id: labelId } = yield* create("Legal")
        const { keyId } = yield* setTexts("title", { de: "Titel" })
        yield* assignTo(keyId, de, labelId)
        const counted = Effect.map(client.stats.get({ params, query: {} }), ({ languageStats }) =>
          languageStats.flatMap(({ labels }) => labels.map(({ translationCount }) => translationCount))
        )
        yield* runJob("set-keys-namespace", { keyIds: [keyId], namespace: "web" })
        assert.deepStrictEqual(yield* listed, { title: { de: ["Legal"] } })
        yield* runJob("delete-keys", { keyIds: [keyId] })
        assert.deepStrictEqual(yield* counted, [])
        const trashed = yield* send(credential, "GET", `${path}/keys/trash/select-all?filterLabel=de,${labelId}`)
        assert.deepStrictEqual(trashed.body, { ids: [keyId] })
        yield* runJob("restore-keys", { keyIds: [keyId] })
        assert.deepStrictEqual(yield* listed, { title: { de: ["Legal"] } })
        yield* runJob("delete-keys", { keyIds: [keyId] })
        yield* runJob("hard-delete-keys", { keyIds: [keyId] })
        assert.deepStrictEqual(yield* counted, [])
        assert.deepStrictEqual(
          (yield* client.label.list({ params, query: {} }))._embedded.labels.map(({ id }) => id),
          [labelId]
        )
      })
    )

    it.effect("are assigned and unassigned in bulk; a translation that is missing is created only to get one", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { path, create, credential, setTexts, listed, newestActivity, runJob, de, cs } = fixture
        const legal = yield* create("Legal")
        const draft = yield* create("Draft")
        const a = (yield* setTexts("a", { en: "A", de: "A" })).keyId
        const b = (yield* setTexts("b", { en: "B" })).keyId
        const body = { keyIds: [a, b], languageIds: [de, cs], labelIds: [legal.id, draft.id] }
        const nothing = yield* runJob("unassign-translation-label", body)
        assert.deepStrictEqual([nothing.status, nothing.activityRevisionId], ["SUCCESS", null])
        const done = yield* runJob("assign-translation-label", body)
        assert.deepStrictEqual([done.status, done.type], ["SUCCESS", "ASSIGN_TRANSLATION_LABEL"])
        const both = ["Draft", "Legal"]
        assert.deepStrictEqual(yield* listed, { a: { de: both, cs: both }, b: { de: both, cs: both } })
        const activity = yield* newestActivity
        assert.deepStrictEqual(
          [activity?.type, activity?.params, activity?.counts],
          [
            "BATCH_ASSIGN_TRANSLATION_LABEL",
            { languageIds: [de, cs], labelIds: [legal.id, draft.id] },
            { Translation: 4 }
          ]
        )
        yield* runJob("unassign-translation-label", { keyIds: [a], languageIds: [de], labelIds: [legal.id] })
        assert.deepStrictEqual((yield* listed)["a"], { de: ["Draft"], cs: both })
        assert.strictEqual((yield* newestActivity)?.type, "BATCH_UNASSIGN_TRANSLATION_LABEL")
        const start = (change: object) =>
          send(credential, "POST", `${path}/start-batch-job/assign-translation-label`, { ...body, ...change })
        assert.deepStrictEqual(yield* start({ labelIds: [999_999_999] }), error(404, "label_not_found"))
        assert.deepStrictEqual(yield* start({ languageIds: [999_999_999] }), error(404, "language_not_found"))
        assert.deepStrictEqual(yield* start({ labelIds: [], languageIds: null }), {
          status: 400,
          body: { STANDARD_VALIDATION: { labelIds: "must not be empty", languageIds: "must not be empty" } }
        })
      })
    )

    it.effect("need a scope, and a language that the caller may view", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { path, reviewerCredential: reviewer, create, setTexts, listed, de, cs } = fixture
        const { id: labelId } = yield* create("Legal")
        const foreign = yield* (yield* seedFixture).create("Foreign")
        const { keyId, translations } = yield* setTexts("title", { de: "Titel", cs: "Nadpis" })
        const czech = translations["cs"]?.id ?? 0
        const assign = (body: object) => send(reviewer, "PUT", `${path}/translations/label`, body)
        const forbidden = [
          yield* assign({ keyId, languageId: cs, labelId }),
          yield* send(reviewer, "PUT", `${path}/translations/${czech}/label/${labelId}`),
          yield* send(reviewer, "DELETE", `${path}/translations/${czech}/label/${labelId}`),
          yield* send(reviewer, "POST", `${path}/start-batch-job/assign-translation-label`, {
            ...{ keyIds: [keyId], languageIds: [cs], labelIds: [labelId] }
          })
        ]
        assert.deepStrictEqual(
          forbidden.map(({ status }) => status),
          forbidden.map(() => 403)
        )
        assert.deepInclude(forbidden[0]?.body, { code: "language_not_permitted" })
        assert.deepStrictEqual(
          yield* send(reviewer, "POST", `${path}/labels`, { name: "x", color: "#000000" }),
          error(403, "operation_not_permitted", ["project.edit"])
        )
        assert.deepStrictEqual(
          yield* assign({ keyId, languageId: de, labelId: foreign.id }),
          error(404, "label_not_found")
        )
        assert.deepStrictEqual(
          yield* assign({ keyId: 999_999_999, languageId: de, labelId }),
          error(404, "key_not_found")
        )
        assert.deepStrictEqual(
          yield* assign({ keyId, languageId: 999_999_999, labelId }),
          error(404, "language_not_found")
        )
        assert.deepStrictEqual(yield* assign({}), {
          status: 400,
          body: {
            STANDARD_VALIDATION: {
              keyId: "must not be null",
              languageId: "must not be null",
              labelId: "must not be null"
            }
          }
        })
        assert.deepStrictEqual(yield* listed, { title: {} })
        // Setting states in German is not needed.
        assert.strictEqual((yield* assign({ keyId, languageId: de, labelId })).status, 200)
        assert.deepStrictEqual(yield* listed, { title: { de: ["Legal"] } })
      })
    )
  })
}
