import { assert, describe, it } from "vitest"
import { parseSockjsMessages, sockjsClose, sockjsMessages } from "./sockjs-frame.ts"

describe("SockJS", () => {
  it.each([
    ['["a","b"]', ["a", "b"]],
    ['"a"', ["a"]],
    ["", []],
    ["[]", []],
    ["[1]", null],
    ["{}", null],
    ["null", null],
    ["[", null]
  ])("a client's %s", (text, messages) => {
    assert.deepStrictEqual(parseSockjsMessages(text), messages)
  })

  it("has messages and the end as frames", () => {
    assert.strictEqual(sockjsMessages(['"a"', '"b"']), 'a["a","b"]')
    assert.strictEqual(sockjsClose(1000, 'so "it" goes'), 'c[1000,"so \\"it\\" goes"]')
  })
})
