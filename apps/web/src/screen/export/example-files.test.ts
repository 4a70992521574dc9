import { assert, describe, it } from "vitest"
import { exampleFiles, treeOf } from "./example-files.ts"

const facts = {
  template: "{namespace}/{languageTag}.{extension}",
  extension: "json",
  languages: ["en", "pt-BR"],
  namespaces: ["", "shop"],
  isMultilingual: false
}

describe("the files of an export", () => {
  it("have the paths that the server writes", () => {
    assert.deepStrictEqual(exampleFiles(facts), ["en.json", "pt-BR.json", "shop/en.json", "shop/pt-BR.json"])
    assert.deepStrictEqual(
      exampleFiles({ ...facts, template: "values-{androidLanguageTag}/s.xml", namespaces: [""] }),
      ["values-en/s.xml", "values-pt-rBR/s.xml"]
    )
  })

  it("are one per namespace where a file has all languages", () => {
    assert.deepStrictEqual(exampleFiles({ ...facts, extension: "csv", isMultilingual: true }), [
      "all.csv",
      "shop/all.csv"
    ])
  })

  it("are a tree, each folder once", () => {
    assert.deepStrictEqual(
      treeOf(["a/b/x", "a/y", "z"]).map(
        ({ name, depth, isFolder }) => `${" ".repeat(depth)}${name}${isFolder ? "/" : ""}`
      ),
      ["a/", " b/", "  x", " y", "z"]
    )
  })
})
