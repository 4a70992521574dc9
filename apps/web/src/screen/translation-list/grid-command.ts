/** The command of a key pressed in the grid; `move` is that of arrows and their like. */
export type GridCommand =
  | "undo"
  | "extendDown"
  | "extendUp"
  | "open"
  | "review"
  | "labels"
  | "select"
  | "clear"
  | "move"

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

interface GridFocus {
  /** The active cell itself has the focus, not something in it. */
  readonly isOnCell: boolean
  /** The active cell is that of a key. */
  readonly isKey: boolean
  readonly hasSelection: boolean
  /** Shortcuts of a single letter are on. */
  readonly hasSingleKeys: boolean
}

/** null: the key is not the grid's. */
export const gridCommand = (pressed: PressedKey, focus: GridFocus): GridCommand | null => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  const isCommand = ctrlKey || metaKey
  if (key === "z" && isCommand && !shiftKey && !altKey) return "undo"
  if (shiftKey && (key === "ArrowDown" || key === "ArrowUp")) {
    if (isCommand || altKey) return null
    return key === "ArrowDown" ? "extendDown" : "extendUp"
  }
  if (ctrlKey && (key === "Home" || key === "End")) return "move"
  if (isCommand || altKey || shiftKey) return null
  if (key === "Enter" || key === "F2" || key === "e") return focus.isOnCell ? "open" : null
  if (key === "r" && focus.hasSingleKeys) return "review"
  if (key === "l" && focus.hasSingleKeys && focus.isOnCell && !focus.isKey) return "labels"
  if ((key === "x" && focus.hasSingleKeys) || (key === " " && focus.isKey && focus.isOnCell)) return "select"
  if (key === "Escape" && focus.hasSelection) return "clear"
  return "move"
}
