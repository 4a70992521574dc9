import { checkSentences } from "@dragoman/formats/check"
import { parseMessage } from "@dragoman/formats/icu"
import { assert, describe, it } from "vitest"
import ar from "../../base/texts/check/ar.json"
import en from "../../base/texts/check/en.json"
import { argumentsOf } from "../../base/texts/format-message.ts"
import { editorCodes } from "./check-message.ts"
import { issueSentence } from "./issue-sentence.ts"

const namesIn = (message: string): ReadonlyArray<string> => {
  const parsed = parseMessage(message)
  return parsed.kind === "error" ? [] : argumentsOf(parsed.nodes)
}

describe("a sentence about an issue of a text", () => {
  it("is there for every code of the checks and of the editor, and for no other one", () => {
    assert.sameMembers(Object.keys(en), [...Object.keys(checkSentences), ...editorCodes])
  })

  it("needs no param that its check does not have", () => {
    for (const [code, sentence] of Object.entries(checkSentences)) {
      // Limit and count are params of one check, whose sentence has both.
      assert.includeMembers(
        [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        [...namesIn(en[code as keyof typeof en])]
      )
    }
  })

  it("has numbers in the digits of the language", () => {
    const issue = { code: "qa_key_length_limit_exceeded", params: { limit: "10000", count: "10001" } }
    assert.strictEqual(issueSentence(en, "en", issue), "Longer than 10,000 characters (10,001)")
  })

  it("keeps a number of the text as it is written there", () => {
    const issue = { code: "qa_numbers_missing", params: { number: "1,000.50" } }
    assert.strictEqual(issueSentence(en, "en", issue), "The number 1,000.50 is missing")
  })

  it("keeps a placeholder together in a sentence from right to left", () => {
    const issue = { code: "qa_placeholders_missing", params: { placeholder: "{name}" } }
    assert.include(issueSentence(ar, "ar", issue), "\u2068{name}\u2069")
    assert.strictEqual(issueSentence(en, "en", issue), "{name} is missing")
  })
})
