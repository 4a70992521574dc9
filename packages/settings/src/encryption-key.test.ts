import { assert, describe, it } from "vitest"
import { parseEncryptionKeys } from "./encryption-key.ts"

const keysOf = (...texts: ReadonlyArray<string>) => {
  const parsed = parseEncryptionKeys(texts.join(","))
  return "keys" in parsed ? parsed.keys : assert.fail(parsed.problem)
}

const keyText = (byte: number) => Buffer.alloc(32, byte).toString("base64")

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
    const keys = [...keysOf(keyText(2)), ...keysOf(keyText(1))]
    assert.deepStrictEqual(keysOf(keyText(2), keyText(1)), keys)
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
