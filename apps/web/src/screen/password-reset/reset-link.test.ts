import { assert, describe, it } from "vitest"
import { readResetLink } from "./reset-link.ts"

const expected = { code: "abcDEF", email: "žofie+x@example.org" }

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const forUrls = (text: string): string => base64(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")

describe("a link for a new password", () => {
  it.each([
    ["in letters that URLs allow", forUrls("abcDEF,žofie+x@example.org")],
    ["in the standard alphabet with padding", base64("abcDEF,žofie+x@example.org")],
    ["with a plus sign that became a space", base64("abcDEF,žofie+x@example.org").replaceAll("+", " ")]
  ])("is read %s", (_, text) => {
    assert.deepStrictEqual(readResetLink(text), expected)
  })

  it("keeps a comma in the address", () => {
    assert.deepStrictEqual(readResetLink(forUrls('abc,"a,b"@example.org')), {
      code: "abc",
      email: '"a,b"@example.org'
    })
  })

  it.each([
    ["empty", ""],
    ["no base64", "%%%"],
    ["without a comma", forUrls("abc")],
    ["cut off within a letter", btoa("abc,\u00c5")]
  ])("is none when it is %s", (_, text) => {
    assert.isNull(readResetLink(text))
  })
})
