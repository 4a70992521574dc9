import { useCallback, useState } from "react"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../api/contract.ts"
import { isPanelTab, type PanelTab, rememberedTab, rememberTab } from "../key-panel/panel-tab.ts"
import { useShortcuts } from "../shortcut/shortcut.ts"
import { lazyPart } from "../ui/lazy-part.tsx"
import { Skeleton } from "../ui/skeleton.tsx"
import type { ListedNeighbours } from "./key-neighbours.ts"
import type { useSaveText } from "./save-text.ts"
import type { TextAction } from "./text-menu.tsx"

export interface BesideGridPlace {
  readonly project: ProjectModel
  readonly userId: number
  /** Shown ones, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly isEditorOpen: boolean
  /** The active cell: column 0 is that of the key; null: its key is on its way. */
  readonly active: { readonly key: ListedKeyModel | null; readonly column: number; readonly cellId: string }
  readonly neighbours: ListedNeighbours
  readonly writes: Pick<ReturnType<typeof useSaveText>, "save" | "statusOf">
  /** undefined closes the panel. */
  readonly onPanel: (tab: PanelTab | undefined) => void
  readonly onCloseEditor: () => void
  /** The focus goes back to the active cell. */
  readonly onLeave: () => void
}

/** Something that is done to a text or a key. */
export interface TextRequest {
  readonly action: TextAction
  readonly key: ListedKeyModel
  /** null: the key itself. */
  readonly language: LanguageModel | null
}

// The list shows before what stands beside it is needed.
const TextTools = lazyPart(
  () => import("./text-tools.tsx"),
  "TextTools",
  ({ tab }) => tab !== null && <Skeleton width="384px" height="100%" />
)

/** What stands beside the grid and follows its active cell: the panel, the menu of the cell, and their dialogs. `panel`: as the address has it. */
export const useBesideGrid = (place: BesideGridPlace, panel: string | undefined) => {
  const tab = isPanelTab(panel) ? panel : null
  const [wantsFocus, setWantsFocus] = useState<PanelTab | null>(null)
  const [trigger, setTrigger] = useState<Element | null>(null)
  const [request, setRequest] = useState<TextRequest | null>(null)
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (tab !== null || trigger !== null || request !== null)) setNeeded(true)
  const onFocused = useCallback(() => setWantsFocus(null), [])
  const onHandled = useCallback(() => setRequest(null), [])
  const select = (next: PanelTab) => {
    rememberTab(next)
    place.onPanel(next)
  }
  const show = (next: PanelTab) => {
    select(next)
    setWantsFocus(next)
  }
  useShortcuts([
    { keys: "c", title: "comment.title", run: () => show("comments") },
    { keys: "h", title: "history.title", run: () => show("history") },
    { keys: "m", title: "similar.title", run: () => show("similar") },
    { keys: "s", title: "screenshot.title", run: () => show("screenshots") },
    {
      keys: "]",
      title: "shortcuts.panel",
      run: () => (tab === null ? show(rememberedTab()) : place.onPanel(undefined))
    },
    { keys: ".", title: "text.menu", run: () => setTrigger(document.getElementById(place.active.cellId)) }
  ])
  return {
    openMenu: setTrigger,
    run: (action: TextAction, key: ListedKeyModel, language: LanguageModel | null) =>
      setRequest({ action, key, language }),
    element: isNeeded && (
      <TextTools
        {...place}
        tab={tab}
        trigger={trigger}
        request={request}
        wantsFocus={wantsFocus}
        onFocused={onFocused}
        onHandled={onHandled}
        onSelect={select}
        onShow={show}
        onMenuClose={() => setTrigger(null)}
      />
    )
  }
}
