import { assert, describe, it } from "vitest"
import { curlTextsCommand, pullFilesCommand, pushCommand, sdkCode } from "./key-commands.ts"

const facts = { server: "http://localhost:8080", apiKey: "tgpak_abc" }
const start = "npx --yes @tolgee/cli@2.20.0 --api-url http://localhost:8080 --api-key tgpak_abc"

describe("a push", () => {
  it.each([
    ["i18n/{languageTag}.json", `${start} push --files-template "$PWD/i18n/{languageTag}.json"`],
    ["./i18n/{languageTag}.json", `${start} push --files-template "$PWD/i18n/{languageTag}.json"`],
    ["/srv/texts/{languageTag}.json", `${start} push --files-template "/srv/texts/{languageTag}.json"`],
    [
      "{namespace}/{languageTag}.po",
      `${start} --format PO_ICU push --files-template "$PWD/{namespace}/{languageTag}.po"`
    ],
    ['a "b" $(c)/{languageTag}.json', `${start} push --files-template "$PWD/a \\"b\\" \\$(c)/{languageTag}.json"`]
  ])("of %s names the files by an absolute path, in quotes", (path, command) => {
    assert.strictEqual(pushCommand({ ...facts, path }), command)
  })

  it("in a shell that cannot be asked says what happens to conflicts, and reads the key from a variable", () => {
    assert.strictEqual(
      pushCommand({ ...facts, apiKey: null, path: "{languageTag}.json" }, "KEEP"),
      'npx --yes @tolgee/cli@2.20.0 --api-url http://localhost:8080 push --files-template "$PWD/{languageTag}.json" --force-mode KEEP'
    )
  })
})

describe("a pull", () => {
  it.each([
    ["i18n/{languageTag}.json", `${start} pull --path ./i18n --file-structure-template '{languageTag}.json'`],
    ["{languageTag}.json", `${start} pull --path . --file-structure-template '{languageTag}.json'`],
    ["./a b/{languageTag}.json", `${start} pull --path './a b' --file-structure-template '{languageTag}.json'`],
    ["/srv/{languageTag}/app.json", `${start} pull --path /srv --file-structure-template '{languageTag}/app.json'`],
    ["texts/all.csv", `${start} --format CSV_ICU pull --path ./texts --file-structure-template all.csv`]
  ])("writes %s", (path, command) => {
    assert.strictEqual(pullFilesCommand({ ...facts, path }), command)
  })
})

it("a request has the key in its header", () => {
  assert.strictEqual(
    curlTextsCommand(facts, "/v2/projects/7/translations/en"),
    'curl --fail http://localhost:8080/v2/projects/7/translations/en --header "X-API-Key: tgpak_abc"'
  )
  assert.include(curlTextsCommand({ ...facts, apiKey: null }, "/"), '"X-API-Key: $TOLGEE_API_KEY"')
})

it("a page has server, key and language", () => {
  const code = sdkCode(facts, "pt-BR")
  for (const part of ['apiUrl: "http://localhost:8080"', 'apiKey: "tgpak_abc"', 'language: "pt-BR"']) {
    assert.include(code, part)
  }
})
