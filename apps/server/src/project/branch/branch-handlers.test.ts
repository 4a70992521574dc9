import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

/** A project that does not use branches yet, its owner, and a member who may only view it. */
const seedFixture = Effect.gen(function* () {
  const name = `Branches ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const viewer = yield* seed.user({ username: `${name} viewer` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id } = yield* seed.project({ organization: organization.id, name })
  yield* seed.directPermission({ project: id, user: viewer, permission: ["translations.view"] })
  const credential = yield* seed.accessToken(owner, { super: true })
  const viewerCredential = yield* seed.accessToken(viewer)
  const client = yield* clientOf(credential)
  const params = { projectId: id }
  const path = `/v2/projects/${id}`
  const call = (method: string, end: string, body?: object) => send(credential, method, `${path}${end}`, body)
  const use = (useBranching?: boolean) => call("PUT", "", { name, useBranching })
  const add = (branch: string, values: Omit<Parameters<typeof seed.branch>[0], "project" | "name"> = {}) =>
    seed.branch({ project: id, name: branch, ...values })
  const names = (query = {}) =>
    Effect.map(client.branch.list({ params, query }), ({ _embedded }) => _embedded.branches.map((one) => one.name))
  const newestActivity = Effect.map(
    client.activity.list({ params, query: { size: 1, sort: [{ property: "timestamp", direction: "desc" }] } }),
    ({ _embedded }) => _embedded.activities[0]
  )
  return { id, owner, credential, viewerCredential, client, params, path, call, use, add, names, newestActivity }
})

const toggle = (query: string) => send(null, "PUT", `/internal/features/toggle?${query}`)

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`branches on ${engine}`, (it) => {
    it.effect("are rejected in a project that does not use them, and kept while it does not", () =>
      Effect.gen(function* () {
        const { id, owner, call, use, add, names, path } = yield* seedFixture
        const off = error(400, "feature_not_enabled_for_project", ["BRANCHING"])
        const everything = [
          ["GET", "/branches"],
          ["GET", "/branches/find"],
          ["POST", "/branches", { name: "next", originBranchId: 1 }],
          ["POST", "/branches/1", { name: "next" }],
          ["POST", "/branches/1/protected", { isProtected: true }],
          ["DELETE", "/branches/1"]
        ] as const
        for (const [method, end, body] of everything) {
          assert.deepStrictEqual(yield* call(method, end, body), off, `${method} ${end}`)
        }
        // The settings do not open this endpoint.
        assert.deepStrictEqual(
          yield* toggle("feature=BRANCHING&enabled=false"),
          error(403, "feature_not_enabled", ["INTERNAL_ENDPOINTS"])
        )
        const key = yield* seed.apiKey({ project: id, user: owner, scopes: ["translations.view"] })
        const branchingEnabled = Effect.map(
          send(key, "GET", "/v2/api-keys/current"),
          ({ body }) => (body as { branchingEnabled: boolean }).branchingEnabled
        )
        assert.isFalse(yield* branchingEnabled)
        assert.deepInclude((yield* use(true)).body as object, { useBranching: true })
        assert.isTrue(yield* branchingEnabled)
        assert.deepStrictEqual(yield* names(), ["main"])
        assert.strictEqual((yield* send(key, "GET", "/v2/projects/branches")).status, 200)
        yield* add("next")
        // A client that does not know branches leaves them as they are.
        assert.deepInclude((yield* use()).body as object, { useBranching: true })
        assert.deepInclude((yield* use(false)).body as object, { useBranching: false })
        assert.deepStrictEqual(yield* call("GET", "/branches"), off)
        assert.deepInclude((yield* call("GET", "")).body as object, { useBranching: false })
        yield* use(true)
        assert.deepStrictEqual(yield* names(), ["main", "next"], path)
      })
    )

    it.effect("are listed with the default one first, then the newest first, and found by name", () =>
      Effect.gen(function* () {
        const { credential, viewerCredential, path, call, use, add, names, client, params, owner } = yield* seedFixture
        yield* use(true)
        const { id: main } = yield* client.branch.find({ params, query: {} })
        const release = yield* add("release/1", { author: owner })
        const fix = yield* add("fix", { origin: release, state: "CREATING", keyCount: 8, copiedCount: 3 })
        assert.deepStrictEqual(yield* names(), ["main", "fix", "release/1"])
        assert.deepStrictEqual(yield* names({ search: "E/1" }), ["release/1"])
        assert.deepStrictEqual(yield* names({ page: 1, size: 2 }), ["release/1"])
        assert.deepStrictEqual(yield* names({ sort: [{ property: "name", direction: "asc" }] }), [
          "fix",
          "main",
          "release/1"
        ])
        const { body } = yield* send(viewerCredential, "GET", `${path}/branches/find?name=release/1`)
        const found = { active: true, isDefault: false, isProtected: false, createdAt: 0, merge: null } as const
        const ready = { state: "READY", progress: 100 }
        const author = { id: owner, username: "", name: "", avatar: null, deleted: false }
        assert.deepStrictEqual(body, {
          ...{ id: release, name: "release/1", ...found, ...ready, originBranchName: "main" },
          author: { ...author, name: (body as { author: { name: string } }).author.name }
        })
        assert.deepInclude(yield* client.branch.find({ params, query: { name: "fix" } }), {
          ...{ id: fix, originBranchName: "release/1", state: "CREATING", progress: 37, author: null }
        })
        for (const query of ["", "?name=", "?name=main"]) {
          const response = yield* send(credential, "GET", `${path}/branches/find${query}`)
          assert.deepInclude(response.body as object, {
            id: main,
            isDefault: true,
            originBranchName: null,
            author: null
          })
        }
        assert.deepStrictEqual(yield* call("GET", "/branches/find?name=Main"), error(404, "branch_not_found"))
      })
    )

    it.effect("are created with copies of the keys of another one, and can be used at once", () =>
      Effect.gen(function* () {
        const { owner, viewerCredential, path, call, use, add, names, newestActivity, client, params } =
          yield* seedFixture
        yield* client.translation.createOrSet({ params, payload: { key: "title", translations: { en: "Harbour" } } })
        yield* use(true)
        const { id: main } = yield* client.branch.find({ params, query: {} })
        const unfinished = yield* add("unfinished", { state: "CREATING" })
        for (const [body, expected] of [
          [
            {},
            {
              status: 400,
              body: { STANDARD_VALIDATION: { name: "must not be blank", originBranchId: "must not be null" } }
            }
          ],
          [{ name: "main", originBranchId: main }, error(400, "branch_already_exists")],
          [{ name: "next", originBranchId: main + 1_000 }, error(404, "origin_branch_not_found")],
          [{ name: "next", originBranchId: unfinished }, error(404, "origin_branch_not_found")]
        ] as const) {
          assert.deepStrictEqual(yield* call("POST", "/branches", body), expected)
        }
        const body = { name: "next", originBranchId: main }
        const forbidden = yield* send(viewerCredential, "POST", `${path}/branches`, body)
        assert.deepStrictEqual(forbidden, error(403, "operation_not_permitted", ["project.edit"]))
        assert.deepStrictEqual(yield* names(), ["main", "unfinished"])
        const next = yield* client.branch.create({ params, payload: body })
        assert.deepInclude(next, {
          ...{ name: "next", isDefault: false, isProtected: false, originBranchName: "main", merge: null },
          ...{ state: "READY", progress: 100 }
        })
        assert.strictEqual(next.author?.id, owner)
        const created = yield* newestActivity
        assert.deepInclude(created, { type: "BRANCH_CREATE", params: { source: "main", target: "next" } })
        assert.deepStrictEqual(created?.counts, { Branch: 1 })
        const fix = yield* client.branch.create({ params, payload: { name: "fix", originBranchId: next.id } })
        assert.strictEqual(fix.originBranchName, "next")
        const sql = yield* SqlClient.SqlClient
        const copies = yield* sql`
          SELECT k.branch_id, k.name, t.text FROM translation_key k JOIN translation t ON t.key_id = k.id
          WHERE k.project_id = ${params.projectId} ORDER BY k.id`
        const title = { name: "title", text: "Harbour" }
        assert.deepStrictEqual(
          copies.map((row) => ({ ...row })),
          [null, next.id, fix.id].map((branchId) => ({ branchId, ...title }))
        )
      })
    )

    it.effect("show their newest merge into another one", () =>
      Effect.gen(function* () {
        const { client, params, use, add } = yield* seedFixture
        yield* use(true)
        const { id: main } = yield* client.branch.find({ params, query: {} })
        const next = yield* add("next")
        yield* seed.branchMerge({ project: params.projectId, source: next, target: main, mergedAt: 7 })
        const newest = yield* seed.branchMerge({ project: params.projectId, source: next, target: main })
        const found = yield* client.branch.find({ params, query: { name: "next" } })
        assert.deepStrictEqual(found.merge, { id: newest, targetBranchName: "main", mergedAt: null })
        assert.isNull((yield* client.branch.find({ params, query: {} })).merge)
      })
    )

    it.effect("are renamed and protected by those who may edit the project, the default one too", () =>
      Effect.gen(function* () {
        const { viewerCredential, path, call, use, add, names, newestActivity, client, params } = yield* seedFixture
        yield* use(true)
        const { id: main } = yield* client.branch.find({ params, query: {} })
        const next = yield* add("next")
        for (const [id, body, expected] of [
          [
            next,
            { name: "Next" },
            { status: 400, body: { STANDARD_VALIDATION: { name: "branch name is not valid" } } }
          ],
          [next, {}, { status: 400, body: { STANDARD_VALIDATION: { name: "must not be blank" } } }],
          [next, { name: "main" }, error(400, "branch_already_exists")],
          [next + 1_000, { name: "other" }, error(404, "branch_not_found")]
        ] as const) {
          assert.deepStrictEqual(yield* call("POST", `/branches/${id}`, body), expected)
        }
        const forbidden = error(403, "operation_not_permitted", ["project.edit"])
        for (const [method, end, body] of [
          ["POST", "", { name: "mine" }],
          ["POST", "/protected", { isProtected: true }],
          ["DELETE", "", undefined]
        ] as const) {
          const response = yield* send(viewerCredential, method, `${path}/branches/${next}${end}`, body)
          assert.deepStrictEqual(response, forbidden)
        }
        assert.deepStrictEqual(yield* names(), ["main", "next"])
        assert.deepInclude((yield* call("POST", `/branches/${main}`, { name: "trunk" })).body as object, {
          ...{ id: main, name: "trunk", isDefault: true }
        })
        assert.deepInclude(yield* newestActivity, { type: "BRANCH_RENAME" })
        const renamed = (yield* newestActivity)?.modifiedEntities?.["Branch"]?.[0]
        assert.deepInclude(renamed, { modifications: { name: { old: "main", new: "trunk" } }, exists: true })
        const protectedBranch = yield* call("POST", `/branches/${main}/protected`, { isProtected: true })
        assert.deepInclude(protectedBranch.body as object, { name: "trunk", isProtected: true })
        const changed = yield* newestActivity
        assert.strictEqual(changed?.type, "BRANCH_PROTECTION_CHANGE")
        assert.deepInclude(changed?.modifiedEntities?.["Branch"]?.[0], {
          ...{ description: { name: "trunk" }, modifications: { isProtected: { old: false, new: true } } }
        })
        yield* call("POST", `/branches/${main}/protected`, { isProtected: true })
        assert.strictEqual((yield* newestActivity)?.revisionId, changed?.revisionId)
      })
    )

    it.effect("are deleted unless others were made from them, and their names are free at once", () =>
      Effect.gen(function* () {
        const { call, use, add, names, newestActivity, client, params } = yield* seedFixture
        yield* use(true)
        const { id: main } = yield* client.branch.find({ params, query: {} })
        const release = yield* add("release")
        const fix = yield* add("fix", { origin: release })
        const remove = (id: number) => call("DELETE", `/branches/${id}`)
        assert.deepStrictEqual(yield* remove(main), error(403, "cannot_delete_default_branch"))
        assert.deepStrictEqual(yield* remove(release), error(400, "cannot_delete_branch_with_children"))
        assert.deepStrictEqual(yield* names(), ["main", "fix", "release"])
        assert.deepStrictEqual(yield* remove(fix), { status: 200, body: "" })
        const deleted = yield* newestActivity
        assert.strictEqual(deleted?.type, "BRANCH_DELETE")
        assert.deepInclude(deleted?.modifiedEntities?.["Branch"]?.[0], {
          ...{
            entityId: fix,
            modifications: { name: { old: "fix", new: null }, isProtected: { old: false, new: null } }
          },
          exists: false
        })
        assert.deepStrictEqual(yield* remove(fix), error(404, "branch_not_found"))
        assert.deepStrictEqual(yield* call("GET", "/branches/find?name=fix"), error(404, "branch_not_found"))
        assert.strictEqual((yield* remove(release)).status, 200)
        yield* add("fix")
        assert.deepStrictEqual(yield* names(), ["main", "fix"])
      })
    )
  })
}

layer(layerTestServer({ internalEndpoints: true }), { excludeTestServices: true, timeout: "60 seconds" })(
  "branches on a server with internal endpoints",
  (it) => {
    it.effect("are rejected while a test of a client has switched them off", () =>
      Effect.gen(function* () {
        const { id, owner, call, use } = yield* seedFixture
        yield* use(true)
        const key = yield* seed.apiKey({ project: id, user: owner, scopes: ["translations.view"] })
        const configuration = yield* send(null, "GET", "/api/public/configuration")
        assert.deepInclude(configuration.body as object, { internalControllerEnabled: true })
        for (const [query, isOff] of [
          ["feature=BRANCHING&enabled=false", true],
          ["feature=GLOSSARY", true],
          ["feature=BRANCHING&enabled=true", false],
          ["feature=BRANCHING&enabled=false", true],
          ["feature=BRANCHING", false]
        ] as const) {
          assert.deepStrictEqual(yield* toggle(query), { status: 200, body: "" })
          const off = error(400, "feature_not_enabled", ["BRANCHING"])
          for (const path of ["/branches", "/branches/find"]) {
            const response = yield* call("GET", path)
            if (isOff) assert.deepStrictEqual(response, off, `${path} after ${query}`)
            else assert.strictEqual(response.status, 200, `${path} after ${query}`)
          }
          const renamed = yield* call("POST", "/branches/987654/protected", { isProtected: true })
          assert.deepStrictEqual(renamed, isOff ? off : error(404, "branch_not_found"))
          const current = yield* send(key, "GET", "/v2/api-keys/current")
          assert.deepInclude(current.body as object, { branchingEnabled: !isOff })
        }
      })
    )
  }
)
