import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BucketSettings } from "@dragoman/settings"
import { Database, ImageRepository } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { backup } from "../../command/backup.ts"
import { moveImages } from "../../command/images/move-images.ts"
import { verifyBackup } from "../../command/verify-backup.ts"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { ImageBucket } from "../../service/object-storage/image-bucket.ts"
import { makePng, sendImage } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { startStorageServer } from "../../testing/storage-server.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { ImageFiles } from "./image-files.ts"

const settingsOf = (storage: BucketSettings): Partial<SettingValues> => ({
  imagesStorage: "s3",
  imagesS3Endpoint: storage.endpoint,
  imagesS3Bucket: storage.bucket,
  imagesS3Prefix: storage.prefix,
  imagesS3AccessKeyId: storage.accessKeyId,
  imagesS3SecretAccessKey: storage.secretAccessKey
})

const upload = (credential: TestCredential, image: Uint8Array<ArrayBuffer>) =>
  sendImage(credential, "POST", "/v2/image-upload", "image", image)

const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.strictEqual(
      response.status === 200 ? response.headers.get("content-length") : null,
      response.status === 200 ? String(bytes.length) : null
    )
    return { status: response.status, etag: response.headers.get("etag"), bytes }
  })

const countPieces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ total: number }>`SELECT CAST(count(*) AS INTEGER) AS total FROM image_piece`
  return row?.total ?? -1
}).pipe(Effect.orDie)

const move = (change: Partial<SettingValues>, to: "s3" | "database") =>
  Effect.gen(function* () {
    const settings = { ...(yield* Settings), ...change }
    return yield* Effect.promise(() =>
      moveImages(settings, { to }).then(
        ({ facts }) => ({ facts, sentence: null }),
        (failure: { readonly sentence: string }) => ({ facts: null, sentence: failure.sentence })
      )
    )
  })

const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

describe("images in a bucket", () => {
  it.live(
    "are served as those of the database, move to it and back while the server runs, and leave with their keys",
    () =>
      Effect.gen(function* () {
        const storageScope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
        const storage = yield* Scope.provide(startStorageServer, storageScope)
        const bucket = new ImageBucket(storage)
        const folder = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman images "))),
          (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
        )
        yield* Effect.gen(function* () {
          const user = yield* seed.user({ username: "image user", serverRole: "ADMIN" })
          const asUser = yield* seed.accessToken(user, { super: true })
          const first = (yield* upload(asUser, makePng(900, 700))).body as { id: number; fileUrl: string }
          const second = (yield* upload(asUser, makePng(300, 200))).body as { id: number; fileUrl: string }
          assert.strictEqual(yield* countPieces, 0)
          assert.strictEqual((yield* bucket.list).size, 2)
          const urls = ["", "-mid", "-thumb"].map((end) => first.fileUrl.replace(".png", `${end}.png`))
          const files = yield* Effect.forEach(urls, (url) => fetchFile(url))
          assert.deepStrictEqual(
            files.map(({ status }) => status),
            [200, 200, 200]
          )
          const etag = files[0]?.etag ?? ""
          assert.strictEqual((yield* fetchFile(first.fileUrl, { "if-none-match": etag })).status, 304)

          const file = join(folder, "backup.sqlite")
          const settings = yield* Settings
          yield* Effect.promise(() => backup(settings, file))
          const verified = yield* Effect.promise(() => verifyBackup(settings, file))
          assert.strictEqual(verified.facts.imagesInBucket, 2)
          assert.include(verified.sentence, "The contents of 2 images are not in it")

          const moved = yield* move({ imagesS3Bucket: "nowhere" }, "database")
          assert.include(moved.sentence, "DRAGOMAN_IMAGES_S3_BUCKET")
          assert.deepStrictEqual((yield* move({}, "database")).facts, { to: "database", moved: 2, missing: 0 })
          assert.isAbove(yield* countPieces, 0)
          assert.deepStrictEqual(yield* Effect.forEach(urls, (url) => fetchFile(url)), files)
          assert.deepStrictEqual((yield* move({}, "database")).facts, { to: "database", moved: 0, missing: 0 })
          const failed = yield* move({ imagesS3Bucket: "nowhere" }, "s3")
          assert.include(failed.sentence, "DRAGOMAN_IMAGES_S3_BUCKET")
          assert.deepStrictEqual(yield* Effect.forEach(urls, (url) => fetchFile(url)), files)
          // A command was killed before it erased the contents of an image that it had moved.
          const images = yield* ImageRepository
          const database = yield* Database
          yield* database.transaction(images.reserveObject("killed", Number.MAX_SAFE_INTEGER))
          yield* bucket.put("killed", yield* images.readContents(first.id))
          assert.isTrue(yield* database.transaction(images.toBucket(first.id, "killed")))
          assert.deepStrictEqual((yield* move({}, "s3")).facts, { to: "s3", moved: 1, missing: 0 })
          assert.strictEqual(yield* countPieces, 0)
          assert.deepStrictEqual(yield* Effect.forEach(urls, (url) => fetchFile(url)), files)

          // Objects that no image has any more wait an hour for requests that read them; a deleted image does not.
          assert.strictEqual((yield* bucket.list).size, 4)
          assert.strictEqual((yield* send(asUser, "DELETE", `/v2/image-upload/${second.id}`)).status, 200)
          yield* inRealTime(ImageFiles.use((files) => files.removeUnused))
          assert.strictEqual((yield* bucket.list).size, 3)
          const kept = (yield* ImageRepository.use((images) => images.listIn("bucket", 0, 10))).map(
            ({ objectName }) => objectName ?? ""
          )
          assert.strictEqual(kept.length, 1)

          yield* bucket.remove(kept[0] ?? "")
          assert.deepStrictEqual(
            yield* send(null, "GET", new URL(first.fileUrl).pathname),
            error(404, "resource_not_found")
          )
          const report = (yield* send(asUser, "GET", "/v2/administration/server/findings")).body as {
            findings: ReadonlyArray<{ id: string; params: object }>
          }
          assert.deepInclude(
            report.findings.map(({ id, params }) => ({ id, params })),
            { id: "images-missing", params: { images: 1 } }
          )
          assert.include((yield* move({}, "database")).sentence, "Missing in the bucket: 1")
          const [lost] = yield* images.listIn("bucket", 0, 1)
          assert.isDefined(lost)
          yield* database.transaction(images.toDatabase(lost, [], Number.MAX_SAFE_INTEGER))
          assert.include((yield* move({}, "s3")).sentence, "Missing in the database: 1")
          yield* database.transaction(images.reserveObject("lost", Number.MAX_SAFE_INTEGER))
          assert.isTrue(yield* database.transaction(images.toBucket(lost.id, "lost")))

          yield* Scope.close(storageScope, Exit.void)
          const rejected = yield* upload(asUser, makePng(30, 20))
          assert.deepStrictEqual(
            { status: rejected.status, body: rejected.body },
            error(503, "image_storage_unavailable")
          )
          assert.strictEqual((yield* fetchFile(first.fileUrl)).status, 503)
          assert.strictEqual((yield* images.listIn("bucket", 0, 10)).length, 1)
        }).pipe(Effect.provide(layerTestServer(settingsOf(storage))))
      }).pipe(Effect.scoped),
    60_000
  )
})
