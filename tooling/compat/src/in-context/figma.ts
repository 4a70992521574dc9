import { assert } from "vitest"
import type { CliCase } from "../cli/cli-fixture.ts"
import { done, type Listed, type ListedKey, type ListedKeys, pageClient, pictureForm } from "./page-client.ts"

/** Number of keys that the plugin asks for at once. */
const pageSize = 1000

const plural = "{n, plural,\none {# sailor}\nother {# sailors}\n}"

/**
 * The calls of the Figma plugin in its order, with what it reads of the answers, written from the reference: connect,
 * settings, connect a node, pull, push.
 */
export const figmaCases: ReadonlyArray<CliCase> = [
  {
    name: "6.3 Figma push and pull",
    run: async ({ address, projectId, give, giveKey }) => {
      const many = Array.from({ length: pageSize + 1 }, (_, index) => ({
        name: `row ${index}`,
        translations: { en: `Row ${index}` }
      }))
      await give([
        { name: "home", namespace: "web", translations: { en: "Harbour", cs: "Přístav" }, tags: ["draft"] },
        { name: "crew", namespace: "web", translations: { en: plural } },
        ...many
      ])
      const scopes = ["translations.view", "translations.edit", "keys.create", "keys.edit", "screenshots.upload"]
      const key = await giveKey({ scopes })
      const send = pageClient(address, { "x-api-key": key, "x-tolgee-sdk-type": "Figma" })
      const project = `/v2/projects/${projectId}`

      // Connect: the scopes literally, as they were given.
      const current = await done(
        send<{ scopes: Array<string>; projectId: number; projectName: string }>("GET", "/v2/api-keys/current")
      )
      assert.includeMembers([...current.scopes], ["translations.view", "translations.edit"])
      assert.strictEqual(current.projectId, projectId)
      assert.isNotEmpty(current.projectName)

      // Settings
      const { useNamespaces } = await done(send<{ useNamespaces: boolean }>("GET", project))
      assert.isTrue(useNamespaces)
      const listed = await done(
        send<Listed<"languages", { tag: string; base: boolean }>>("GET", `${project}/languages?size=1000`)
      )
      assert.deepStrictEqual(
        listed._embedded?.languages.map(({ tag, base }) => [tag, base]),
        [
          ["cs", false],
          ["de", false],
          ["en", true]
        ]
      )
      const used = await done(
        send<Listed<"namespaces", { name: string | null }>>("GET", `${project}/used-namespaces?branch=`)
      )
      assert.deepStrictEqual(
        used._embedded?.namespaces.map(({ name }) => name),
        [null, "web"]
      )
      const tagPage = await done(
        send<Listed<"tags", { name: string }>>("GET", `${project}/tags?search=&page=0&size=1000`)
      )
      assert.deepStrictEqual(
        [tagPage._embedded?.tags.map(({ name }) => name), tagPage.page?.totalElements],
        [["draft"], 1]
      )

      // Connect a node: by a search, then the key that was chosen.
      type Found = {
        readonly id: number
        readonly name: string
        readonly namespace: string | null
        readonly translation: string
      }
      const search = `${project}/keys/search?search=harb&size=20&languageTag=en`
      const found = (await done(send<Listed<"keys", Found>>("GET", search)))._embedded?.keys[0]
      assert.deepInclude(found, { name: "home", namespace: "web", translation: "Harbour" })
      const crewFound = (
        await done(send<Listed<"keys", Found>>("GET", `${project}/keys/search?search=sailor&size=20&languageTag=en`))
      )._embedded?.keys[0]
      const nodePath = `${project}/translations?filterKeyId=${crewFound?.id}&languages=en&size=1`
      const node = (await done(send<ListedKeys>("GET", nodePath)))._embedded?.keys[0]
      assert.deepInclude(node, { keyName: "crew", keyIsPlural: true, keyPluralArgName: "n" })

      // Pull: each namespace until as many are there as the first page announced.
      const pull = async (namespace: string) => {
        const collected: Array<ListedKey> = []
        let cursor: string | null = null
        let total = 0
        let pages = 0
        do {
          const query = new URLSearchParams({ filterNamespace: namespace, languages: "en", size: String(pageSize) })
          if (cursor !== null) query.set("cursor", cursor)
          const page: ListedKeys = await done(send<ListedKeys>("GET", `${project}/translations?${query}`))
          collected.push(...(page._embedded?.keys ?? []))
          cursor = page.nextCursor
          total = page.page?.totalElements ?? 0
          pages += 1
        } while (collected.length < total && cursor !== null)
        return { pages, keys: collected }
      }
      const rows = await pull("")
      assert.strictEqual(rows.pages, 2)
      assert.deepStrictEqual(
        rows.keys.map(({ keyName, translations }) => [keyName, translations["en"]?.text]),
        many.map(({ name, translations }) => [name, translations.en])
      )
      assert.deepStrictEqual(
        (await pull("web")).keys.map(({ keyName, keyNamespace, keyTags }) => [
          keyName,
          keyNamespace,
          keyTags.map(({ name }) => name)
        ]),
        [
          ["home", "web", ["draft"]],
          ["crew", "web", []]
        ]
      )

      // Push, twice: the second picture of the drawing takes the place of the first.
      const position = { x: 10, y: 20, width: 30, height: 8 }
      const push = async (text: string) => {
        const image = await done(
          send<{ id: number }>("POST", "/v2/image-upload", pictureForm(300, 200, "frame 1")),
          201
        )
        const screenshots = [{ text, uploadedImageId: image.id, positions: [position] }]
        const pushed = await done(
          send<{ unresolvedConflicts: ReadonlyArray<unknown> | null }>(
            "POST",
            `${project}/single-step-import-resolvable`,
            {
              keys: [
                { name: "home", namespace: "web", screenshots, translations: { en: { text, resolution: "OVERRIDE" } } },
                {
                  name: "fresh",
                  namespace: "web",
                  screenshots,
                  translations: { en: { text: "Fresh", resolution: "OVERRIDE" } }
                }
              ],
              errorOnUnresolvedConflict: false,
              overrideMode: "RECOMMENDED"
            }
          )
        )
        assert.deepStrictEqual(pushed.unresolvedConflicts ?? [], [])
        const named = [{ name: "fresh", namespace: "web" }]
        await done(send("PUT", `${project}/tag-complex`, { filterKeys: named, tagFiltered: ["figma"] }))
        const relatedKeysInOrder = ["home", "fresh"].map((keyName) => ({ keyName, namespace: "web" }))
        await done(send("POST", `${project}/big-meta`, { relatedKeysInOrder }))
      }
      await push("Port")
      await push("Quay")
      const { _embedded } = await done(
        send<ListedKeys>("GET", `${project}/translations?filterNamespace=web&languages=en&languages=cs`)
      )
      assert.deepStrictEqual(
        _embedded?.keys.map(({ keyName, keyTags, translations }) => [
          keyName,
          keyTags.map(({ name }) => name),
          translations["en"]?.text,
          translations["cs"]?.text
        ]),
        [
          ["home", ["draft"], "Quay", "Přístav"],
          ["crew", [], plural, null],
          ["fresh", ["figma"], "Fresh", null]
        ]
      )
      const [screenshot, ...others] = _embedded?.keys[0]?.screenshots ?? []
      assert.lengthOf(others, 0)
      assert.deepInclude(screenshot, { width: 300, height: 200, location: "frame 1" })
      assert.deepStrictEqual(
        screenshot?.keyReferences
          .map(({ keyName, originalText, position }) => [keyName, originalText, position])
          .sort(),
        [
          ["fresh", "Quay", position],
          ["home", "Quay", position]
        ]
      )
    }
  }
]
