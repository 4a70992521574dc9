import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import type { BucketSettings } from "@dragoman/settings"
import { Effect } from "effect"

/** A server of the S3 protocol that checks signatures, with one empty bucket; the settings of that bucket. */
export const startStorageServer = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-s3-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: "backups" }]
  })
  const { port } = yield* Effect.acquireRelease(
    Effect.promise(() => server.run()),
    () => Effect.promise(() => server.close())
  )
  const settings: BucketSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "backups",
    prefix: "my server/",
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER"
  }
  return settings
})
