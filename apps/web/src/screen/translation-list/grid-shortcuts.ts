import type { Shortcut } from "../../widget/shortcut/shortcut.ts"

/** The keys of the list and of its editor, for the list behind `?`: the widget that has the focus runs them. */
export const gridShortcuts: ReadonlyArray<Shortcut> = [
  { keys: "Enter", title: "shortcuts.edit", place: "list" },
  { keys: "Esc", title: "shortcuts.close", place: "editor" },
  { keys: "Ctrl Enter", title: "shortcuts.save-next", place: "editor" },
  { keys: "Ctrl Shift Enter", title: "shortcuts.save-reviewed", place: "editor" },
  { keys: "Alt PageDown", title: "shortcuts.next-form", place: "editor" },
  { keys: "Alt ↓", title: "shortcuts.next-text", place: "editor" },
  { keys: "Ctrl Space", title: "shortcuts.placeholders", place: "editor" },
  { keys: "F8", title: "shortcuts.raw", place: "editor" },
  { keys: "r", title: "shortcuts.reviewed", place: "list" },
  { keys: "x", title: "shortcuts.select", place: "list" },
  { keys: "Shift ↓", title: "shortcuts.select-range", place: "list" },
  { keys: "Ctrl Z", title: "shortcuts.undo", place: "list" },
  { keys: "End", title: "shortcuts.last", place: "list" },
  { keys: "F6", title: "shortcuts.areas", place: "everywhere" }
]
