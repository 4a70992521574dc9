import { assert, describe, it } from "vitest"
import { type EncryptionKey, parseEncryptionKeys } from "./encryption-key.ts"
import { EncryptedValueDamaged, EncryptionKeyUnknown, open, seal } from "./seal.ts"

const keysOf = (...texts: ReadonlyArray<string>) => {
  const parsed = parseEncryptionKeys(texts.join(","))
  return "keys" in parsed ? parsed.keys : assert.fail(parsed.problem)
}

const keyText = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const [first, second] = keysOf(keyText(1), keyText(2)) as [EncryptionKey, EncryptionKey]
const place = { table: "webhook_configuration", row: 7, column: "url" }
const text = "https://user:pass@a.example/á👋"

describe("encryption keys", () => {
  it.each([
    ["base64", Buffer.alloc(32, 0xfb).toString("base64")],
    ["base64 without padding", Buffer.alloc(32, 0xfb).toString("base64").replace("=", "")],
    ["base64 for URLs", Buffer.alloc(32, 0xfb).toString("base64url")],
    ["hexadecimal digits", "fb".repeat(32)],
    ["hexadecimal digits in capitals", "FB".repeat(32)]
  ])("are the same key in %s", (_, written) => {
    assert.deepStrictEqual(keysOf(` ${written} `)[0]?.bytes.toString(), Buffer.alloc(32, 0xfb).toString())
    assert.match(keysOf(written)[0]?.id ?? "", /^[0-9a-f]{16}$/)
  })

  it("are listed with the present one first", () => {
    assert.deepStrictEqual(keysOf(keyText(2), keyText(1)), [second, first])
  })

  it.each([
    ["a password", "correct horse battery staple", 1],
    ["31 bytes", Buffer.alloc(31).toString("base64"), 1],
    ["33 bytes", Buffer.alloc(33).toString("base64"), 1],
    ["an empty entry", `${keyText(1)},`, 2],
    ["the same key twice", `${keyText(1)},${keyText(1).replace("=", "")}`, 2]
  ])("are refused with %s, without quoting it", (_, written, entry) => {
    const parsed = parseEncryptionKeys(written)
    const problem = "problem" in parsed ? parsed.problem : assert.fail("it was accepted")
    assert.include(problem, `entry ${entry}`)
    for (const part of written.split(",").filter((one) => one !== "")) assert.notInclude(problem, part)
  })
})

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

  it("is told apart from a plain one, which is opened as it is", () => {
    assert.strictEqual(open([], place, text), text)
    assert.strictEqual(open([first], place, text), text)
  })
})
