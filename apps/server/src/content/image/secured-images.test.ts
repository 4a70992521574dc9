import type { KeyWithDataModel, ScreenshotModel, TranslationListModel } from "@dragoman/api"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { halvedImages, sendImage } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { send, type TestResponse } from "../../testing/send.ts"
import { layerTestServer, TestServer, testSettings } from "../../testing/test-server.ts"
import { isImageTokenValid } from "./image-links.ts"

interface Uploaded {
  readonly fileUrl: string
  readonly filename: string
  readonly requestFilename: string
}

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Secured ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const keyId = yield* seed.key({ project: project.id, name: "home" })
  const asOwner = yield* seed.accessToken(owner)
  const start = `/v2/projects/${project.id}`
  const attach = Effect.map(
    sendImage(asOwner, "POST", `${start}/keys/${keyId}/screenshots`, "screenshot", halvedImages.gif),
    bodyOf<ScreenshotModel>
  )
  const upload = Effect.map(sendImage(asOwner, "POST", "/v2/image-upload", "image", halvedImages.gif), bodyOf<Uploaded>)
  return { asOwner, start, keyId, attach, upload }
})

const bodyOf = <A>({ status, body }: TestResponse): A => {
  if (status !== 200 && status !== 201) throw new Error(`unexpected status ${status}: ${JSON.stringify(body)}`)
  return body as A
}

const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

const linksOf = ({ fileUrl, thumbnailUrl, middleSizedUrl }: ScreenshotModel) => [fileUrl, thumbnailUrl, middleSizedUrl]

const notFound = JSON.stringify({ code: "resource_not_found", params: null })

layer(layerTestServer({ securedImages: true }))("secured images", (it) => {
  it.effect("are served for a link with its token, in each size, and cached by browsers only", () =>
    Effect.gen(function* () {
      const { attach, upload } = yield* seedFixture
      const screenshot = yield* attach
      const uploaded = yield* upload
      for (const link of [...linksOf(screenshot), uploaded.fileUrl]) {
        assert.match(link, /\.png\?token=\d+\.[A-Za-z0-9_-]{43}$/)
        const { status, headers } = yield* fetchFile(link)
        assert.deepStrictEqual([status, headers.get("content-type")], [200, "image/png"])
        assert.strictEqual(headers.get("cache-control"), "private, max-age=365, must-revalidate, no-transform")
        const again = yield* fetchFile(link, { "if-none-match": headers.get("etag") ?? "" })
        assert.strictEqual(again.status, 304)
      }
      for (const [link, name] of [
        [screenshot.fileUrl, screenshot.filename],
        [screenshot.thumbnailUrl, screenshot.thumbnail],
        [screenshot.middleSizedUrl, screenshot.middleSized],
        [uploaded.fileUrl, uploaded.requestFilename]
      ] as const) {
        assert.isTrue(link.endsWith(`/${name}`))
      }
      assert.match(uploaded.filename, /^[0-9a-f]{40}$/)
    })
  )

  it.effect("are not found without a token, with a changed one, or with the token of another file", () =>
    Effect.gen(function* () {
      const { attach, upload } = yield* seedFixture
      const [one, other, uploaded] = [yield* attach, yield* attach, yield* upload]
      const [file = "", token = ""] = one.fileUrl.split("?token=")
      const [expiresAt, signature = ""] = token.split(".")
      const changed = `${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`
      for (const link of [
        file,
        `${file}?token=`,
        `${file}?token=${encodeURIComponent("1.é")}`,
        `${file}?token=${Number(expiresAt) + 1}.${signature}`,
        `${file}?token=9999999999999.${signature}`,
        `${file}?token=${expiresAt}.${changed}`,
        `${file}?token=${expiresAt}.${signature}A`,
        `${file}?other=${token}`,
        `${file}?token=x&token=${token}`,
        `${file}?token=${other.fileUrl.split("?token=")[1]}`,
        `${one.thumbnailUrl.split("?")[0]}?token=${token}`,
        `${uploaded.fileUrl.split("?")[0]}?token=${token}`
      ]) {
        const { status, text } = yield* fetchFile(link)
        assert.deepStrictEqual([status, text], [404, notFound], link)
        const cached = yield* fetchFile(link, { "if-none-match": `"${file.split("/").at(-1)}"` })
        assert.strictEqual(cached.status, 404)
      }
    })
  )

  it.effect("have a token in every response with a link", () =>
    Effect.gen(function* () {
      const { attach, asOwner, start, keyId } = yield* seedFixture
      yield* attach
      const list = bodyOf<{ _embedded: { screenshots: ReadonlyArray<ScreenshotModel> } }>(
        yield* send(asOwner, "GET", `${start}/keys/${keyId}/screenshots`)
      )
      const listed = bodyOf<TranslationListModel>(yield* send(asOwner, "GET", `${start}/translations`))
      const info = bodyOf<{ _embedded: { keys: ReadonlyArray<KeyWithDataModel> } }>(
        yield* send(asOwner, "POST", `${start}/keys/info`, { keys: [{ name: "home" }], languageTags: ["en"] })
      )
      const updated = bodyOf<KeyWithDataModel>(
        yield* send(asOwner, "PUT", `${start}/keys/${keyId}/complex-update`, { name: "start" })
      )
      const shown = [
        list._embedded.screenshots,
        listed._embedded.keys[0]?.screenshots ?? [],
        info._embedded.keys[0]?.screenshots ?? [],
        updated.screenshots ?? []
      ]
      for (const screenshots of shown) {
        assert.lengthOf(screenshots, 1)
        for (const link of screenshots.flatMap(linksOf)) assert.strictEqual((yield* fetchFile(link)).status, 200)
      }
    })
  )

  it.effect("avatars stay public", () =>
    Effect.gen(function* () {
      const { asOwner } = yield* seedFixture
      const response = yield* sendImage(asOwner, "PUT", "/v2/user/avatar", "avatar", halvedImages.gif)
      const { avatar } = bodyOf<{ avatar: { large: string } }>(response)
      assert.notInclude(avatar.large, "token")
      const { baseUrl } = yield* TestServer
      assert.strictEqual((yield* fetchFile(`${baseUrl}${avatar.large}`)).status, 200)
    })
  )
})

layer(layerTestServer({ securedImages: true, imageLinkMillis: 0 }))("links to secured images", (it) => {
  it.effect("are not found after their expiry", () =>
    Effect.gen(function* () {
      const { attach, upload } = yield* seedFixture
      for (const link of [...linksOf(yield* attach), (yield* upload).fileUrl]) {
        const { status, text } = yield* fetchFile(link)
        assert.deepStrictEqual([status, text], [404, notFound])
      }
    })
  )
})

layer(layerTestServer())("images that are not secured", (it) => {
  it.effect("have links without a token, and a token changes nothing", () =>
    Effect.gen(function* () {
      const { attach } = yield* seedFixture
      const { fileUrl } = yield* attach
      assert.notInclude(fileUrl, "?")
      assert.strictEqual((yield* fetchFile(fileUrl)).status, 200)
      assert.strictEqual((yield* fetchFile(`${fileUrl}?token=x`)).status, 200)
    })
  )
})

describe("a token", () => {
  layer(layerTestServer({ securedImages: true }))((it) => {
    it.effect("gives access to its file until its expiry, with the secret of its server", () =>
      Effect.gen(function* () {
        const { attach } = yield* seedFixture
        const { fileUrl } = yield* attach
        const [, file, token = ""] = /\/(screenshots\/[^?]+)\?token=(.*)$/.exec(fileUrl) ?? []
        const expiresAt = Number(token.split(".")[0])
        const path = file ?? ""
        const { jwtSecret } = testSettings("")
        const secret = jwtSecret ?? ""
        assert.isTrue(isImageTokenValid(secret, { path, token, now: expiresAt - 1 }))
        assert.isFalse(isImageTokenValid(secret, { path, token, now: expiresAt }))
        assert.isFalse(isImageTokenValid(`${secret}x`, { path, token, now: expiresAt - 1 }))
      })
    )
  })
})
