import {
  contextNotSupported,
  definedInAnotherFile,
  descriptionTooLong,
  type ImportIssue,
  type ImportIssueType,
  idAttributeNotProvided,
  importIssueTypes,
  importNoticeType,
  invalidCustomValues,
  keyIsBlank,
  keyIsEmpty,
  keyIsNotString,
  keyNameTooLong,
  multipleValues,
  resolveIssueParams,
  targetNotProvided,
  translationNotValidIcu,
  translationTooLong,
  valueIsEmpty,
  valueIsNotString
} from "@dragoman/domain/import"
import { assert, describe, it } from "vitest"
import ar from "../../base/texts/error/ar.json"
import cs from "../../base/texts/error/cs.json"
import en from "../../base/texts/error/en.json"
import { issueKind, issueSentence, printIssue } from "./issue-sentence.ts"

const key = "terms.of-use"
const first = { fileIndex: 0, keyName: key, languageName: "cs" }

const issues: Readonly<Record<ImportIssueType, ImportIssue>> = {
  KEY_IS_NOT_STRING: keyIsNotString("[1]", 0, null),
  MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE: multipleValues(first, null),
  VALUE_IS_NOT_STRING: valueIsNotString(key, 0, "7", null),
  KEY_IS_EMPTY: keyIsEmpty(0, null),
  VALUE_IS_EMPTY: valueIsEmpty(key, null),
  PO_MSGCTXT_NOT_SUPPORTED: contextNotSupported({ line: 1, column: 1 }),
  ID_ATTRIBUTE_NOT_PROVIDED: idAttributeNotProvided("a.xliff", null),
  TARGET_NOT_PROVIDED: targetNotProvided(key, null),
  TRANSLATION_TOO_LONG: translationTooLong(key, 10_000, null),
  KEY_IS_BLANK: keyIsBlank(0, null),
  TRANSLATION_DEFINED_IN_ANOTHER_FILE: definedInAnotherFile(first, null),
  INVALID_CUSTOM_VALUES: invalidCustomValues(key, null),
  DESCRIPTION_TOO_LONG: descriptionTooLong(key, null),
  KEY_NAME_TOO_LONG: keyNameTooLong(key, null),
  TRANSLATION_NOT_VALID_ICU: translationNotValidIcu(key, "de", { character: 7, message: "An argument is not closed" })
}

/** The issue as the server sends it. */
const sent = (type: ImportIssueType) => {
  const { params, sentence } = issues[type]
  return { type, params: resolveIssueParams(params, () => 1), message: sentence }
}

describe("a sentence about an issue of an import", () => {
  it("is there for every type, and needs nothing that does not come", () => {
    const missing = importIssueTypes.filter((type) => issueSentence(cs, "cs", sent(type)) === issues[type].sentence)
    assert.deepStrictEqual(missing, [])
    const known: ReadonlyArray<string> = importIssueTypes.map((type) => `issue.${type}`)
    const unknown = Object.keys(en).filter((name) => name.startsWith("issue.") && !known.includes(name))
    assert.deepStrictEqual(unknown, [])
    const kinds = [...importIssueTypes, importNoticeType].map((type) => issueKind(cs, type))
    assert.isTrue(
      kinds.every((kind) => /\s|^Upozornění$/.test(kind)),
      kinds.join("\n")
    )
  })

  it("names the key, which keeps together in a sentence from right to left", () => {
    assert.strictEqual(issueSentence(en, "en", sent("VALUE_IS_EMPTY")), `The value of “\u2068${key}\u2069” is empty.`)
    assert.include(issueSentence(ar, "ar", sent("VALUE_IS_EMPTY")), `\u2068${key}\u2069`)
  })

  it("is copied with its place, its line and a caret", () => {
    const excerpt = { text: '"terms": ""', caret: 9 }
    assert.strictEqual(
      printIssue(en, "en", "en.json", { ...sent("VALUE_IS_EMPTY"), line: 3, column: 10, excerpt }),
      `en.json:3:10: The value of “${key}” is empty.\n"terms": ""\n         ^`
    )
    const notice = { type: "NOTICE", params: [{ type: "KEY_NAME", value: "dogs" }], message: "Kept as it is." } as const
    const place = { line: null, column: null, excerpt: null }
    assert.strictEqual(printIssue(en, "en", "en.json", { ...notice, ...place }), "en.json: dogs: Kept as it is.")
  })

  it("is that of the server where the console has none, or the key did not come", () => {
    assert.strictEqual(issueSentence({}, "cs", sent("KEY_IS_BLANK")), issues.KEY_IS_BLANK.sentence)
    const nameless = { ...sent("VALUE_IS_EMPTY"), params: [] }
    assert.strictEqual(issueSentence(cs, "cs", nameless), issues.VALUE_IS_EMPTY.sentence)
  })
})
