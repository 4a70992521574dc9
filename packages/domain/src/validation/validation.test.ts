import { assert, describe, it } from "vitest"
import {
  atLeast,
  atMost,
  eachItem,
  firstMessage,
  isEmailAddress,
  lengthBetween,
  matches,
  notBlank,
  notEmpty,
  notNull,
  sizeBetween,
  validateFields,
  wellFormedEmail
} from "./validation.ts"

describe("constraints", () => {
  it.each([
    ["an absent text is blank", notBlank(undefined), "must not be blank"],
    ["a null text is blank", notBlank(null), "must not be blank"],
    ["white space is blank", notBlank(" \t\u00a0"), "must not be blank"],
    ["a letter is not blank", notBlank(" a "), null],
    ["an absent list is empty", notEmpty(null), "must not be empty"],
    ["an empty list is empty", notEmpty([]), "must not be empty"],
    ["a blank text is not empty", notEmpty(" "), null],
    ["null is null", notNull(null), "must not be null"],
    ["0 is not null", notNull(0), null],
    ["two letters are fewer than 3", sizeBetween(3, 50, "ab"), "size must be between 3 and 50"],
    ["three letters are enough", sizeBetween(3, 50, "abc"), null],
    ["51 letters are too many", sizeBetween(3, 50, "a".repeat(51)), "size must be between 3 and 50"],
    ["an absent text has no size", sizeBetween(3, 50, undefined), null],
    ["a flag counts 4 UTF-16 units", sizeBetween(0, 3, "🇨🇿"), "size must be between 0 and 3"],
    ["length has its own wording", lengthBetween(1, 250, ""), "length must be between 1 and 250"],
    ["a pattern has the message of the caller", matches(/^a/, "invalid_pattern", "b"), "invalid_pattern"],
    ["an absent text matches", matches(/^a/, "invalid_pattern", null), null],
    ["0 is less than 1", atLeast(1, 0), "must be greater than or equal to 1"],
    ["1 is at least 1", atLeast(1, 1), null],
    ["3 is more than 2", atMost(2, 3), "must be less than or equal to 2"],
    ["an empty text is no bad address", wellFormedEmail(""), null],
    ["a word is no address", wellFormedEmail("word"), "must be a well-formed email address"],
    ["the first message is the one that is shown", firstMessage(null, "one", "two"), "one"],
    ["no message is null", firstMessage(null, null), null]
  ])("%s", (_, actual, expected) => {
    assert.strictEqual(actual, expected)
  })

  it("one message per field is collected, fields of list items with their index", () => {
    const itemMessages = (item: { readonly tag: string }) => ({ tag: notBlank(item.tag) })
    const messages = { name: null, slug: "a", ...eachItem("languages", [{ tag: "en" }, { tag: "" }], itemMessages) }
    assert.deepStrictEqual(validateFields(messages, 1), {
      ok: false,
      error: { kind: "standardValidation", messages: { slug: "a", "languages[1].tag": "must not be blank" } }
    })
  })

  it("a value without messages is valid", () => {
    assert.deepStrictEqual(validateFields({ name: null }, 1), { ok: true, value: 1 })
  })
})

describe("e-mail address", () => {
  it.each([
    "a@b",
    "franta@example.com",
    "franta+test@sub.example.com",
    "o'neil@example.com",
    "jiří@příklad.cz",
    '"two words"@example.com',
    "a@xn--pklad-zsa96e.cz"
  ])("%s is one", (text) => {
    assert.isTrue(isEmailAddress(text))
  })

  it.each([
    "",
    "@",
    "a@",
    "@b",
    "a",
    "a b@example.com",
    "a@exam ple.com",
    "a@b@c",
    ".a@example.com",
    "a..b@example.com",
    "a@-b.com",
    "a@b-.com",
    "a@b..com",
    "a@.com",
    "a@b.com.",
    "a@b.com\n",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(64)}.com`
  ])("%j is none", (text) => {
    assert.isFalse(isEmailAddress(text))
  })
})
