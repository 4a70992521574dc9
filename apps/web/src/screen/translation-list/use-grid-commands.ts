import { type KeyboardEvent, useEffect } from "react"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { currentPreferences } from "../../base/preference/preference.ts"
import { directionOf, useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { type Shortcut, useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { stateObstacle } from "./edit-permission.ts"
import { type GridCommand, gridCommand } from "./grid-command.ts"
import { cellId, type GridPosition, moveInGrid, moveInTable } from "./grid-position.ts"
import type { KeyPages } from "./key-pages.ts"
import type { KeySelection } from "./key-selection.ts"
import type { TextAction } from "./text-menu.tsx"
import type { GridFocus } from "./use-grid-focus.ts"

interface GridCommandsPlace {
  readonly project: ProjectModel
  readonly languages: ReadonlyArray<LanguageModel>
  readonly pages: KeyPages
  readonly focus: GridFocus
  readonly isTable: boolean
  readonly selection: KeySelection
  readonly openText: (position: GridPosition) => void
  readonly runAction: (action: TextAction, key: ListedKeyModel, language: LanguageModel | null) => void
  readonly undoLast: () => Promise<void>
}

/** The commands of keys pressed in the grid. Rows offer some of them as buttons. */
export const useGridCommands = (place: GridCommandsPlace) => {
  const { project, languages, pages, focus, isTable, selection } = place
  const { active, focusCell } = focus
  const t = useText()
  const total = pages.total ?? 0

  const openCell = (position: GridPosition) => {
    const key = pages.keyAt(position.row)
    if (key !== null && position.column === 0) place.runAction("details", key, null)
    else place.openText(position)
  }
  const toggleReviewed = ({ row, column }: GridPosition) => {
    const key = pages.keyAt(row)
    const language = languages[column - 1]
    if (key === null || language === undefined) return
    const obstacle = stateObstacle(project, language, key.tasks)
    if (obstacle !== null) return announce(t(obstacle), "assertive")
    place.runAction(key.translations[language.tag]?.state === "REVIEWED" ? "unreview" : "review", key, language)
  }
  const select = (row: number, isRange: boolean) => {
    const key = pages.keyAt(row)
    if (isRange) selection.extendTo(row, row)
    else if (key !== null) selection.toggle(row, key.keyId)
  }
  const extendSelection = (by: 1 | -1) => {
    const row = Math.min(total - 1, Math.max(0, active.row + by))
    selection.extendTo(row, active.row)
    focusCell({ row, column: active.column })
  }
  const onMoveKey = (event: KeyboardEvent) => {
    const rowsPerScreen = Math.max(1, focus.last - focus.first - 1)
    const size = { rows: total, columns: languages.length + 1, rowsPerScreen }
    const next = (isTable ? moveInTable : moveInGrid)(active, event.key, size, {
      isRightToLeft: directionOf(t.language) === "rtl"
    })
    if (next === null) return
    event.preventDefault()
    focusCell(next)
  }
  const commands: Readonly<Record<GridCommand, (event: KeyboardEvent) => void>> = {
    undo: () => void place.undoLast(),
    extendDown: () => extendSelection(1),
    extendUp: () => extendSelection(-1),
    open: () => openCell(active),
    review: () => toggleReviewed(active),
    labels: () => {
      const key = pages.keyAt(active.row)
      const language = languages[active.column - 1]
      if (key !== null && language !== undefined) place.runAction("labels", key, language)
    },
    select: () => select(active.row, false),
    clear: selection.clear,
    move: onMoveKey
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Menus over the list are not in it, though React tells of their keys.
    if (!event.currentTarget.contains(event.target as Node)) return
    const command = gridCommand(event, {
      isOnCell: event.target === document.getElementById(cellId(active)),
      isKey: active.column === 0,
      hasSelection: selection.ids.size > 0,
      hasSingleKeys: currentPreferences().singleKeys
    })
    if (command === null) return
    // One that moves nothing stays the browser's.
    if (command !== "move") event.preventDefault()
    commands[command](event)
  }
  useShortcuts(gridShortcuts)
  useAreaKeys(() => focusCell(active))
  return { openCell, select, onKeyDown }
}

/** Targets of the focus in the areas beside the grid: the section of the panel that the address names, the entry of the screen in the navigation. */
const areas = ["aside [data-section][data-current] > h2 > button", "nav [aria-current=page]:not(header *)"]

/** F6 moves the focus from the grid to the panel, on to the navigation of the project, and back; with Shift the other way. */
const useAreaKeys = (focusGrid: () => void): void => {
  const latest = useLatest(focusGrid)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isOther = event.key !== "F6" || event.ctrlKey || event.altKey || event.metaKey
      if (isOther || document.querySelector("[role=dialog], [role=menu]") !== null) return
      event.preventDefault()
      const found = areas.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? [])
      const ring = [null, ...found]
      const present = 1 + found.findIndex((target) => target.closest("aside, nav")?.contains(document.activeElement))
      const next = ring.at((present + (event.shiftKey ? -1 : 1)) % ring.length)
      if (next instanceof HTMLElement) next.focus()
      else latest.current()
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])
}

/** The keys of the list and of its editor, for the list behind `?`: the widget that has the focus runs them. */
const gridShortcuts: ReadonlyArray<Shortcut> = [
  { keys: "Enter", title: "shortcuts.edit", place: "list" },
  { keys: "Esc", title: "shortcuts.close", place: "editor" },
  { keys: "Ctrl Enter", title: "shortcuts.save-next", place: "editor" },
  { keys: "Ctrl Shift Enter", title: "shortcuts.save-reviewed", place: "editor" },
  { keys: "Alt PageDown", title: "shortcuts.next-form", place: "editor" },
  { keys: "Alt ↓", title: "shortcuts.next-text", place: "editor" },
  { keys: "Ctrl Space", title: "shortcuts.placeholders", place: "editor" },
  { keys: "F8", title: "shortcuts.next-issue", place: "editor" },
  { keys: "Alt Enter", title: "shortcuts.fix", place: "editor" },
  { keys: "Ctrl Shift 1", title: "shortcuts.suggestion", place: "editor" },
  { keys: "Ctrl Shift 4", title: "shortcuts.accept", place: "editor" },
  { keys: "Ctrl Shift 7", title: "shortcuts.machine", place: "editor" },
  { keys: "Alt Shift 1", title: "shortcuts.term", place: "editor" },
  { keys: "Alt Shift Enter", title: "shortcuts.ignore", place: "editor" },
  { keys: "F2", title: "shortcuts.raw", place: "editor" },
  { keys: "r", title: "shortcuts.reviewed", place: "list" },
  { keys: "l", title: "shortcuts.labels", place: "list" },
  { keys: "x", title: "shortcuts.select", place: "list" },
  { keys: "Shift ↓", title: "shortcuts.select-range", place: "list" },
  { keys: "Ctrl Z", title: "shortcuts.undo", place: "list" },
  { keys: "End", title: "shortcuts.last", place: "list" },
  { keys: "F6", title: "shortcuts.areas", place: "everywhere" }
]
