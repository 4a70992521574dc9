import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

let fixtures = 0

/** A project with en (base) and de, one key with both texts, its owner, and a member with this permission. */
const seedFixture = Effect.fnUntraced(function* (
  permissionIn: (languages: Readonly<Record<string, number>>) => SeedPermission = () => "TRANSLATE"
) {
  const name = `Comments ${++fixtures}`
  const owner = yield* seed.user({ username: `commenting owner${fixtures}`, name: "Olga" })
  const member = yield* seed.user({ username: `commenting member${fixtures}`, name: "Max" })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.directPermission({ project: project.id, user: member, permission: permissionIn(project.languages) })
  const { en = 0, de = 0 } = project.languages
  const key = yield* seed.key({ project: project.id, name: "title" })
  const credential = yield* seed.accessToken(owner)
  const memberCredential = yield* seed.accessToken(member)
  const translations = {
    en: yield* seed.translation({ key, language: en, text: "Hello" }),
    de: yield* seed.translation({ key, language: de, text: "Hallo" })
  }
  const start = `/v2/projects/${project.id}/translations`
  return {
    project,
    owner,
    member,
    key,
    en,
    de,
    translations,
    start,
    path: `${start}/${translations.de}/comments`,
    params: { projectId: project.id },
    ofTranslation: { projectId: project.id, translationId: translations.de },
    credential,
    memberCredential,
    client: yield* clientOf(credential),
    memberClient: yield* clientOf(memberCredential)
  }
})

type Fixture = Effect.Success<ReturnType<typeof seedFixture>>

const textsOf = ({ client, ofTranslation }: Fixture) =>
  Effect.map(client.comment.list({ params: ofTranslation, query: {} }), (page) =>
    page._embedded.translationComments.map(({ text, state }) => [text, state])
  )

const typesOf = ({ client, params }: Fixture) =>
  Effect.map(client.activity.list({ params, query: {} }), (page) => page._embedded.activities.map(({ type }) => type))

const ownOnly = error(400, "can_edit_only_own_comment")

layer(layerTestServer(), { timeout: "60 seconds" })("comments", (it) => {
  it.effect("need the scope of each operation, and stay unchanged without it", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(() => "VIEW")
      const { memberCredential: viewer, path, start, owner, key, de, translations } = fixture
      const id = yield* seed.comment({ translation: translations.de, author: owner })
      const forbidden = (scope: string) => error(403, "operation_not_permitted", [scope])
      const body = { text: "Why?" }
      assert.deepStrictEqual(yield* send(viewer, "POST", path, body), forbidden("translation-comments.add"))
      assert.deepStrictEqual(
        yield* send(viewer, "POST", `${start}/create-comment`, { ...body, keyId: key, languageId: de }),
        forbidden("translation-comments.add")
      )
      assert.deepStrictEqual(
        yield* send(viewer, "PUT", `${path}/${id}/set-state/RESOLVED`),
        forbidden("translation-comments.set-state")
      )
      assert.deepStrictEqual(yield* send(viewer, "PUT", `${path}/${id}`, body), ownOnly)
      assert.deepStrictEqual(yield* send(viewer, "DELETE", `${path}/${id}`), ownOnly)
      assert.deepStrictEqual(yield* textsOf(fixture), [["given", "NEEDS_RESOLUTION"]])
      assert.deepStrictEqual(yield* typesOf(fixture), [])
    })
  )

  it.effect("are added, read, edited, resolved and deleted by their author; the translation stays as it is", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { memberClient, ofTranslation, member } = fixture
      const added = yield* memberClient.comment.add({
        params: ofTranslation,
        payload: { text: "Too formal?", state: "NEEDS_RESOLUTION" }
      })
      const { id, createdAt, ...rest } = added
      assert.deepStrictEqual(rest, {
        text: "Too formal?",
        state: "NEEDS_RESOLUTION",
        author: { id: member, username: "", name: "Max", avatar: null, deleted: false },
        updatedAt: createdAt
      })
      const one = { params: { ...ofTranslation, commentId: id } }
      assert.deepStrictEqual(yield* memberClient.comment.get(one), added)
      const edited = yield* memberClient.comment.edit({ ...one, payload: { text: "Too formal!" } })
      assert.deepStrictEqual([edited.text, edited.state], ["Too formal!", "RESOLUTION_NOT_NEEDED"])
      const resolved = yield* memberClient.comment.setState({ params: { ...one.params, state: "RESOLVED" } })
      assert.deepStrictEqual([resolved.text, resolved.state], ["Too formal!", "RESOLVED"])
      // The same state again records no activity.
      yield* memberClient.comment.setState({ params: { ...one.params, state: "RESOLVED" } })
      assert.deepStrictEqual(yield* textsOf(fixture), [["Too formal!", "RESOLVED"]])
      yield* memberClient.comment.delete(one)
      assert.deepStrictEqual(yield* textsOf(fixture), [])
      const listed = yield* fixture.client.translationList.list({
        params: fixture.params,
        query: { languages: ["de"] }
      })
      const german = listed._embedded.keys[0]?.translations["de"]
      assert.deepStrictEqual([german?.text, german?.state], ["Hallo", "TRANSLATED"])
      assert.deepStrictEqual(yield* typesOf(fixture), [
        "TRANSLATION_COMMENT_ADD",
        "TRANSLATION_COMMENT_EDIT",
        "TRANSLATION_COMMENT_SET_STATE",
        "TRANSLATION_COMMENT_DELETE"
      ])
    })
  )

  it.effect("of other users are never edited, and deleted only with translation-comments.edit", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture(() => ["translation-comments.edit", "translation-comments.set-state"])
      const { memberCredential, path, owner, translations } = fixture
      const id = yield* seed.comment({ translation: translations.de, author: owner })
      assert.deepStrictEqual(yield* send(memberCredential, "PUT", `${path}/${id}`, { text: "Mine" }), ownOnly)
      assert.strictEqual((yield* send(memberCredential, "PUT", `${path}/${id}/set-state/RESOLVED`)).status, 200)
      assert.deepStrictEqual(yield* textsOf(fixture), [["given", "RESOLVED"]])
      assert.deepStrictEqual(yield* send(memberCredential, "DELETE", `${path}/${id}`), { status: 200, body: "" })
      assert.deepStrictEqual(yield* textsOf(fixture), [])
    })
  )

  it.effect("are hidden in languages that the caller may not view", () =>
    Effect.gen(function* () {
      const { memberCredential, path, start, key, en, de, owner, translations } = yield* seedFixture((languages) => ({
        scopes: ["translation-comments.add", "translation-comments.edit", "translation-comments.set-state"],
        viewLanguageIds: [languages["en"] ?? 0]
      }))
      const id = yield* seed.comment({ translation: translations.de, author: owner })
      const hidden = error(403, "language_not_permitted", [[de], ["de"]])
      const body = { text: "What?" }
      for (const [method, url, sent] of [
        ["GET", path],
        ["GET", `${path}/${id}`],
        ["POST", path, body],
        ["POST", `${start}/create-comment`, { ...body, keyId: key, languageId: de }],
        ["PUT", `${path}/${id}`, body],
        ["PUT", `${path}/${id}/set-state/RESOLVED`],
        ["DELETE", `${path}/${id}`]
      ] as const) {
        assert.deepStrictEqual(yield* send(memberCredential, method, url, sent), hidden, `${method} ${url}`)
      }
      const sent = yield* send(memberCredential, "POST", `${start}/create-comment`, {
        ...body,
        keyId: key,
        languageId: en
      })
      assert.strictEqual(sent.status, 201)
    })
  )

  it.effect("on a key without a text create an empty translation, and are not in its history", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const { client, params, project, de } = fixture
      const keyId = yield* seed.key({ project: project.id, name: "empty" })
      const payload = { keyId, languageId: de, text: "Which dialect?" }
      const { comment, translation } = yield* client.comment.addToKey({ params, payload })
      const { id: translationId, ...rest } = translation
      assert.deepStrictEqual(rest, {
        text: null,
        state: "UNTRANSLATED",
        outdated: false,
        auto: false,
        mtProvider: null,
        qualityScore: null,
        qualityReason: null,
        labels: []
      })
      assert.deepStrictEqual([comment.text, comment.state], ["Which dialect?", "RESOLUTION_NOT_NEEDED"])
      const again = yield* client.comment.addToKey({ params, payload: { ...payload, text: "Saxon." } })
      assert.strictEqual(again.translation.id, translationId)
      const history = yield* client.translation.getHistory({ params: { ...params, translationId }, query: {} })
      assert.deepStrictEqual(history._embedded.revisions, [])
    })
  )

  it.effect("on keys and languages of other projects are rejected", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture()
      const elsewhere = yield* seedFixture()
      const { credential, start, key, de } = fixture
      const absent = 987_654_321
      for (const [ids, response] of [
        [{ keyId: absent, languageId: de }, error(404, "key_not_found")],
        [{ keyId: elsewhere.key, languageId: de }, error(404, "key_not_found")],
        [{ keyId: key, languageId: absent }, error(404, "language_not_found")],
        [{ keyId: key, languageId: elsewhere.de }, error(404, "language_not_found")]
      ] as const) {
        const body = { ...ids, text: "Lost" }
        assert.deepStrictEqual(yield* send(credential, "POST", `${start}/create-comment`, body), response)
      }
      assert.deepStrictEqual(yield* typesOf(fixture), [])
    })
  )

  it.effect("are counted and found in the translation list", () =>
    Effect.gen(function* () {
      const { client, params, project, owner, translations, de } = yield* seedFixture()
      yield* seed.comment({ translation: translations.de, author: owner })
      const resolved = yield* seed.comment({ translation: translations.de, author: owner })
      const other = yield* seed.key({ project: project.id, name: "other" })
      yield* seed.translation({ key: other, language: de, text: "x" })
      const ofTranslation = { ...params, translationId: translations.de }
      yield* client.comment.setState({ params: { ...ofTranslation, commentId: resolved, state: "RESOLVED" } })
      const find = (query: object) =>
        Effect.map(client.translationList.list({ params, query: { languages: ["en", "de"], ...query } }), (page) =>
          page._embedded.keys.map(({ keyName, translations: { de: german } }) => [
            keyName,
            german?.commentCount,
            german?.unresolvedCommentCount
          ])
        )
      assert.deepStrictEqual(yield* find({}), [
        ["title", 2, 1],
        ["other", 0, 0]
      ])
      assert.deepStrictEqual(yield* find({ filterHasCommentsInLang: ["de"] }), [["title", 2, 1]])
      assert.deepStrictEqual(yield* find({ filterHasUnresolvedCommentsInLang: ["de"] }), [["title", 2, 1]])
      assert.deepStrictEqual(yield* find({ filterHasCommentsInLang: ["en"] }), [])
    })
  )

  it.effect("are in the activity with the translation, its key and its language; a deleted one with its old text", () =>
    Effect.gen(function* () {
      const { client, params, ofTranslation, key, de, translations } = yield* seedFixture()
      const { id } = yield* client.comment.add({ params: ofTranslation, payload: { text: "Why?" } })
      yield* client.comment.setState({ params: { ...ofTranslation, commentId: id, state: "RESOLVED" } })
      yield* client.comment.delete({ params: { ...ofTranslation, commentId: id } })
      const page = yield* client.activity.list({ params, query: {} })
      const shown = page._embedded.activities.map(({ modifiedEntities }) => modifiedEntities?.["TranslationComment"])
      const entity = {
        entityClass: "TranslationComment",
        entityId: id,
        description: {},
        relations: {
          translation: {
            entityClass: "Translation",
            entityId: translations.de,
            data: { text: "Hallo" },
            relations: {
              key: { entityClass: "Key", entityId: key, data: { name: "title" }, relations: {}, exists: true },
              language: {
                entityClass: "Language",
                entityId: de,
                data: { tag: "de", name: "Language de", flagEmoji: null },
                relations: {},
                exists: true
              }
            },
            exists: null
          }
        },
        exists: null
      }
      const state = (old: string | null, now: string | null) => ({ old, new: now })
      assert.deepStrictEqual(shown, [
        [
          {
            ...entity,
            modifications: { text: state(null, "Why?"), state: state(null, "RESOLUTION_NOT_NEEDED") }
          }
        ],
        [
          {
            ...entity,
            description: { text: "Why?" },
            modifications: { state: state("RESOLUTION_NOT_NEEDED", "RESOLVED") }
          }
        ],
        [{ ...entity, modifications: { text: state("Why?", null), state: state("RESOLVED", null) } }]
      ])
    })
  )

  it.effect("need a text and a known state; with a project API key the path needs no project", () =>
    Effect.gen(function* () {
      const { credential, path, project, owner, translations } = yield* seedFixture()
      const id = yield* seed.comment({ translation: translations.de, author: owner })
      const blank = { status: 400, body: { STANDARD_VALIDATION: { text: "must not be blank" } } }
      assert.deepStrictEqual(yield* send(credential, "POST", path, { text: " " }), blank)
      assert.deepStrictEqual(yield* send(credential, "PUT", `${path}/${id}`, {}), blank)
      assert.deepStrictEqual(
        yield* send(credential, "PUT", `${path}/${id}/set-state/DONE`),
        error(400, "wrong_param_type", ["state"])
      )
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
      const short = yield* send(key, "GET", `/v2/projects/translations/${translations.de}/comments/${id}`)
      assert.deepInclude(short.body, { id, text: "given" })
    })
  )
})
