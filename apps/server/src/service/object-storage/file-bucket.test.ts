import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BucketSettings } from "@dragoman/settings"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { startStorageServer } from "../../testing/storage-server.ts"
import { Bucket } from "./file-bucket.ts"

const partBytes = 5 * 1024 * 1024

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman bucket "))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const bucketOf = (settings: BucketSettings) => new Bucket("backup", settings, { partBytes, retryMillis: 1 })

describe("a bucket of S3-compatible storage", () => {
  it.live("takes files of one part and of several, lists them, gives them back and removes them", () =>
    Effect.gen(function* () {
      const settings = yield* startStorageServer
      const folder = yield* newFolder
      const bucket = bucketOf(settings)
      const contents = { "dragoman-a.sqlite": randomBytes(1_000), "dragoman-b.sqlite": randomBytes(2 * partBytes + 7) }
      for (const [name, bytes] of Object.entries(contents)) {
        writeFileSync(join(folder, name), bytes)
        yield* bucket.upload(join(folder, name), name)
      }
      const listed = (yield* bucket.list).toSorted((one, other) => one.bytes - other.bytes)
      assert.deepStrictEqual(
        listed,
        Object.entries(contents).map(([name, bytes]) => ({ name, bytes: bytes.length }))
      )
      for (const [name, bytes] of Object.entries(contents)) {
        const copy = join(folder, `copy of ${name}`)
        yield* bucket.download(name, copy)
        assert.isTrue(readFileSync(copy).equals(bytes))
        assert.strictEqual(statSync(copy).mode & 0o777, 0o600)
        yield* bucket.remove(name)
      }
      assert.deepStrictEqual(yield* bucket.list, [])
      assert.deepStrictEqual(yield* bucketOf({ ...settings, prefix: "other/" }).list, [])
    }).pipe(Effect.scoped)
  )

  it.live("says in one sentence what is wrong, without the key", () =>
    Effect.gen(function* () {
      const settings = yield* startStorageServer
      const folder = yield* newFolder
      const file = join(folder, "file")
      writeFileSync(file, "content")
      const upload = (change: Partial<BucketSettings>) =>
        Effect.map(Effect.flip(bucketOf({ ...settings, ...change }).upload(file, "file")), ({ sentence }) => sentence)
      const wrongKey = yield* upload({ secretAccessKey: "hunter2" })
      assert.match(wrongKey, /SignatureDoesNotMatch.*check DRAGOMAN_BACKUP_S3_ACCESS_KEY_ID and/)
      assert.notInclude(wrongKey, "hunter2")
      assert.match(
        yield* upload({ accessKeyId: "unknown" }),
        /InvalidAccessKeyId.*check DRAGOMAN_BACKUP_S3_ACCESS_KEY_ID and/
      )
      assert.match(yield* upload({ bucket: "nowhere" }), /NoSuchBucket.*DRAGOMAN_BACKUP_S3_BUCKET/)
      assert.match(yield* upload({ endpoint: "http://127.0.0.1:1" }), /could not be used.*DRAGOMAN_BACKUP_S3_ENDPOINT/)
      const missing = yield* Effect.flip(bucketOf(settings).download("none", join(folder, "none")))
      assert.match(missing.sentence, /NoSuchKey/)
      assert.deepStrictEqual(readdirSync(folder), ["file"])
    }).pipe(Effect.scoped)
  )

  it.live("is asked again when it is overloaded for a moment", () =>
    Effect.gen(function* () {
      let requests = 0
      const server = createServer((_, response) => {
        response.writeHead(++requests < 4 ? 503 : 204).end()
      })
      const port = yield* Effect.acquireRelease(
        Effect.callback<number>((resume) => {
          server.listen(0, "127.0.0.1", () => {
            const address = server.address()
            resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
          })
        }),
        () => Effect.sync(() => server.close())
      )
      const settings = { bucket: "b", prefix: "p/", region: "r", accessKeyId: "a", secretAccessKey: "s" }
      yield* bucketOf({ ...settings, endpoint: `http://127.0.0.1:${port}` }).remove("x")
      assert.strictEqual(requests, 4)
    }).pipe(Effect.scoped)
  )
})
