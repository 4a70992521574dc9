import { assert, describe, it } from "vitest"
import { addressOf, snippetsOf } from "./snippets.ts"

const published = {
  publicUrl: "https://texts.example/content-delivery/5f0f",
  format: "JSON",
  fileStructureTemplate: null,
  zip: false,
  lastPublishedFiles: ["en.json", "cs.json"]
}

const namesOf = (changes: Partial<typeof published>) =>
  snippetsOf({ ...published, ...changes }, ["en", "cs"]).map(({ name }) => name)

describe("code that reads published files", () => {
  it("is for the libraries that know the format", () => {
    assert.deepStrictEqual(namesOf({}), ["@tolgee/web", "fetch"])
    assert.deepStrictEqual(namesOf({ format: "JSON_I18NEXT" }), ["i18next", "fetch"])
    assert.deepStrictEqual(namesOf({ format: "PO" }), ["fetch"])
  })

  it("leaves out libraries when the paths are not theirs", () => {
    assert.deepStrictEqual(namesOf({ zip: true }), ["fetch"])
    assert.deepStrictEqual(
      snippetsOf({ ...published, fileStructureTemplate: "{languageTag}/a.json" }, ["en"]).length,
      1
    )
  })

  it("names the address and the languages", () => {
    const [sdk, fetched] = snippetsOf(published, ["en", "cs"])
    assert.include(sdk?.text, `prefix: "${published.publicUrl}"`)
    assert.include(sdk?.text, 'availableLanguages: ["en", "cs"]')
    assert.include(fetched?.text, `fetch("${published.publicUrl}/en.json")`)
  })

  it("is absent while the address is unknown, or nothing was published", () => {
    assert.deepStrictEqual(snippetsOf({ ...published, publicUrl: null }, ["en"]), [])
    assert.deepStrictEqual(namesOf({ lastPublishedFiles: [] }), ["@tolgee/web"])
  })
})

it("encodes the names of folders and files, and keeps the slashes", () => {
  assert.strictEqual(addressOf("https://a.example/s", "my app/100%.json"), "https://a.example/s/my%20app/100%25.json")
})
