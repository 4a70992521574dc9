import { Api, IfMatchAnnotation } from "@dragoman/api"
import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { it as plainIt } from "vitest"
import { seed } from "../testing/seed.ts"
import { credentialHeaders } from "../testing/send.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"

interface Write {
  readonly method: "PUT" | "DELETE"
  readonly path: string
  readonly body?: object
}

interface Ids {
  readonly key: number
  readonly language: number
  readonly member: number
  readonly guest: number
}

/** Resources with an ETag, and the writes that take it, in an order in which each of them changes something. Paths are below the project. */
const resources: ReadonlyArray<(ids: Ids) => { readonly path: string; readonly writes: ReadonlyArray<Write> }> = [
  ({ key }) => ({
    path: `/keys/${key}`,
    writes: [
      { method: "PUT", path: `/keys/${key}`, body: { name: "title", description: "edited" } },
      { method: "PUT", path: `/keys/${key}/complex-update`, body: { name: "heading" } },
      { method: "DELETE", path: `/keys/${key}` }
    ]
  }),
  ({ language }) => ({
    path: `/languages/${language}`,
    writes: [
      { method: "PUT", path: `/languages/${language}`, body: { name: "Czech", originalName: "čeština", tag: "cs" } },
      { method: "DELETE", path: `/languages/${language}` }
    ]
  }),
  ({ member }) => ({
    path: `/users/${member}`,
    writes: [
      { method: "PUT", path: `/users/${member}/set-permissions/TRANSLATE` },
      { method: "PUT", path: `/users/${member}/set-by-organization` }
    ]
  }),
  ({ guest }) => ({
    path: `/users/${guest}`,
    writes: [
      { method: "PUT", path: `/users/${guest}/set-permissions?scopes=keys.view` },
      { method: "PUT", path: `/users/${guest}/revoke-access` }
    ]
  }),
  () => ({
    path: "",
    writes: [
      { method: "PUT", path: "", body: { name: "Renamed" } },
      { method: "DELETE", path: "" }
    ]
  })
]

const endpoints = Object.values(Api.groups).flatMap(
  (group) => Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>
)

plainIt("every endpoint that takes If-Match is among the rows", () => {
  const rows = resources.flatMap((resource) =>
    resource({ key: 1, language: 1, member: 1, guest: 1 }).writes.map(
      ({ method, path }) => `${method} /v2/projects/1${path.replace(/\?.*/, "")}`
    )
  )
  const declared = endpoints.filter(
    ({ annotations }) => Context.getOrUndefined(annotations, IfMatchAnnotation) === true
  )
  assert.isAbove(declared.length, 5)
  for (const { method, path } of declared) {
    const pattern = new RegExp(`^${method} ${path.replace(/:[A-Za-z]+/g, "[^/]+")}$`)
    assert.isTrue(
      rows.some((row) => pattern.test(row)),
      `${method} ${path}`
    )
  }
})

layer(layerTestServer())("If-Match", (it) => {
  it.effect("writes only what is as the client read it, at every endpoint that takes it", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "owner" })
      const member = yield* seed.user({ username: "member" })
      const guest = yield* seed.user({ username: "guest" })
      const organization = yield* seed.organization({ name: "Versions", owner })
      yield* seed.organizationRole({ organization: organization.id, user: member, role: "MEMBER" })
      const project = yield* seed.project({ organization: organization.id, name: "Versions", languages: ["en", "de"] })
      yield* seed.directPermission({ project: project.id, user: guest, permission: { type: "VIEW" } })
      const key = yield* seed.key({ project: project.id, name: "title" })
      const credential = yield* seed.accessToken(owner, { super: true })
      const ids = { key, language: project.languages["de"] ?? 0, member, guest }

      const request = (method: string, path: string, body?: object, ifMatch?: string) =>
        Effect.flatMap(TestServer, ({ baseUrl }) =>
          Effect.promise(async () => {
            const response = await fetch(`${baseUrl}/v2/projects/${project.id}${path}`, {
              method,
              headers: {
                ...credentialHeaders(credential),
                "accept-encoding": "gzip",
                ...(body === undefined ? {} : { "content-type": "application/json" }),
                ...(ifMatch === undefined ? {} : { "if-match": ifMatch })
              },
              body: body === undefined ? null : JSON.stringify(body)
            })
            return { status: response.status, etag: response.headers.get("etag") ?? "", text: await response.text() }
          })
        )
      for (const { path, writes } of resources.map((resource) => resource(ids))) {
        for (const { method, path: written, body } of writes) {
          const name = `${method} ${written}`
          const before = yield* request("GET", path)
          assert.match(before.etag, /^"[^"]+"$/, `${name}: a strong tag`)
          for (const stale of ['"other"', `W/${before.etag}`, "other", ""]) {
            const failed = yield* request(method, written, body, stale)
            assert.deepStrictEqual(
              [failed.status, failed.text],
              [412, JSON.stringify({ code: "precondition_failed", params: [before.etag] })],
              `${name} with ${stale}`
            )
          }
          assert.deepStrictEqual(yield* request("GET", path), before, `${name}: nothing was written`)
          const done = yield* request(method, written, body, `"other", ${before.etag}`)
          assert.strictEqual(done.status, 200, `${name}: ${done.text}`)
          if (method === "DELETE" || written.endsWith("revoke-access")) {
            assert.strictEqual((yield* request("GET", path)).status, 404, name)
          } else {
            const after = yield* request("GET", path)
            assert.notStrictEqual(after.etag, before.etag, name)
            if (done.etag !== "") assert.strictEqual(done.etag, after.etag, name)
            assert.strictEqual((yield* request(method, written, body, before.etag)).status, 412, name)
            assert.strictEqual((yield* request(method, written, body, "*")).status, 200, name)
          }
        }
      }
    })
  )
})
