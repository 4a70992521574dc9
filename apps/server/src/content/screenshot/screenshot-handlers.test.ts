import type { KeyWithDataModel, ScreenshotModel, TranslationListModel } from "@dragoman/api"
import type { Scope } from "@dragoman/domain/permission"
import { ImageRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { halvedImages, makePng, sendImage } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential, type TestResponse } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { eraseUnusedImages } from "../image/change-images.ts"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Screenshots ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const keyId = yield* seed.key({ project: project.id, name: "home" })
  const start = `/v2/projects/${project.id}`
  const asOwner = yield* seed.accessToken(owner)
  return { owner, project, keyId, start, asOwner, path: `${start}/keys/${keyId}/screenshots` }
})

const bodyOf = <A>({ status, body }: TestResponse): A => {
  if (status !== 200 && status !== 201) throw new Error(`unexpected status ${status}: ${JSON.stringify(body)}`)
  return body as A
}

const attach = (credential: TestCredential, path: string, info?: unknown, image = halvedImages.gif) =>
  sendImage(credential, "POST", path, "screenshot", image, info)

const uploadImage = (credential: TestCredential, location: string | null = null, image = halvedImages.gif) =>
  Effect.map(
    sendImage(credential, "POST", "/v2/image-upload", "image", image, { location }),
    (response) => bodyOf<{ readonly id: number }>(response).id
  )

const list = (credential: TestCredential, path: string) =>
  Effect.map(
    send(credential, "GET", path),
    (response) => bodyOf<{ _embedded: { screenshots: ReadonlyArray<ScreenshotModel> } }>(response)._embedded.screenshots
  )

const listed = (credential: TestCredential, start: string, query: string) =>
  Effect.map(
    send(credential, "GET", `${start}/translations?${query}`),
    (response) => bodyOf<TranslationListModel>(response)._embedded.keys
  )

const newestActivity = (credential: TestCredential, start: string) =>
  Effect.map(send(credential, "GET", `${start}/activity?size=1&sort=timestamp,desc&sort=id,desc`), (response) => {
    const { _embedded } = bodyOf<{ _embedded: { activities: ReadonlyArray<Record<string, unknown>> } }>(response)
    return _embedded.activities[0]
  })

const statusOf = (url: string) => Effect.promise(async () => (await fetch(url)).status)

const missing = (scope: Scope) => error(403, "operation_not_permitted", [scope])

layer(layerTestServer())("screenshots of a key", (it) => {
  it.effect("are added with positions in the uploaded image, and are in every response with the key", () =>
    Effect.gen(function* () {
      const { asOwner, keyId, path, start } = yield* seedFixture
      const { baseUrl } = yield* TestServer
      const info = { text: "Hello", location: "page", positions: [{ x: 100, y: 300, width: 200, height: 30 }] }
      const response = yield* attach(asOwner, path, info, makePng(2_000, 3_000))
      assert.strictEqual(response.status, 201)
      const screenshot = response.body as ScreenshotModel
      const name = screenshot.filename.replace(".png", "")
      assert.deepStrictEqual(screenshot, {
        id: screenshot.id,
        filename: `${name}.png`,
        thumbnail: `${name}-thumb.png`,
        middleSized: `${name}-mid.png`,
        fileUrl: `${baseUrl}/screenshots/${name}.png`,
        thumbnailUrl: `${baseUrl}/screenshots/${name}-thumb.png`,
        middleSizedUrl: `${baseUrl}/screenshots/${name}-mid.png`,
        createdAt: screenshot.createdAt,
        keyReferences: [
          {
            keyId,
            keyName: "home",
            keyNamespace: null,
            position: { x: 71, y: 212, width: 141, height: 21 },
            originalText: "Hello"
          }
        ],
        location: "page",
        width: 1_414,
        height: 2_121
      })
      for (const url of [screenshot.fileUrl, screenshot.thumbnailUrl, screenshot.middleSizedUrl]) {
        assert.strictEqual(yield* statusOf(url), 200)
      }
      assert.deepStrictEqual(yield* list(asOwner, path), [screenshot])
      const [key] = yield* listed(asOwner, start, "")
      assert.deepStrictEqual([key?.screenshotCount, key?.screenshots], [1, [screenshot]])
      const body = { keys: [{ name: "home" }], languageTags: ["en"] }
      const found = yield* send(asOwner, "POST", `${start}/keys/info`, body)
      assert.deepStrictEqual(
        bodyOf<{ _embedded: { keys: ReadonlyArray<KeyWithDataModel> } }>(found)._embedded.keys[0]?.screenshots,
        [screenshot]
      )
      const activity = yield* newestActivity(asOwner, start)
      assert.strictEqual(activity?.["type"], "SCREENSHOT_ADD")
      assert.deepStrictEqual(activity?.["modifiedEntities"], {
        Screenshot: [
          {
            entityClass: "Screenshot",
            entityId: screenshot.id,
            description: {},
            modifications: {},
            relations: {
              key: { entityClass: "Key", entityId: keyId, data: { name: "home" }, relations: {}, exists: true }
            },
            exists: null
          }
        ]
      })
    })
  )

  it.effect("one without positions is shown as a reference without one", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedFixture
      for (const info of [undefined, { positions: [] }]) {
        const { keyReferences } = bodyOf<ScreenshotModel>(yield* attach(asOwner, path, info))
        assert.deepStrictEqual(
          keyReferences.map(({ position }) => position),
          [null]
        )
      }
    })
  )

  it.effect("are at most twenty when they are uploaded", () =>
    Effect.gen(function* () {
      const { asOwner, keyId, path } = yield* seedFixture
      for (let number = 0; number < 20; number++) yield* seed.image({ key: keyId })
      assert.deepStrictEqual(yield* attach(asOwner, path), error(400, "max_screenshots_exceeded", [20]))
      assert.strictEqual((yield* list(asOwner, path)).length, 20)
    })
  )

  it.effect("need their own scopes; a caller who may not view them sees only their number", () =>
    Effect.gen(function* () {
      const { asOwner, keyId, owner, path, project, start } = yield* seedFixture
      const as = (...scopes: ReadonlyArray<Scope>) => seed.apiKey({ project: project.id, user: owner, scopes })
      const screenshot = bodyOf<ScreenshotModel>(yield* attach(asOwner, path))
      const mayEdit = yield* as("keys.edit", "translations.view")
      assert.deepStrictEqual(yield* attach(mayEdit, path), missing("screenshots.upload"))
      assert.deepStrictEqual(yield* send(mayEdit, "GET", path), missing("screenshots.view"))
      assert.deepStrictEqual(yield* send(mayEdit, "DELETE", `${path}/${screenshot.id}`), missing("screenshots.delete"))
      const [key] = yield* listed(mayEdit, start, "")
      assert.deepStrictEqual([key?.screenshotCount, key?.screenshots], [1, null])
      const update = yield* send(mayEdit, "PUT", `${start}/keys/${keyId}/complex-update`, { name: "home" })
      assert.deepStrictEqual(bodyOf<KeyWithDataModel>(update).screenshots, [])

      const short = `/v2/projects/keys/${keyId}/screenshots`
      const mayUpload = yield* as("screenshots.upload")
      const added = bodyOf<ScreenshotModel>(yield* attach(mayUpload, short))
      assert.strictEqual((yield* list(mayUpload, short)).length, 2)
      const mayDelete = yield* as("screenshots.delete")
      assert.deepStrictEqual(yield* send(mayDelete, "DELETE", `${short}/${added.id}`), { status: 200, body: "" })
      assert.strictEqual((yield* list(mayUpload, short)).length, 1)
    })
  )

  it.effect("filter and sort the keys", () =>
    Effect.gen(function* () {
      const { asOwner, keyId, project, start } = yield* seedFixture
      const other = yield* seed.key({ project: project.id, name: "other" })
      const none = yield* seed.key({ project: project.id, name: "none" })
      yield* seed.image({ key: keyId })
      yield* seed.image({ key: other })
      yield* seed.image({ key: other })
      const ids = (query: string) => Effect.map(listed(asOwner, start, query), (keys) => keys.map((key) => key.keyId))
      assert.deepStrictEqual(yield* ids("filterHasScreenshot=true"), [keyId, other])
      assert.deepStrictEqual(yield* ids("filterHasNoScreenshot=true"), [none])
      assert.deepStrictEqual(yield* ids("sort=screenshotCount,desc"), [other, keyId, none])
      const first = yield* send(asOwner, "GET", `${start}/translations?sort=screenshotCount&size=1`)
      const { nextCursor } = bodyOf<TranslationListModel>(first)
      assert.deepStrictEqual(yield* ids(`sort=screenshotCount&size=1&cursor=${nextCursor}`), [keyId])
    })
  )

  it.effect("uploaded images become screenshots of a new key, and are no longer uploads", () =>
    Effect.gen(function* () {
      const { asOwner, owner, start } = yield* seedFixture
      const images = yield* ImageRepository
      const before = yield* uploadImage(asOwner)
      const uploadedImageId = yield* uploadImage(asOwner, "page", makePng(2_000, 3_000))
      const create = (name: string, content: object) =>
        send(asOwner, "POST", `${start}/keys/create`, { name, ...content })
      const screenshots = [{ uploadedImageId, text: "Hi", positions: [{ x: 100, y: 0, width: 0, height: 0 }] }]
      const created = yield* create("new", { screenshots })
      assert.strictEqual(created.status, 201)
      const [screenshot] = (created.body as KeyWithDataModel).screenshots
      assert.deepInclude(screenshot, { id: uploadedImageId, location: "page", width: 1_414 })
      assert.deepInclude(screenshot?.keyReferences[0], {
        keyName: "new",
        position: { x: 71, y: 0, width: 0, height: 0 },
        originalText: "Hi"
      })
      assert.strictEqual(yield* statusOf(screenshot?.fileUrl ?? ""), 200)
      assert.strictEqual(yield* images.countUploads(owner), 1)
      assert.deepStrictEqual(yield* create("again", { screenshots }), error(404, "one_or_more_images_not_found"))
      const stranger = yield* seed.user({ username: `stranger of ${start}` })
      const foreign = yield* seed.image({ uploadedBy: stranger })
      assert.deepStrictEqual(
        yield* create("again", { screenshotUploadedImageIds: [before, foreign] }),
        error(404, "one_or_more_images_not_found")
      )
      assert.deepStrictEqual(
        (yield* listed(asOwner, start, "")).map(({ keyName }) => keyName),
        ["home", "new"]
      )
      assert.strictEqual(yield* images.countUploads(owner), 1, "a rejected request leaves the upload")
    })
  )

  it.effect("are added and deleted by a complex update, which has their activity type", () =>
    Effect.gen(function* () {
      const { asOwner, keyId, path, start } = yield* seedFixture
      const update = (content: object) =>
        send(asOwner, "PUT", `${start}/keys/${keyId}/complex-update`, { name: "home", ...content })
      const typeOfNewest = Effect.map(newestActivity(asOwner, start), (activity) => activity?.["type"])
      const first = yield* uploadImage(asOwner)
      bodyOf(yield* update({ screenshotsToAdd: [{ uploadedImageId: first }] }))
      assert.strictEqual(yield* typeOfNewest, "SCREENSHOT_ADD")
      const second = yield* uploadImage(asOwner)
      bodyOf(yield* update({ screenshotIdsToDelete: [first], screenshotUploadedImageIds: [second] }))
      assert.strictEqual(yield* typeOfNewest, "COMPLEX_EDIT")
      const [screenshot] = yield* list(asOwner, path)
      assert.strictEqual(screenshot?.id, second)
      const deleted = yield* update({ screenshotIdsToDelete: [second, 987_654_321] })
      assert.deepStrictEqual(bodyOf<KeyWithDataModel>(deleted).screenshots, [])
      assert.strictEqual(yield* typeOfNewest, "SCREENSHOT_DELETE")
      assert.strictEqual(yield* statusOf(screenshot?.fileUrl ?? ""), 404)
    })
  )

  it.effect("of several keys stay until the last key loses them", () =>
    Effect.gen(function* () {
      const { asOwner, project, start, keyId, path } = yield* seedFixture
      const uploadedImageId = yield* uploadImage(asOwner)
      const keys = ["home", "other"].map((name) => ({ name, screenshots: [{ uploadedImageId }] }))
      const imported = yield* send(asOwner, "POST", `${start}/keys/import-resolvable`, { keys })
      const { screenshots } = bodyOf<{ screenshots: Record<string, ScreenshotModel> }>(imported)
      const screenshot = screenshots[uploadedImageId]
      assert.deepStrictEqual(
        screenshot?.keyReferences.map(({ keyName }) => keyName),
        ["home", "other"]
      )
      const [, other] = yield* listed(asOwner, start, "sort=keyName")
      assert.strictEqual(other?.screenshots?.[0]?.id, uploadedImageId)
      yield* send(asOwner, "DELETE", `${path}/${uploadedImageId}`)
      assert.deepStrictEqual(yield* list(asOwner, path), [])
      assert.strictEqual(yield* statusOf(screenshot?.fileUrl ?? ""), 200)
      const { _embedded } = bodyOf<{ _embedded: { activities: ReadonlyArray<Record<string, unknown>> } }>(
        yield* send(asOwner, "GET", `${start}/activity`)
      )
      // The image stays with the other key.
      assert.containSubset(
        _embedded.activities.find(({ type }) => type === "SCREENSHOT_DELETE"),
        { modifiedEntities: { Screenshot: [{ entityId: uploadedImageId, relations: { key: { entityId: keyId } } }] } }
      )
      // Only erasing deletes it: keys in the trash keep their screenshots.
      const otherId = other?.keyId ?? 0
      yield* send(asOwner, "DELETE", `${start}/keys/${otherId}`)
      assert.strictEqual(yield* statusOf(screenshot?.fileUrl ?? ""), 200)
      yield* send(asOwner, "DELETE", `${start}/keys/trash/${otherId}`)
      assert.strictEqual(yield* statusOf(screenshot?.fileUrl ?? ""), 404)
      assert.notStrictEqual(otherId, keyId)
      assert.isAbove(project.id, 0)
    })
  )

  it.effect("from the same location replace each other at a push, but only those of their key", () =>
    Effect.gen(function* () {
      const { asOwner, start } = yield* seedFixture
      const push = Effect.fnUntraced(function* (name: string, location: string | null, text: string) {
        const uploadedImageId = yield* uploadImage(asOwner, location)
        const translations = { en: { text, resolution: "OVERRIDE" } }
        const keys = [{ name, translations, screenshots: [{ uploadedImageId, text }] }]
        bodyOf(yield* send(asOwner, "POST", `${start}/single-step-import-resolvable`, { keys }))
        return uploadedImageId
      })
      const idsOf = (name: string) =>
        Effect.map(listed(asOwner, start, `filterKeyName=${name}`), ([key]) => key?.screenshots?.map(({ id }) => id))
      const ofOther = yield* push("other", "frame 1", "a")
      yield* push("home", "frame 1", "a")
      const elsewhere = yield* push("home", "frame 2", "b")
      const nowhere = yield* push("home", null, "b")
      const newest = yield* push("home", "frame 1", "c")
      const nowhereAgain = yield* push("home", null, "c")
      assert.deepStrictEqual(yield* idsOf("home"), [elsewhere, nowhere, newest, nowhereAgain])
      assert.deepStrictEqual(yield* idsOf("other"), [ofOther])
      const activity = yield* newestActivity(asOwner, start)
      assert.strictEqual(activity?.["type"], "IMPORT")
      assert.deepInclude(activity?.["counts"], { Screenshot: 1 })
      const absent = { keys: [{ name: "late", screenshots: [{ uploadedImageId: newest }] }] }
      assert.deepStrictEqual(
        yield* send(asOwner, "POST", `${start}/single-step-import-resolvable`, absent),
        error(404, "one_or_more_images_not_found")
      )
      assert.deepStrictEqual(yield* idsOf("late"), undefined, "nothing is imported then")
    })
  )

  it.effect("of erased keys are erased in the next hour", () =>
    Effect.gen(function* () {
      const { asOwner, keyId, path } = yield* seedFixture
      const sql = yield* SqlClient.SqlClient
      const { fileUrl } = bodyOf<ScreenshotModel>(yield* attach(asOwner, path))
      yield* Effect.orDie(sql.withTransaction(sql`DELETE FROM translation_key WHERE id = ${keyId}`))
      yield* eraseUnusedImages()
      assert.strictEqual(yield* statusOf(fileUrl), 404)
    })
  )
})
