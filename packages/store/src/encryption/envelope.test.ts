import { assert, describe, it } from "vitest"
import { associatedData, decodeEnvelope, encodeEnvelope, isEnvelope } from "./envelope.ts"

const bytes = (length: number, first: number) => Uint8Array.from({ length }, (_, index) => (first + index) % 256)
const envelope = { keyId: "0123456789abcdef", nonce: bytes(12, 0), ciphertext: bytes(70, 200), tag: bytes(16, 99) }

describe("the envelope of an encrypted value", () => {
  it("is one line of text that names the key, and decodes to what was encoded", () => {
    const text = encodeEnvelope(envelope)
    assert.match(text, /^enc:v1:0123456789abcdef:[A-Za-z0-9_-]+$/)
    const decoded = decodeEnvelope(text)
    assert.strictEqual(decoded?.keyId, envelope.keyId)
    for (const part of ["nonce", "ciphertext", "tag"] as const) {
      assert.deepStrictEqual(Uint8Array.from(decoded?.[part] ?? []), envelope[part])
    }
  })

  it("may hold an empty text", () => {
    const decoded = decodeEnvelope(encodeEnvelope({ ...envelope, ciphertext: bytes(0, 0) }))
    assert.strictEqual(decoded?.ciphertext.length, 0)
  })

  it.each(["https://a.example/", "whsec_0123456789abcdef0123456789abcdef", "", "enc", "ENC:V1:x"])(
    "is told apart from the plain text %j",
    (text) => {
      assert.isFalse(isEnvelope(text))
      assert.isNull(decodeEnvelope(text))
    }
  )

  it.each([
    ["another version of the key id", "enc:v1:0123:AAAA"],
    ["no bytes", "enc:v1:0123456789abcdef:"],
    ["too few bytes", "enc:v1:0123456789abcdef:AAAA"],
    ["characters that are not base64url", `${encodeEnvelope(envelope)}+`],
    ["more parts", `${encodeEnvelope(envelope)}:x`]
  ])("with %s is damaged", (_, text) => {
    assert.isTrue(isEnvelope(text))
    assert.isNull(decodeEnvelope(text))
  })

  it("authenticates table, row and column, each on its own", () => {
    const places = [
      { table: "a", row: 1, column: "b" },
      { table: "a", row: 11, column: "b" },
      { table: "a1", row: 1, column: "b" },
      { table: "a", row: 1, column: "1b" },
      { table: 'a","1', row: "", column: "b" }
    ].map((place) => Buffer.from(associatedData(place)).toString())
    assert.strictEqual(new Set(places).size, places.length)
  })
})
