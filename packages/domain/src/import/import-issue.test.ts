import { assert, describe, it } from "vitest"
import {
  contextNotSupported,
  definedInAnotherFile,
  descriptionTooLong,
  type ImportIssue,
  idAttributeNotProvided,
  importIssueParamTypes,
  importIssueRules,
  importIssueTypes,
  invalidCustomValues,
  keyIsBlank,
  keyIsEmpty,
  keyIsNotString,
  multipleValues,
  resolveIssueParams,
  shortenParamValue,
  targetNotProvided,
  translationNotValidIcu,
  translationTooLong,
  valueIsEmpty,
  valueIsNotString
} from "./import-issue.ts"

const first = { fileIndex: 3, keyName: "k", languageName: "en" }
const place = { line: 2, column: 5 }

describe("import issues", () => {
  it("about broken ICU name the key, the language and the character, without a line", () => {
    const issue = translationNotValidIcu("k", "de", { character: 7, message: "An argument is not closed" })
    assert.deepStrictEqual(
      issue.params.map((param) => `${param.type}=${"value" in param ? param.value : ""}`),
      ["KEY_NAME=k", "LANGUAGE_NAME=de"]
    )
    assert.isNull(issue.position)
    assert.include(issue.sentence, "(character 7: An argument is not closed)")
  })

  it.each([
    [keyIsNotString("[a]", 4, place), ["KEY_NAME=[a]", "KEY_INDEX=4"], false],
    [keyIsBlank(0, place), ["KEY_INDEX=0"], false],
    [keyIsEmpty(3, place), ["KEY_INDEX=3"], false],
    [contextNotSupported(place), ["LINE=2"], false],
    [valueIsNotString("k", 2, "[1]", place), ["KEY_NAME=k", "KEY_INDEX=2", "VALUE=[1]"], false],
    [valueIsEmpty("k", place), ["KEY_NAME=k"], true],
    [translationTooLong("k", 10_000, place), ["KEY_NAME=k"], false],
    [idAttributeNotProvided("f.ts", place), ["FILE_NODE_ORIGINAL=f.ts"], false],
    [targetNotProvided("k", place), ["KEY_NAME=k"], true],
    [descriptionTooLong("k", place), ["KEY_NAME=k"], true],
    [invalidCustomValues("k", place), ["KEY_NAME=k"], true],
    [multipleValues(first, place), ["KEY_ID=11", "LANGUAGE_ID=7", "KEY_NAME=k", "LANGUAGE_NAME=en"], false],
    [definedInAnotherFile(first, place), ["KEY_ID=11", "LANGUAGE_ID=7", "KEY_NAME=k", "LANGUAGE_NAME=en"], true]
  ] satisfies ReadonlyArray<[ImportIssue, ReadonlyArray<string>, boolean]>)(
    "$type has its parameters in stored order and says whether the item is kept",
    (issue, params, isKept) => {
      const resolved = resolveIssueParams(issue.params, (type, reference) => {
        assert.deepStrictEqual(reference, first)
        return type === "KEY_ID" ? 11 : 7
      })
      assert.deepStrictEqual(
        resolved.map(({ type, value }) => `${type}=${value}`),
        params
      )
      assert.deepStrictEqual(issue.position, place)
      assert.strictEqual(importIssueRules[issue.type].keepsItem, isKept)
      assert.match(issue.sentence, /\.$/)
    }
  )

  it("has the types of the API", () => {
    assert.strictEqual(importIssueTypes.length, 15)
    assert.strictEqual(importIssueParamTypes.length, 8)
  })

  it("hides keys where a part of the file is skipped whose names are unknown", () => {
    assert.deepStrictEqual(
      importIssueTypes.filter((type) => importIssueRules[type].hidesKeys),
      ["KEY_IS_NOT_STRING", "VALUE_IS_NOT_STRING", "ID_ATTRIBUTE_NOT_PROVIDED"]
    )
  })

  it.each([
    [255, 255],
    [256, 104]
  ])("a parameter of %i units is stored with %i", (length, stored) => {
    const value = "x".repeat(length)
    assert.strictEqual(shortenParamValue(value).length, stored)
    const issue = valueIsEmpty(value, null)
    assert.deepStrictEqual(issue.params, [{ type: "KEY_NAME", value: shortenParamValue(value) }])
  })
})
