import type { StorageTarget } from "@dragoman/domain/content-delivery"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sendUnguarded } from "../../service/object-storage/object-request.ts"
import { startAzureServer } from "../../testing/azure-server.ts"
import { startStorageServer } from "../../testing/storage-server.ts"
import { openStorage } from "./open-storage.ts"

const connection = {
  retriesMax: 0,
  retryMillis: 1,
  requestMillisMax: 10_000,
  send: sendUnguarded,
  names: { endpoint: "ENDPOINT", bucket: "BUCKET", region: "REGION", keys: "KEYS", connectionString: "CONNECTION" }
}

const s3Target = Effect.map(
  startStorageServer,
  ({ endpoint, bucket, region, accessKeyId, secretAccessKey }): StorageTarget => ({
    type: "S3",
    settings: { endpoint, bucketName: bucket, signingRegion: region, path: "apps/web" },
    secret: { accessKey: accessKeyId, secretKey: secretAccessKey }
  })
)

const azureTarget = Effect.map(
  startAzureServer,
  ({ connectionString }): StorageTarget => ({
    type: "AZURE",
    settings: { containerName: "texts" },
    secret: { connectionString }
  })
)

describe.each([
  ["S3", s3Target],
  ["Azure", azureTarget]
] as const)("a storage of %s", (_, makeTarget) => {
  it.live("takes files, lists those below a path alone, and removes them", () =>
    Effect.gen(function* () {
      const client = openStorage(yield* makeTarget, connection)
      const paths = ["one/cs.json", "one/a b/en+č.json", "one/de.json", "one-more/en.json"]
      for (const path of paths) {
        const content = Buffer.from(`{"path":"${path}"}`)
        yield* client.write({ path, content, mediaType: "application/json", cacheControl: "public, max-age=60" })
      }
      assert.sameMembers([...(yield* client.list("one"))], paths.slice(0, 3))
      assert.sameMembers([...(yield* client.list(""))], paths)
      yield* client.remove(["one/cs.json", "one/de.json", "one/missing.json"])
      assert.deepStrictEqual(yield* client.list("one"), ["one/a b/en+č.json"])
    }).pipe(Effect.scoped)
  )

  it.live("fails with a sentence that says what to check, without a secret", () =>
    Effect.gen(function* () {
      const target = yield* makeTarget
      const sentenceOf = (changed: StorageTarget) =>
        Effect.map(Effect.flip(openStorage(changed, connection).list("x")), ({ sentence }) => sentence)
      const otherKey =
        target.type === "S3"
          ? { ...target, secret: { ...target.secret, secretKey: "aHVudGVyMg==" } }
          : {
              ...target,
              secret: {
                connectionString: target.secret.connectionString.replace(/AccountKey=[^;]*/, "AccountKey=aHVudGVyMg==")
              }
            }
      const wrongKey = yield* sentenceOf(otherKey)
      assert.match(wrongKey, /responded with 403.*check (KEYS|CONNECTION)/)
      assert.notInclude(wrongKey, "aHVudGVyMg")
      const elsewhere: StorageTarget =
        target.type === "S3"
          ? { ...target, settings: { ...target.settings, bucketName: "nowhere" } }
          : { ...target, settings: { containerName: "nowhere" } }
      assert.match(yield* sentenceOf(elsewhere), /nowhere.*404 \((NoSuchBucket|ContainerNotFound).*create it, or check/)
    }).pipe(Effect.scoped)
  )
})

it.live("files in Azure have media type and cache control", () =>
  Effect.gen(function* () {
    const { connectionString, blobs } = yield* startAzureServer
    const target: StorageTarget = { type: "AZURE", settings: { containerName: "texts" }, secret: { connectionString } }
    const file = { path: "slug/en.json", mediaType: "application/json", cacheControl: "public, max-age=60" }
    yield* openStorage(target, connection).write({ ...file, content: Buffer.from("{}") })
    const { path, ...headers } = file
    assert.deepStrictEqual(blobs.get(path), { content: "{}", ...headers })
  }).pipe(Effect.scoped)
)
