import { assert, describe, it } from "vitest"
import { editorAction } from "./text-editor.ts"

const plain = {
  code: "",
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false
}

describe("a key in the editor", () => {
  it.each([
    ["Enter saves", { key: "Enter" }, "save"],
    ["Ctrl+Enter saves and goes on", { key: "Enter", ctrlKey: true }, "saveAndNext"],
    ["Command+Enter saves and goes on", { key: "Enter", metaKey: true }, "saveAndNext"],
    ["Ctrl+Shift+Enter saves as reviewed", { key: "Enter", ctrlKey: true, shiftKey: true }, "saveReviewed"],
    ["Shift+Enter is a new line", { key: "Enter", shiftKey: true }, null],
    ["Escape closes", { key: "Escape" }, "close"],
    ["Alt+Page Down goes to the next form", { key: "PageDown", altKey: true }, "nextForm"],
    ["Page Down alone scrolls", { key: "PageDown" }, null],
    ["Alt+Down goes to the next text", { key: "ArrowDown", altKey: true }, "nextText"],
    ["Ctrl+Space lists placeholders", { key: " ", ctrlKey: true }, "placeholders"],
    ["F2 shows the source", { key: "F2" }, "raw"],
    ["F8 goes to the next issue", { key: "F8" }, "nextIssue"],
    ["Alt+Enter fixes the issue", { key: "Enter", altKey: true }, "fix"],
    ["Alt+Shift+Enter ignores the issue", { key: "Enter", altKey: true, shiftKey: true }, "ignore"],
    ["AltGr+Enter fixes nothing", { key: "Enter", ctrlKey: true, altKey: true }, null],
    ["Enter of an input method is its own", { key: "Enter", isComposing: true }, null],
    ["Enter with key code 229 is the input method's too", { key: "Enter", keyCode: 229 }, null],
    ["Ctrl+T is the browser's", { key: "t", ctrlKey: true }, null],
    [
      "Ctrl+Shift+1 takes the first suggestion",
      { key: "!", code: "Digit1", ctrlKey: true, shiftKey: true },
      "suggestion1"
    ],
    ["so it does where digits need Shift", { key: "3", code: "Digit3", ctrlKey: true, shiftKey: true }, "suggestion3"],
    [
      "Ctrl+Shift+5 accepts the second suggestion of a user",
      { key: "%", code: "Digit5", ctrlKey: true, shiftKey: true },
      "accept2"
    ],
    [
      "Ctrl+Shift+7 takes the first translation of a machine",
      { key: "/", code: "Digit7", ctrlKey: true, shiftKey: true },
      "machine1"
    ],
    ["Alt+2 is the browser's", { key: "2", code: "Digit2", altKey: true }, null],
    ["Ctrl+1 is the browser's", { key: "1", code: "Digit1", ctrlKey: true }, null],
    ["Alt+Shift+1 inserts the first term", { key: "!", code: "Digit1", altKey: true, shiftKey: true }, "term1"],
    ["AltGr+Shift+1 inserts none", { key: "¡", code: "Digit1", ctrlKey: true, altKey: true, shiftKey: true }, null],
    ["AltGr types letters", { key: "@", ctrlKey: true, altKey: true }, null]
  ] as const)("%s", (_, event, expected) => {
    assert.strictEqual(editorAction({ ...plain, ...event }), expected)
  })
})
