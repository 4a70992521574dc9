import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { indexMemory } from "./index-memory.ts"

let fixtures = 0

/** A project with en (base) and de, and keys with a text in both. */
const seedFixture = Effect.gen(function* () {
  const name = `Memory ${++fixtures}`
  const owner = yield* seed.user({ username: `memory${fixtures}` })
  const translator = yield* seed.user({ username: `translator${fixtures}` })
  const viewer = yield* seed.user({ username: `viewer${fixtures}` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de", "cs"] })
  const languageOf = (tag: string): number => project.languages[tag] ?? 0
  yield* seed.directPermission({
    project: project.id,
    user: translator,
    permission: {
      scopes: ["translations.edit"],
      viewLanguageIds: [languageOf("en"), languageOf("cs")],
      translateLanguageIds: [languageOf("cs")]
    }
  })
  yield* seed.directPermission({ project: project.id, user: viewer, permission: { scopes: ["translations.view"] } })
  const credential = yield* seed.accessToken(owner)
  const client = yield* clientOf(credential)
  const params = { projectId: project.id }
  const save = (key: string, en: string, de: string) =>
    Effect.map(
      client.translation.createOrSet({ params, payload: { key, translations: { en, de } } }),
      ({ keyId }) => keyId
    )
  const path = `/v2/projects/${project.id}/suggest/translation-memory`
  const suggest = (body: Record<string, unknown>, query = "") =>
    send(credential, "POST", `${path}${query}`, { targetLanguageId: languageOf("de"), ...body })
  return {
    credential,
    path,
    project,
    languageOf,
    organization,
    save,
    suggest,
    translator: yield* seed.accessToken(translator),
    viewer: yield* seed.accessToken(viewer)
  }
})

const item = (keyName: string, baseText: string, targetText: string, similarity: number) => ({
  targetText,
  baseText,
  keyName,
  similarity
})

/** Fields that all matches have in the own memory of a project. */
const withoutMemory = ({ targetText, baseText, keyName, similarity }: Suggestion) =>
  item(keyName, baseText, targetText, similarity)

interface Suggestion extends ReturnType<typeof item> {
  readonly rawSimilarity: number
  readonly translationMemoryName: string
  readonly updatedAt: number | null
}

const suggestionsOf = ({ body }: { readonly body: unknown }) =>
  (body as { readonly _embedded: { readonly translationMemoryItems: ReadonlyArray<Suggestion> } })._embedded
    .translationMemoryItems

const itemsOf = (response: { readonly body: unknown }) => suggestionsOf(response).map(withoutMemory)

layer(layerTestServer(), { timeout: "60 seconds" })("suggestions of the memory", (it) => {
  it.effect("are refused without the scope, the view of the language, a text, a language or a key of the project", () =>
    Effect.gen(function* () {
      const { path, suggest, viewer, translator, languageOf, credential } = yield* seedFixture
      const other = yield* seedFixture
      const foreign = yield* other.save("foreign", "Foreign", "Fremd")
      const body = { targetLanguageId: languageOf("de"), baseText: "Save" }
      assert.strictEqual((yield* send(viewer, "POST", path, body)).status, 403)
      assert.strictEqual((yield* send(translator, "POST", path, body)).status, 403)
      assert.strictEqual(
        (yield* send(translator, "POST", path, { ...body, targetLanguageId: languageOf("cs") })).status,
        200
      )
      assert.deepStrictEqual(yield* suggest({}), error(400, "key_not_found"))
      assert.deepStrictEqual(yield* suggest({ keyId: foreign }), error(404, "key_not_found"))
      assert.deepStrictEqual(yield* suggest({ ...body, targetLanguageId: 0 }), error(404, "language_not_found"))
      assert.deepStrictEqual(yield* send(credential, "POST", path, { baseText: "x" }), error(404, "language_not_found"))
    })
  )

  it.effect(
    "are live translations of similar texts with their placeholders, the most similar first, page by page",
    () =>
      Effect.gen(function* () {
        const { save, suggest } = yield* seedFixture
        yield* save("hello", "Hello {name}, you have 5 files", "Hallo {name}, du hast 5 Dateien")
        yield* save("save", "Save the file", "Datei speichern")
        yield* save("saved", "Save the files", "Dateien speichern")
        const asked = yield* save("asked", "Save the file", "Die Datei sichern")
        assert.deepStrictEqual(itemsOf(yield* suggest({ baseText: "Save the file" })), [])
        yield* indexMemory({ compares: false })

        const found = yield* suggest({ keyId: asked }, "?size=1")
        assert.deepStrictEqual(itemsOf(found), [item("save", "Save the file", "Datei speichern", 1)])
        assert.deepInclude(found.body, { page: { size: 1, totalElements: 2, totalPages: 2, number: 0 } })
        const [second] = itemsOf(yield* suggest({ keyId: asked }, "?size=1&page=1"))
        assert.strictEqual(second?.keyName, "saved")
        assert.isBelow(second?.similarity ?? 1, 0.99)
        assert.deepStrictEqual(itemsOf(yield* suggest({ baseText: "hello {user}, you have 12 files" })), [
          item("hello", "Hello {name}, you have 5 files", "Hallo {user}, du hast 12 Dateien", 0.99)
        ])
        assert.deepStrictEqual(itemsOf(yield* suggest({ baseText: "Save the file", isPlural: true })), [])
        assert.deepStrictEqual(itemsOf(yield* suggest({ baseText: "" })), [])
      })
  )

  it.effect(
    "come from stored entries and live texts of shared memories, less their penalty, by similarity and priority",
    () =>
      Effect.gen(function* () {
        const { save, suggest, credential, project, organization } = yield* seedFixture
        const memories = `/v2/organizations/${organization.id}/translation-memories`
        const other = yield* seed.project({
          organization: organization.id,
          name: `Other ${fixtures}`,
          languages: ["en", "de"]
        })
        const createMemory = Effect.fnUntraced(function* (name: string, read: object, writes: boolean) {
          const { body } = yield* send(credential, "POST", memories, {
            name,
            sourceLanguageTag: "en",
            assignedProjects: [
              { projectId: project.id, writeAccess: false, ...read },
              ...(writes ? [{ projectId: other.id, readAccess: false }] : [])
            ]
          })
          return (body as { readonly id: number }).id
        })
        const shared = yield* createMemory(`Shared ${fixtures}`, { penalty: 10 }, true)
        const unread = yield* createMemory(`Unread ${fixtures}`, { readAccess: false }, true)
        const far = yield* createMemory(`Far ${fixtures}`, { penalty: 60 }, false)
        const saveEntry = (memory: number, targetText: string, sourceText = "Drop anchor") =>
          send(credential, "POST", `${memories}/${memory}/entries`, { sourceText, targetText, targetLanguageTag: "DE" })
        const stored = (yield* saveEntry(shared, "Anker werfen")).body as {
          readonly id: number
          readonly updatedAt: number
        }
        yield* saveEntry(unread, "ungelesen")
        yield* saveEntry(far, "fern")
        yield* saveEntry(far, "Anker lichten", "Weigh anchor now")
        const client = yield* clientOf(credential)
        yield* client.translation.createOrSet({
          params: { projectId: other.id },
          payload: { key: "other", translations: { en: "Drop anchor", de: "Ankern" } }
        })
        yield* save("own", "Drop an anchor", "Einen Anker werfen")
        yield* indexMemory({ compares: false })

        const suggested = Effect.map(suggest({ baseText: "Drop anchor" }), suggestionsOf)
        const items = yield* suggested
        const own = items.find(({ keyName }) => keyName === "own")
        assert.deepInclude(own, { keyName: "own", translationMemoryName: `Memory ${fixtures}`, updatedAt: null })
        const fromShared = {
          similarity: 0.9,
          rawSimilarity: 1,
          translationMemoryName: `Shared ${fixtures}`,
          baseText: "Drop anchor"
        }
        assert.deepStrictEqual(
          items.filter(({ keyName }) => keyName !== "own"),
          [
            { ...fromShared, keyName: "other", targetText: "Ankern", updatedAt: null },
            { ...fromShared, keyName: "", targetText: "Anker werfen", updatedAt: stored.updatedAt }
          ]
        )
        yield* send(credential, "PUT", `${memories}/${shared}/entries/${stored.id}`, {
          sourceText: "Moor at the quay",
          targetText: "Festmachen",
          targetLanguageTag: "de"
        })
        const targets = Effect.map(suggested, (found) => found.map(({ targetText }) => targetText))
        assert.notInclude(yield* targets, "Anker werfen")
        yield* indexMemory({ compares: false })
        const moored = suggestionsOf(yield* suggest({ baseText: "Moor at the quay" }))
        assert.deepInclude(moored[0], { targetText: "Festmachen", similarity: 0.9 })
        yield* send(credential, "PUT", `${memories}/${shared}/write-only-reviewed`, { writeOnlyReviewed: true })
        assert.notInclude(yield* targets, "Ankern")
        yield* send(credential, "DELETE", `${memories}/${shared}`)
        assert.deepStrictEqual(itemsOf(yield* suggest({ baseText: "Moor at the quay" })), [])
      })
  )

  it.effect("follow edits and the trash at once, and new texts after indexing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { save, suggest, credential, project } = yield* seedFixture
      const keyId = yield* save("first", "Delete the project", "Projekt löschen")
      yield* indexMemory({ compares: false })
      const suggested = Effect.map(suggest({ baseText: "Delete the project" }), (response) =>
        itemsOf(response).map(({ targetText }) => targetText)
      )
      assert.deepStrictEqual(yield* suggested, ["Projekt löschen"])
      yield* save("first", "Delete the project", "Das Projekt löschen")
      assert.deepStrictEqual(yield* suggested, ["Das Projekt löschen"])
      yield* save("first", "Remove everything", "Alles entfernen")
      assert.deepStrictEqual(yield* suggested, [])
      assert.strictEqual((yield* sql`SELECT key_id FROM memory_pending WHERE key_id = ${keyId}`).length, 1)
      yield* indexMemory({ compares: false })
      const removed = suggest({ baseText: "Remove everything" })
      assert.deepStrictEqual(itemsOf(yield* removed), [item("first", "Remove everything", "Alles entfernen", 1)])
      yield* send(credential, "DELETE", `/v2/projects/${project.id}/keys/${keyId}`)
      assert.deepStrictEqual(itemsOf(yield* removed), [])
    })
  )

  it.effect(
    "include other keys with the same base text and their texts in the languages that the caller may view",
    () =>
      Effect.gen(function* () {
        const { save, credential, translator, viewer, project } = yield* seedFixture
        const asked = yield* save("asked", "Open", "")
        const other = yield* save("other", "Open", "Öffnen")
        yield* save("longer", "Open it", "Es öffnen")
        const trashed = yield* save("trashed", "Open", "Auf")
        yield* indexMemory({ compares: false })
        yield* send(credential, "DELETE", `/v2/projects/${project.id}/keys/${trashed}`)
        const path = (keyId: number) => `/v2/projects/${project.id}/keys/${keyId}/same-text`
        const found = (translations: object) => ({
          status: 200,
          body: {
            _embedded: { keysWithSameText: [{ keyId: other, keyName: "other", keyNamespace: null, translations }] }
          }
        })
        const german = found({ de: { text: "Öffnen", state: "TRANSLATED" } })
        assert.deepInclude(yield* send(credential, "GET", path(asked)), german)
        assert.deepInclude(yield* send(viewer, "GET", path(asked)), german)
        assert.deepInclude(yield* send(translator, "GET", path(asked)), found({}))
        assert.deepStrictEqual(yield* send(credential, "GET", path(0)), error(404, "key_not_found"))
        const none = { status: 200, body: { _embedded: { keysWithSameText: [] } } }
        const branch = yield* seed.branch({ project: project.id, name: "release" })
        const copied = yield* seed.key({ project: project.id, name: "asked", branch })
        yield* seed.translation({ key: copied, language: project.languages["en"] ?? 0, text: "Open" })
        assert.deepInclude(yield* send(credential, "GET", path(copied)), none)
        yield* save("other", "Close", "Schließen")
        assert.deepInclude(yield* send(credential, "GET", path(asked)), none)
      })
  )

  it.effect("come back when the index was lost", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const { save, suggest } = yield* seedFixture
      yield* save("lost", "Open the door", "Tür öffnen")
      yield* database.transaction(Effect.orDie(sql`DELETE FROM memory_pending`))
      yield* indexMemory({ compares: true })
      assert.deepStrictEqual(itemsOf(yield* suggest({ baseText: "Open the door" })), [
        item("lost", "Open the door", "Tür öffnen", 1)
      ])
    })
  )

  it.effect("need no text that an erased key has left in the index", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const { save, suggest } = yield* seedFixture
      const keyId = yield* save("erased", "Erase the whole page", "Seite löschen")
      yield* save("stays", "Erase the whole line", "Zeile löschen")
      yield* indexMemory({ compares: false })
      yield* database.transaction(Effect.orDie(sql`DELETE FROM translation_key WHERE id = ${keyId}`))
      yield* indexMemory({ compares: true })
      const texts = yield* sql`SELECT text FROM memory_source WHERE text LIKE 'Erase the whole %'`
      assert.deepStrictEqual(texts, [{ text: "Erase the whole line" }])
      assert.lengthOf(itemsOf(yield* suggest({ baseText: "Erase the whole page" })), 1)
    })
  )
})

layer(layerTestServer({}, undefined, true), { timeout: "60 seconds" })("a server", (it) => {
  it.effect("indexes texts in a thread after the commit", () =>
    Effect.gen(function* () {
      const { save, suggest } = yield* seedFixture
      yield* save("close", "Close the window", "Fenster schließen")
      const poll = Effect.map(suggest({ baseText: "Close the window" }), itemsOf).pipe(
        Effect.repeat({ until: (items) => items.length > 0 })
      )
      assert.deepStrictEqual(yield* poll, [item("close", "Close the window", "Fenster schließen", 1)])
    })
  )
})
