import { assert, describe, it } from "vitest"
import { testKey } from "../testing/encryption-key.ts"
import {
  associatedData,
  decodeEnvelope,
  EncryptedValueDamaged,
  EncryptionKeyUnknown,
  encodeEnvelope,
  isEnvelope,
  open,
  seal
} from "./encrypted-value.ts"

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
    "is distinguished from the plain text %j",
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

const [first, second] = [testKey(1), testKey(2)]
const place = { table: "webhook_configuration", row: 7, column: "url" }
const text = "https://user:pass@a.example/á👋"

describe("a sealed text", () => {
  it("is opened with its key, wherever that stands in the list", () => {
    const sealed = seal(first, place, text)
    assert.notInclude(sealed, "pass")
    assert.strictEqual(open([first], place, sealed), text)
    assert.strictEqual(open([second, first], place, sealed), text)
  })

  it("is another one each time", () => {
    assert.notStrictEqual(seal(first, place, text), seal(first, place, text))
  })

  it("needs its key, and names it", () => {
    const sealed = seal(first, place, text)
    for (const keys of [[], [second]]) {
      try {
        assert.fail(open(keys, place, sealed))
      } catch (error) {
        assert.instanceOf(error, EncryptionKeyUnknown)
        assert.deepInclude({ ...(error as EncryptionKeyUnknown) }, { keyId: first.id, hasKeys: keys.length > 0 })
      }
    }
  })

  it.each([
    ["table", { ...place, table: "server_value" }],
    ["row", { ...place, row: 8 }],
    ["column", { ...place, column: "secret" }]
  ])("does not open in another %s", (_, elsewhere) => {
    assert.throws(() => open([first], elsewhere, seal(first, place, text)), EncryptedValueDamaged)
  })

  it("does not open when one character of it was changed", () => {
    const sealed = seal(first, place, text)
    const start = sealed.lastIndexOf(":") + 1
    for (let index = start; index < sealed.length; index += 7) {
      const changed = `${sealed.slice(0, index)}${sealed[index] === "A" ? "B" : "A"}${sealed.slice(index + 1)}`
      assert.throws(() => open([first], place, changed), EncryptedValueDamaged)
    }
  })

  it("is distinguished from a plain one, which is opened as it is", () => {
    assert.strictEqual(open([], place, text), text)
    assert.strictEqual(open([first], place, text), text)
  })
})
