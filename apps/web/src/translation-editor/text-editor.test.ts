import { assert, describe, it } from "vitest"
import { editorAction } from "./text-editor.ts"

const plain = { keyCode: 13, isComposing: false, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

describe("a key in the editor", () => {
  it.each([
    ["Enter saves", { key: "Enter" }, "save"],
    ["Ctrl+Enter saves and goes on", { key: "Enter", ctrlKey: true }, "saveAndNext"],
    ["Command+Enter saves and goes on", { key: "Enter", metaKey: true }, "saveAndNext"],
    ["Shift+Enter is a new line", { key: "Enter", shiftKey: true }, null],
    ["Escape closes", { key: "Escape" }, "close"],
    ["Enter of an input method is its own", { key: "Enter", isComposing: true }, null],
    ["Enter with key code 229 is the input method's too", { key: "Enter", keyCode: 229 }, null],
    ["Ctrl+T is the browser's", { key: "t", ctrlKey: true }, null]
  ] as const)("%s", (_, event, expected) => {
    assert.strictEqual(editorAction({ ...plain, ...event }), expected)
  })
})
