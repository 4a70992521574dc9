import { assert, describe, it } from "vitest"
import {
  frameUtf16UnitsMax,
  makeStompReader,
  printStompFrame,
  type StompFrame,
  type StompViolation
} from "./stomp-frame.ts"

const readAll = (...pieces: ReadonlyArray<string>): ReadonlyArray<StompFrame | StompViolation> => {
  const reader = makeStompReader()
  return pieces.flatMap((piece) => reader.read(piece))
}

const frame = (command: string, headers: Readonly<Record<string, string>> = {}, body = ""): StompFrame => ({
  command,
  headers: new Map(Object.entries(headers)),
  body
})

describe("reading of STOMP frames", () => {
  it.each<[string, string, ReadonlyArray<StompFrame>]>([
    ["a frame without headers", "DISCONNECT\n\n\0", [frame("DISCONNECT")]],
    ["headers; the value may have colons", "SUBSCRIBE\nid:0\nx:a:b\n\n\0", [frame("SUBSCRIBE", { id: "0", x: "a:b" })]],
    ["lines that end with a carriage return", "SEND\r\nid:0\r\n\r\nbody\0", [frame("SEND", { id: "0" }, "body")]],
    ["the first of two headers with one name", "SEND\na:1\na:2\n\n\0", [frame("SEND", { a: "1" })]],
    ["escapes", "SEND\na\\cb:\\n\\r\\\\c\n\n\0", [frame("SEND", { "a:b": "\n\r\\c" })]],
    ["no escapes in CONNECT", "CONNECT\npasscode:a\\b\n\n\0", [frame("CONNECT", { passcode: "a\\b" })]],
    ["a header without a value", "SEND\na:\n\n\0", [frame("SEND", { a: "" })]],
    ["a body with an empty line", "SEND\n\na\n\nb\0", [frame("SEND", {}, "a\n\nb")]],
    [
      "a body with a NUL, by its length in bytes",
      "SEND\ncontent-length:6\n\n\0é€\0",
      [frame("SEND", { "content-length": "6" }, "\0é€")]
    ],
    ["two frames with heart-beats around", "\n\r\nA\n\n\0\n\nB\n\n\0\n", [frame("A"), frame("B")]],
    ["half a frame is none", "SEND\n\nbody", []],
    ["half a body is none", "SEND\ncontent-length:9\n\nbody\0", []]
  ])("%s", (_, text, frames) => {
    assert.deepStrictEqual(readAll(text), frames)
  })

  it.each([
    ["a header without a colon", "SEND\nheader\n\n\0"],
    ["an escape that does not exist", "SEND\na:\\t\n\n\0"],
    ["no empty line", "SEND\nid:0\0"],
    ["a body that is longer than it says", "SEND\ncontent-length:2\n\nabc\0"],
    ["a length in the middle of a character", "SEND\ncontent-length:1\n\né\0\0"],
    ["a length that is no number", "SEND\ncontent-length:-1\n\n\0"],
    ["a length above the limit", `SEND\ncontent-length:${frameUtf16UnitsMax + 1}\n\n\0`],
    ["a frame above the limit", `SEND\n\n${"a".repeat(frameUtf16UnitsMax)}`],
    ["very many headers", `SEND\n${"a:b\n".repeat(101)}\n\0`]
  ])("%s ends the reading", (_, text) => {
    const reader = makeStompReader()
    const read = reader.read(`A\n\n\0${text}`)
    assert.lengthOf(read, 2)
    assert.property(read[1], "violation")
    assert.deepStrictEqual(reader.read("B\n\n\0"), [])
  })

  it("reads the same frames however the stream is cut, and never throws", () => {
    const parts = [
      "SEND",
      "CONNECT",
      "\n",
      "\r\n",
      "\0",
      "a:b",
      ":",
      "\\",
      "\\c",
      "content-length:3",
      "é",
      "😀",
      "\n\n",
      "x"
    ]
    let seed = 1
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: next(30) }, () => parts[next(parts.length)]).join("")
      const pieces = []
      for (let start = 0; start < text.length; ) {
        const end = start + 1 + next(8)
        pieces.push(text.slice(start, end))
        start = end
      }
      assert.deepStrictEqual(readAll(...pieces), readAll(text), JSON.stringify(text))
    }
  })
})

describe("written STOMP frames", () => {
  it.each([
    [
      "with escaped headers and the length of the body in bytes",
      { a: "x:\n\r\\" },
      "é",
      "MESSAGE\na:x\\c\\n\\r\\\\\ncontent-length:2\n\né\0"
    ],
    ["with no length of no body", {}, "", "MESSAGE\n\n\0"],
    ["with no NUL in a header", { a: "x\0y" }, "", "MESSAGE\na:xy\n\n\0"]
  ])("%s", (_, headers, body, text) => {
    assert.strictEqual(printStompFrame("MESSAGE", headers, body), text)
  })

  it("are what was meant when they are read", () => {
    const headers = { "a:b": "\\c\r\n", id: "" }
    const body = "a\0b\n\n😀"
    assert.deepStrictEqual(readAll(printStompFrame("ERROR", headers, body)), [
      frame("ERROR", { ...headers, "content-length": "9" }, body)
    ])
  })
})
