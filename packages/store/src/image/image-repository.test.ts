import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { ScreenshotRepository } from "../screenshot/screenshot-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { ImageRepository, type NewImage } from "./image-repository.ts"

const owner = 1
const member = 2

const picture = (change: Partial<NewImage>): NewImage => ({
  name: "picture",
  purpose: "UPLOAD",
  ownerId: owner,
  location: null,
  size: { width: 10, height: 20 },
  uploadedSize: { width: 20, height: 40 },
  createdAt: 5,
  contents: [{ variant: "large", bytes: Uint8Array.of(1, 0, 255) }],
  ...change
})

const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
  const sql = yield* SqlClient.SqlClient
  const [inserted] = yield* Effect.orDie(
    sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert({ ...row, created_at: 0 })} RETURNING id`
  )
  return inserted?.id ?? 0
})

const seedKeys = Effect.gen(function* () {
  const projectId = yield* insert("project", { organization_id: 1, name: "P", slug: "p" })
  return {
    projectId,
    first: yield* insert("translation_key", { project_id: projectId, name: "first" }),
    second: yield* insert("translation_key", { project_id: projectId, name: "second" })
  }
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("images on %s", (_, layerTest) => {
  const layerFixture = Layer.mergeAll(ImageRepository.layer, ScreenshotRepository.layer).pipe(
    Layer.provideMerge(layerProjectFixture(layerTest))
  )
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("are read piece by piece as they were written, under their purpose only", () =>
      inFixture(
        Effect.gen(function* () {
          const images = yield* ImageRepository
          const large = Uint8Array.from({ length: 600_000 }, (_, index) => (index * 7) % 256)
          const id = yield* images.insert(
            picture({
              contents: [
                { variant: "large", bytes: large },
                { variant: "small", bytes: Uint8Array.of(9) }
              ]
            })
          )
          const find = (variant: "large" | "middle" | "small", purposes: ReadonlyArray<"UPLOAD" | "SCREENSHOT">) =>
            images.findFile("picture", variant, purposes)
          const found = Option.getOrThrow(yield* find("large", ["UPLOAD"]))
          assert.deepStrictEqual({ ...found }, { imageId: id, objectName: null, size: large.length })
          assert.isTrue(Option.isNone(yield* find("large", ["SCREENSHOT"])))
          assert.isTrue(Option.isNone(yield* find("middle", ["UPLOAD"])))
          const pieces: Array<Uint8Array> = []
          for (let piece = yield* images.readPiece(id, "large", 0); Option.isSome(piece); ) {
            pieces.push(piece.value)
            piece = yield* images.readPiece(id, "large", pieces.length)
          }
          assert.strictEqual(pieces.length, 3)
          assert.isTrue(Buffer.concat(pieces).equals(large))
        })
      )
    )

    it.effect("lie in a bucket when their object was reserved, and leave it when they are deleted or moved back", () =>
      inFixture(
        Effect.gen(function* () {
          const images = yield* ImageRepository
          yield* images.reserveObject("object", 100)
          const id = yield* images.insert(picture({ objectName: "object", contents: [] }))
          const found = Option.getOrThrow(yield* images.findFile("picture", "large", ["UPLOAD"]))
          assert.deepStrictEqual({ ...found }, { imageId: id, objectName: "object", size: 0 })
          assert.deepStrictEqual(yield* images.takeUnusedObjects(100), [])
          const contents = [{ variant: "large", bytes: Buffer.from([1, 2]) }] as const
          assert.isTrue(yield* images.toDatabase({ id, objectName: "object" }, contents, 200))
          assert.isFalse(yield* images.toDatabase({ id, objectName: "object" }, contents, 200))
          assert.deepStrictEqual(yield* images.readContents(id), contents)
          assert.deepStrictEqual(yield* images.takeUnusedObjects(199), [])
          assert.deepStrictEqual(yield* images.takeUnusedObjects(200), ["object"])
          yield* images.forgetObjects(["object"])
          yield* images.reserveObject("second", 300)
          assert.isTrue(yield* images.toBucket(id, "second"))
          assert.isFalse(yield* images.toBucket(id, "second"))
          assert.deepStrictEqual(
            (yield* images.listIn("bucket", 0, 10)).map((row) => ({ ...row })),
            [{ id, objectName: "second" }]
          )
          assert.deepStrictEqual(yield* images.listIn("database", 0, 10), [])
          // Requests that began before still read the pieces.
          assert.deepStrictEqual(yield* images.readContents(id), contents)
          yield* images.erasePieces([id])
          assert.deepStrictEqual(yield* images.readContents(id), [])
          yield* images.remove([id])
          assert.deepStrictEqual(yield* images.takeUnusedObjects(1), ["second"])
          // Its time is over: no image gets it any more.
          const late = yield* Effect.exit(images.insert(picture({ name: "late", objectName: "second", contents: [] })))
          assert.isTrue(Exit.isFailure(late))
        })
      )
    )

    it.effect("wait for their user until they become screenshots", () =>
      inFixture(
        Effect.gen(function* () {
          const images = yield* ImageRepository
          const id = yield* images.insert(picture({ location: "frame" }))
          const other = yield* images.insert(picture({ name: "other", ownerId: member }))
          const row = { location: null, width: 10, height: 20, uploadedWidth: 20, uploadedHeight: 40 }
          assert.deepStrictEqual(
            (yield* images.listUploads([other, id, 987])).map((upload) => ({ ...upload })),
            [
              { ...row, id, ownerId: owner, location: "frame" },
              { ...row, id: other, ownerId: member }
            ]
          )
          assert.strictEqual(yield* images.countUploads(owner), 1)
          yield* images.toScreenshots([id])
          assert.deepStrictEqual(yield* images.listUploads([id]), [])
          assert.strictEqual(yield* images.countUploads(owner), 0)
        })
      )
    )

    it.effect("show keys: two keys share a screenshot, and the trash hides a key from the other one", () =>
      inFixture(
        Effect.gen(function* () {
          const images = yield* ImageRepository
          const screenshots = yield* ScreenshotRepository
          const sql = yield* SqlClient.SqlClient
          const { projectId, first, second } = yield* seedKeys
          const id = yield* images.insert(picture({ location: "frame", ownerId: null, purpose: "SCREENSHOT" }))
          const reference = { imageId: id, positions: null, originalText: null }
          const positions = [{ x: 1, y: 2, width: 3, height: 4 }]
          yield* screenshots.insert(projectId, [
            { ...reference, keyId: first, positions, originalText: "Hello" },
            { ...reference, keyId: second }
          ])
          const ofFirst = { ...reference, keyId: first, keyName: "first", keyNamespace: null }
          const ofSecond = { ...reference, keyId: second, keyName: "second", keyNamespace: null }
          const row = { id, name: "picture", location: "frame", width: 10, height: 20, createdAt: 5 }
          const ofFirstKey = { ...ofFirst, positions, originalText: "Hello" }
          assert.deepStrictEqual(yield* screenshots.listOfKeys([first, second]), [
            { ...row, references: [ofFirstKey, ofSecond] }
          ])
          yield* sql`UPDATE translation_key SET deleted_at = 1 WHERE id = ${second}`
          assert.deepStrictEqual(yield* screenshots.listOfKeys([first]), [{ ...row, references: [ofFirstKey] }])
          assert.strictEqual((yield* screenshots.listOfKeys([second]))[0]?.references.length, 2)
          assert.deepStrictEqual(
            (yield* screenshots.listByLocation([first], ["frame", "nowhere"])).map((found) => ({ ...found })),
            [{ imageId: id, keyId: first, location: "frame" }]
          )

          yield* screenshots.removeLinks([{ imageId: id, keyId: first }])
          yield* screenshots.removeWithoutKeys([id])
          assert.strictEqual((yield* screenshots.listLinks([id])).length, 1)
          yield* screenshots.removeLinks([{ imageId: id, keyId: second }])
          yield* screenshots.removeWithoutKeys([id])
          assert.deepStrictEqual(yield* sql`SELECT image_id FROM image_piece`, [])
        })
      )
    )

    it.effect("are removed when they are unused: old uploads, screenshots without keys, avatars of the deleted", () =>
      inFixture(
        Effect.gen(function* () {
          const images = yield* ImageRepository
          const screenshots = yield* ScreenshotRepository
          const sql = yield* SqlClient.SqlClient
          const { projectId, first } = yield* seedKeys
          const old = yield* images.insert(picture({ name: "old", createdAt: 9 }))
          const fresh = yield* images.insert(picture({ name: "fresh", createdAt: 10 }))
          const shown = yield* images.insert(picture({ name: "shown", purpose: "SCREENSHOT", createdAt: 0 }))
          const avatar = yield* images.insert(
            picture({ name: "avatar", purpose: "PROJECT_AVATAR", ownerId: projectId, createdAt: 0 })
          )
          const ofUser = yield* images.insert(picture({ name: "user", purpose: "USER_AVATAR" }))
          const ofOrganization = yield* images.insert(picture({ name: "team", purpose: "ORGANIZATION_AVATAR" }))
          yield* screenshots.insert(projectId, [{ imageId: shown, keyId: first, positions: null, originalText: null }])
          const listUnused = images.listUnused({ afterId: 0, uploadedBefore: 10, limit: 100 })
          assert.deepStrictEqual(yield* listUnused, { ids: [old], lastId: ofOrganization })
          assert.deepStrictEqual(yield* images.listUnused({ afterId: ofUser, uploadedBefore: 10, limit: 100 }), {
            ids: [],
            lastId: ofOrganization
          })

          yield* sql`DELETE FROM translation_key WHERE id = ${first}`
          for (const table of ["project", "user_account", "organization"]) {
            yield* sql`UPDATE ${sql(table)} SET deleted_at = 1 WHERE id IN (1, ${projectId})`
          }
          const { ids } = yield* listUnused
          assert.deepStrictEqual(ids, [old, shown, avatar, ofUser, ofOrganization])
          yield* images.removeUnused([...ids, fresh], 10)
          assert.deepStrictEqual(
            (yield* sql<{ id: number }>`SELECT id FROM image`).map(({ id }) => id),
            [fresh]
          )
        })
      )
    )

    it.effect("an avatar takes the place of the one before", () =>
      inFixture(
        Effect.gen(function* () {
          const images = yield* ImageRepository
          const sql = yield* SqlClient.SqlClient
          for (const name of ["first", "second"]) {
            yield* images.setAvatar("USER_AVATAR", owner, name)
            yield* images.insert(picture({ name, purpose: "USER_AVATAR" }))
          }
          const names = sql<{ name: string }>`SELECT name FROM image`
          assert.deepStrictEqual(
            (yield* names).map(({ name }) => name),
            ["second"]
          )
          const [user] = yield* sql<{ avatarHash: string }>`SELECT avatar_hash FROM user_account WHERE id = ${owner}`
          assert.strictEqual(user?.avatarHash, "second")
          yield* images.setAvatar("USER_AVATAR", owner, null)
          assert.deepStrictEqual(yield* names, [])
        })
      )
    )
  })
})
