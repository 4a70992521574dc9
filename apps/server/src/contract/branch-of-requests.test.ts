import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { it as plainIt } from "vitest"
import { readProjectEvents } from "../realtime/project-event.ts"
import { halvedImages, sendImage } from "../testing/image-files.ts"
import { seed } from "../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../testing/send.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { upload } from "../testing/upload.ts"
import { contractEndpoints, type FieldType } from "./contract-endpoints.ts"

let fixtures = 0

/** Everything that members write, but not `project.edit`, which protected branches need. */
const memberScopes = [
  "keys.create",
  "keys.edit",
  "keys.delete",
  "translations.edit",
  "translations.state-edit",
  "translation-comments.add",
  "screenshots.upload",
  "screenshots.delete",
  "activity.view"
] as const

const branchNames = ["main", "release", "locked", "unfinished", "gone"] as const
type BranchName = (typeof branchNames)[number]

/** The id of a branch; the project uses branches from now on. */
const seedBranch = (projectId: number, columns: Readonly<Record<string, string | number>>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`UPDATE project SET use_branching = 1 WHERE id = ${projectId}`
          const row = { project_id: projectId, state: "READY", created_at: 0, ...columns }
          const rows = yield* sql<{ id: number }>`INSERT INTO branch ${sql.insert(row)} RETURNING id`
          return rows[0]?.id ?? 0
        })
      )
    )
  )

/** Seeds the keys of one branch; null: the default branch. */
const seedContent = Effect.fnUntraced(function* (
  project: { readonly id: number; readonly languages: Readonly<Record<string, number>> },
  name: BranchName,
  branch: number | null
) {
  const { en = 0 } = project.languages
  const key = yield* seed.key({ project: project.id, name: "title", branch })
  yield* seed.key({ project: project.id, name: `of ${name}`, branch })
  const trashed = yield* seed.key({ project: project.id, name: `trash of ${name}`, branch, isDeleted: true })
  const text = yield* seed.translation({ key, language: en, text: `Text of ${name}` })
  const image = yield* seed.image({ key })
  return { branch, key, trashed, text, image }
})

type Content = Effect.Success<ReturnType<typeof seedContent>>

/**
 * A project with the same key on its default branch, a branch, a protected one, one that is being copied and one that is being
 * erased; its owner, and a member who may not change protected branches.
 */
const seedFixture = Effect.gen(function* () {
  const name = `Branches ${++fixtures}`
  const owner = yield* seed.user({ username: `branch owner ${fixtures}` })
  const member = yield* seed.user({ username: `branch member ${fixtures}` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.directPermission({ project: project.id, user: member, permission: memberScopes })
  yield* seedBranch(project.id, { name: "main", is_default: 1 })
  const release = yield* seedBranch(project.id, { name: "release" })
  const locked = yield* seedBranch(project.id, { name: "locked", is_protected: 1 })
  const unfinished = yield* seedBranch(project.id, { name: "unfinished", state: "CREATING" })
  const gone = yield* seedBranch(project.id, { name: "gone", state: "DELETED", deleted_at: 1 })
  const { de = 0, en = 0 } = project.languages
  return {
    projectId: project.id,
    path: `/v2/projects/${project.id}`,
    de,
    en,
    label: yield* seed.label({ project: project.id, name: "draft" }),
    content: {
      main: yield* seedContent(project, "main", null),
      release: yield* seedContent(project, "release", release),
      locked: yield* seedContent(project, "locked", locked),
      unfinished: yield* seedContent(project, "unfinished", unfinished),
      gone: yield* seedContent(project, "gone", gone)
    },
    owner: yield* seed.accessToken(owner),
    member: yield* seed.accessToken(member)
  }
})

type Fixture = Effect.Success<typeof seedFixture>

const useSuggestions = ({ projectId }: Fixture) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(sql.withTransaction(sql`UPDATE project SET suggestions_mode = 'ENABLED' WHERE id = ${projectId}`))
  )

const shareImage = (projectId: number, imageId: number, keyId: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const reference = { image_id: imageId, key_id: keyId, project_id: projectId }
    return Effect.orDie(sql.withTransaction(sql`INSERT INTO screenshot_reference ${sql.insert(reference)}`))
  })

/** A project that uses no branches, with its owner. */
const seedWithoutBranches = Effect.gen(function* () {
  const name = `No branches ${++fixtures}`
  const owner = yield* seed.user({ username: `no branches ${fixtures}` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const key = yield* seed.key({ project: project.id, name: "title" })
  const { en = 0 } = project.languages
  yield* seed.translation({ key, language: en, text: "Title" })
  return { path: `/v2/projects/${project.id}`, en, key, owner: yield* seed.accessToken(owner) }
})

interface Operation {
  readonly method: string
  /** Behind the path of the project. */
  readonly path: string
  readonly body?: unknown
  /** The texts of a file with the English ones; `body` has its parameters. */
  readonly file?: object
}

const run = (credential: TestCredential, start: string, { method, path, body, file }: Operation) => {
  if (file !== undefined) {
    return upload(credential, start + path, [{ name: "en.json", content: JSON.stringify(file) }], body)
  }
  return path.endsWith("/screenshots") && method === "POST"
    ? sendImage(credential, method, start + path, "screenshot", halvedImages.gif)
    : send(credential, method, start + path, body)
}

/** The branch of the newest revision; undefined: there is no revision. */
const newestBranch = Effect.fnUntraced(function* ({ projectId }: Fixture) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ branchId: number | null }>`
    SELECT branch_id FROM activity_revision WHERE project_id = ${projectId} ORDER BY id DESC LIMIT 1`
  return rows[0]?.branchId
}, Effect.orDie)

const unknownBranch = error(404, "branch_not_found")
const unusedBranches = error(400, "feature_not_enabled_for_project", ["BRANCHING"])
const protectedBranch = error(403, "operation_not_permitted", ["branch.protected-modify"])

const isSuccess = ({ status }: TestResponse) => status >= 200 && status < 300

const asQuery = (path: string, branch: string | null): string => {
  const parameter = path.startsWith("/export") ? "filterBranch" : "branch"
  return branch === null ? path : `${path}${path.includes("?") ? "&" : "?"}${parameter}=${encodeURIComponent(branch)}`
}

interface ReadRow {
  readonly title: string
  readonly request: (branch: string | null) => Operation
  /** A text in the body that only the content of this branch has. */
  readonly shows: (name: BranchName, fixture: Fixture) => string
}

const get = (path: string, shows: ReadRow["shows"]): ReadRow => ({
  title: `GET ${path}`,
  request: (branch) => ({ method: "GET", path: asQuery(path, branch) }),
  shows
})

const itsKey = (name: BranchName) => `"of ${name}"`
const itsText = (name: BranchName) => `Text of ${name}`
const itsTrash = (name: BranchName) => `"trash of ${name}"`

/** The id as an element of a list. */
const itsId = (id: "key" | "trashed") => (name: BranchName, fixture: Fixture) => `,${fixture.content[name][id]},`

/** Every endpoint that reads the content of a branch by its name. */
const readRows: ReadonlyArray<ReadRow> = [
  get("/translations", itsKey),
  get("/translations?sort=keyName,desc&languages=en", itsText),
  get("/translations/select-all", itsId("key")),
  get("/keys/select", itsId("key")),
  get("/keys/context", itsText),
  get("/translations/en", itsText),
  get("/keys", itsKey),
  get("/all-keys", itsKey),
  get("/keys/search?search=of", itsKey),
  get("/keys/trash", itsTrash),
  get("/keys/trash/select-all", itsId("trashed")),
  {
    title: "POST /keys/info",
    request: (branch) => ({
      method: "POST",
      path: asQuery("/keys/info", branch),
      body: { keys: [{ name: "title" }], languageTags: ["en"] }
    }),
    shows: itsText
  },
  get("/export?zip=false", itsText),
  {
    title: "POST /export",
    request: (branch) => ({ method: "POST", path: "/export", body: { zip: false, filterBranch: branch } }),
    shows: itsText
  }
]

/** Every endpoint that counts the content of a branch, or lists what is not a key with its name. */
const countRows: ReadonlyArray<(fixture: Pick<Fixture, "en">) => string> = [
  () => "/stats",
  ({ en }) => `/stats/qa-issue-counts?languageId=${en}`,
  () => "/keys/trash/deleters",
  () => "/all-keys-with-disabled-languages",
  () => "/activity",
  () => "/export/notices"
]

const work = ({ en }: Pick<Fixture, "en">) => ({ languageId: en, type: "TRANSLATE", keys: [], assignees: [] })

/** Every endpoint of tasks and content deliveries that names a branch, and previews. Protected branches have them too: no content changes. */
const taskRows: ReadonlyArray<(fixture: Pick<Fixture, "en">, branch: string | null) => Operation> = [
  (_, branch) => ({ method: "GET", path: asQuery("/tasks", branch) }),
  (fixture, branch) => ({ method: "POST", path: "/tasks", body: { ...work(fixture), branch } }),
  (fixture, branch) => ({
    method: "POST",
    path: "/tasks/create-multiple-tasks",
    body: { tasks: [{ ...work(fixture), branch }] }
  }),
  (fixture, branch) => ({ method: "POST", path: "/tasks/calculate-scope", body: { ...work(fixture), branch } }),
  (_, branch) => ({
    method: "POST",
    path: "/content-delivery-configs",
    body: { name: "All texts", filterBranch: branch }
  }),
  ({ en }, branch) => ({
    method: "POST",
    path: asQuery("/translations/find-and-replace/preview", branch),
    body: { languageIds: [en], search: "of", replacement: "by" }
  })
]

const resolvable = { name: "created", translations: { en: { text: "new" } } }

interface WriteRow {
  readonly title: string
  readonly request: (branch: string | null) => Operation
}

const withBranch = (method: string, path: string, body: object): WriteRow => ({
  title: `${method} ${path}`,
  request: (branch) => ({ method, path, body: branch === null ? body : { ...body, branch } })
})

/** Every endpoint that writes content on a branch that it names. */
const writeRows: ReadonlyArray<WriteRow> = [
  withBranch("PUT", "/translations", { key: "title", translations: { en: "changed" } }),
  withBranch("POST", "/translations", { key: "created", translations: { en: "new" } }),
  withBranch("POST", "/keys", { name: "created", translations: { en: "new" } }),
  withBranch("POST", "/keys/create", { name: "created" }),
  {
    title: "PUT /tag-complex",
    request: (branch) => ({ method: "PUT", path: asQuery("/tag-complex", branch), body: { tagFiltered: ["all"] } })
  },
  {
    title: "POST /keys/import",
    request: (branch) => ({
      method: "POST",
      path: asQuery("/keys/import", branch),
      body: { keys: [{ name: "created", translations: { en: "new" } }] }
    })
  },
  {
    title: "POST /keys/import-resolvable",
    request: (branch) => ({
      method: "POST",
      path: asQuery("/keys/import-resolvable", branch),
      body: { keys: [resolvable] }
    })
  },
  {
    title: "POST /keys/import-resolvable with a branch of the key",
    request: (branch) => ({
      method: "POST",
      path: "/keys/import-resolvable?branch=",
      body: { keys: [{ ...resolvable, branch }] }
    })
  },
  withBranch("POST", "/single-step-import-resolvable", { keys: [resolvable] }),
  {
    title: "POST /single-step-import",
    request: (branch) => ({
      method: "POST",
      path: "/single-step-import",
      body: branch === null ? {} : { branch },
      file: { created: "new" }
    })
  }
]

interface IdRow {
  readonly title: string
  readonly request: (content: Content, fixture: Pick<Fixture, "de" | "en" | "label">) => Operation
  /** Protected branches take it, because it is no content. */
  readonly annotates?: true
  /** Ids of hidden keys are ignored. */
  readonly ignoresUnknown?: true
}

const byId = (request: IdRow["request"], kind: Pick<IdRow, "annotates" | "ignoresUnknown"> = {}): IdRow => {
  const { method, path } = request({ branch: null, key: 0, trashed: 0, text: 0, image: 0 }, { de: 0, en: 0, label: 0 })
  return { title: `${method} ${path}`, request, ...kind }
}

const comment = { text: "why", state: "NEEDS_RESOLUTION" }

/** Every endpoint that writes content of an id: it acts where the id lives. */
const idRows: ReadonlyArray<IdRow> = [
  byId(({ key }) => ({ method: "PUT", path: `/keys/${key}`, body: { name: "renamed" } })),
  byId(({ key }) => ({
    method: "PUT",
    path: `/keys/${key}/complex-update`,
    body: { name: "renamed", translations: { en: "changed" } }
  })),
  byId(({ key }) => ({ method: "PUT", path: `/keys/${key}/tags`, body: { name: "draft" } })),
  byId(({ key }, { de }) => ({ method: "PUT", path: `/keys/${key}/disabled-languages`, body: { languageIds: [de] } })),
  byId(({ key }) => ({ method: "DELETE", path: `/keys/${key}` }), { ignoresUnknown: true }),
  byId(({ key }) => ({ method: "DELETE", path: "/keys", body: { ids: [key] } }), { ignoresUnknown: true }),
  byId(({ trashed }) => ({ method: "PUT", path: `/keys/trash/${trashed}/restore` })),
  byId(({ trashed }) => ({ method: "DELETE", path: `/keys/trash/${trashed}` })),
  byId(({ key }) => ({ method: "POST", path: `/keys/${key}/screenshots` })),
  byId(({ key, image }) => ({ method: "DELETE", path: `/keys/${key}/screenshots/${image}` })),
  byId(({ text }) => ({ method: "PUT", path: `/translations/${text}/set-state/REVIEWED` })),
  byId(({ text }) => ({ method: "PUT", path: `/translations/${text}/set-outdated-flag/true` })),
  byId(({ text }, { label }) => ({ method: "PUT", path: `/translations/${text}/label/${label}` })),
  byId(({ key }, { en, label }) => ({
    method: "PUT",
    path: "/translations/label",
    body: { keyId: key, languageId: en, labelId: label }
  })),
  byId(({ text }) => ({ method: "POST", path: `/translations/${text}/comments`, body: comment }), { annotates: true }),
  byId(
    ({ key }, { de }) => ({
      method: "POST",
      path: "/translations/create-comment",
      body: { keyId: key, languageId: de, ...comment }
    }),
    { annotates: true }
  ),
  byId(
    ({ key }, { de }) => ({
      method: "POST",
      path: `/languages/${de}/key/${key}/suggestion`,
      body: { translation: "Titel" }
    }),
    { annotates: true }
  )
]

/** Endpoints with a branch beside an id, which wins: tests of their own have them. */
const besideId: ReadonlyArray<string> = [
  "PUT /keys/1",
  "PUT /keys/1/complex-update",
  "GET /activity/revisions/1",
  "GET /activity/revisions/1/modified-entities",
  "POST /activity/revert"
]

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** Imports and exports do not take branches yet. */
const isTransfer = (path: string): boolean => path.includes("import") || path.includes("export")

plainIt("every endpoint of content with a branch is among the rows", () => {
  const rows = [
    ...readRows.map(({ title }) => title),
    ...countRows.map((path) => `GET ${path({ en: 1 })}`),
    ...taskRows.map((request) => nameOf(request({ en: 1 }, null))),
    ...writeRows.map(({ title }) => title),
    ...besideId
  ].map((row) => row.replace(/\?.*/, "").replace(" ", " /v2/projects/1"))
  const named = contractEndpoints.filter(
    ({ path, queryNames, body }) =>
      !isTransfer(path) && (queryNames.includes("branch") || body?.fields.some(({ name }) => name === "branch"))
  )
  assert.isAbove(named.length, 20)
  for (const { title } of named) {
    const pattern = new RegExp(`^${title.replace(/:[A-Za-z]+/g, "[^/]+")}$`)
    assert.isTrue(
      rows.some((row) => pattern.test(row)),
      title
    )
  }
})

/** Endpoints that read what belongs to an id. */
const idReads: ReadonlyArray<(content: Content) => string> = [
  ({ key }) => `/keys/${key}`,
  ({ key }) => `/keys/${key}/disabled-languages`,
  ({ key }) => `/keys/${key}/screenshots`,
  ({ key }) => `/keys/${key}/big-meta`,
  ({ text }) => `/translations/${text}/history`,
  ({ text }) => `/translations/${text}/comments`
]

/** Requests of an import on a branch. */
const stagedRequests = [
  ["DELETE", ""],
  ["GET", "/result"],
  ["GET", "/all-namespaces"],
  ["PUT", "/apply"],
  ["PUT", "/apply-streaming"]
] as const

/** Requests that tests of their own name a branch in. */
const otherRequests: ReadonlyArray<Operation> = [
  { method: "POST", path: "/import" },
  ...stagedRequests.map(([method, rest]) => ({ method, path: `/import${rest}` })),
  { method: "POST", path: "/big-meta" },
  { method: "PUT", path: "/content-delivery-configs/1" },
  { method: "GET", path: "/activity/revisions/1" },
  { method: "GET", path: "/activity/revisions/1/modified-entities" },
  { method: "POST", path: "/activity/revert" }
]

const namesBranch = ({ element, fields }: FieldType): boolean =>
  (element !== null && namesBranch(element)) ||
  fields.some(({ name, type }) => name === "branch" || name === "filterBranch" || namesBranch(type))

layer(layerTestServer(), { timeout: "120 seconds" })("the branch of a request", (it) => {
  it("is tried at each endpoint of the contract that takes one", () => {
    const some = { branch: null, key: 1, trashed: 1, text: 1, image: 1 }
    const tried = [
      ...[...readRows, ...writeRows].map(({ request }) => request(null)),
      ...countRows.map((path) => ({ method: "GET", path: path({ en: 1 }) })),
      ...taskRows.map((request) => request({ en: 1 }, null)),
      ...idRows.map(({ request }) => request(some, { de: 1, en: 1, label: 1 })),
      ...otherRequests
    ].map(({ method, path }) => `${method} ${path.replace(/[?].*/, "")}`)
    const missing = contractEndpoints.flatMap(({ body, method, path, queryNames, title }) => {
      const takesBranch =
        queryNames.includes("branch") || queryNames.includes("filterBranch") || (body !== null && namesBranch(body))
      const pattern = new RegExp(`^${method} ${path.replace("/v2/projects/:projectId", "").replace(/:\w+/g, "[^/]+")}$`)
      return takesBranch && !tried.some((one) => pattern.test(one)) ? [title] : []
    })
    assert.deepStrictEqual(missing, [])
  })

  it.effect.each(readRows.map((row) => [row.title, row] as const))("is the one that it reads: %s", ([, row]) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      for (const [branch, name] of [
        [null, "main"],
        [" ", "main"],
        ["main", "main"],
        ["release", "release"],
        ["locked", "locked"]
      ] as const) {
        const response = yield* run(fixture.member, fixture.path, row.request(branch))
        assert.strictEqual(response.status, 200, JSON.stringify(response.body))
        const body = JSON.stringify(response.body).replace(/[[\]]/g, ",")
        for (const other of branchNames) {
          assert.strictEqual(body.includes(row.shows(other, fixture)), other === name, `${branch}: ${other} in ${body}`)
        }
      }
      for (const branch of ["absent", "Release", "unfinished", "gone"]) {
        assert.deepStrictEqual(yield* run(fixture.owner, fixture.path, row.request(branch)), unknownBranch, branch)
      }
      const without = yield* seedWithoutBranches
      assert.deepStrictEqual(yield* run(without.owner, without.path, row.request("main")), unusedBranches)
      assert.strictEqual((yield* run(without.owner, without.path, row.request(""))).status, 200)
    })
  )

  it.effect.each(countRows.map((path) => [path({ en: 1 }), path] as const))("exists: %s", ([, path]) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const read = (branch: string | null) => send(fixture.owner, "GET", fixture.path + asQuery(path(fixture), branch))
      for (const branch of [null, "", "main", "release", "locked"]) {
        assert.strictEqual((yield* read(branch)).status, 200, `${branch}`)
      }
      for (const branch of ["absent", "unfinished", "gone"]) assert.deepStrictEqual(yield* read(branch), unknownBranch)
      const without = yield* seedWithoutBranches
      assert.deepStrictEqual(
        yield* send(without.owner, "GET", without.path + asQuery(path(without), "main")),
        unusedBranches
      )
    })
  )

  it.effect.each(taskRows.map((request) => [nameOf(request({ en: 1 }, null)), request] as const))(
    "exists, and may be protected: %s",
    ([, request]) =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture
        const ask = (branch: string | null) => run(fixture.owner, fixture.path, request(fixture, branch))
        const branchOf = (body: unknown) => (body as { branchName?: string } | null)?.branchName
        for (const [branch, name] of [
          [null, "main"],
          ["", "main"],
          ["main", "main"],
          ["release", "release"],
          ["locked", "locked"]
        ] as const) {
          const { status, body } = yield* ask(branch)
          assert.strictEqual(status, 200, `${branch} ${JSON.stringify(body)}`)
          assert.include([name, undefined], branchOf(body))
        }
        for (const branch of ["absent", "unfinished", "gone"]) assert.deepStrictEqual(yield* ask(branch), unknownBranch)
        const without = yield* seedWithoutBranches
        assert.deepStrictEqual(yield* run(without.owner, without.path, request(without, "main")), unusedBranches)
      })
  )

  it.effect.each(writeRows.map((row) => [row.title, row] as const))("is the one that it writes: %s", ([, row]) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const write = (credential: TestCredential, branch: string | null) =>
        run(credential, fixture.path, row.request(branch))
      for (const [branch, name, credential] of [
        [null, "main", fixture.member],
        ["release", "release", fixture.member],
        ["locked", "locked", fixture.owner]
      ] as const) {
        const response = yield* write(credential, branch)
        assert.isTrue(isSuccess(response), `${branch} ${JSON.stringify(response)}`)
        assert.strictEqual(yield* newestBranch(fixture), fixture.content[name].branch, `${branch}`)
      }
      assert.deepStrictEqual(yield* write(fixture.member, "locked"), protectedBranch)
      for (const branch of ["absent", "unfinished", "gone"]) {
        assert.deepStrictEqual(yield* write(fixture.owner, branch), unknownBranch, branch)
      }
      const without = yield* seedWithoutBranches
      assert.deepStrictEqual(yield* run(without.owner, without.path, row.request("main")), unusedBranches)
    })
  )

  it.effect.each(idRows.map((row) => [row.title, row] as const))("is that of the id: %s", ([, row]) =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      yield* useSuggestions(fixture)
      const { content } = fixture
      const write = (credential: TestCredential, name: BranchName) =>
        run(credential, fixture.path, row.request(content[name], fixture))
      for (const name of ["unfinished", "gone"] as const) {
        assert.strictEqual((yield* write(fixture.owner, name)).status, row.ignoresUnknown === true ? 200 : 404, name)
      }
      assert.isUndefined(yield* newestBranch(fixture))
      const toProtected = yield* write(fixture.member, "locked")
      if (row.annotates === true) assert.isTrue(isSuccess(toProtected), JSON.stringify(toProtected))
      else assert.deepStrictEqual(toProtected, protectedBranch)
      for (const name of ["main", "release"] as const) {
        const response = yield* write(fixture.member, name)
        assert.isTrue(isSuccess(response), `${name} ${JSON.stringify(response)}`)
        assert.strictEqual(yield* newestBranch(fixture), content[name].branch, name)
      }
      if (row.annotates === true) return
      const byOwner = yield* write(fixture.owner, "locked")
      assert.isTrue(isSuccess(byOwner), JSON.stringify(byOwner))
      assert.strictEqual(yield* newestBranch(fixture), content.locked.branch)
    })
  )

  it.effect("is that of the id where an id is read, unless its keys are being copied or erased", () =>
    Effect.gen(function* () {
      const { content, owner, path } = yield* seedFixture
      for (const pathOf of idReads) {
        for (const name of branchNames) {
          const { status } = yield* send(owner, "GET", path + pathOf(content[name]))
          assert.strictEqual(status, name === "unfinished" || name === "gone" ? 404 : 200, pathOf(content[name]))
        }
      }
      const ids = branchNames.map((name) => `filterKeyId=${content[name].key}`).join("&")
      const { body } = yield* send(owner, "GET", `${path}/translations?branch=absent&${ids}`)
      const { _embedded } = body as { _embedded: { keys: ReadonlyArray<{ branch: string | null }> } }
      assert.deepStrictEqual(
        _embedded.keys.map(({ branch }) => branch),
        ["main", "release", "locked"]
      )
    })
  )

  it.effect("has screenshots with its own keys, also when other branches have the same image", () =>
    Effect.gen(function* () {
      const { content, owner, path, projectId } = yield* seedFixture
      const { image } = content.main
      yield* shareImage(projectId, image, content.release.key)
      for (const name of ["main", "release"] as const) {
        const { body } = yield* send(owner, "GET", `${path}/keys/${content[name].key}/screenshots`)
        const { screenshots } = (
          body as { _embedded: { screenshots: ReadonlyArray<{ id: number; keyReferences: ReadonlyArray<object> }> } }
        )._embedded
        const shared = screenshots.find(({ id }) => id === image)
        assert.lengthOf(shared?.keyReferences ?? [], 1)
        assert.include(shared?.keyReferences[0], { keyId: content[name].key })
      }
    })
  )

  it.effect("is in responses with a key, and null where the project uses no branches", () =>
    Effect.gen(function* () {
      const { content, owner, path } = yield* seedFixture
      const branchOf = ({ body }: TestResponse) => (body as { branch?: unknown }).branch
      for (const name of ["main", "release"] as const) {
        const { key, trashed } = content[name]
        assert.strictEqual(branchOf(yield* send(owner, "GET", `${path}/keys/${key}`)), name)
        assert.strictEqual(branchOf(yield* send(owner, "POST", `${path}/keys`, { name: "new", branch: name })), name)
        assert.strictEqual(branchOf(yield* send(owner, "PUT", `${path}/keys/${key}`, { name: "a" })), name)
        const updated = yield* send(owner, "PUT", `${path}/keys/${key}/complex-update`, { name: "b" })
        assert.strictEqual(branchOf(updated), name)
        assert.strictEqual(branchOf(yield* send(owner, "PUT", `${path}/keys/trash/${trashed}/restore`)), name)
      }
      const without = yield* seedWithoutBranches
      assert.isNull(branchOf(yield* send(without.owner, "GET", `${without.path}/keys/${without.key}`)))
    })
  )

  it.effect("does not move a key: its name is unique on its own branch, and another branch only has to exist", () =>
    Effect.gen(function* () {
      const { content, owner, path } = yield* seedFixture
      const key = `${path}/keys/${content.release.key}`
      for (const suffix of ["", "/complex-update"]) {
        const rename = (body: object) => send(owner, "PUT", key + suffix, body)
        assert.deepStrictEqual(yield* rename({ name: "title", branch: "absent" }), unknownBranch)
        assert.strictEqual((yield* rename({ name: "of release" })).status, 400)
        assert.strictEqual((yield* rename({ name: "of main", branch: "main" })).status, 200)
      }
      const { body } = yield* send(owner, "GET", key)
      assert.include(body as object, { name: "of main", branch: "release" })
    })
  )

  it.effect("divides keys that are deleted at once into a revision of each branch", () =>
    Effect.gen(function* () {
      const { content, owner, path } = yield* seedFixture
      yield* send(owner, "DELETE", `${path}/keys`, { ids: branchNames.map((name) => content[name].key) })
      for (const name of ["main", "release", "locked"]) {
        const { body } = yield* send(owner, "GET", `${path}/activity?branch=${name}`)
        const { activities } = (
          body as { _embedded: { activities: ReadonlyArray<{ counts: unknown; revisionId: number }> } }
        )._embedded
        assert.deepStrictEqual(
          activities.map(({ counts }) => counts),
          [{ Key: 1 }],
          name
        )
        // The id of a revision finds it on any branch.
        const revision = `${path}/activity/revisions/${activities[0]?.revisionId}`
        for (const one of [revision, `${revision}/modified-entities`]) {
          assert.strictEqual((yield* send(owner, "GET", one)).status, 200)
          assert.deepStrictEqual(yield* send(owner, "GET", `${one}?branch=absent`), unknownBranch)
        }
      }
    })
  )

  it.effect("is in activities and in messages for subscribers", () =>
    Effect.gen(function* () {
      const { owner, path, projectId } = yield* seedFixture
      for (const branch of ["release", "main"]) {
        yield* send(owner, "PUT", `${path}/translations`, { key: "title", branch, translations: { en: branch } })
        const { body } = yield* send(owner, "GET", `${path}/activity?branch=${branch}`)
        const { activities } = (body as { _embedded: { activities: ReadonlyArray<{ branch: unknown }> } })._embedded
        assert.deepStrictEqual(
          activities.map((activity) => activity.branch),
          [branch]
        )
      }
      const { events } = yield* readProjectEvents(projectId, 0)
      assert.deepStrictEqual(
        events.map((event) => (JSON.parse(event.body("all")) as { branch: unknown }).branch),
        ["release", "main"]
      )
    })
  )

  it.effect("divides the numbers of keys, labels and issues", () =>
    Effect.gen(function* () {
      const { content, en, label, owner, path, projectId } = yield* seedFixture
      const read = (suffix: string) => Effect.map(send(owner, "GET", path + suffix), ({ body }) => body)
      const labelled = { keyId: content.release.key, languageId: en, labelId: label }
      yield* send(owner, "PUT", `${path}/translations/label`, labelled)
      yield* seed.qualityIssue({ project: projectId, translation: content.release.text })
      assert.deepStrictEqual(yield* read(`/stats/qa-issue-counts?languageId=${en}`), {})
      assert.deepStrictEqual(yield* read(`/stats/qa-issue-counts?branch=release&languageId=${en}`), {
        MISSING_NUMBERS: 1
      })
      const labels = (stats: unknown) =>
        (stats as { languageStats: ReadonlyArray<{ labels: ReadonlyArray<unknown> }> }).languageStats.flatMap(
          (language) => language.labels
        )
      const stats = yield* read("/stats?branch=release")
      assert.include(stats as object, { keyCount: 2 })
      assert.lengthOf(labels(stats), 1)
      assert.lengthOf(labels(yield* read("/stats")), 0)
    })
  )

  it.effect("is the one that an upload goes to: a caller has one import on each", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const { content, member, owner, path } = fixture
      const ask = (credential: TestCredential, method: string, rest: string, branch: string | null) =>
        send(credential, method, asQuery(`${path}/import${rest}`, branch))
      const stage = (credential: TestCredential, branch: string | null, texts: object) => {
        const file = { name: "en.json", content: JSON.stringify(texts) }
        return upload(credential, asQuery(`${path}/import`, branch), [file])
      }
      const without = yield* seedWithoutBranches
      for (const [method, rest] of stagedRequests) {
        for (const branch of ["absent", "unfinished", "gone"]) {
          assert.deepStrictEqual(yield* ask(owner, method, rest, branch), unknownBranch, rest)
        }
        const unused = yield* send(without.owner, method, asQuery(`${without.path}/import${rest}`, "main"))
        assert.deepStrictEqual(unused, unusedBranches, rest)
      }
      assert.deepStrictEqual(yield* stage(owner, "absent", { a: "A" }), unknownBranch)
      const texts = (branch: string | null) =>
        Effect.map(send(owner, "GET", asQuery(`${path}/translations/en`, branch)), ({ body }) =>
          Object.values((body as { en: object }).en)
        )
      for (const branch of [null, "release"]) {
        assert.strictEqual((yield* stage(member, branch, { title: `New on ${branch}` })).status, 200)
      }
      interface Languages {
        readonly _embedded: {
          readonly languages: ReadonlyArray<{ readonly id: number; readonly importFileId: number }>
        }
      }
      const languages = (branch: string | null) =>
        Effect.map(ask(member, "GET", "/result", branch), ({ body }) => (body as Languages)._embedded.languages)
      const [onRelease] = yield* languages("release")
      assert.lengthOf(yield* languages(null), 1)
      // Ids find the import on its branch, and the conflict is one with the text there.
      const language = `/result/languages/${onRelease?.id}`
      const { body } = yield* ask(member, "GET", `${language}/translations`, null)
      assert.include(JSON.stringify(body), "Text of release")
      assert.strictEqual((yield* ask(member, "PUT", `${language}/resolve-all/set-override`, null)).status, 200)
      const { status } = yield* ask(member, "PUT", "/apply", null)
      assert.strictEqual(status, 400)
      assert.strictEqual((yield* ask(member, "PUT", "/apply", "release")).status, 200)
      assert.strictEqual(yield* newestBranch(fixture), content.release.branch)
      assert.deepStrictEqual(yield* texts("release"), ["New on release"])
      assert.deepStrictEqual(yield* texts(null), ["Text of main"])
      assert.strictEqual((yield* ask(member, "PUT", "/apply?forceMode=OVERRIDE", null)).status, 200)
      assert.deepStrictEqual(yield* texts(null), ["New on null"])
      assert.strictEqual(yield* newestBranch(fixture), null)

      yield* stage(member, "locked", { created: "new" })
      assert.deepStrictEqual(yield* ask(member, "PUT", "/apply", "locked"), protectedBranch)
      assert.strictEqual((yield* ask(member, "DELETE", "", "locked")).status, 200)
      yield* stage(owner, "locked", { created: "new" })
      assert.strictEqual((yield* ask(owner, "PUT", "/apply", "locked")).status, 200)
      assert.deepStrictEqual(yield* texts("locked"), ["new", "Text of locked"])
    })
  )

  it.effect("is the one on which an import removes other keys", () =>
    Effect.gen(function* () {
      const { owner, path } = yield* seedFixture
      const params = { branch: "release", removeOtherKeys: true, forceMode: "OVERRIDE" }
      const file = { name: "en.json", content: JSON.stringify({ title: "New" }) }
      assert.strictEqual((yield* upload(owner, `${path}/single-step-import`, [file], params)).status, 200)
      const names = (branch: string) =>
        Effect.map(send(owner, "GET", `${path}/all-keys?branch=${branch}`), ({ body }) =>
          (body as { _embedded: { keys: ReadonlyArray<{ name: string }> } })._embedded.keys.map(({ name }) => name)
        )
      assert.deepStrictEqual(yield* names("release"), ["title"])
      assert.deepStrictEqual(yield* names("main"), ["title", "of main"])
    })
  )

  it.effect("is kept by a plan of an import, which says that the branch is protected", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const { content, member, owner, path } = fixture
      const plan = Effect.fnUntraced(function* (credential: TestCredential, branch: string) {
        const file = { name: "en.json", content: JSON.stringify({ title: "Planned" }) }
        const params = { branch, dryRun: true, forceMode: "OVERRIDE" }
        const planned = yield* upload(credential, `${path}/single-step-import`, [file], params)
        const { plan } = planned.body as { plan: { id: number; branch: unknown; rejection: unknown } }
        assert.strictEqual(plan.branch, branch)
        const applied = yield* send(credential, "POST", `${path}/single-step-import/plans/${plan.id}/apply`)
        return { rejection: plan.rejection, applied }
      })
      const released = yield* plan(member, "release")
      assert.isNull(released.rejection)
      assert.strictEqual(released.applied.status, 200)
      assert.strictEqual(yield* newestBranch(fixture), content.release.branch)
      const locked = yield* plan(member, "locked")
      assert.deepStrictEqual(locked.rejection, { status: 403, ...(protectedBranch.body as object) })
      assert.deepStrictEqual(locked.applied, protectedBranch)
      assert.strictEqual((yield* plan(owner, "locked")).applied.status, 200)
    })
  )

  it.effect("is that of each key of a body that names several", () =>
    Effect.gen(function* () {
      const { owner, path } = yield* seedFixture
      const keyOn = (branch: string | null) => ({ ...resolvable, branch })
      const post = (keys: ReadonlyArray<object>) =>
        send(owner, "POST", `${path}/keys/import-resolvable?branch=release`, { keys })
      assert.deepStrictEqual(yield* post([keyOn(null), keyOn("absent")]), unknownBranch)
      // One expectation that is not met rejects the keys of all branches.
      const taken = { ...resolvable, name: "title", branch: "main" }
      assert.strictEqual((yield* post([keyOn(null), taken])).status, 400)
      const { body } = yield* post([keyOn("main"), keyOn(null), keyOn("locked")])
      const { keys } = body as { keys: ReadonlyArray<{ name: string; branch: string }> }
      assert.sameMembers(
        keys.map(({ name, branch }) => `${name} on ${branch}`),
        ["created on main", "created on release", "created on locked"]
      )
    })
  )

  it.effect("divides keys that a client shows near each other", () =>
    Effect.gen(function* () {
      const { content, member, path } = yield* seedFixture
      const relatedKeysInOrder = [
        { keyName: "title" },
        { keyName: "of main" },
        { keyName: "title", branch: "release" },
        { keyName: "of release", branch: "release" },
        { keyName: "of locked", branch: "absent" },
        { keyName: "of unfinished", branch: "unfinished" }
      ]
      assert.strictEqual((yield* send(member, "POST", `${path}/big-meta`, { relatedKeysInOrder })).status, 200)
      const near = (name: BranchName) =>
        Effect.map(send(member, "GET", `${path}/keys/${content[name].key}/big-meta`), ({ body }) =>
          (body as { _embedded: { keys: ReadonlyArray<{ name: string }> } })._embedded.keys
            .map((key) => key.name)
            .sort()
        )
      assert.deepStrictEqual(yield* near("main"), ["of main"])
      assert.deepStrictEqual(yield* near("release"), ["of release"])
      // A written key is related to keys of its own branch.
      yield* send(member, "POST", `${path}/keys`, {
        name: "new",
        branch: "release",
        relatedKeysInOrder: [{ keyName: "title" }, { keyName: "new" }, { keyName: "of main", branch: "main" }]
      })
      assert.deepStrictEqual(yield* near("release"), ["new", "of release"])
      assert.deepStrictEqual(yield* near("main"), ["of main"])
    })
  )
})
