import { assert, describe, it } from "vitest"
import { gridCommand } from "./grid-command.ts"

const onText = { isOnCell: true, isKey: false, hasSelection: false, hasSingleKeys: true }

describe("a key that is pressed in the grid", () => {
  it.each([
    ["Ctrl+z", onText, "undo"],
    ["Meta+z", onText, "undo"],
    ["Ctrl+Shift+z", onText, null],
    ["Shift+ArrowDown", onText, "extendDown"],
    ["Shift+ArrowUp", onText, "extendUp"],
    ["Ctrl+Shift+ArrowUp", onText, null],
    ["Ctrl+End", onText, "move"],
    ["Ctrl+ArrowDown", onText, null],
    ["Enter", onText, "open"],
    ["Enter", { ...onText, isOnCell: false }, null],
    ["r", onText, "review"],
    ["r", { ...onText, hasSingleKeys: false }, "move"],
    ["l", onText, "labels"],
    ["l", { ...onText, isKey: true }, "move"],
    ["x", onText, "select"],
    [" ", onText, "move"],
    [" ", { ...onText, isKey: true }, "select"],
    ["Escape", onText, "move"],
    ["Escape", { ...onText, hasSelection: true }, "clear"],
    ["ArrowLeft", onText, "move"]
  ] as const)("%s with %o is %s", (keys, focus, expected) => {
    const parts = keys.split("+")
    const pressed = {
      key: parts.at(-1) ?? "",
      ctrlKey: parts.includes("Ctrl"),
      metaKey: parts.includes("Meta"),
      altKey: parts.includes("Alt"),
      shiftKey: parts.includes("Shift")
    }
    assert.strictEqual(gridCommand(pressed, focus), expected)
  })
})
