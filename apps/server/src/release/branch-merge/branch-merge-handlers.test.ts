import type { BranchMergeModel } from "@dragoman/api"
import { Database } from "@dragoman/store"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beginBranch, copyBranch } from "../../project/branch/copy-branch.ts"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

interface ShownKey {
  readonly keyId: number
  readonly keyName: string
  readonly translations: Readonly<Record<string, { readonly text: string | null; readonly state: string }>>
}

interface ShownChange {
  readonly id: number
  readonly type: string
  readonly sourceKey: ShownKey | null
  readonly targetKey: ShownKey | null
  readonly mergedKey: ShownKey | null
  readonly changedTranslations: ReadonlyArray<string> | null
  readonly resolution: string | null
  readonly effectiveResolution: string | null
}

/** A project with the keys "a" to "d" on `main`, and requests of its owner. */
const seedFixture = Effect.gen(function* () {
  const database = yield* Database
  const name = `Merges ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner`, serverRole: "ADMIN" })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id: project, languages } = yield* seed.project({
    organization: organization.id,
    name,
    languages: ["en", "de", "cs"]
  })
  const main = yield* seed.branch({ project, name: "main", isDefault: true })
  const credential = yield* seed.accessToken(owner, { super: true })
  const path = `/v2/projects/${project}`
  const call = (method: string, end: string, body?: object) => send(credential, method, `${path}${end}`, body)
  const expect = (method: string, end: string, body?: object) =>
    Effect.map(call(method, end, body), (response) => {
      assert.strictEqual(response.status, 200, `${method} ${end}: ${JSON.stringify(response.body)}`)
      return response.body as never
    })
  const addKey = (key: string, more: object = {}) =>
    Effect.map(call("POST", "/keys", { name: key, ...more }), ({ status, body }) => {
      assert.strictEqual(status, 201, JSON.stringify(body))
      return (body as { id: number }).id
    })
  const branchFrom = Effect.fnUntraced(function* (branch: string, originBranchId: number | null = null) {
    const row = { name: branch, originBranchId, authorId: owner }
    const id = yield* database.transaction(beginBranch({ projectId: project }, row))
    yield* copyBranch({ projectId: project }, id)
    return id
  }, Effect.orDie)
  const write = (key: string, texts: object, branch?: string) =>
    expect("PUT", "/translations", { key, translations: texts, branch })
  /** The texts of all keys of a branch in English, by name. */
  const textsOf = Effect.fnUntraced(function* (branch = "main") {
    const body = (yield* expect("GET", `/translations?branch=${branch}&size=100`)) as {
      _embedded?: { keys: ReadonlyArray<{ keyName: string; translations: { en?: { text: string | null } } }> }
    }
    return Object.fromEntries(
      (body._embedded?.keys ?? []).map(({ keyName, translations }) => [keyName, translations.en?.text ?? null])
    )
  })
  const idOf = Effect.fnUntraced(function* (key: string, branch = "main") {
    const body = (yield* expect("GET", `/translations?branch=${branch}&filterKeyName=${key}`)) as {
      _embedded: { keys: ReadonlyArray<{ keyId: number }> }
    }
    return body._embedded.keys[0]?.keyId ?? 0
  })
  const preview = Effect.fnUntraced(function* (sourceBranchId: number) {
    const body = (yield* expect("POST", "/branches/merge/preview", { sourceBranchId })) as { id: number }
    return body.id
  })
  const changesOf = Effect.fnUntraced(function* (merge: number, type = "") {
    const query = type === "" ? "" : `&type=${type}`
    const body = (yield* expect("GET", `/branches/merge/${merge}/changes?size=100${query}`)) as {
      _embedded: { branchMergeChanges: ReadonlyArray<ShownChange> }
    }
    return body._embedded.branchMergeChanges
  })
  const apply = (merge: number, body?: object) => call("POST", `/branches/merge/${merge}/apply`, body)
  yield* expect("PUT", "", { name, useNamespaces: true })
  for (const key of ["a", "b", "c", "d"]) {
    yield* addKey(key, { translations: { en: key, de: `${key} de` }, tags: ["old"] })
  }
  return {
    ...{ project, languages, owner, main, credential, path, call, expect, addKey, branchFrom, write, textsOf, idOf },
    ...{ preview, changesOf, apply }
  }
})

const newestActivity = Effect.fnUntraced(function* (
  credential: Effect.Success<ReturnType<typeof seed.accessToken>>,
  projectId: number
) {
  const client = yield* clientOf(credential)
  const query = { size: 1, sort: [{ property: "id", direction: "desc" }] } as const
  const { _embedded } = yield* client.activity.list({ params: { projectId }, query })
  return _embedded.activities[0]
})

const shown = (changes: ReadonlyArray<ShownChange>) =>
  changes.map(({ type, sourceKey, targetKey }) => [type, sourceKey?.keyName ?? null, targetKey?.keyName ?? null])

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`merges on ${engine}`, (it) => {
    it.effect("fail for branches and merges that do not exist, and for callers without the right", () =>
      Effect.gen(function* () {
        const { project, main, call, branchFrom, preview, apply, path } = yield* seedFixture
        const previewOf = (body: object) => call("POST", "/branches/merge/preview", body)
        assert.deepStrictEqual(yield* previewOf({ sourceBranchId: 1_000_000 }), error(404, "branch_not_found"))
        assert.deepStrictEqual(yield* previewOf({ sourceBranchId: main }), error(400, "origin_branch_not_found"))
        assert.deepStrictEqual((yield* previewOf({})).body, {
          STANDARD_VALIDATION: { sourceBranchId: "must not be null" }
        })
        const absent = error(404, "branch_merge_not_found")
        const everything = [
          ["GET", "/preview"],
          ["POST", "/refresh"],
          ["GET", "/changes"],
          ["GET", "/changes/1"],
          ["GET", "/conflicts"],
          ["PUT", "/resolve", { changeId: 1, resolve: "SOURCE" }],
          ["PUT", "/resolve-all", { resolve: "SOURCE" }],
          ["POST", "/apply", {}],
          ["DELETE", ""]
        ] as const
        for (const [method, end, body] of everything) {
          assert.deepStrictEqual(yield* call(method, `/branches/merge/1000000${end}`, body), absent, `${method} ${end}`)
        }
        const next = yield* branchFrom("next")
        const merge = yield* preview(next)
        assert.deepStrictEqual(
          yield* call("GET", `/branches/merge/${merge}/changes/1`),
          error(404, "branch_merge_change_not_found")
        )
        const unknown = { changeId: 1_000_000, resolve: "SOURCE" }
        assert.deepStrictEqual(
          yield* call("PUT", `/branches/merge/${merge}/resolve`, unknown),
          error(404, "branch_merge_change_not_found")
        )
        assert.deepStrictEqual((yield* call("PUT", `/branches/merge/${merge}/resolve`, {})).body, {
          STANDARD_VALIDATION: { changeId: "must not be null", resolve: "must not be null" }
        })
        const member = yield* seed.user({ username: `member ${project}` })
        yield* seed.directPermission({ project, user: member, permission: "EDIT" })
        const weaker = yield* seed.accessToken(member)
        const rejected = error(403, "operation_not_permitted", ["project.edit"])
        assert.deepStrictEqual(yield* send(weaker, "GET", `${path}/branches/merge`), rejected)
        assert.deepStrictEqual(yield* send(weaker, "POST", `${path}/branches/merge/${merge}/apply`, {}), rejected)
        // The branch is gone, and the comparison with it.
        assert.strictEqual((yield* call("DELETE", `/branches/${next}`)).status, 200)
        assert.deepStrictEqual(yield* apply(merge), absent)
      })
    )

    it.effect("take the tasks of the branch along, which stay open", () =>
      Effect.gen(function* () {
        const { languages, call, expect, addKey, branchFrom, write, idOf, preview, apply } = yield* seedFixture
        const next = yield* branchFrom("next")
        yield* addKey("new", { branch: "next", translations: { en: "New" } })
        yield* write("a", { en: "A next" }, "next")
        const keys: Array<number> = []
        for (const key of ["a", "b", "d", "new"]) keys.push(yield* idOf(key, "next"))
        const work = { languageId: languages["de"], type: "TRANSLATE", assignees: [], branch: "next" }
        yield* expect("POST", "/tasks", { ...work, keys })
        yield* expect("PUT", `/tasks/1/keys/${keys[1]}`, { done: true })
        yield* expect("POST", "/tasks", { ...work, type: "REVIEW", keys: [] })
        yield* expect("PUT", "/tasks/2/finish")
        yield* expect("DELETE", `/keys/${keys[2]}`)
        const merge = yield* preview(next)
        const { uncompletedTasksCount } = (yield* expect("GET", `/branches/merge/${merge}/preview`)) as BranchMergeModel
        assert.strictEqual(uncompletedTasksCount, 1)
        assert.strictEqual((yield* apply(merge)).status, 200)
        assert.deepInclude(yield* expect("GET", "/tasks/1"), {
          ...{ state: "IN_PROGRESS", branchName: "main", originBranchName: "next", totalItems: 3, doneItems: 1 }
        })
        assert.deepInclude(yield* expect("GET", "/tasks/2"), { state: "FINISHED", originBranchName: "next" })
        const moved = (yield* expect("GET", "/tasks/1/keys")) as { keys: ReadonlyArray<number> }
        assert.sameMembers([...moved.keys], [yield* idOf("a"), yield* idOf("b"), yield* idOf("new")])
        assert.deepStrictEqual(yield* checkInvariants, [])

        const gone = yield* branchFrom("gone")
        yield* expect("POST", "/tasks", { ...work, branch: "gone", keys: [] })
        yield* expect("DELETE", `/branches/${gone}`)
        assert.deepStrictEqual(yield* call("GET", "/tasks/3"), error(404, "task_not_found"))
      })
    )

    it.effect("bring additions, changes, deletions and chosen sides, and delete the branch", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { project, languages, path, main, credential, call, expect, addKey, branchFrom, write } = fixture
        const { textsOf, idOf } = fixture
        const { preview, changesOf, apply } = fixture
        const next = yield* branchFrom("next")
        yield* addKey("new", {
          branch: "next",
          translations: { en: "New", de: "Neu" },
          tags: ["fresh"],
          maxCharLimit: 9
        })
        const added = (yield* expect("GET", "/translations?branch=next&filterKeyName=new")) as {
          _embedded: { keys: ReadonlyArray<{ translations: { en: { id: number } } }> }
        }
        const addedText = added._embedded.keys[0]?.translations.en.id
        assert.strictEqual((yield* call("POST", `/translations/${addedText}/comments`, { text: "Good?" })).status, 201)
        yield* write("a", { en: "A next" }, "next")
        const copy = yield* idOf("b", "next")
        yield* expect("PUT", `/keys/${copy}`, { name: "b2", namespace: "web", description: "Renamed" })
        yield* write("c", { en: "C next" }, "next")
        yield* write("c", { en: "C main" })
        yield* expect("DELETE", `/keys/${yield* idOf("d", "next")}`)
        const [a, b, d] = [yield* idOf("a"), yield* idOf("b"), yield* idOf("d")]

        const merge = yield* preview(next)
        const counts = (yield* expect("GET", `/branches/merge/${merge}/preview`)) as object
        assert.deepStrictEqual(counts, {
          ...{
            id: merge,
            sourceBranchId: next,
            sourceBranchName: "next",
            targetBranchId: main,
            targetBranchName: "main"
          },
          ...{ outdated: false, keyAdditionsCount: 1, keyDeletionsCount: 1, keyModificationsCount: 2 },
          ...{ keyUnresolvedConflictsCount: 1, keyResolvedConflictsCount: 0, uncompletedTasksCount: 0, mergedAt: null }
        })
        const changes = yield* changesOf(merge)
        assert.deepStrictEqual(shown(changes).toSorted(), [
          ["ADD", "new", null],
          ["CONFLICT", "c", "c"],
          ["DELETE", null, "d"],
          ["UPDATE", "a", "a"],
          ["UPDATE", "b2", "b"]
        ])
        const update = changes.find(({ targetKey }) => targetKey?.keyId === a)
        assert.strictEqual(update?.mergedKey?.translations["en"]?.text, "A next")
        assert.deepStrictEqual(update?.changedTranslations, ["en"])
        assert.deepStrictEqual(yield* expect("GET", `/branches/merge/${merge}/changes/${update?.id}`), update as never)
        // A member who views one language sees no text of another one.
        const member = yield* seed.user({ username: `german ${project}` })
        yield* seed.directPermission({
          project,
          user: member,
          permission: {
            type: null,
            scopes: ["project.edit", "translations.view"],
            viewLanguageIds: [languages["de"] ?? 0]
          }
        })
        const seen = yield* send(
          yield* seed.accessToken(member),
          "GET",
          `${path}/branches/merge/${merge}/changes/${update?.id}`
        )
        const { sourceKey, mergedKey, changedTranslations } = seen.body as ShownChange
        assert.deepStrictEqual(Object.keys(sourceKey?.translations ?? {}), ["de"])
        assert.deepStrictEqual(Object.keys(mergedKey?.translations ?? {}), ["de"])
        assert.deepStrictEqual(changedTranslations, [])
        const conflicts = (yield* expect("GET", `/branches/merge/${merge}/conflicts`)) as {
          _embedded: { branchMergeConflicts: ReadonlyArray<ShownChange> }
        }
        const [conflict] = conflicts._embedded.branchMergeConflicts
        assert.isNull(conflict?.mergedKey)
        assert.isNull(conflict?.effectiveResolution)
        assert.deepStrictEqual(yield* apply(merge), error(400, "branch_merge_conflicts_not_resolved"))
        assert.strictEqual((yield* textsOf())["a"], "a")
        yield* expect("PUT", `/branches/merge/${merge}/resolve`, { changeId: conflict?.id, resolve: "SOURCE" })
        assert.deepInclude((yield* expect("GET", `/branches/merge/${merge}/preview`)) as object, {
          keyUnresolvedConflictsCount: 0,
          keyResolvedConflictsCount: 1
        })
        assert.strictEqual((yield* apply(merge)).status, 200)
        assert.deepStrictEqual(yield* textsOf(), { a: "A next", b2: "b", c: "C next", new: "New" })
        assert.strictEqual(yield* idOf("b2"), b)
        const activity = yield* newestActivity(credential, project)
        assert.strictEqual(activity?.type, "BRANCH_DELETE")
        const trash = (yield* expect("GET", "/keys/trash")) as { _embedded: { keys: ReadonlyArray<{ id: number }> } }
        assert.deepStrictEqual(
          trash._embedded.keys.map(({ id }) => id),
          [d]
        )
        const brought = (yield* expect("GET", "/translations?filterKeyName=new")) as {
          _embedded: { keys: ReadonlyArray<{ translations: { en: { commentCount: number } } }> }
        }
        assert.strictEqual(brought._embedded.keys[0]?.translations.en.commentCount, 1)
        // German texts of a new base text are outdated.
        const keys = (yield* expect("GET", `/translations?filterKeyName=a`)) as {
          _embedded: { keys: ReadonlyArray<{ translations: Record<string, { outdated: boolean }> }> }
        }
        assert.isTrue(keys._embedded.keys[0]?.translations["de"]?.outdated)
        const list = (yield* expect("GET", "/branches/merge")) as {
          _embedded: { branchMerges: ReadonlyArray<BranchMergeModel> }
        }
        assert.deepInclude(list._embedded.branchMerges[0] as object, {
          ...{
            id: merge,
            sourceBranchName: "next",
            keyAdditionsCount: 1,
            keyResolvedConflictsCount: 1,
            outdated: false
          }
        })
        assert.isNotNull(list._embedded.branchMerges[0]?.mergedAt)
        assert.deepStrictEqual(yield* apply(merge), error(404, "branch_merge_not_found"))
        assert.strictEqual((yield* call("GET", "/branches/find?name=next")).status, 404)
        assert.deepStrictEqual(yield* checkInvariants, [])
        yield* expect("DELETE", `/branches/merge/${merge}`)
        assert.strictEqual((yield* call("GET", `/branches/merge/${merge}/preview`)).status, 404)
      })
    )

    it.effect("that were compared before a change are refused until they are refreshed, and chosen sides stay", () =>
      Effect.gen(function* () {
        const { expect, call, branchFrom, write, textsOf, preview, changesOf, apply } = yield* seedFixture
        const next = yield* branchFrom("next")
        for (const key of ["a", "b"]) {
          yield* write(key, { en: `${key} next` }, "next")
          yield* write(key, { en: `${key} main` })
        }
        const merge = yield* preview(next)
        yield* expect("PUT", `/branches/merge/${merge}/resolve-all`, { resolve: "TARGET" })
        yield* write("c", { en: "c main" })
        const shownMerge = expect("GET", `/branches/merge/${merge}/preview`)
        assert.deepInclude((yield* shownMerge) as object, { outdated: true, keyResolvedConflictsCount: 2 })
        assert.deepStrictEqual(yield* apply(merge), error(400, "branch_merge_revision_not_valid"))
        yield* write("b", { en: "b main" }, "next")
        yield* write("d", { en: "d next" }, "next")
        assert.deepInclude((yield* expect("POST", `/branches/merge/${merge}/refresh`)) as object, {
          ...{ outdated: false, keyResolvedConflictsCount: 1, keyUnresolvedConflictsCount: 0, keyModificationsCount: 1 }
        })
        assert.deepStrictEqual(shown(yield* changesOf(merge, "UPDATE")), [["UPDATE", "d", "d"]])
        // A label belongs to no branch.
        const label = (yield* expect("POST", "/labels", { name: "check", color: "#FF0000" })) as { id: number }
        yield* expect("DELETE", `/labels/${label.id}`)
        assert.deepInclude((yield* shownMerge) as object, { outdated: true })
        yield* expect("POST", `/branches/merge/${merge}/refresh`)
        assert.strictEqual((yield* apply(merge, { deleteBranch: false })).status, 200)
        assert.deepStrictEqual(yield* textsOf(), { a: "a main", b: "b main", c: "c main", d: "d next" })
        assert.strictEqual((yield* call("GET", "/branches/find?name=next")).status, 200)
      })
    )

    it.effect("of a branch that goes on compare with its state of the last merge", () =>
      Effect.gen(function* () {
        const { credential, project, branchFrom, addKey, write, textsOf, preview, changesOf, apply } =
          yield* seedFixture
        const next = yield* branchFrom("next")
        yield* addKey("new", { branch: "next", translations: { en: "New" } })
        yield* write("a", { en: "a next" }, "next")
        assert.strictEqual((yield* apply(yield* preview(next), { deleteBranch: false })).status, 200)
        const activity = yield* newestActivity(credential, project)
        assert.strictEqual(activity?.type, "BRANCH_MERGE")
        assert.deepStrictEqual(activity?.params, { source: "next", target: "main" })
        assert.deepStrictEqual(yield* changesOf(yield* preview(next)), [])
        // Both keys go on as pairs, whatever they are called.
        yield* write("new", { en: "New main" })
        yield* write("new", { en: "New next" }, "next")
        yield* write("a", { en: "a main" })
        const merge = yield* preview(next)
        assert.deepStrictEqual(shown(yield* changesOf(merge)), [["CONFLICT", "new", "new"]])
        assert.deepStrictEqual(yield* textsOf(), { a: "a main", b: "b", c: "c", d: "d", new: "New main" })
      })
    )

    it.effect("of a branch of a branch go into that one, which is deleted after it", () =>
      Effect.gen(function* () {
        const { call, branchFrom, addKey, write, textsOf, preview, apply } = yield* seedFixture
        const parent = yield* branchFrom("parent")
        yield* write("a", { en: "a parent" }, "parent")
        const child = yield* branchFrom("child", parent)
        yield* addKey("new", { branch: "child", translations: { en: "New" } })
        yield* write("a", { en: "a child" }, "child")
        const early = yield* preview(parent)
        assert.deepStrictEqual(yield* apply(early), error(400, "cannot_delete_branch_with_children"))
        assert.strictEqual((yield* textsOf())["a"], "a")
        assert.strictEqual((yield* apply(early, { deleteBranch: false })).status, 200)
        assert.strictEqual((yield* textsOf())["a"], "a parent")
        assert.strictEqual((yield* apply(yield* preview(child))).status, 200)
        assert.deepInclude(yield* textsOf("parent"), { a: "a child", new: "New" })
        assert.deepInclude(yield* textsOf(), { a: "a parent" })
        assert.strictEqual((yield* apply(yield* preview(parent))).status, 200)
        assert.deepInclude(yield* textsOf(), { a: "a child", new: "New" })
        assert.strictEqual((yield* call("GET", "/branches/find?name=parent")).status, 404)
      })
    )

    it.effect("leave everything as it is when a key would get the name of another one", () =>
      Effect.gen(function* () {
        const { expect, branchFrom, addKey, idOf, textsOf, preview, changesOf, apply } = yield* seedFixture
        const next = yield* branchFrom("next")
        yield* expect("PUT", `/keys/${yield* idOf("a", "next")}`, { name: "e" })
        yield* addKey("f", { branch: "next", translations: { en: "f" } })
        yield* addKey("e", { translations: { en: "e main" } })
        const merge = yield* preview(next)
        assert.deepStrictEqual(yield* apply(merge), error(400, "key_exists", ["e", null]))
        assert.notProperty(yield* textsOf(), "f")
        const rename = (yield* changesOf(merge)).find(({ sourceKey }) => sourceKey?.keyName === "e")
        yield* expect("PUT", `/branches/merge/${merge}/resolve`, { changeId: rename?.id, resolve: "TARGET" })
        assert.strictEqual((yield* apply(merge)).status, 200)
        assert.deepStrictEqual(yield* textsOf(), { a: "a", b: "b", c: "c", d: "d", e: "e main", f: "f" })
        // Two keys may swap their names.
        const swap = yield* branchFrom("swap")
        const [a, b] = [yield* idOf("a", "swap"), yield* idOf("b", "swap")]
        yield* expect("PUT", `/keys/${a}`, { name: "x" })
        yield* expect("PUT", `/keys/${b}`, { name: "a" })
        yield* expect("PUT", `/keys/${a}`, { name: "b" })
        assert.strictEqual((yield* apply(yield* preview(swap))).status, 200)
        assert.deepInclude(yield* textsOf(), { a: "b", b: "a" })
      })
    )

    it.effect("bring plural forms, labels, tags, states, namespaces and marks of texts", () =>
      Effect.gen(function* () {
        const { expect, languages, credential, path, branchFrom, idOf, write, preview, apply } = yield* seedFixture
        const label = (yield* expect("POST", "/labels", { name: "check", color: "#FF0000" })) as { id: number }
        const next = yield* branchFrom("next")
        const copy = yield* idOf("a", "next")
        yield* expect("PUT", `/keys/${copy}/complex-update`, {
          name: "a",
          namespace: "web",
          isPlural: true,
          pluralArgName: "n",
          tags: ["new"],
          translations: { en: "{n, plural, one {# a} other {# as}}" }
        })
        yield* expect("PUT", "/translations/label", { keyId: copy, languageId: languages["cs"], labelId: label.id })
        const texts = (yield* expect("GET", `/translations?branch=next&filterKeyName=b`)) as {
          _embedded: { keys: ReadonlyArray<{ translations: Record<string, { id: number }> }> }
        }
        const german = texts._embedded.keys[0]?.translations["de"]?.id ?? 0
        yield* expect("PUT", `/translations/${german}/set-state/REVIEWED`)
        // The text that main gets meanwhile becomes a plural as well.
        yield* write("a", { cs: "a cs" })
        assert.strictEqual((yield* apply(yield* preview(next))).status, 200)
        const { body } = yield* send(
          credential,
          "GET",
          `${path}/translations?languages=en,de,cs&sort=keyName&filterKeyName=a&filterKeyName=b`
        )
        const keys = (body as { _embedded: { keys: ReadonlyArray<Record<string, unknown>> } })._embedded.keys
        const [a, b] = keys as unknown as ReadonlyArray<{
          keyNamespace: string | null
          keyIsPlural: boolean
          keyTags: ReadonlyArray<{ name: string }>
          translations: Record<
            string,
            { text: string; state: string; outdated: boolean; labels: ReadonlyArray<{ id: number }> }
          >
        }>
        assert.deepInclude(a, { keyNamespace: "web", keyIsPlural: true })
        assert.deepStrictEqual(
          a?.keyTags.map(({ name }) => name),
          ["new"]
        )
        assert.strictEqual(a?.translations["en"]?.text, "{n, plural,\none {# a}\nother {# as}\n}")
        assert.strictEqual(a?.translations["de"]?.text, "{n, plural,\nother {a de}\n}")
        assert.isTrue(a?.translations["de"]?.outdated)
        assert.strictEqual(a?.translations["cs"]?.text, "{n, plural,\nother {a cs}\n}")
        assert.deepStrictEqual(
          a?.translations["cs"]?.labels.map(({ id }) => id),
          [label.id]
        )
        assert.deepInclude(b?.translations["de"], { text: "b de", state: "REVIEWED", outdated: false })
        assert.deepStrictEqual(yield* checkInvariants, [])
      })
    )

    it.effect("leave nothing half when the database fails before their end", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const { project, expect, branchFrom, addKey, write, textsOf, idOf, preview, apply } = yield* seedFixture
        const next = yield* branchFrom("next")
        yield* write("a", { en: "a next" }, "next")
        assert.strictEqual((yield* apply(yield* preview(next), { deleteBranch: false })).status, 200)
        yield* write("b", { en: "b next" }, "next")
        yield* addKey("new", { branch: "next", translations: { en: "New" } })
        yield* expect("DELETE", `/keys/${yield* idOf("c", "next")}`)
        const merge = yield* preview(next)
        const before = yield* textsOf()
        // The last statement of the merge breaks the index.
        yield* database.transaction(
          sql`CREATE UNIQUE INDEX one_merge ON branch_merge (project_id)
            WHERE merged_at IS NOT NULL AND project_id = ${sql.literal(String(project))}`
        )
        assert.strictEqual((yield* apply(merge)).status, 500)
        yield* database.transaction(sql`DROP INDEX one_merge`)
        assert.deepStrictEqual(yield* textsOf(), before)
        const revisions = yield* sql`
          SELECT 1 FROM activity_revision WHERE project_id = ${project} AND type = 'BRANCH_MERGE'`
        assert.lengthOf(revisions, 1)
        assert.deepInclude((yield* expect("GET", `/branches/merge/${merge}/preview`)) as object, {
          ...{ outdated: false, mergedAt: null, keyAdditionsCount: 1, keyDeletionsCount: 1, keyModificationsCount: 1 }
        })
        assert.strictEqual((yield* apply(merge)).status, 200)
        assert.deepStrictEqual(yield* textsOf(), { a: "a next", b: "b next", d: "d", new: "New" })
      })
    )
  })
}
