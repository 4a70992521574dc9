import { assert } from "vitest"
import type { CliCase, CliFixture } from "../cli/cli-fixture.ts"
import {
  done,
  type Listed,
  type ListedKey,
  type ListedKeys,
  type PageClient,
  pageClient,
  pictureForm,
  type Screenshot
} from "./page-client.ts"
import { loadTexts } from "./page-texts.ts"
import { innerKey } from "./sdk.ts"

const sdk = { "x-tolgee-sdk-type": "JS", "x-tolgee-sdk-version": "7.2.1" }

const page = ({ address, key }: CliFixture): PageClient => pageClient(address, { ...sdk, "x-api-key": key })

const listed = async (fixture: CliFixture, query: string): Promise<ReadonlyArray<ListedKey>> =>
  (await done(page(fixture)<ListedKeys>("GET", `/v2/projects/${fixture.projectId}/translations?${query}`)))._embedded
    ?.keys ?? []

const onlyKey = async (fixture: CliFixture, name: string): Promise<ListedKey> => {
  const [key] = await listed(fixture, new URLSearchParams({ filterKeyName: name, languages: "en" }).toString())
  assert(key !== undefined, `There is no key ${name}.`)
  return key
}

/** The in-context SDK works end to end: the checklist of the reference, item by item. Source: "content-api" 6.2. */
export const inContextChecklist: ReadonlyArray<CliCase> = [
  {
    name: "6.2.1 CORS preflight, and X-Tolgee-Version exposed",
    run: async ({ address, projectId, key }) => {
      const path = `${address}/v2/projects/${projectId}/translations/en`
      const asked = "content-type,x-api-key,x-tolgee-sdk-type,x-tolgee-sdk-version"
      const preflight = await fetch(path, {
        method: "OPTIONS",
        headers: { origin: "null", "access-control-request-method": "GET", "access-control-request-headers": asked }
      })
      assert.strictEqual(preflight.status, 204)
      assert.strictEqual(preflight.headers.get("access-control-allow-headers"), asked)
      const response = await fetch(path, { headers: { "x-api-key": key } })
      assert.include(response.headers.get("access-control-expose-headers") ?? "", "X-Tolgee-Version")
      assert.match(response.headers.get("x-tolgee-version") ?? "", /^v\d+\.\d+\.\d+$/)
    }
  },
  {
    name: "6.2.2 GET ~P/translations/{language} with ns, filterTag and nested output: texts appear in the page",
    run: async (fixture) => {
      const texts = { translations: { en: "Harbour" }, tags: ["web"] }
      await fixture.give([
        { name: "home.title", namespace: "menu", ...texts },
        { name: "home.hint", namespace: "menu", translations: { en: "Untagged" } }
      ])
      const { text } = await loadTexts(fixture, { ns: ["menu"], defaultNs: "menu", filterTag: ["web"] })
      assert.deepStrictEqual([text("home.title"), text("home.hint")], ["Harbour", "home.hint"])
      const path = `/v2/projects/${fixture.projectId}/translations/en?ns=menu`
      assert.deepStrictEqual(await done(page(fixture)("GET", path)), {
        en: { home: { title: "Harbour", hint: "Untagged" } }
      })
    }
  },
  {
    name: "6.2.3 GET /v2/api-keys/current?ak= accepts the key of the extension",
    run: async ({ address, key, projectId }) => {
      const send = pageClient(address, {})
      type Current = {
        readonly projectId: number
        readonly projectName: string
        readonly userFullName: string
        readonly scopes: unknown
      }
      const current = await done(send<Current>("GET", `/v2/api-keys/current?ak=${key}`))
      assert.strictEqual(current.projectId, projectId)
      assert.isNotEmpty(current.projectName)
      assert.isNotEmpty(current.userFullName)
      assert.deepStrictEqual(current.scopes, ["admin"])
      assert.strictEqual((await send("GET", "/v2/api-keys/current?ak=unknown")).status, 401)
    }
  },
  {
    name: "6.2.4 GET /v2/api-keys/current-permissions with expanded scopes and project.icuPlaceholders",
    run: async (fixture) => {
      type Current = {
        readonly projectId: number
        readonly scopes: ReadonlyArray<string>
        readonly translateLanguageIds: unknown
        readonly stateChangeLanguageIds: unknown
        readonly project: { readonly icuPlaceholders: boolean }
      }
      const key = await fixture.giveKey({ scopes: ["translations.edit"] })
      const current = await done(page({ ...fixture, key })<Current>("GET", "/v2/api-keys/current-permissions"))
      assert.deepStrictEqual([...current.scopes].sort(), ["keys.view", "translations.edit", "translations.view"])
      assert.deepStrictEqual(current.project.icuPlaceholders, true)
      assert.deepStrictEqual([current.translateLanguageIds ?? [], current.stateChangeLanguageIds ?? []], [[], []])
      const token = await fixture.givePersonalToken()
      const path = `/v2/api-keys/current-permissions?projectId=${fixture.projectId}`
      const ofToken = await done(page({ ...fixture, key: token })<Current>("GET", path))
      assert.strictEqual(ofToken.projectId, fixture.projectId)
      assert.include(ofToken.scopes, "keys.create")
    }
  },
  {
    name: "6.2.5 GET ~P/languages?size=1000",
    run: async (fixture) => {
      type Language = { readonly id: number; readonly tag: string; readonly name: string; readonly base: boolean }
      const path = `/v2/projects/${fixture.projectId}/languages?size=1000`
      const { _embedded } = await done(page(fixture)<Listed<"languages", Language>>("GET", path))
      assert.deepStrictEqual(
        _embedded?.languages.map(({ id, tag, name, base }) => [id, tag, name, base]),
        [
          [fixture.languages.cs, "cs", "Czech", false],
          [fixture.languages.de, "de", "German", false],
          [fixture.languages.en, "en", "English", true]
        ]
      )
    }
  },
  {
    name: "6.2.6 GET ~P/translations with filterKeyName verbatim, filterNamespace= as the default one, languages",
    run: async (fixture) => {
      await fixture.give([
        { name: "a,b", translations: { en: "Both" } },
        { name: "a,b", namespace: "menu", translations: { en: "Elsewhere" } },
        { name: "a" }
      ])
      const query = "filterKeyName=a%2Cb&filterNamespace=&languages=en&languages=cs"
      const body = await done(
        page(fixture)<ListedKeys>("GET", `/v2/projects/${fixture.projectId}/translations?${query}`)
      )
      assert.deepStrictEqual(
        body.selectedLanguages.map(({ tag }) => tag),
        ["en", "cs"]
      )
      const [key, ...others] = body._embedded?.keys ?? []
      assert.lengthOf(others, 0)
      assert.deepInclude(key, {
        keyName: "a,b",
        keyNamespace: null,
        keyIsPlural: false,
        keyPluralArgName: null,
        keyMaxCharLimit: null,
        keyTags: [],
        screenshots: [],
        tasks: null
      })
      assert.deepInclude(key?.translations["en"], { text: "Both", state: "TRANSLATED" })
      assert.deepInclude(key?.translations["cs"], { id: null, text: null, state: "UNTRANSLATED" })
    }
  },
  {
    name: "6.2.7 GET ~P/branches/find answers at once with an error in JSON",
    run: async (fixture) => {
      for (const path of [`/v2/projects/${fixture.projectId}/branches/find`, "/v2/projects/branches/find?name=next"]) {
        const { status, body } = await page(fixture)("GET", path)
        assert.deepStrictEqual(
          [status, body],
          [400, { code: "feature_not_enabled_for_project", params: ["BRANCHING"] }]
        )
      }
    }
  },
  {
    name: "6.2.8 POST ~P/keys/create (201)",
    run: async (fixture) => {
      const key = {
        name: "title",
        translations: { en: "Harbour", cs: "" },
        states: { en: "REVIEWED" },
        screenshots: [],
        tags: ["web"],
        relatedKeysInOrder: [{ keyName: "title" }],
        isPlural: false,
        maxCharLimit: null
      }
      await done(page(fixture)("POST", `/v2/projects/${fixture.projectId}/keys/create`, key), 201)
      const { keyTags, translations } = await onlyKey(fixture, "title")
      assert.deepStrictEqual(
        keyTags.map(({ name }) => name),
        ["web"]
      )
      assert.deepInclude(translations["en"], { text: "Harbour", state: "REVIEWED" })
    }
  },
  {
    name: "6.2.9 PUT ~P/keys/{id}/complex-update: partial updates, states, tags, plural conversion, description kept when missing",
    run: async (fixture) => {
      await fixture.give([{ name: "title", translations: { en: "Harbour", cs: "Přístav" }, tags: ["old"] }])
      const { keyId } = await onlyKey(fixture, "title")
      const update = (body: object) =>
        done(
          page(fixture)("PUT", `/v2/projects/${fixture.projectId}/keys/${keyId}/complex-update`, {
            name: "title",
            ...body
          })
        )
      await update({ description: "Of the front page" })
      await update({
        translations: { en: "Port" },
        states: { en: "REVIEWED" },
        screenshotIdsToDelete: [],
        screenshotsToAdd: [],
        tags: ["new"],
        isPlural: false,
        maxCharLimit: 0
      })
      const updated = await onlyKey(fixture, "title")
      assert.deepInclude(updated, { keyDescription: "Of the front page" })
      assert.deepInclude(updated.translations["en"], { text: "Port", state: "REVIEWED" })
      assert.deepStrictEqual(
        updated.keyTags.map(({ name }) => name),
        ["new"]
      )
      const plural = "{count, plural,\none {# port}\nother {# ports}\n}"
      await update({ translations: { en: plural }, isPlural: true, pluralArgName: "count" })
      assert.deepStrictEqual((await fixture.content())["title"], {
        en: plural,
        cs: "{count, plural,\nother {Přístav}\n}"
      })
    }
  },
  {
    name: "6.2.10 GET ~P/tags?search",
    run: async (fixture) => {
      await fixture.give([{ name: "title", tags: ["web", "Webby", "app"] }])
      const path = `/v2/projects/${fixture.projectId}/tags?search=WEB`
      const { _embedded } = await done(page(fixture)<Listed<"tags", { readonly name: string }>>("GET", path))
      assert.sameMembers(_embedded?.tags.map(({ name }) => name) ?? [], ["web", "Webby"])
    }
  },
  {
    name: "6.2.11 POST /v2/image-upload, DELETE /v2/image-upload/{ids}; screenshots come and go; their files are public, by absolute fileUrl",
    run: async (fixture) => {
      const { address, projectId } = fixture
      const upload = () => done(page(fixture)<Screenshot>("POST", "/v2/image-upload", pictureForm(120, 80)), 201)
      const isThere = async ({ fileUrl }: Screenshot) => {
        assert.isTrue(fileUrl.startsWith(address), fileUrl)
        return (await fetch(fileUrl)).status === 200
      }
      const [dropped, kept] = [await upload(), await upload()]
      assert.deepStrictEqual([await isThere(dropped), await isThere(kept)], [true, true])
      await done(page(fixture)("DELETE", `/v2/image-upload/${dropped.id}`))
      assert.isFalse(await isThere(dropped))

      const position = { x: 6, y: 4, width: 60, height: 40 }
      const screenshots = [{ uploadedImageId: kept.id, positions: [position] }]
      const key = { name: "title", translations: { en: "Harbour" }, screenshots }
      await done(page(fixture)("POST", `/v2/projects/${projectId}/keys/create`, key), 201)
      const { keyId, screenshots: shown } = await onlyKey(fixture, "title")
      const [screenshot] = shown ?? []
      assert(screenshot !== undefined)
      assert.deepInclude(screenshot, { width: 120, height: 80 })
      assert.deepStrictEqual(
        screenshot.keyReferences.map(({ keyName, position }) => [keyName, position]),
        [["title", position]]
      )
      assert.isTrue(await isThere(screenshot))
      await done(
        page(fixture)("PUT", `/v2/projects/${projectId}/keys/${keyId}/complex-update`, {
          name: "title",
          screenshotIdsToDelete: [screenshot.id],
          screenshotsToAdd: []
        })
      )
      assert.deepStrictEqual((await onlyKey(fixture, "title")).screenshots, [])
      assert.isFalse(await isThere(screenshot))
    }
  },
  {
    name: "a text is suggested with the key of a viewer, and saving a reviewed text suggests where that is enforced",
    run: async (fixture) => {
      await fixture.give([{ name: "title", translations: { en: "Harbour", cs: "Přístav" } }])
      await fixture.setState("title", "cs", "REVIEWED")
      const translator = await fixture.givePerson({ type: "TRANSLATE" })
      const key = await fixture.giveKey({ owner: translator, scopes: ["translations.edit"] })
      const send = page({ ...fixture, key })
      const { keyId } = await onlyKey(fixture, "title")
      const path = `/v2/projects/languages/${fixture.languages.cs}/key/${keyId}/suggestion`
      assert.strictEqual((await send("POST", path, { translation: "Mola" })).status, 400)
      await fixture.setSuggestionsMode("ENABLED")
      await done(send("POST", path, { translation: "Mola" }))
      await fixture.setSuggestionsMode("ENFORCED")
      const update = { name: "title", translations: { en: "Harbour", cs: "Rejda" } }
      await done(send("PUT", `/v2/projects/keys/${keyId}/complex-update`, update))
      type Suggestion = { readonly translation: string; readonly state: string }
      const { _embedded } = await done(send<Listed<"suggestions", Suggestion>>("GET", `${path}?sort=id,asc`))
      assert.deepStrictEqual(
        _embedded?.suggestions.map(({ translation, state }) => [translation, state]),
        [
          ["Mola", "ACTIVE"],
          ["Rejda", "ACTIVE"]
        ]
      )
      assert.deepStrictEqual((await fixture.content())["title"], { en: "Harbour", cs: "Přístav" })
    }
  },
  {
    name: "6.2.12 short forms without the id of the project, for keys of the old form",
    run: async (fixture) => {
      await fixture.give([{ name: "title", translations: { en: "Harbour" }, tags: ["web"] }])
      const send = page({ ...fixture, key: innerKey(fixture.key) })
      for (const path of [
        "/v2/api-keys/current-permissions",
        "/v2/projects/translations/en",
        "/v2/projects/languages?size=1000",
        "/v2/projects/translations?filterKeyName=title&filterNamespace=&languages=en",
        "/v2/projects/tags?search=w"
      ]) {
        await done(send("GET", path))
      }
      await done(send("POST", "/v2/projects/keys/create", { name: "fresh", translations: { en: "Fresh" } }), 201)
      const { keyId } = await onlyKey(fixture, "fresh")
      const update = { name: "fresh", translations: { en: "Fresher" } }
      await done(send("PUT", `/v2/projects/keys/${keyId}/complex-update`, update))
      assert.deepStrictEqual((await fixture.content())["fresh"], { en: "Fresher" })
    }
  }
]
