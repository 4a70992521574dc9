import { defaultCheckTypes } from "@dragoman/formats/check"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ProjectEvents } from "../../realtime/project-events.ts"
import { clientOf } from "../../testing/client.ts"
import { connectPreview } from "../../testing/preview-client.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { PreviewLimits } from "./quality-preview-session.ts"

let fixtures = 0

/** A project with en (base) and de, a key with a text in both, its owner, and a member who may see German alone. */
const seedFixture = Effect.gen(function* () {
  const name = `Preview ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const member = yield* seed.user({ username: `${name} member` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const { de = 0 } = languages
  yield* seed.directPermission({
    project: id,
    user: member,
    permission: { scopes: ["translations.view"], viewLanguageIds: [de] }
  })
  const asOwner = yield* seed.accessToken(owner)
  const asMember = yield* seed.accessToken(member)
  const client = yield* clientOf(asOwner)
  const params = { projectId: id }
  yield* client.qualityCheck.setEnabled({ params, payload: { enabled: true } })
  const stored = yield* client.translation.createOrSet({
    params,
    payload: { key: "files", translations: { en: "Delete 12 files", de: "Dateien entfernen" } }
  })
  const opening = {
    token: asOwner.accessToken,
    projectId: id,
    keyId: stored.keyId,
    languageTag: "de"
  }
  return { id, owner, member, asOwner, asMember, client, params, stored, opening, de }
})

const numbers = (state: "OPEN" | "IGNORED") => ["MISSING_NUMBERS", "qa_numbers_missing", state]
const done = { type: "done" } as const

layer(
  layerTestServer({ webhookDispatcher: "external" }).pipe(
    Layer.provide(Layer.succeed(PreviewLimits, { ofUser: 2, textsPerSecond: 20, idleMillis: 600_000 }))
  ),
  { excludeTestServices: true }
)("the preview of quality checks", (it) => {
  it.effect("checks each text by the settings of the project, and says which issues are ignored", () =>
    Effect.gen(function* () {
      const { opening, stored, client, params, id, asOwner } = yield* seedFixture
      const preview = yield* connectPreview(opening)
      preview.send({ text: "Dateien löschen" })
      const first = yield* preview.results
      assert.deepStrictEqual(first, { types: [...defaultCheckTypes], found: [numbers("OPEN")], last: done })
      preview.send({ text: "12 Dateien löschen" })
      assert.deepStrictEqual((yield* preview.results).found, [])
      const translationId = stored.translations["de"]?.id ?? 0
      const [issue] = (yield* client.qualityCheck.listIssues({ params: { ...params, translationId } }))._embedded
        .qaIssues
      yield* client.qualityCheck.ignore({ params: { ...params, translationId, qualityIssueId: issue?.id ?? 0 } })
      preview.send({ text: "Dateien" })
      assert.deepStrictEqual((yield* preview.results).found, [numbers("IGNORED")])
      // A preview stores nothing.
      assert.strictEqual(
        (yield* client.qualityCheck.listIssues({ params: { ...params, translationId } }))._embedded.qaIssues.length,
        1
      )
      const off = yield* send(asOwner, "PUT", `/v2/projects/${id}/qa-settings`, {
        settings: { MISSING_NUMBERS: "OFF" }
      })
      assert.strictEqual(off.status, 200)
      preview.send({ text: "Dateien" })
      const without = yield* preview.results
      assert.deepStrictEqual([without.found, without.types.includes("MISSING_NUMBERS")], [[], false])
    })
  )

  it.effect("of a new key checks the text alone, and so does that of a caller who may not see the base text", () =>
    Effect.gen(function* () {
      const { opening, asMember } = yield* seedFixture
      for (const other of [
        { ...opening, keyId: null },
        { ...opening, token: asMember.accessToken }
      ]) {
        const preview = yield* connectPreview(other)
        preview.send({ text: "Dateien Dateien" })
        assert.deepStrictEqual((yield* preview.results).found, [["REPEATED_WORDS", "qa_repeated_word", "OPEN"]])
      }
    })
  )

  it.effect("takes personal access tokens and project API keys too", () =>
    Effect.gen(function* () {
      const { opening, owner, id } = yield* seedFixture
      const token = yield* seed.personalAccessToken({ user: owner })
      const key = yield* seed.apiKey({ project: id, user: owner, scopes: ["translations.view"] })
      for (const { apiKey } of [token, key]) {
        const preview = yield* connectPreview({ ...opening, token: apiKey })
        preview.send({ text: "Dateien" })
        assert.deepStrictEqual((yield* preview.results).found, [numbers("OPEN")])
      }
    })
  )

  it.effect("rejects a bad first message with an error, and closes", () =>
    Effect.gen(function* () {
      const { opening, asMember } = yield* seedFixture
      const other = yield* seedFixture
      const notFound = "There is no such project, or you cannot see it."
      for (const [message, wanted] of [
        ["no JSON", /^The first message must be \{/],
        [{ text: "Dateien" }, /^The first message must be \{/],
        [{ ...opening, projectId: "1" }, /^The first message must be \{/],
        [{ ...opening, token: "a.b.c" }, /^Unauthenticated$/],
        [{ ...opening, token: "wrong" }, /^Unauthenticated$/],
        [{ ...opening, token: "" }, /^Unauthenticated$/],
        [{ ...opening, token: other.asOwner.accessToken }, new RegExp(notFound)],
        [{ ...opening, projectId: Number.MAX_SAFE_INTEGER }, new RegExp(notFound)],
        [{ ...opening, languageTag: "fr" }, /no such language/],
        [{ ...opening, token: asMember.accessToken, languageTag: "en" }, /no such language/],
        [{ ...opening, keyId: other.opening.keyId }, /no such key/]
      ] as const) {
        const preview = yield* connectPreview(message)
        const answer = yield* preview.next
        if (answer.type !== "error") assert.fail(`${JSON.stringify(message)}: ${answer.type}`)
        assert.match(answer.message, wanted)
        assert.deepStrictEqual(yield* preview.next, { type: "closed", code: 1008 })
      }
    })
  )

  it.effect("answers a message that is no text with an error, and stays open", () =>
    Effect.gen(function* () {
      const { opening } = yield* seedFixture
      const preview = yield* connectPreview(opening)
      for (const [message, wanted] of [
        ["{", /must be/],
        [{ text: 1 }, /must be/],
        [{ text: "x".repeat(10_001) }, /more than 10000 characters/]
      ] as const) {
        preview.send(message)
        const answer = yield* preview.next
        if (answer.type !== "error") assert.fail(answer.type)
        assert.match(answer.message, wanted)
      }
      preview.send({ text: "Dateien" })
      assert.deepStrictEqual((yield* preview.results).found, [numbers("OPEN")])
      preview.send("x".repeat(300_000))
      assert.strictEqual((yield* preview.next).type, "closed")
    })
  )

  it.effect("checks the last of many texts, and at most twenty in a second", () =>
    Effect.gen(function* () {
      const { opening } = yield* seedFixture
      const preview = yield* connectPreview(opening)
      for (let count = 0; count < 20; count++) preview.send({ text: "Dateien" })
      // These are dropped: without the limit, the check of the last one would find nothing.
      for (let count = 0; count < 20; count++) preview.send({ text: "12 Dateien" })
      let checks = 0
      let found: ReadonlyArray<unknown> = []
      while (found.length === 0) {
        found = (yield* preview.results).found
        checks++
      }
      assert.deepStrictEqual(found, [numbers("OPEN")])
      assert.isAtMost(checks, 20)
    })
  )

  it.effect("closes when the access ends, and a user has a limited number of them", () =>
    Effect.gen(function* () {
      const { opening, owner, asMember, member, id } = yield* seedFixture
      const asOwner = yield* seed.accessToken(owner, { super: true })
      const events = yield* ProjectEvents
      const own = { ...opening, token: asMember.accessToken }
      const preview = yield* connectPreview(own)
      preview.send({ text: "Dateien" })
      assert.strictEqual((yield* preview.results).last.type, "done")
      const second = yield* connectPreview(own)
      second.send({ text: "Dateien" })
      assert.strictEqual((yield* second.results).last.type, "done")
      const third = yield* connectPreview(own)
      assert.deepStrictEqual(yield* third.next, { type: "error", message: "More than 2 previews of one user" })
      assert.deepStrictEqual(yield* third.next, { type: "closed", code: 1013 })
      const removed = yield* send(asOwner, "PUT", `/v2/projects/${id}/users/${member}/revoke-access`)
      assert.strictEqual(removed.status, 200)
      for (const each of [preview, second]) {
        assert.deepStrictEqual(yield* each.next, { type: "error", message: "Forbidden" })
        assert.deepStrictEqual(yield* each.next, { type: "closed", code: 1008 })
      }
      assert.strictEqual(events.subscriberCount(id), 0)
    })
  )
})

layer(
  layerTestServer({ webhookDispatcher: "external" }).pipe(
    Layer.provide(Layer.succeed(PreviewLimits, { ofUser: 2, textsPerSecond: 20, idleMillis: 20 }))
  ),
  { excludeTestServices: true }
)("an idle preview", (it) => {
  it.effect("is closed", () =>
    Effect.gen(function* () {
      const { opening } = yield* seedFixture
      const preview = yield* connectPreview(opening)
      assert.deepStrictEqual(yield* preview.next, { type: "closed", code: 1000 })
    })
  )

  it.effect("of another protocol than a websocket is rejected", () =>
    Effect.gen(function* () {
      const { asOwner } = yield* seedFixture
      const response = yield* send(asOwner, "GET", "/ws/qa-preview")
      assert.deepStrictEqual(response, {
        status: 400,
        body: { code: "request_parse_error", params: ["Not a websocket"] }
      })
    })
  )
})
