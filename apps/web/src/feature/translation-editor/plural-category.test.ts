import { assert, describe, it } from "vitest"
import { pluralCategories } from "./plural-category.ts"

const listOf = (languageTag: string, type?: "ordinal") =>
  pluralCategories(languageTag, type).map(({ name, examples }) => `${name} ${examples.join(" ")}`)

describe("plural categories", () => {
  it("have examples, decimals where no whole number belongs to them", () => {
    assert.deepStrictEqual(listOf("cs"), ["one 1", "few 2 3 4", "many 0.5 1.5 0.1", "other 0 5 6"])
    assert.deepStrictEqual(listOf("en", "ordinal"), ["one 1 21 31", "two 2 22 32", "few 3 23 33", "other 0 4 5"])
    assert.deepStrictEqual(listOf("fr"), ["one 0 1", "many 1000000", "other 2 3 4"])
  })

  it("know which of them stand for one number alone", () => {
    const several = pluralCategories("ar").filter(({ hasSeveralNumbers }) => hasSeveralNumbers)
    assert.deepStrictEqual(
      several.map(({ name }) => name),
      ["few", "many", "other"]
    )
  })

  it("are other alone for a tag that no rules know", () => {
    assert.deepStrictEqual(
      pluralCategories("not a tag").map(({ name }) => name),
      ["other"]
    )
  })
})
