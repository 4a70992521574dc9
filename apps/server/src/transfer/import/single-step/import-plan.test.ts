import { Database } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { SqlClient } from "effect/sql"
import { hourlyRound } from "../../../composition/hourly-work.ts"
import { layerOn } from "../../../testing/exhaustive-postgres.ts"
import { seedImportFixture } from "../../../testing/import-fixture.ts"
import { contentOf, protectReviewed, setStates, textsIn } from "../../../testing/project-content.ts"
import { seed } from "../../../testing/seed.ts"
import { send, type TestCredential, type TestResponse } from "../../../testing/send.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../../testing/test-server-postgres.ts"
import { upload } from "../../../testing/upload.ts"

type Texts = Readonly<Record<string, unknown>>

const bodyOf = <A>({ status, body }: TestResponse): A => {
  if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`)
  return body as A
}

interface Plan {
  readonly id: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly keyCounts: object
  readonly textCounts: ReadonlyArray<object>
  readonly rejection: { readonly status: number; readonly code: string; readonly params: unknown } | null
}

interface Change {
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly action: string
  readonly reason: string | null
  readonly texts: ReadonlyArray<{
    readonly language: string | null
    readonly action: string
    readonly before: string | null
    readonly after: string | null
    readonly reason: string | null
  }>
  readonly marksOutdated: boolean
}

const seedFixture = Effect.fnUntraced(function* () {
  const fixture = yield* seedImportFixture()
  const start = `/v2/projects/${fixture.project.id}`
  const path = `${start}/single-step-import`
  const push = (files: Texts, params: object = {}, credential: TestCredential = fixture.asOwner) =>
    upload(
      credential,
      path,
      Object.entries(files).map(([name, content]) => ({
        name,
        content: typeof content === "string" ? content : JSON.stringify(content)
      })),
      { ...params }
    )
  const dryRun = (files: Texts, params: object = {}, credential: TestCredential = fixture.asOwner) =>
    push(files, { ...params, dryRun: true }, credential)
  const planned = (files: Texts, params: object = {}) =>
    Effect.map(dryRun(files, params), (response) => bodyOf<{ readonly plan: Plan }>(response).plan)
  const changesOf = (id: number, query = "", credential: TestCredential = fixture.asOwner) =>
    Effect.map(
      send(credential, "GET", `${path}/plans/${id}/changes?size=2000${query}`),
      (response) =>
        bodyOf<{ readonly _embedded: { readonly changes: ReadonlyArray<Change> } }>(response)._embedded.changes
    )
  const apply = (id: number, credential: TestCredential = fixture.asOwner) =>
    send(credential, "POST", `${path}/plans/${id}/apply`)
  const revisions = Effect.map(
    fixture.client.activity.list({ params: fixture.params, query: {} }),
    ({ page }) => page.totalElements
  )
  const member = Effect.fnUntraced(function* (permission: Parameters<typeof seed.directPermission>[0]["permission"]) {
    const user = yield* seed.user({ username: `${fixture.project.slug} member ${++members}` })
    yield* seed.directPermission({ project: fixture.project.id, user, permission })
    return yield* seed.accessToken(user)
  })
  return {
    ...fixture,
    start,
    path,
    push,
    dryRun,
    planned,
    changesOf,
    apply,
    revisions,
    member,
    texts: textsIn(fixture.project.id)
  }
})

let members = 0

const outdated = (...names: ReadonlyArray<string>) => ({
  status: 409,
  body: { code: "import_plan_outdated", params: names.map((keyName) => ({ keyName, keyNamespace: null })) }
})

const text = (
  language: string,
  action: string,
  before: string | null,
  after: string | null,
  reason: string | null = null
) => ({ language, action, before, after, reason })

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true })(`an import plan on ${engine}`, (it) => {
    it.effect("says what happens to each key and text, counts it, and changes nothing of the project", () =>
      Effect.gen(function* () {
        const { push, planned, changesOf, project, revisions } = yield* seedFixture()
        yield* push({
          "en.json": { same: "Same", changed: "Old", kept: "Kept", other: "Other", gone: "Gone" },
          "cs.json": { other: "Jiný" }
        })
        const before = yield* contentOf(project.id)
        const revisionsBefore = yield* revisions
        const plan = yield* planned(
          {
            "en.json": { same: "Same", changed: "New", kept: "", created: "Created", other: "Other" },
            "cs.json": { created: "Vytvořený", changed: "Nový" }
          },
          { forceMode: "OVERRIDE", removeOtherKeys: true }
        )
        assert.deepStrictEqual(plan.keyCounts, { created: 1, changed: 1, removed: 1, left: 1, same: 2 })
        assert.deepStrictEqual(plan.textCounts, [
          { language: "cs", namespace: null, created: 2, changed: 0, removed: 0, left: 0, same: 0 },
          { language: "en", namespace: null, created: 1, changed: 1, removed: 1, left: 1, same: 2 }
        ])
        assert.strictEqual(plan.rejection, null)
        assert.isAbove(plan.expiresAt, plan.createdAt)
        const changes = yield* changesOf(plan.id)
        const still = {
          keyNamespace: null,
          reason: null,
          description: null,
          changesCustomValues: false,
          becomesPlural: false,
          marksOutdated: false
        }
        assert.deepStrictEqual(changes, [
          { ...still, keyName: "same", action: "SAME", texts: [] },
          {
            ...still,
            keyName: "changed",
            action: "CHANGE",
            texts: [text("en", "CHANGE", "Old", "New"), text("cs", "CREATE", null, "Nový")],
            marksOutdated: true
          },
          { ...still, keyName: "kept", action: "LEAVE", texts: [text("en", "LEAVE", "Kept", null, "EMPTY_VALUE")] },
          {
            ...still,
            keyName: "created",
            action: "CREATE",
            texts: [text("en", "CREATE", null, "Created"), text("cs", "CREATE", null, "Vytvořený")]
          },
          { ...still, keyName: "other", action: "SAME", texts: [] },
          { ...still, keyName: "gone", action: "REMOVE", texts: [text("en", "REMOVE", "Gone", null)] }
        ])
        assert.deepStrictEqual(
          (yield* changesOf(plan.id, "&action=CREATE&action=REMOVE")).map(({ keyName }) => keyName),
          ["created", "gone"]
        )
        assert.deepStrictEqual(yield* contentOf(project.id), before)
        assert.strictEqual(yield* revisions, revisionsBefore)
      })
    )

    it.effect("is applied as planned, once, as one activity", () =>
      Effect.gen(function* () {
        const { push, planned, apply, texts, revisions } = yield* seedFixture()
        yield* push({ "en.json": { changed: "Old", gone: "Gone" } })
        const revisionsBefore = yield* revisions
        const { id } = yield* planned(
          { "en.json": { changed: "New", created: "Created" } },
          { forceMode: "OVERRIDE", removeOtherKeys: true, tagNewKeys: ["planned"] }
        )
        const [one, other] = yield* Effect.all([apply(id), apply(id)], { concurrency: 2 })
        assert.sameMembers([one.status, other.status], [200, 404])
        assert.deepStrictEqual(yield* texts, { changed: { en: "New" }, created: { en: "Created" } })
        assert.strictEqual(yield* revisions, revisionsBefore + 1)
        assert.strictEqual((yield* apply(id)).status, 404)
      })
    )

    it.effect("is refused with 409 and changes nothing when what it concerns has moved", () =>
      Effect.gen(function* () {
        const moves: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
          ['{"key":"changed","translations":{"en":"Moved"}}', ["changed"]],
          ['{"key":"kept","translations":{"en":"Moved"}}', ["kept"]],
          ['{"key":"same","translations":{"en":"Moved"}}', ["same"]],
          ['{"key":"gone","translations":{"en":"Moved"}}', ["gone"]],
          ['{"key":"created","translations":{"en":"Moved"}}', ["created"]],
          ['{"key":"also-gone","translations":{"en":"Moved"}}', ["also-gone"]]
        ]
        for (const [move, names] of moves) {
          const { asOwner, start, push, planned, apply, texts } = yield* seedFixture()
          yield* push({ "en.json": { changed: "Old", same: "Same", kept: "Kept", gone: "Gone" } })
          const { id } = yield* planned(
            { "en.json": { changed: "New", same: "Same", kept: "", created: "Created" } },
            { forceMode: "OVERRIDE", removeOtherKeys: true }
          )
          const body = JSON.parse(move)
          yield* send(asOwner, "POST", `${start}/translations`, body)
          const before = yield* texts
          assert.include(JSON.stringify(before), "Moved")
          assert.deepStrictEqual(yield* apply(id), outdated(...names))
          assert.deepStrictEqual(yield* texts, before)
          // It stays: the caller can look at it, and apply it when the project is again as it was.
          assert.strictEqual((yield* apply(id)).status, 409)
        }
      })
    )

    it.effect("is refused with 409 when a key that it removes is gone, and when languages have changed", () =>
      Effect.gen(function* () {
        const { asOwner, start, push, planned, apply, client, params } = yield* seedFixture()
        yield* push({ "en.json": { stays: "Stays", gone: "Gone" } })
        const files = { "en.json": { stays: "New" } }
        const removing = yield* planned(files, { forceMode: "OVERRIDE", removeOtherKeys: true })
        const keys = yield* client.key.list({ params, query: {} })
        const gone = keys._embedded.keys.find(({ name }) => name === "gone")?.id
        yield* send(asOwner, "DELETE", `${start}/keys/${gone}`)
        assert.deepStrictEqual(yield* apply(removing.id), outdated("gone"))
        const plan = yield* planned(files, { forceMode: "OVERRIDE" })
        yield* send(asOwner, "POST", `${start}/languages`, {
          name: "German",
          originalName: "Deutsch",
          tag: "de",
          flagEmoji: ""
        })
        assert.deepStrictEqual(yield* apply(plan.id), outdated())
      })
    )

    it.effect("is applied after changes that do not concern it", () =>
      Effect.gen(function* () {
        const { asOwner, start, push, planned, apply, texts } = yield* seedFixture()
        yield* push({ "en.json": { changed: "Old", other: "Other" } })
        const { id } = yield* planned({ "en.json": { changed: "New" } }, { forceMode: "OVERRIDE" })
        yield* send(asOwner, "POST", `${start}/translations`, { key: "other", translations: { en: "Moved" } })
        assert.strictEqual((yield* apply(id)).status, 200)
        assert.deepStrictEqual(yield* texts, { changed: { en: "New" }, other: { en: "Moved" } })
      })
    )

    it.effect("names the error that applying ends with, and the texts that stay with the reason", () =>
      Effect.gen(function* () {
        const { push, planned, apply, changesOf, project, texts } = yield* seedFixture()
        yield* push({ "en.json": { k: "Theirs" } })
        const reasonOf = (id: number) => Effect.map(changesOf(id), ([change]) => change?.texts[0]?.reason)
        const conflicting = yield* planned({ "en.json": { k: "Ours" } })
        assert.deepStrictEqual(conflicting.rejection, {
          status: 400,
          code: "conflict_is_not_resolved",
          params: [{ keyName: "k", keyNamespace: null, language: "en", isOverridable: true }]
        })
        assert.strictEqual(yield* reasonOf(conflicting.id), "CONFLICT")
        assert.strictEqual((yield* apply(conflicting.id)).status, 400)
        const kept = yield* planned({ "en.json": { k: "Ours" } }, { forceMode: "KEEP" })
        assert.strictEqual(yield* reasonOf(kept.id), "KEPT")
        assert.strictEqual(kept.rejection, null)
        const unpaired = yield* planned({ "xx.json": { k: "Ours" } })
        assert.strictEqual(unpaired.rejection?.code, "existing_language_not_selected")
        assert.strictEqual(yield* reasonOf(unpaired.id), "LANGUAGE_NOT_SELECTED")
        const unknown = yield* planned({ "en.json": { n: "New" } }, { createNewKeys: false })
        assert.deepStrictEqual(
          (yield* changesOf(unknown.id)).map(({ action, reason }) => [action, reason]),
          [["LEAVE", "NOT_IN_PROJECT"]]
        )
        yield* protectReviewed(project.id)
        yield* setStates(project.id, "REVIEWED")
        const protectedPlan = yield* planned({ "en.json": { k: "Ours" } }, { forceMode: "OVERRIDE" })
        assert.strictEqual(yield* reasonOf(protectedPlan.id), "PROTECTED")
        yield* setStates(project.id, "DISABLED")
        const disabled = yield* planned({ "en.json": { k: "Ours" } }, { forceMode: "OVERRIDE" })
        assert.strictEqual(yield* reasonOf(disabled.id), "DISABLED")
        assert.deepStrictEqual(yield* texts, { k: { en: " DISABLED" } })
      })
    )

    it.effect(
      "reports issues and warnings of the files, and fails as the import does for files that cannot be read",
      () =>
        Effect.gen(function* () {
          const { asOwner, path, dryRun, apply } = yield* seedFixture()
          const response = yield* dryRun({ "en.json": '{\n  "t": "",\n  "k": "v"\n}' })
          const body = bodyOf<{ readonly issues: ReadonlyArray<object>; readonly plan: Plan }>(response)
          assert.lengthOf(body.issues, 1)
          assert.include(body.issues[0], { type: "VALUE_IS_EMPTY", fileName: "en.json", line: 2, column: 3 })
          assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/plans/${body.plan.id}`), response)
          const applied = bodyOf<{ readonly issues: ReadonlyArray<object> }>(yield* apply(body.plan.id))
          assert.deepStrictEqual(applied.issues, body.issues)
          const unreadable = yield* dryRun({ "en.json": "{" })
          assert.strictEqual(unreadable.status, 400)
          assert.include(JSON.stringify(unreadable.body), "import_failed")
          const { body: listed } = yield* send(asOwner, "GET", `${path}/plans`)
          assert.strictEqual(Object(listed).page.totalElements, 0)
        })
    )

    it.effect("belongs to its user, needs rights to apply only, and hides texts that its user may not view", () =>
      Effect.gen(function* () {
        const { asOwner, path, push, dryRun, apply, changesOf, planned, member, project, client, params } =
          yield* seedFixture()
        yield* push({ "en.json": { k: "Theirs" }, "cs.json": { k: "Jejich" } })
        const ofOwner = yield* planned({ "en.json": { k: "Ours" } }, { forceMode: "OVERRIDE" })
        const languages = yield* client.language.list({ params, query: {} })
        const cs = languages._embedded.languages.find(({ tag }) => tag === "cs")?.id ?? 0
        const reader = yield* member({
          type: null,
          scopes: ["translations.view"],
          translateLanguageIds: null,
          viewLanguageIds: [cs],
          stateChangeLanguageIds: null
        })
        for (const [method, at] of [
          ["GET", ""],
          ["GET", "/changes"],
          ["POST", "/apply"]
        ] as const) {
          assert.deepStrictEqual(yield* send(reader, method, `${path}/plans/${ofOwner.id}${at}`), {
            status: 404,
            body: { code: "resource_not_found", params: null }
          })
        }
        const files = { "en.json": { k: "Ours" }, "cs.json": { k: "Naše" } }
        const response = yield* dryRun(files, { forceMode: "OVERRIDE", removeOtherKeys: true }, reader)
        const { plan } = bodyOf<{ readonly plan: Plan }>(response)
        assert.deepStrictEqual(plan.rejection?.status, 403)
        assert.notInclude(JSON.stringify(response.body), "Theirs")
        const [change] = yield* changesOf(plan.id, "", reader)
        assert.deepStrictEqual(change?.texts, [
          text("en", "CHANGE", null, "Ours"),
          text("cs", "CHANGE", "Jejich", "Naše")
        ])
        assert.strictEqual((yield* apply(plan.id, reader)).status, 403)
        assert.deepStrictEqual(yield* textsIn(project.id), { k: { en: "Theirs", cs: "Jejich" } })
        assert.strictEqual((yield* send(asOwner, "GET", `${path}/plans/${ofOwner.id}`)).status, 200)
      })
    )

    it.effect("expires, makes room for newer ones, and its rows are erased", () =>
      Effect.gen(function* () {
        const { asOwner, path, planned, apply, project } = yield* seedFixture()
        const sql = yield* SqlClient.SqlClient
        const rows = Effect.map(
          sql<{ plans: number; keys: number }>`
            SELECT count(DISTINCT p.id) AS plans, count(k.position) AS keys FROM import_plan p
            LEFT JOIN import_plan_key k ON k.import_plan_id = p.id WHERE p.project_id = ${project.id}`,
          ([row]) => [Number(row?.plans), Number(row?.keys)]
        ).pipe(Effect.orDie)
        const ids = yield* Ref.make<ReadonlyArray<number>>([])
        for (let at = 0; at < 22; at++) {
          const { id } = yield* planned({ "en.json": { k: `Text ${at}` } })
          yield* Ref.update(ids, (before) => [...before, id])
        }
        const [oldest = 0, second = 0, third = 0, ...rest] = yield* Ref.get(ids)
        const { body } = yield* send(asOwner, "GET", `${path}/plans?size=1`)
        assert.strictEqual(Object(body).page.totalElements, 20)
        assert.strictEqual(Object(body)._embedded.plans[0].id, rest.at(-1))
        assert.strictEqual((yield* apply(oldest)).status, 404)
        assert.strictEqual((yield* apply(second)).status, 404)
        yield* expire(third)
        assert.strictEqual((yield* apply(third)).status, 404)
        assert.strictEqual((yield* send(asOwner, "GET", `${path}/plans/${third}/changes`)).status, 404)
        yield* hourlyRound
        assert.deepStrictEqual(yield* rows, [19, 19])
      })
    )

    it.effect("has pages of more keys than a batch, and applies all of them", () =>
      Effect.gen(function* () {
        const { asOwner, path, planned, apply, texts, push } = yield* seedFixture()
        const keysOf = (prefix: string, value: string) =>
          Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`${prefix}${at}`, value]))
        yield* push({ "en.json": keysOf("old", "Old") })
        const plan = yield* planned({ "en.json": keysOf("new", "New") }, { removeOtherKeys: true })
        assert.deepStrictEqual(plan.keyCounts, { created: 2_500, changed: 0, removed: 2_500, left: 0, same: 0 })
        const page = yield* send(asOwner, "GET", `${path}/plans/${plan.id}/changes?size=10&page=250`)
        assert.deepStrictEqual(
          Object(page.body)._embedded.changes.map(({ keyName, action }: Change) => `${action} ${keyName}`),
          Array.from({ length: 10 }, (_, at) => `REMOVE old${at}`)
        )
        assert.strictEqual((yield* apply(plan.id)).status, 200)
        const after = yield* texts
        assert.lengthOf(Object.keys(after), 2_500)
        assert.deepStrictEqual(after["new2499"], { en: "New" })
      })
    )
  })
}

const expire = Effect.fnUntraced(function* (planId: number) {
  const database = yield* Database
  const sql = yield* SqlClient.SqlClient
  yield* database.transaction(sql`UPDATE import_plan SET expires_at = 1 WHERE id = ${planId}`)
}, Effect.orDie)
