import { encodeBase32 } from "@dragoman/domain/credential"
import { assert, describe, it } from "vitest"
import { totpOffset } from "./totp-code.ts"

/** The key of RFC 6238 appendix B for HMAC-SHA-1. */
const key = encodeBase32(Buffer.from("12345678901234567890"))

describe("codes of an authenticator app", () => {
  // The vectors have eight digits; codes are the last six of them.
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"]
  ])("are those of RFC 6238 at %i seconds", (seconds, code) => {
    assert.strictEqual(totpOffset(key, code.slice(2), seconds * 1000), 0)
  })

  it.each([
    [-61, null],
    [-30, 1],
    [30, -1],
    [61, null]
  ])("belong to one step and its neighbours: %i seconds later", (seconds, expected) => {
    assert.strictEqual(totpOffset(key, "287082", (59 + seconds) * 1000), expected)
  })

  it.each(["", "28708", "2870822", "abcdef", "２８７０８２", "287082 ", "-87082"])("are not %s", (code) => {
    assert.isNull(totpOffset(key, code, 59_000))
  })

  it("read a key in any spelling", () => {
    assert.strictEqual(totpOffset(key.toUpperCase(), "287082", 59_000), 0)
  })
})
