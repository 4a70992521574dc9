import type { RevertModel } from "@dragoman/api"
import { Database } from "@dragoman/store"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { beginBranch, copyBranch } from "../../project/branch/copy-branch.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

interface ShownRevision {
  readonly revisionId: number
  readonly type: string
  readonly author: { readonly id: number } | null
  readonly params: Readonly<Record<string, unknown>> | null
}

interface ShownKey {
  readonly keyId: number
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly keyDescription: string | null
  readonly keyIsPlural: boolean
  readonly keyTags: ReadonlyArray<{ readonly name: string }>
  readonly translations: Readonly<
    Record<string, { readonly text: string | null; readonly state: string; readonly outdated: boolean }>
  >
}

/** A project in English and German, and requests of its owner. */
const seedFixture = Effect.gen(function* () {
  const name = `Reverts ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner`, serverRole: "ADMIN" })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id: project, languages } = yield* seed.project({
    organization: organization.id,
    name,
    languages: ["en", "de"]
  })
  const credential = yield* seed.accessToken(owner, { super: true })
  const path = `/v2/projects/${project}`
  const callAs = (who: typeof credential) => (method: string, end: string, body?: object) =>
    send(who, method, `${path}${end}`, body)
  const call = callAs(credential)
  const expect = Effect.fnUntraced(function* (method: string, end: string, body?: object) {
    const response = yield* call(method, end, body)
    assert.include([200, 201], response.status, `${method} ${end}: ${JSON.stringify(response.body)}`)
    return response.body as never
  })
  const addKey = (key: string, more: object = {}) =>
    Effect.map(expect("POST", "/keys", { name: key, ...more }), (body) => (body as { id: number }).id)
  const write = (key: string, translations: object) => expect("PUT", "/translations", { key, translations })
  const revisions = Effect.map(
    expect("GET", "/activity?size=100&sort=id,desc"),
    (body) => (body as { _embedded?: { activities: ReadonlyArray<ShownRevision> } })._embedded?.activities ?? []
  )
  const newest = Effect.map(revisions, ([first]) => first?.revisionId ?? 0)
  const keys = Effect.map(expect("GET", "/translations?size=100"), (body) => {
    const rows = (body as { _embedded?: { keys: ReadonlyArray<ShownKey> } })._embedded?.keys ?? []
    return Object.fromEntries(rows.map((row) => [row.keyName, row]))
  })
  const revert = (revisionId: number, body: object = {}) =>
    Effect.map(expect("POST", `/revisions/${revisionId}/revert`, body), (shown) => shown as RevertModel)
  yield* expect("PUT", "", { name, useNamespaces: true })
  const fixture = { project, languages, organization, owner, path, callAs, call, expect, addKey, write }
  return { ...fixture, revisions, newest, keys, revert }
})

const described = (key: ShownKey | undefined) =>
  key && {
    ...{ namespace: key.keyNamespace, description: key.keyDescription, isPlural: key.keyIsPlural },
    tags: key.keyTags.map(({ name }) => name),
    texts: Object.entries(key.translations).map(([tag, { text, state }]) => [tag, text, state])
  }

const reasons = ({ conflicts }: RevertModel) =>
  conflicts.map(({ keyName, field, reason, languageTag }) => [keyName, field, reason, languageTag])

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`reverts on ${engine}`, (it) => {
    it.effect("bring texts, states and marks back as one revision, which can be reverted itself", () =>
      Effect.gen(function* () {
        const { addKey, write, newest, keys, revert, revisions } = yield* seedFixture
        yield* addKey("a", { translations: { en: "Old", de: "Alt" } })
        yield* write("a", { en: "New" })
        const before = yield* keys
        assert.deepInclude(before["a"]?.translations["de"], { text: "Alt", outdated: true })
        const written = yield* newest
        const preview = yield* revert(written, { dryRun: true })
        assert.deepInclude(preview, { revisionIds: [], changedKeys: 1, changedTexts: 1, conflictCount: 0 })
        assert.deepInclude(preview.changes[0], { field: "text", languageTag: "en", current: "New", reverted: "Old" })
        assert.deepStrictEqual(yield* keys, before)
        assert.strictEqual(yield* newest, written)

        const reverted = yield* revert(written, { expectedRevisionId: preview.newestRevisionId })
        const after = yield* keys
        assert.strictEqual(after["a"]?.translations["en"]?.text, "Old")
        assert.deepInclude(after["a"]?.translations["de"], { text: "Alt", outdated: false })
        const [revision] = yield* revisions
        assert.deepStrictEqual(reverted.revisionIds, [revision?.revisionId ?? 0])
        assert.deepInclude(revision, { type: "REVERT", params: { revisionIds: [written] } })

        yield* revert(reverted.revisionIds[0] ?? 0)
        assert.deepStrictEqual(yield* keys, before)
        const nothing = yield* revert(reverted.revisionIds[0] ?? 0)
        assert.deepInclude(nothing, { revisionIds: [], changedKeys: 0, conflictCount: 0 })
        assert.deepStrictEqual(yield* checkInvariants, [])
      })
    )

    it.effect("leave values that were changed since, and say who changed them", () =>
      Effect.gen(function* () {
        const { owner, addKey, write, newest, keys, call, revert } = yield* seedFixture
        yield* addKey("a", { translations: { en: "Old", de: "Alt" } })
        yield* write("a", { en: "New", de: "Neu" })
        const written = yield* newest
        yield* write("a", { de: "Neuer" })
        const later = yield* newest
        assert.deepStrictEqual(
          yield* call("POST", `/revisions/${written}/revert`, {}),
          error(409, "revert_conflicts", [1])
        )
        assert.strictEqual((yield* keys)["a"]?.translations["en"]?.text, "New")
        const outdated = yield* call("POST", `/revisions/${written}/revert`, { expectedRevisionId: written })
        assert.deepStrictEqual(outdated, error(409, "revert_outdated"))
        const reverted = yield* revert(written, { onConflict: "SKIP" })
        assert.deepStrictEqual(reasons(reverted), [["a", "text", "CHANGED", "de"]])
        assert.deepInclude(reverted.conflicts[0], { current: "Neuer", reverted: "Alt", changedIn: later })
        assert.strictEqual(reverted.conflicts[0]?.changedBy?.id, owner)
        const { translations } = (yield* keys)["a"] as ShownKey
        assert.deepStrictEqual([translations["en"]?.text, translations["de"]?.text], ["Old", "Neuer"])
      })
    )

    it.effect("trash created keys, restore deleted ones, and bring names, namespaces, tags and plurals back", () =>
      Effect.gen(function* () {
        const { addKey, expect, newest, keys, revert } = yield* seedFixture
        const a = yield* addKey("a", { namespace: "web", tags: ["one"], translations: { en: "A" } })
        const created = yield* newest
        const shown = yield* keys
        yield* expect("PUT", `/keys/${a}/complex-update`, {
          ...{ name: "b", namespace: "app", description: "New", tags: ["two"] },
          ...{ isPlural: true, pluralArgName: "count", translations: { en: "{count, plural, other {#}}" } }
        })
        const edited = yield* newest
        const changed = yield* keys
        assert.deepStrictEqual(yield* revert(created, { dryRun: true }).pipe(Effect.map(reasons)), [
          ["b", "key", "CHANGED", null]
        ])
        const undone = yield* revert(edited)
        assert.deepInclude(undone, { changedKeys: 1, conflictCount: 0 })
        assert.deepStrictEqual(described((yield* keys)["a"]), described(shown["a"]))
        yield* revert(undone.revisionIds[0] ?? 0)
        assert.strictEqual((yield* keys)["b"]?.keyNamespace, changed["b"]?.keyNamespace)
        yield* revert(yield* newest)

        yield* expect("DELETE", `/keys/${a}`)
        const deleted = yield* newest
        yield* addKey("a", { namespace: "web" })
        assert.deepStrictEqual(yield* revert(deleted, { dryRun: true }).pipe(Effect.map(reasons)), [
          ["a", "key", "NAME_TAKEN", null]
        ])
        assert.deepInclude(yield* revert(yield* newest), { deletedKeys: 1 })
        assert.deepStrictEqual(yield* keys, {})
        assert.deepInclude(yield* revert(deleted), { restoredKeys: 1, conflictCount: 0 })
        assert.strictEqual((yield* keys)["a"]?.translations["en"]?.text, "A")

        yield* expect("DELETE", `/keys/${a}`)
        const again = yield* newest
        yield* expect("DELETE", `/keys/trash/${a}`)
        assert.deepStrictEqual(yield* revert(again, { dryRun: true }).pipe(Effect.map(reasons)), [
          ["a", "key", "KEY_ERASED", null]
        ])
        assert.deepStrictEqual(yield* checkInvariants, [])
      })
    )

    it.effect("revert imports, the changes of an author in a time, and batch jobs", () =>
      Effect.gen(function* () {
        const { owner, addKey, expect, write, newest, keys, revert, languages } = yield* seedFixture
        const a = yield* addKey("a", { translations: { en: "A" } })
        const before = yield* keys
        const imported = Array.from({ length: 1_010 }, (_, index) => ({
          name: index === 0 ? "a" : `key${index}`,
          translations: { en: { text: `text ${index}`, resolution: index === 0 ? "OVERRIDE" : "NEW" } }
        }))
        yield* expect("POST", "/keys/import-resolvable", { keys: imported })
        const undone = yield* revert(yield* newest)
        assert.deepInclude(undone, { deletedKeys: 1_009, changedKeys: 1, conflictCount: 0 })
        assert.deepStrictEqual(yield* keys, before)

        const since = Date.now() + 1
        yield* write("a", { en: "B" })
        yield* write("a", { en: "C" })
        yield* addKey("b")
        const body = { authorId: owner, createdAfter: Math.min(since, Date.now()) - 1 }
        const byAuthor = (yield* expect("POST", "/activity/revert", { ...body, dryRun: true })) as RevertModel
        assert.isAtLeast(byAuthor.revertedRevisions, 3)
        assert.deepInclude(byAuthor, { deletedKeys: 1 })
        assert.deepStrictEqual(
          yield* Effect.map(
            expect("POST", "/activity/revert", { ...body, onConflict: "SKIP" }),
            (shown) => (shown as RevertModel).revisionIds.length
          ),
          1
        )
        assert.strictEqual((yield* keys)["a"]?.translations["en"]?.text, "A")

        const job = (yield* expect("POST", "/start-batch-job/clear-translations", {
          ...{ keyIds: [a], languageIds: [languages["en"]] }
        })) as { id: number }
        yield* Effect.repeat(expect("GET", `/batch-jobs/${job.id}`), {
          until: (shown) => (shown as { status: string }).status === "SUCCESS"
        })
        assert.strictEqual((yield* keys)["a"]?.translations["en"]?.text, null)
        yield* expect("POST", `/batch-jobs/${job.id}/revert`, {})
        assert.strictEqual((yield* keys)["a"]?.translations["en"]?.text, "A")
        assert.deepStrictEqual(yield* checkInvariants, [])
      })
    )

    it.effect("write only what the caller may write", () =>
      Effect.gen(function* () {
        const { project, organization, callAs, addKey, write, expect, newest, keys, languages } = yield* seedFixture
        const a = yield* addKey("a", { translations: { en: "Old", de: "Alt" } })
        yield* write("a", { en: "New", de: "Neu" })
        const written = yield* newest
        const translator = yield* seed.user({ username: `translator of ${project}` })
        yield* seed.organizationRole({ user: translator, organization: organization.id, role: "MEMBER" })
        yield* seed.directPermission({
          ...{ user: translator, project },
          permission: { type: "TRANSLATE", translateLanguageIds: [languages["de"] ?? 0] }
        })
        const call = callAs(yield* seed.accessToken(translator))
        const { body } = yield* call("POST", `/revisions/${written}/revert`, { onConflict: "SKIP" })
        assert.deepInclude(reasons(body as RevertModel), ["a", "text", "NOT_PERMITTED", "en"])
        const { translations } = (yield* keys)["a"] as ShownKey
        assert.deepStrictEqual([translations["en"]?.text, translations["de"]?.text], ["New", "Alt"])
        yield* expect("DELETE", `/keys/${a}`)
        const deletion = yield* call("POST", `/revisions/${yield* newest}/revert`, { onConflict: "SKIP" })
        assert.deepStrictEqual(reasons(deletion.body as RevertModel), [["a", "key", "NOT_PERMITTED", null]])
      })
    )

    it.effect("change the branch of the changes, and not a protected one without the right", () =>
      Effect.gen(function* () {
        const { project, owner, organization, callAs, addKey, expect } = yield* seedFixture
        const database = yield* Database
        yield* seed.branch({ project, name: "main", isDefault: true })
        yield* addKey("a", { translations: { en: "Old" } })
        const id = yield* database.transaction(
          beginBranch({ projectId: project }, { name: "next", originBranchId: null, authorId: owner })
        )
        yield* copyBranch({ projectId: project }, id)
        for (const branch of ["main", "next"]) {
          yield* expect("PUT", "/translations", { key: "a", translations: { en: "New" }, branch })
        }
        const textOn = (branch: string) =>
          Effect.map(expect("GET", `/translations?branch=${branch}`), (body) => {
            const { _embedded } = body as { _embedded: { keys: ReadonlyArray<ShownKey> } }
            return _embedded.keys[0]?.translations["en"]?.text
          })
        yield* expect("POST", `/branches/${id}/protected`, { isProtected: true })
        const translator = yield* seed.user({ username: `translator of ${project}` })
        yield* seed.organizationRole({ user: translator, organization: organization.id, role: "MEMBER" })
        yield* seed.directPermission({ user: translator, project, permission: "TRANSLATE" })
        const body = { authorId: owner, branch: "next", onConflict: "SKIP" }
        const denied = yield* callAs(yield* seed.accessToken(translator))("POST", "/activity/revert", body)
        assert.strictEqual(denied.status, 403)
        yield* expect("POST", "/activity/revert", body)
        assert.deepStrictEqual([yield* textOn("main"), yield* textOn("next")], ["New", "Old"])
      })
    )

    it.effect("fail for revisions and jobs of other projects, and without an author", () =>
      Effect.gen(function* () {
        const { call } = yield* seedFixture
        const other = yield* seedFixture
        yield* other.addKey("a")
        assert.strictEqual((yield* call("POST", `/revisions/${yield* other.newest}/revert`, {})).status, 404)
        assert.deepStrictEqual(yield* call("POST", "/batch-jobs/1000000/revert", {}), error(404, "batch_job_not_found"))
        assert.strictEqual((yield* call("POST", "/activity/revert", {})).status, 400)
      })
    )
  })
}
