import type { Shortcut } from "../shortcut/shortcut.ts"

/** The keys of the list and of its editor, for the list behind `?`: the widget that has the focus runs them. */
export const gridShortcuts: ReadonlyArray<Shortcut> = [
  { keys: "Enter", title: "shortcuts.edit" },
  { keys: "Esc", title: "shortcuts.close" },
  { keys: "Ctrl Enter", title: "shortcuts.save-next" },
  { keys: "Ctrl Shift Enter", title: "shortcuts.save-reviewed" },
  { keys: "Alt PageDown", title: "shortcuts.next-form" },
  { keys: "Alt ↓", title: "shortcuts.next-text" },
  { keys: "Ctrl Space", title: "shortcuts.placeholders" },
  { keys: "F8", title: "shortcuts.raw" },
  { keys: "r", title: "shortcuts.reviewed" },
  { keys: "x", title: "shortcuts.select" },
  { keys: "Shift ↓", title: "shortcuts.select-range" },
  { keys: "Ctrl Z", title: "shortcuts.undo" },
  { keys: "End", title: "shortcuts.last" },
  { keys: "F6", title: "shortcuts.areas" }
]
