import { assert, describe, it } from "vitest"
import { curlCommand, type ExportChoice, pullCommand, shellWord, toExportQuery } from "./export-choice.ts"

const everything: ExportChoice = { format: "PO", languages: [], namespaces: [], tags: [], states: [], template: "" }

describe("the choice of an export", () => {
  it("is a query without what was left at its default", () => {
    assert.deepStrictEqual(toExportQuery(everything), { format: "PO" })
    assert.deepStrictEqual(
      toExportQuery({ ...everything, languages: ["cs"], states: ["REVIEWED"], template: " {x} " }),
      {
        format: "PO",
        languages: ["cs"],
        filterState: ["REVIEWED"],
        fileStructureTemplate: "{x}"
      }
    )
  })

  it("is a command of the CLI", () => {
    const choice: ExportChoice = {
      ...everything,
      languages: ["cs", "de"],
      tags: ["it's new"],
      template: "{languageTag}.po"
    }
    assert.strictEqual(
      pullCommand(choice, "http://localhost:8080", 7),
      "npx @tolgee/cli --api-url http://localhost:8080 --api-key \"$DRAGOMAN_API_KEY\" --project-id 7 --format PO_ICU pull --path ./i18n --languages cs de --tags 'it'\\''s new' --file-structure-template '{languageTag}.po'"
    )
    assert.isNull(pullCommand({ ...everything, format: "FLUENT" }, "http://localhost:8080", 7))
  })

  it("has a branch in all of them", () => {
    const choice: ExportChoice = { ...everything, branch: "release/2" }
    assert.deepStrictEqual(toExportQuery(choice), { format: "PO", filterBranch: "release/2" })
    assert.include(pullCommand(choice, "http://localhost:8080", 7), "pull --path ./i18n --branch release/2")
  })

  it("is a request in a shell, whatever is in its names", () => {
    assert.strictEqual(
      curlCommand("http://localhost:8080", "/v2/projects/7/export?format=PO&languages=cs"),
      `curl --fail 'http://localhost:8080/v2/projects/7/export?format=PO&languages=cs' --header "X-API-Key: $DRAGOMAN_API_KEY" --output export.zip`
    )
    assert.strictEqual(shellWord("$(rm)"), "'$(rm)'")
    assert.strictEqual(shellWord(""), "''")
  })
})
