import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { recognizeImage } from "@dragoman/formats"
import { Database, ImageRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { halvedImages, makePng, sendImage } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, sendBody, type TestCredential } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { eraseUnusedImages } from "./change-images.ts"

interface Uploaded {
  readonly id: number
  readonly filename: string
  readonly fileUrl: string
  readonly requestFilename: string
  readonly createdAt: number
  readonly location: string | null
}

let users = 0

const seedUser = Effect.gen(function* () {
  const id = yield* seed.user({ username: `image user ${++users}` })
  return { id, asUser: yield* seed.accessToken(id) }
})

const upload = (credential: TestCredential, image: Uint8Array<ArrayBuffer>, info?: unknown) =>
  sendImage(credential, "POST", "/v2/image-upload", "image", image, info)

const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers })
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  })

const notImage = { status: 400, body: { CUSTOM_VALIDATION: { file_not_image: [] } } }

layer(layerTestServer({ maxUploadBytes: 2_000_000 }))("uploaded images", (it) => {
  it.effect("are stored as PNG in three sizes, under a random name", () =>
    Effect.gen(function* () {
      const { asUser } = yield* seedUser
      const { baseUrl } = yield* TestServer
      const response = yield* upload(asUser, makePng(3_000, 2_000), { location: "frame 1" })
      assert.strictEqual(response.status, 201)
      const uploaded = response.body as Uploaded
      assert.match(uploaded.filename, /^[0-9a-f]{40}$/)
      assert.deepStrictEqual(uploaded, {
        id: uploaded.id,
        filename: uploaded.filename,
        requestFilename: `${uploaded.filename}.png`,
        fileUrl: `${baseUrl}/uploaded-images/${uploaded.filename}.png`,
        createdAt: uploaded.createdAt,
        location: "frame 1"
      })
      const sizes = [
        ["", { width: 2_121, height: 1_414 }],
        ["-mid", { width: 600, height: 400 }],
        ["-thumb", { width: 200, height: 133 }]
      ] as const
      for (const [suffix, size] of sizes) {
        const { status, headers, bytes } = yield* fetchFile(uploaded.fileUrl.replace(".png", `${suffix}.png`))
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(recognizeImage(bytes), { format: "PNG", ...size })
        assert.strictEqual(headers.get("content-length"), String(bytes.length))
      }
    })
  )

  it.effect("are served so that no script runs in them, any origin may show them, and browsers cache them", () =>
    Effect.gen(function* () {
      const { asUser } = yield* seedUser
      const { fileUrl, requestFilename } = (yield* upload(asUser, halvedImages.webp)).body as Uploaded
      const { headers } = yield* fetchFile(fileUrl)
      const expected = {
        "content-type": "image/png",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-disposition": "inline",
        "cross-origin-resource-policy": "cross-origin",
        "access-control-allow-origin": "*",
        "cache-control": "max-age=365, must-revalidate, no-transform",
        etag: `"${requestFilename}"`
      }
      for (const [name, value] of Object.entries(expected)) assert.strictEqual(headers.get(name), value)
      const again = yield* fetchFile(fileUrl, { "if-none-match": expected.etag })
      assert.deepStrictEqual([again.status, again.bytes.length], [304, 0])
    })
  )

  it.effect("are not found under other names, or in another folder", () =>
    Effect.gen(function* () {
      const { asUser } = yield* seedUser
      const { baseUrl } = yield* TestServer
      const { filename } = (yield* upload(asUser, halvedImages.jpeg)).body as Uploaded
      for (const path of [
        `uploaded-images/${filename}`,
        `uploaded-images/${filename}.jpg`,
        `uploaded-images/${filename}-large.png`,
        `uploaded-images/..%2f${filename}.png`,
        "uploaded-images/abc.png",
        `uploaded-images/${"a".repeat(10_000)}.png`,
        "uploaded-images/%00.png",
        `screenshots/${filename}.png`,
        `avatars/${filename}.png`
      ]) {
        const { status, bytes } = yield* fetchFile(`${baseUrl}/${path}`)
        assert.strictEqual(status, 404, path)
        assert.strictEqual(JSON.parse(Buffer.from(bytes).toString()).code, "resource_not_found")
      }
    })
  )

  it.effect("that are no images are rejected under any name, and leave no file", () =>
    Effect.gen(function* () {
      const { id, asUser } = yield* seedUser
      const images = yield* ImageRepository
      const { dataDir } = yield* TestServer
      const page = Uint8Array.from(Buffer.from("<html><script>alert(1)</script></html>"))
      assert.deepStrictEqual(yield* upload(asUser, page), notImage)
      assert.deepStrictEqual(yield* upload(asUser, new Uint8Array()), notImage)
      assert.deepStrictEqual(yield* upload(asUser, halvedImages.jpeg.slice(0, 300)), notImage)
      assert.deepStrictEqual(
        yield* upload(asUser, makePng(1, 1, { claims: [60_000, 60_000] })),
        error(400, "file_too_big", [])
      )
      assert.deepStrictEqual(yield* upload(asUser, new Uint8Array(2_100_000)), error(400, "file_too_big", []))
      assert.deepStrictEqual(
        yield* upload(asUser, halvedImages.gif, { location: 5 }),
        error(400, "request_parse_error", ["location: Expected string | null"])
      )
      assert.deepStrictEqual(
        yield* upload(asUser, halvedImages.gif, "{"),
        error(400, "request_parse_error", ["info: Expected valid JSON"])
      )
      assert.deepStrictEqual(yield* sendImage(asUser, "POST", "/v2/image-upload", "other", halvedImages.gif), {
        status: 400,
        body: { STANDARD_VALIDATION: { image: "Required part 'image' is not present." } }
      })
      assert.deepStrictEqual(
        yield* sendBody(asUser, "POST", "/v2/image-upload", "x", "image/png"),
        error(415, "unsupported_media_type", ["image/png"])
      )
      assert.strictEqual(yield* images.countUploads(id), 0)
      const folder = join(dataDir, "uploads")
      assert.deepStrictEqual(existsSync(folder) ? readdirSync(folder) : [], [])
    })
  )

  it.effect("are accepted with every credential, and one hundred of a user may be pending", () =>
    Effect.gen(function* () {
      const { id, asUser } = yield* seedUser
      const asToken = yield* seed.personalAccessToken({ user: id })
      for (const credential of [asUser, asToken]) {
        assert.strictEqual((yield* upload(credential, halvedImages.gif)).status, 201)
      }
      for (let waiting = 2; waiting < 101; waiting++) yield* seed.image({ uploadedBy: id })
      assert.deepStrictEqual(yield* upload(asUser, halvedImages.gif), error(400, "too_many_uploaded_images"))
      assert.deepStrictEqual(yield* upload(null, halvedImages.gif), error(401, "unauthenticated"))
    })
  )

  it.effect("are deleted by the user who uploaded them; ids of other users are ignored", () =>
    Effect.gen(function* () {
      const { id, asUser } = yield* seedUser
      const other = yield* seedUser
      const images = yield* ImageRepository
      const [first, second, foreign] = [
        yield* seed.image({ uploadedBy: id }),
        yield* seed.image({ uploadedBy: id }),
        yield* seed.image({ uploadedBy: other.id })
      ]
      const remove = (ids: ReadonlyArray<number>) => send(asUser, "DELETE", `/v2/image-upload/${ids.join(",")}`)
      assert.deepStrictEqual(yield* remove([foreign]), { status: 200, body: "" })
      assert.strictEqual(yield* images.countUploads(id), 2)
      assert.deepStrictEqual(yield* remove([first, second, foreign, 987_654_321]), { status: 200, body: "" })
      assert.strictEqual(yield* images.countUploads(id), 0)
      assert.strictEqual(yield* images.countUploads(other.id), 1)
    })
  )

  it.effect("that are not attached are erased after two hours", () =>
    Effect.gen(function* () {
      const { id, asUser } = yield* seedUser
      const database = yield* Database
      const sql = yield* SqlClient.SqlClient
      const { id: old, fileUrl } = (yield* upload(asUser, halvedImages.gif)).body as Uploaded
      const fresh = yield* seed.image({ uploadedBy: id })
      // The clock of this test stays at 0.
      yield* database.transaction(sql`UPDATE image SET created_at = ${-2 * 3_600_000 - 1} WHERE id = ${old}`)
      yield* eraseUnusedImages()
      assert.strictEqual((yield* fetchFile(fileUrl)).status, 404)
      const images = yield* ImageRepository
      assert.deepStrictEqual(
        (yield* images.listUploads([old, fresh])).map((row) => row.id),
        [fresh]
      )
      assert.strictEqual((yield* sql`SELECT 1 AS found FROM image_piece WHERE image_id = ${old}`).length, 0)
    })
  )
})

layer(layerTestServer({ publicUrl: "https://texts.example.com/dragoman" }))("links to images", (it) => {
  it.effect("begin with the public address when there is one", () =>
    Effect.gen(function* () {
      const { asUser } = yield* seedUser
      const { fileUrl, requestFilename } = (yield* upload(asUser, halvedImages.gif)).body as Uploaded
      assert.strictEqual(fileUrl, `https://texts.example.com/dragoman/uploaded-images/${requestFilename}`)
    })
  )
})
