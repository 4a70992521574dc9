import { assert, describe, it } from "vitest"
import { recallWrite, rememberWrite, type UndoStack } from "./undo-stack.ts"

const write = (keyId: number) => ({
  keyId,
  keyName: "a",
  keyNamespace: null,
  branch: null,
  languageTag: "cs",
  before: { text: "", isReviewed: false },
  after: { text: "x" }
})

describe("writes that can be undone", () => {
  it("come back the last one first", () => {
    const stack = rememberWrite(rememberWrite([], write(1)), write(2))
    const { write: last, rest } = recallWrite(stack)
    assert.deepStrictEqual([last?.keyId, rest.map(({ keyId }) => keyId)], [2, [1]])
  })

  it("are 50 at most: the oldest ones go", () => {
    let stack: UndoStack = []
    for (let id = 1; id <= 60; id++) stack = rememberWrite(stack, write(id))
    assert.deepStrictEqual([stack.length, stack[0]?.keyId, stack.at(-1)?.keyId], [50, 60, 11])
  })

  it("may be none", () => {
    assert.isNull(recallWrite([]).write)
  })
})
