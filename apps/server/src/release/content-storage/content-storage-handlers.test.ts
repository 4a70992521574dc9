import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { startAzureServer } from "../../testing/azure-server.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { startStorageServer } from "../../testing/storage-server.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Storages ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const { id } = yield* seed.project({ organization: organization.id, name })
  const asOwner = yield* seed.accessToken(owner, { super: true })
  return { id, path: `/v2/projects/${id}/content-storages`, asOwner }
})

const s3Body = Effect.map(startStorageServer, ({ endpoint, bucket, region, accessKeyId, secretAccessKey }) => ({
  name: "Bucket",
  publicUrlPrefix: "https://cdn.example.com/",
  s3ContentStorageConfig: {
    bucketName: bucket,
    endpoint,
    signingRegion: region,
    path: "/apps/",
    accessKey: accessKeyId,
    secretKey: secretAccessKey
  }
}))

const idOf = (body: unknown): number => (body as { readonly id: number }).id

for (const [engine, server] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, server, { timeout: "60 seconds" })(`storages of projects on ${engine}`, (it) => {
    it.effect("are tested, kept with secrets that nobody gets back, and deleted", () =>
      Effect.gen(function* () {
        const { asOwner, path, id: projectId } = yield* seedFixture
        const body = yield* s3Body
        const { accessKey: _, secretKey: __, ...settings } = body.s3ContentStorageConfig
        const created = yield* send(asOwner, "POST", path, body)
        const id = idOf(created.body)
        const shown = {
          id,
          name: "Bucket",
          publicUrlPrefix: "https://cdn.example.com",
          s3ContentStorageConfig: { ...settings, path: "apps" },
          azureContentStorageConfig: null
        }
        assert.deepStrictEqual(created, { status: 200, body: shown })
        assert.deepStrictEqual((yield* send(asOwner, "GET", `${path}/${id}`)).body, shown)
        const withoutSecrets = { name: "Renamed", s3ContentStorageConfig: { ...settings, secretKey: "" } }
        const renamed = { ...shown, name: "Renamed", publicUrlPrefix: null }
        assert.deepStrictEqual(yield* send(asOwner, "PUT", `${path}/${id}`, withoutSecrets), {
          status: 200,
          body: renamed
        })
        const sql = yield* SqlClient.SqlClient
        const secrets = sql<{ secret: string }>`SELECT secret FROM content_storage WHERE project_id = ${projectId}`
        assert.deepStrictEqual(JSON.parse((yield* secrets)[0]?.secret ?? ""), {
          accessKey: "S3RVER",
          secretKey: "S3RVER"
        })
        const activity = JSON.stringify((yield* send(asOwner, "GET", `/v2/projects/${projectId}/activity`)).body)
        for (const type of ["CONTENT_STORAGE_CREATE", "CONTENT_STORAGE_UPDATE"]) assert.include(activity, type)
        assert.notInclude(activity, "S3RVER")
        assert.deepStrictEqual(yield* send(asOwner, "DELETE", `${path}/${id}`), { status: 200, body: "" })
        assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/${id}`), error(404, "resource_not_found"))
      }).pipe(Effect.scoped)
    )

    it.effect(
      "are rejected before anything is sent when settings are missing, and keep nothing when the test fails",
      () =>
        Effect.gen(function* () {
          const { asOwner, path } = yield* seedFixture
          const { s3ContentStorageConfig: s3, ...rest } = yield* s3Body
          const { connectionString } = yield* startAzureServer
          const post = (body: object) => send(asOwner, "POST", path, body)
          const required = error(400, "content_storage_config_required")
          const azure = { connectionString, containerName: "texts" }
          assert.deepStrictEqual(yield* post(rest), required)
          assert.deepStrictEqual(
            yield* post({ ...rest, s3ContentStorageConfig: s3, azureContentStorageConfig: azure }),
            required
          )
          const withS3 = (change: object) => post({ ...rest, s3ContentStorageConfig: { ...s3, ...change } })
          assert.deepStrictEqual(yield* withS3({ accessKey: "" }), error(400, "s3_access_key_required"))
          assert.deepStrictEqual(yield* withS3({ secretKey: null }), error(400, "s3_secret_key_required"))
          assert.strictEqual((yield* withS3({ bucketName: "x" })).status, 400)
          assert.strictEqual((yield* withS3({ path: "a/../b" })).status, 400)
          const withAzure = (change: object) => post({ ...rest, azureContentStorageConfig: { ...azure, ...change } })
          assert.deepStrictEqual(
            yield* withAzure({ connectionString: " " }),
            error(400, "azure_connection_string_required")
          )
          assert.deepStrictEqual(
            yield* withAzure({ connectionString: "x=y" }),
            error(400, "cannot_create_azure_storage_client")
          )
          const failed = yield* withAzure({ containerName: "nowhere" })
          assert.strictEqual(failed.status, 400)
          assert.match(
            JSON.stringify(failed.body),
            /content_storage_config_invalid.*cannot_store_file.*ContainerNotFound/
          )
          const guarded = yield* withS3({ endpoint: "http://169.254.169.254" })
          const reason = ["url_not_valid", ["address_not_allowed", "DRAGOMAN_WEBHOOK_ALLOW"]]
          assert.deepStrictEqual(guarded, error(400, "content_storage_config_invalid", reason))
          assert.match(JSON.stringify((yield* send(asOwner, "GET", path)).body), /"totalElements":0/)
        }).pipe(Effect.scoped)
    )

    it.effect("can be tested without saving, and with the saved secrets", () =>
      Effect.gen(function* () {
        const { asOwner, path } = yield* seedFixture
        const { connectionString, blobs } = yield* startAzureServer
        const body = (containerName: string, secret = "") => ({
          name: "Container",
          azureContentStorageConfig: { connectionString: secret, containerName }
        })
        const success = { status: 200, body: { success: true, message: null, params: null } }
        assert.deepStrictEqual(yield* send(asOwner, "POST", `${path}/test`, body("texts", connectionString)), success)
        assert.deepStrictEqual(yield* send(asOwner, "POST", `${path}/test`, body("texts")), {
          status: 200,
          body: { success: false, message: "azure_connection_string_required", params: [] }
        })
        const id = idOf((yield* send(asOwner, "POST", path, body("texts", connectionString))).body)
        assert.deepStrictEqual(yield* send(asOwner, "POST", `${path}/${id}/test`, body("texts")), success)
        const failed = yield* send(asOwner, "POST", `${path}/${id}/test`, body("nowhere"))
        assert.match(JSON.stringify(failed.body), /"success":false.*cannot_store_file_to_content_storage.*nowhere/)
        assert.strictEqual(blobs.size, 0)
      }).pipe(Effect.scoped)
    )
  })
}
