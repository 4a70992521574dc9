import type { ProjectModel, ScreenshotModel } from "@dragoman/api"
import { recognizeImage } from "@dragoman/formats"
import { Database } from "@dragoman/store"
import { deliverToAll } from "@dragoman/store/testing/deliver-to-all"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { halvedImages, makePng, sendImage } from "./testing/image-files.ts"
import { issuesOf, languagesIn, seedImportFixture, textsOf, uploaded } from "./testing/import-fixture.ts"
import { makeZip } from "./testing/make-zip.ts"
import { isStandardSigned, isTolgeeSigned, startReceiver } from "./testing/receiver.ts"
import { seed } from "./testing/seed.ts"
import { error, send, type TestResponse } from "./testing/send.ts"
import { layerTestServer, TestServer } from "./testing/test-server.ts"
import { layerTestServerPostgres } from "./testing/test-server-postgres.ts"
import { upload } from "./testing/upload.ts"

// Threads have connections of their own: webhooks end to end, and uploads, are shown on both engines.

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Engine ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const asOwner = yield* seed.accessToken(owner)
  const start = `/v2/projects/${project.id}`
  return { name, owner, project, asOwner, start, hooks: `${start}/webhook-configs` }
})

const bodyOf = <A>({ status, body }: TestResponse): A => {
  if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`)
  return body as A
}

interface Configuration {
  readonly id: number
  readonly webhookSecret: string
  readonly firstFailed: number | null
  readonly lastExecuted: number | null
}

/** Asks again until the answer is as wanted; the test's own time limit ends it otherwise. */
const eventually = <A, E, R>(ask: Effect.Effect<A, E, R>, isWanted: (answer: A) => boolean) =>
  Effect.repeat(ask, { until: isWanted, schedule: Schedule.spaced("5 millis") })

const xliffWith = (text: string) =>
  `<xliff version="1.2"><file original="f" source-language="en"><body><trans-unit id="k"><source>${text}</source></trans-unit></body></file></xliff>`

const language = (tag: string) => ({ name: `Language ${tag}`, originalName: tag, tag, flagEmoji: "" })

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`on ${engine}`, (it) => {
    it.effect("a change reaches the webhook, signed in both schemes, and can be read in the activity by then", () =>
      Effect.gen(function* () {
        const { asOwner, start, hooks } = yield* seedFixture
        const receiver = yield* startReceiver
        const hook = bodyOf<Configuration>(yield* send(asOwner, "POST", hooks, { url: receiver.url }))
        yield* send(asOwner, "POST", `${start}/languages`, language("cs"))
        // Ids come again after a restore of the database: the random part tells the deliveries apart.
        const randomParts = new Set<string | undefined>()
        for (const type of ["WEBHOOK_CONFIG_CREATE", "CREATE_LANGUAGE"]) {
          const webhook = yield* receiver.next
          const { activityData, ...envelope } = JSON.parse(webhook.body)
          assert.isTrue(isTolgeeSigned(webhook, hook.webhookSecret))
          assert.isTrue(isStandardSigned(webhook, hook.webhookSecret))
          assert.strictEqual(webhook.headers["content-type"], "application/json")
          const messageId = String(webhook.headers["webhook-id"])
          assert.match(messageId, new RegExp(`^msg_${hook.id}_${activityData.revisionId}_[0-9a-f]{12}$`))
          randomParts.add(messageId.split("_")[3])
          assert.deepStrictEqual(
            [envelope.webhookConfigId, envelope.eventType, activityData.type],
            [hook.id, "PROJECT_ACTIVITY", type]
          )
          const revision = yield* send(asOwner, "GET", `${start}/activity/revisions/${activityData.revisionId}`)
          assert.deepStrictEqual(revision, { status: 200, body: activityData })
        }
        assert.strictEqual(randomParts.size, 2)
        const seen = yield* eventually(
          Effect.map(send(asOwner, "GET", `${hooks}/${hook.id}`), bodyOf<Configuration>),
          ({ lastExecuted }) => lastExecuted !== null
        )
        assert.isNull(seen.firstFailed)
      })
    )

    it.effect("a failing webhook is marked from its first failure on, until one succeeds", () =>
      Effect.gen(function* () {
        const { asOwner, start, hooks } = yield* seedFixture
        const receiver = yield* startReceiver
        receiver.answerWith(500)
        const hook = bodyOf<Configuration>(yield* send(asOwner, "POST", hooks, { url: receiver.url }))
        const read = Effect.map(send(asOwner, "GET", `${hooks}/${hook.id}`), bodyOf<Configuration>)
        yield* receiver.next
        const failed = yield* eventually(read, ({ firstFailed }) => firstFailed !== null)
        assert.strictEqual(failed.firstFailed, failed.lastExecuted)
        yield* send(asOwner, "POST", `${start}/languages`, language("cs"))
        const again = yield* eventually(read, ({ lastExecuted }) => lastExecuted !== failed.lastExecuted)
        assert.strictEqual(again.firstFailed, failed.firstFailed)
        receiver.answerWith(200)
        yield* send(asOwner, "POST", `${start}/languages`, language("de"))
        const healed = yield* eventually(read, ({ firstFailed }) => firstFailed === null)
        assert.isAtLeast(healed.lastExecuted ?? 0, again.lastExecuted ?? 0)
      })
    )

    it.effect("a disabled webhook gets nothing, and neither does anybody of a change that was rolled back", () =>
      Effect.gen(function* () {
        const { asOwner, start, hooks, project } = yield* seedFixture
        const receiver = yield* startReceiver
        const off = yield* startReceiver
        const disabled = bodyOf<Configuration>(yield* send(asOwner, "POST", hooks, { url: off.url }))
        yield* off.next
        yield* send(asOwner, "PUT", `${hooks}/${disabled.id}`, { url: off.url, enabled: false })
        yield* send(asOwner, "POST", hooks, { url: receiver.url })
        yield* receiver.next
        const database = yield* Database
        const now = yield* Effect.sync(() => Date.now())
        const rolledBack = deliverToAll({
          projectId: project.id,
          revisionId: 1_000_000,
          now,
          content: (id) => ({ messageId: `msg_${id}_rolled_back`, body: "{}" })
        }).pipe(Effect.andThen(Effect.fail("rolled back")))
        assert.strictEqual(yield* Effect.flip(database.transaction(rolledBack)), "rolled back")
        // Whatever was sent before this one would have come before it.
        yield* send(asOwner, "POST", `${start}/languages`, language("cs"))
        const webhook = yield* receiver.next
        assert.strictEqual(JSON.parse(webhook.body).activityData.type, "CREATE_LANGUAGE")
        assert.deepStrictEqual([receiver.received(), off.received()], [2, 1])
      })
    )

    it.effect("a test call tells how the endpoint answered, and moves no state", () =>
      Effect.gen(function* () {
        const { asOwner, hooks, project } = yield* seedFixture
        const receiver = yield* startReceiver
        const hook = bodyOf<Configuration>(yield* send(asOwner, "POST", hooks, { url: receiver.url }))
        const url = `${hooks}/${hook.id}`
        yield* receiver.next
        yield* eventually(
          Effect.map(send(asOwner, "GET", url), bodyOf<Configuration>),
          ({ lastExecuted }) => lastExecuted !== null
        )
        yield* send(asOwner, "PUT", url, { url: receiver.url, enabled: false })
        const before = yield* send(asOwner, "GET", url)
        const test = Effect.map(send(asOwner, "POST", `${url}/test`), (response) => ({
          status: response.status,
          body: {
            ...bodyOf<{
              readonly success: boolean
              readonly status: number
              readonly error: string | null
              readonly failure: unknown
            }>(response),
            durationMillis: 0
          }
        }))
        assert.deepStrictEqual(yield* test, {
          status: 200,
          body: { success: true, status: 200, durationMillis: 0, error: null, failure: null }
        })
        const webhook = yield* receiver.next
        assert.strictEqual(
          webhook.body,
          `{"webhookConfigId":${hook.id},"projectId":${project.id},"eventType":"TEST","activityData":null}`
        )
        assert.isTrue(isTolgeeSigned(webhook, hook.webhookSecret))
        assert.isTrue(isStandardSigned(webhook, hook.webhookSecret))
        for (const [status, id, error] of [
          [500, "status", "The endpoint answered 500."],
          [302, "redirect", "The endpoint answered 302; redirects are not followed."],
          [404, "status", "The endpoint answered 404."]
        ] as const) {
          receiver.answerWith(status)
          assert.deepStrictEqual(yield* test, {
            status: 200,
            body: { success: false, status, durationMillis: 0, error, failure: { id, params: { status } } }
          })
        }
        assert.deepStrictEqual(yield* send(asOwner, "GET", url), before)
      })
    )

    it.effect("an upload is read, staged, listed, searched, added to, and erased", () =>
      Effect.gen(function* () {
        const { asOwner, path, params, project } = yield* seedImportFixture()
        const file = (name: string, texts: object) => ({ name, content: JSON.stringify(texts) })
        const [first] = languagesIn(
          yield* upload(asOwner, path, [file("a/en.json", { k: "První", e: "", "k.x": { y: 1 }, "k.x.y": 2 })])
        )
        const [, second] = languagesIn(yield* upload(asOwner, path, [file("b/en.json", { z: "", k: "Second" })]))
        assert(first !== undefined && second !== undefined)
        assert.deepStrictEqual([first.totalCount, second.totalCount], [3, 1])
        assert.deepStrictEqual(
          [...(yield* textsOf(asOwner, params, first.id))],
          [
            ["e", ""],
            ["k", "První"],
            ["k.x.y", "1"]
          ]
        )
        for (const [search, total] of [
          [encodeURIComponent("PRVNÍ"), 1],
          ["k", 2],
          ["%25", 0],
          ["%00", 0]
        ] as const) {
          const { body } = yield* send(
            asOwner,
            "GET",
            `${path}/result/languages/${first.id}/translations?search=${search}`
          )
          assert.strictEqual((body as { page: { totalElements: number } }).page.totalElements, total, search)
        }
        const typesOf = (fileId: number) =>
          Effect.map(issuesOf(asOwner, params, fileId), (issues) => issues.map(({ type }) => type))
        assert.deepStrictEqual(yield* typesOf(first.importFileId), [
          "VALUE_IS_EMPTY",
          "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE"
        ])
        assert.deepStrictEqual(yield* typesOf(second.importFileId), [
          "VALUE_IS_EMPTY",
          "TRANSLATION_DEFINED_IN_ANOTHER_FILE"
        ])
        assert.strictEqual((yield* send(asOwner, "DELETE", `${path}/result/languages/${first.id}`)).status, 200)
        assert.deepStrictEqual(yield* typesOf(second.importFileId), ["VALUE_IS_EMPTY"])
        assert.strictEqual((yield* send(asOwner, "DELETE", path)).status, 200)
        // The next upload waits for the erasing.
        assert.lengthOf(languagesIn(yield* upload(asOwner, path, [file("en.json", { k: "v" })])), 1)
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT id FROM import WHERE project_id = ${project.id}`, 1)
      })
    )

    it.effect("an export has what was written, and refuses what it cannot find", () =>
      Effect.gen(function* () {
        const { asOwner, start } = yield* seedFixture
        const texts = { key: "a", translations: { en: "Ä 👋" } }
        yield* send(asOwner, "POST", `${start}/translations`, texts)
        assert.deepStrictEqual(
          yield* send(asOwner, "POST", `${start}/export`, { zip: false, filterTagNotIn: ["x*"] }),
          {
            status: 200,
            body: { a: "Ä 👋" }
          }
        )
        for (const filter of ["filterKeyPrefix=a%00", "filterTag=x%00", "filterNamespace=%00", "filterKeyId=0"]) {
          const answer = yield* send(asOwner, "GET", `${start}/export?${filter}`)
          assert.deepStrictEqual(answer, error(400, "no_exported_result"), filter)
        }
      })
    )

    it.effect("a text that no database keeps is looked for like any other, and not found", () =>
      Effect.gen(function* () {
        const { asOwner, start } = yield* seedFixture
        yield* send(asOwner, "POST", `${start}/translations`, { key: "a", translations: { en: "A" } })
        const noKeys = { status: 200, body: { page: { totalElements: 0 } } }
        for (const [path, expected] of [
          ["translations/en?ns=%00", { status: 200, body: {} }],
          ["translations/en?filterTag=%00", { status: 200, body: {} }],
          ["translations?filterTag=%00", noKeys],
          ["translations?filterKeyName=%00", noKeys],
          ["translations?filterNamespace=%00", noKeys],
          ["translations?search=%00", noKeys],
          ["keys/search?languageTag=en&search=%00", noKeys],
          ["namespaces?search=%00", noKeys],
          ["tags?search=%00", noKeys],
          ["namespace-by-name/%00", { status: 404 }]
        ] as const) {
          const answer = yield* send(asOwner, "GET", `${start}/${path}`)
          assert.containsSubset(answer, expected, path)
          if (path.startsWith("translations/")) assert.deepStrictEqual(answer.body, {}, path)
        }
      })
    )

    it.effect("a text that a database cannot keep makes its file unreadable, and no other", () =>
      Effect.gen(function* () {
        const { asOwner, path } = yield* seedImportFixture()
        const answer = uploaded(
          yield* upload(asOwner, path, [
            { name: "a.json", content: '{"k":"\\u0000"}' },
            { name: "b.json", content: '{"\\udc00":"v"}' },
            { name: "key.po", content: 'msgid "a\u0000b"\nmsgstr "v"\n' },
            { name: "text.po", content: 'msgid "k"\nmsgstr "a\u0000b"\n' },
            { name: "note.po", content: '#. \u0000\nmsgid "k"\nmsgstr "v"\n' },
            { name: "language.po", content: 'msgid ""\nmsgstr "Language: c\u0000s\\n"\n\nmsgid "k"\nmsgstr "v"\n' },
            { name: "f.xlf", content: xliffWith("&#0;") },
            { name: "g.xlf", content: xliffWith("\u0000") },
            { name: "all.zip", content: makeZip([{ name: "nul\u0000/cs.json", content: '{"k":"v"}' }]) },
            { name: "h.xlf", content: xliffWith("&#xD800;") },
            { name: "en.json", content: JSON.stringify({ k: "v 👋", ["👋".repeat(200)]: "" }) }
          ])
        )
        assert.deepStrictEqual(
          (answer.result?._embedded.languages ?? []).map(({ importFileName }) => importFileName),
          ["en.json"]
        )
        assert.lengthOf(answer.errors, 10)
      })
    )

    it.effect("images are uploaded, attached by a push, served and deleted", () =>
      Effect.gen(function* () {
        const { asOwner, start } = yield* seedFixture
        const upload = (image: Uint8Array<ArrayBuffer>) =>
          sendImage(asOwner, "POST", "/v2/image-upload", "image", image, { location: "page" })
        const { id } = (yield* upload(makePng(2_000, 2_000))).body as { id: number }
        const screenshots = [{ uploadedImageId: id, positions: [{ x: 1_000, y: 0, width: 1, height: 1 }] }]
        const keys = [{ name: "a", screenshots }]
        bodyOf(yield* send(asOwner, "POST", `${start}/single-step-import-resolvable`, { keys }))
        const list = bodyOf<{
          _embedded: { keys: ReadonlyArray<{ keyId: number; screenshots: ReadonlyArray<ScreenshotModel> }> }
        }>(yield* send(asOwner, "GET", `${start}/translations?filterHasScreenshot=true&sort=screenshotCount,desc`))
        const [key] = list._embedded.keys
        const url = key?.screenshots[0]?.fileUrl ?? ""
        const { status, bytes } = yield* Effect.promise(async () => {
          const response = await fetch(url)
          return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
        })
        assert.deepStrictEqual([status, recognizeImage(bytes)], [200, { format: "PNG", width: 1_732, height: 1_732 }])
        assert.strictEqual(key?.screenshots[0]?.keyReferences[0]?.position?.x, 866)
        const path = `${start}/keys/${key?.keyId}/screenshots/${id}`
        assert.deepStrictEqual(yield* send(asOwner, "DELETE", path), { status: 200, body: "" })
        assert.strictEqual((yield* Effect.promise(() => fetch(url))).status, 404)
        const avatar = yield* sendImage(asOwner, "PUT", `${start}/avatar`, "avatar", halvedImages.gif)
        assert.isNotNull(bodyOf<ProjectModel>(avatar).avatar)
      })
    )
  })
}

layer(layerTestServer({ webhookDispatcher: "external" }), { excludeTestServices: true })(
  "with an external dispatcher",
  (it) => {
    it.effect("the server delivers nothing itself; it waits in the database", () =>
      Effect.gen(function* () {
        const { asOwner, hooks } = yield* seedFixture
        const receiver = yield* startReceiver
        const hook = bodyOf<Configuration>(yield* send(asOwner, "POST", hooks, { url: receiver.url }))
        // By then an embedded dispatcher would have been there: the test call goes the same way.
        yield* send(asOwner, "POST", `${hooks}/${hook.id}/test`)
        yield* receiver.next
        const sql = yield* SqlClient.SqlClient
        const rows =
          yield* sql`SELECT state, attempt_count, leased_by FROM delivery WHERE webhook_configuration_id = ${hook.id}`
        assert.deepStrictEqual(rows, [{ state: "PENDING", attemptCount: 0, leasedBy: null }])
        assert.strictEqual(receiver.received(), 1)
      })
    )
  }
)

layer(layerTestServer(), { excludeTestServices: true })("without webhooks", (it) => {
  it.effect("the dispatcher takes no thread until the first delivery is due", () =>
    Effect.gen(function* () {
      const { asOwner, hooks, start } = yield* seedFixture
      const { baseUrl } = yield* TestServer
      const threads = Effect.promise(async () => {
        const text = await (await fetch(`${baseUrl}/metrics`)).text()
        return [...text.matchAll(/^dragoman_heap_used_bytes\{thread="([^"]+)"\}/gm)].map(([, thread]) => thread)
      })
      yield* send(asOwner, "POST", `${start}/languages`, language("de"))
      assert.notInclude(yield* threads, "dispatcher-worker")
      const receiver = yield* startReceiver
      yield* send(asOwner, "POST", hooks, { url: receiver.url })
      yield* send(asOwner, "POST", `${start}/languages`, language("cs"))
      yield* receiver.next
      assert.include(yield* threads, "dispatcher-worker")
    })
  )
})
