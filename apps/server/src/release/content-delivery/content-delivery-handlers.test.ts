import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Deliveries ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const { id } = yield* seed.project({ organization: organization.id, name, languages: ["en"] })
  const asOwner = yield* seed.accessToken(owner, { super: true })
  return { id, path: `/v2/projects/${id}/content-delivery-configs`, asOwner, owner }
})

interface Delivery {
  readonly id: number
  readonly slug: string
  readonly [field: string]: unknown
}

const defaults = {
  storage: null,
  autoPublish: false,
  pruneBeforePublish: true,
  zip: false,
  languages: null,
  format: "JSON",
  structureDelimiter: ".",
  supportArrays: false,
  messageFormat: null,
  fileStructureTemplate: null,
  escapeHtml: false,
  filterKeyId: null,
  filterKeyIdNot: null,
  filterTag: null,
  filterTagIn: null,
  filterTagNotIn: null,
  filterKeyPrefix: null,
  filterState: ["TRANSLATED", "REVIEWED"],
  filterNamespace: null,
  reviewedOnly: false,
  filterBranch: null,
  branchName: null,
  lastPublished: null,
  lastPublishedFiles: [],
  lastAttempt: null,
  lastError: null,
  liveVersion: null,
  files: []
}

for (const [engine, server] of [
  ["SQLite", layerTestServer({ publicUrl: "https://dragoman.example.com" })],
  ["PostgreSQL", layerTestServerPostgres({ publicUrl: "https://dragoman.example.com" })]
] as const) {
  layerOn(engine, server, { timeout: "60 seconds" })(`content deliveries on ${engine}`, (it) => {
    it.effect("have the defaults of the export, are replaced as a whole, and are deleted", () =>
      Effect.gen(function* () {
        const { asOwner, path, id: projectId } = yield* seedFixture
        const created = (yield* send(asOwner, "POST", path, { name: " Texts " })).body as Delivery
        const { id, slug } = created
        assert.match(slug, /^[0-9a-f]{32}$/)
        const publicUrl = `https://dragoman.example.com/content-delivery/${slug}`
        const shown = { id, slug, name: "Texts", publicUrl, ...defaults }
        assert.deepStrictEqual(created, shown)
        assert.deepStrictEqual((yield* send(asOwner, "GET", `${path}/${id}`)).body, shown)
        const change = { format: "PO", languages: ["en"], structureDelimiter: null, filterState: null, zip: true }
        const put = (body: object) => send(asOwner, "PUT", `${path}/${id}`, body)
        const changed = { ...shown, name: "Other", ...change }
        assert.deepStrictEqual((yield* put({ name: "Other", ...change })).body, changed)
        assert.deepStrictEqual((yield* put({ name: "Texts" })).body, shown)
        const list = (yield* send(asOwner, "GET", path)).body as { _embedded: { contentDeliveryConfigs: unknown } }
        assert.deepStrictEqual(list._embedded.contentDeliveryConfigs, [shown])
        const attempts = yield* send(asOwner, "GET", `${path}/${id}/attempts`)
        assert.match(JSON.stringify(attempts.body), /"totalElements":0/)
        assert.deepStrictEqual(yield* send(asOwner, "DELETE", `${path}/${id}`), { status: 200, body: "" })
        assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/${id}`), error(404, "resource_not_found"))
        const activity = JSON.stringify((yield* send(asOwner, "GET", `/v2/projects/${projectId}/activity`)).body)
        for (const type of ["CREATE", "UPDATE", "DELETE"]) assert.include(activity, `CONTENT_DELIVERY_CONFIG_${type}`)
      })
    )

    it.effect("are rejected for what the export rejects, and for slugs of the server's storage", () =>
      Effect.gen(function* () {
        const { asOwner, path } = yield* seedFixture
        const post = (body: object) => send(asOwner, "POST", path, { name: "Texts", ...body })
        assert.strictEqual((yield* post({ name: " " })).status, 400)
        assert.strictEqual((yield* post({ format: "NONE" })).status, 400)
        assert.deepStrictEqual(
          yield* post({ fileStructureTemplate: "all.json" }),
          error(400, "missing_placeholder_in_template", ["LANGUAGE_TAG", "ANDROID_LANGUAGE_TAG", "SNAKE_LANGUAGE_TAG"])
        )
        assert.deepStrictEqual(
          yield* post({ filterBranch: "x" }),
          error(400, "feature_not_enabled_for_project", ["BRANCHING"])
        )
        assert.deepStrictEqual(yield* post({ contentStorageId: 999_999 }), error(404, "resource_not_found"))
        const ownOnly = error(400, "custom_slug_is_only_applicable_for_custom_storage")
        assert.deepStrictEqual(yield* post({ slug: "app" }), ownOnly)
        assert.match(JSON.stringify((yield* send(asOwner, "GET", path)).body), /"totalElements":0/)
      })
    )

    it.effect("keep generated slugs in the server's storage, and have chosen ones in a storage of the project", () =>
      Effect.gen(function* () {
        const { asOwner, path, id: project } = yield* seedFixture
        const contentStorageId = yield* seed.contentStorage({ project, name: "Bucket" })
        const created = (yield* send(asOwner, "POST", path, { name: "Texts" })).body as Delivery
        const put = (body: object) => send(asOwner, "PUT", `${path}/${created.id}`, { name: "Texts", ...body })
        const slugAfter = (body: object) => Effect.map(put(body), (response) => (response.body as Delivery).slug)
        assert.strictEqual(yield* slugAfter({}), created.slug)
        assert.strictEqual(yield* slugAfter({ contentStorageId, slug: "my-app" }), "my-app")
        const generated = yield* slugAfter({ contentStorageId })
        assert.match(generated, /^[0-9a-f]{32}$/)
        assert.notInclude([created.slug, yield* slugAfter({ contentStorageId })], generated)
        assert.deepStrictEqual(yield* put({ contentStorageId, slug: "My App" }), error(400, "invalid_slug_format"))
        yield* send(asOwner, "POST", path, { name: "Other", contentStorageId, slug: "taken" })
        assert.deepStrictEqual(yield* put({ contentStorageId, slug: "taken" }), error(400, "slug_not_unique"))
        assert.deepStrictEqual(
          yield* send(asOwner, "DELETE", `/v2/projects/${project}/content-storages/${contentStorageId}`),
          error(400, "content_storage_is_in_use")
        )
      })
    )

    it.effect("follow their branch when it is renamed, and are deleted with it", () =>
      Effect.gen(function* () {
        const { asOwner, path, id: project } = yield* seedFixture
        const branch = yield* seed.branch({ project, name: "release" })
        const post = (body: object) => send(asOwner, "POST", path, { name: "Texts", ...body })
        const { id } = (yield* post({ filterBranch: "release" })).body as Delivery
        yield* send(asOwner, "POST", `/v2/projects/${project}/branches/${branch}`, { name: "stable" })
        const branchOf = (body: unknown) => (body as { readonly filterBranch: unknown }).filterBranch
        assert.strictEqual(branchOf((yield* send(asOwner, "GET", `${path}/${id}`)).body), "stable")
        assert.deepStrictEqual(yield* post({ filterBranch: "release" }), error(404, "branch_not_found"))
        yield* send(asOwner, "DELETE", `/v2/projects/${project}/branches/${branch}`)
        assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/${id}`), error(404, "resource_not_found"))
      })
    )

    it.effect("are read with the scope to publish, and changed with the one to manage", () =>
      Effect.gen(function* () {
        const { path, id: project, owner } = yield* seedFixture
        const publisher = yield* seed.apiKey({ project, user: owner, scopes: ["content-delivery.publish"] })
        assert.strictEqual((yield* send(publisher, "GET", path)).status, 200)
        const forbidden = error(403, "operation_not_permitted", ["content-delivery.manage"])
        assert.deepStrictEqual(yield* send(publisher, "POST", path, { name: "Texts" }), forbidden)
        const viewer = yield* seed.apiKey({ project, user: owner, scopes: ["translations.view"] })
        const hidden = error(403, "operation_not_permitted", ["content-delivery.publish"])
        assert.deepStrictEqual(yield* send(viewer, "GET", path), hidden)
      })
    )
  })
}
