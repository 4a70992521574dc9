import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"

layer(layerTestServer(), { timeout: "60 seconds" })("disabled languages of a key", (it) => {
  it.effect("reject texts until they are enabled again, then without the old text", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "disabler" })
      const organization = yield* seed.organization({ name: "Disabled", owner })
      const project = yield* seed.project({ organization: organization.id, name: "Disabled", languages: ["en", "de"] })
      const { en = 0, de = 0 } = project.languages
      const credential = yield* seed.accessToken(owner)
      const client = yield* clientOf(credential)
      const params = { projectId: project.id }
      const write = (translations: Record<string, string>) =>
        client.translation.createOrSet({ params, payload: { key: "k", translations } })
      const { keyId } = yield* write({ en: "Text", de: "Wort" })
      const ofKey = { ...params, keyId }
      const set = (languageIds: ReadonlyArray<number>) =>
        Effect.map(client.disabledLanguage.set({ params: ofKey, payload: { languageIds } }), ({ _embedded }) =>
          _embedded.languages.map(({ tag }) => tag)
        )
      const german = Effect.map(
        client.translation.set({ params, payload: { key: "k", translations: {}, languagesToReturn: ["de"] } }),
        ({ translations }) => [translations["de"]?.text, translations["de"]?.state]
      )

      assert.deepStrictEqual(yield* set([de, 999_999, en]), ["de", "en"])
      assert.deepStrictEqual(yield* german, [null, "DISABLED"])
      const listed = yield* client.disabledLanguage.list({ params: ofKey })
      assert.deepStrictEqual(
        listed._embedded.languages.map(({ id }) => id),
        [en, de]
      )
      const keys = yield* client.disabledLanguage.listKeys({ params, query: {} })
      assert.deepStrictEqual(keys._embedded.keys, [
        {
          id: keyId,
          name: "k",
          namespace: null,
          disabledLanguages: [
            { id: en, tag: "en" },
            { id: de, tag: "de" }
          ]
        }
      ])
      const body = { key: "k", translations: { de: "Wort" } }
      assert.deepStrictEqual(
        yield* send(credential, "PUT", `/v2/projects/${project.id}/translations`, body),
        error(400, "cannot_modify_disabled_translation")
      )

      assert.deepStrictEqual(yield* set([]), [])
      assert.deepStrictEqual(yield* german, [null, "UNTRANSLATED"])
      yield* write({ de: "Wort" })
      assert.deepStrictEqual(yield* german, ["Wort", "TRANSLATED"])
      assert.deepStrictEqual((yield* client.disabledLanguage.listKeys({ params, query: {} }))._embedded.keys, [])
    })
  )

  it.effect("keep texts in a language that the caller may not view or translate", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "limited owner" })
      const organization = yield* seed.organization({ name: "Limited", owner })
      const project = yield* seed.project({
        organization: organization.id,
        name: "Limited",
        languages: ["en", "de", "fr"]
      })
      const { de = 0, fr = 0 } = project.languages
      const key = yield* seed.key({ project: project.id, name: "k" })
      yield* seed.translation({ key, language: fr, text: "Mot" })
      yield* seed.translation({ key, language: de, text: "Wort" })
      const path = `/v2/projects/${project.id}`
      const asOwner = yield* seed.accessToken(owner)
      const textOf = (tag: string) =>
        Effect.map(send(asOwner, "GET", `${path}/translations/${tag}`), ({ body }) => {
          const texts = (body as Record<string, Record<string, string>>)[tag]
          return texts?.["k"]
        })
      const limits = [
        { scopes: ["keys.edit", "translations.edit"], translateLanguageIds: [de] },
        { scopes: ["keys.edit", "translations.view"], viewLanguageIds: [de] }
      ] as const
      for (const [index, permission] of limits.entries()) {
        const user = yield* seed.user({ username: `limited${index}` })
        yield* seed.directPermission({ project: project.id, user, permission })
        const asLimited = yield* seed.accessToken(user)
        const set = (languageIds: ReadonlyArray<number>) =>
          send(asLimited, "PUT", `${path}/keys/${key}/disabled-languages`, { languageIds })
        const forbidden = error(403, "language_not_permitted", [[fr], ["fr"]])
        assert.deepStrictEqual(yield* set([fr]), forbidden)
        assert.deepStrictEqual(yield* set([de, fr]), forbidden)
        assert.deepStrictEqual([yield* textOf("de"), yield* textOf("fr")], ["Wort", "Mot"])
        assert.strictEqual((yield* set([de])).status, 200)
        assert.strictEqual((yield* set([])).status, 200)
        // Languages that other users disabled stay disabled too.
        const disable = (languageIds: ReadonlyArray<number>) =>
          send(asOwner, "PUT", `${path}/keys/${key}/disabled-languages`, { languageIds })
        yield* disable([fr])
        assert.deepStrictEqual(yield* set([]), forbidden)
        assert.strictEqual((yield* set([fr])).status, 200)
        yield* disable([])
        for (const [tag, text] of [
          ["de", "Wort"],
          ["fr", "Mot"]
        ] as const) {
          yield* send(asOwner, "PUT", `${path}/translations`, { key: "k", translations: { [tag]: text } })
        }
      }
    })
  )
})
