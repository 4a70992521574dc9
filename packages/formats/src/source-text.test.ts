import { assert, describe, it } from "vitest"
import { decodeText, positionsIn } from "./source-text.ts"

const utf16 = (text: string, isLittleEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < text.length; index++) view.setUint16(index * 2, text.charCodeAt(index), isLittleEndian)
  return bytes
}

describe("decodeText", () => {
  it.each([
    ["UTF-8", new TextEncoder().encode("ž😀"), null, "ž😀"],
    ["UTF-8 with a mark", new TextEncoder().encode("\ufeffž"), null, "ž"],
    ["UTF-16, little end first", utf16("\ufeffž😀", true), null, "ž😀"],
    ["UTF-16, big end first", utf16("\ufeffž", false), null, "ž"],
    ["a declared encoding", Uint8Array.of(0xe9), "iso-8859-1", "é"],
    ["a mark before the declared encoding", new TextEncoder().encode("\ufeffé"), "iso-8859-1", "é"]
  ])("reads %s", (_, bytes, declared, text) => {
    assert.deepStrictEqual(decodeText(bytes, declared), { kind: "text", text })
  })

  it.each([
    ["an invalid byte", [0x61, 0x0a, 0x62, 0xff, 0x63], { line: 2, column: 2 }],
    ["a character that ends too early", [0x61, 0xc5], { line: 1, column: 2 }],
    ["half of a pair", [0xed, 0xa0, 0x80], { line: 1, column: 1 }],
    ["an overlong spelling", [0x0a, 0xc0, 0xaf], { line: 2, column: 1 }]
  ])("%s fails with its place", (_, bytes, place) => {
    assert.deepStrictEqual(decodeText(Uint8Array.from(bytes)), {
      kind: "failure",
      message: "The file is not valid UTF-8",
      ...place
    })
  })

  it("finds an invalid byte behind many valid ones", () => {
    const bytes = new TextEncoder().encode("ž\n".repeat(100_000))
    bytes[bytes.length - 3] = 0xff
    const decoded = decodeText(bytes)
    assert.strictEqual(decoded.kind === "failure" ? decoded.line : null, 100_000)
  })

  it("rejects U+0000", () => {
    const decoded = decodeText(Uint8Array.of(0x61, 0x0a, 0x00))
    assert.strictEqual(decoded.kind === "failure" ? decoded.line : null, 2)
  })

  it("an unknown encoding is a failure", () => {
    assert.strictEqual(decodeText(Uint8Array.of(1), "x-klingon").kind, "failure")
  })
})

describe("positionsIn", () => {
  it.each([
    ["LF", "ab\ncd", 3, "2:1"],
    ["CRLF", "ab\r\ncd", 4, "2:1"],
    ["a lone CR", "ab\rcd", 4, "2:2"],
    ["one line", "abc", 2, "1:3"],
    ["the end of the text", "a\n", 2, "2:1"],
    ["an empty text", "", 0, "1:1"],
    ["characters of two units", "😀a", 2, "1:3"]
  ])("%s", (_, text, offset, expected) => {
    const { line, column } = positionsIn(text)(offset)
    assert.strictEqual(`${line}:${column}`, expected)
  })
})
