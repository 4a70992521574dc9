import { useCallback, useState } from "react"
import type { LanguageModel, ListedKeyModel } from "../../base/api/contract.ts"
import {
  firstSection,
  isPanelSection,
  type PanelSection,
  rememberedSections,
  rememberSections
} from "../../feature/key-panel/panel-section.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import type { TextAction } from "./text-menu.tsx"
import type { BesideGridPlace, TextRequest } from "./text-tools.tsx"

// The list shows before what stands beside it is needed.
const TextTools = lazyPart(
  () => import("./text-tools.tsx"),
  "TextTools",
  ({ section }) => section !== null && <Skeleton width="384px" height="100%" />
)

/** Follows the active cell beside the grid: the panel, the menu of the cell, and their dialogs. `panel` is the search parameter. */
export const useBesideGrid = (place: BesideGridPlace, panel: string | undefined) => {
  const section = isPanelSection(panel) ? panel : null
  const [wantsFocus, setWantsFocus] = useState<PanelSection | null>(null)
  const [trigger, setTrigger] = useState<Element | null>(null)
  const [request, setRequest] = useState<TextRequest | null>(null)
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (section !== null || trigger !== null || request !== null)) setNeeded(true)
  const onFocused = useCallback(() => setWantsFocus(null), [])
  const onHandled = useCallback(() => setRequest(null), [])
  const select = (next: PanelSection) => {
    rememberSections(place.userId, [...rememberedSections(place.userId), next])
    place.onPanel(next)
  }
  const show = (next: PanelSection) => {
    select(next)
    setWantsFocus(next)
  }
  useShortcuts([
    { keys: "c", title: "comment.title", place: "panel", run: () => show("comments") },
    { keys: "h", title: "history.title", place: "panel", run: () => show("history") },
    { keys: "m", title: "similar.title", place: "panel", run: () => show("similar") },
    { keys: "t", title: "glossary.terms", place: "panel", run: () => show("terms") },
    { keys: "s", title: "screenshot.title", place: "panel", run: () => show("screenshots") },
    {
      keys: "]",
      title: "shortcuts.panel",
      place: "panel",
      run: () => (section === null ? show(firstSection(place.userId)) : place.onPanel(undefined))
    },
    {
      keys: ".",
      title: "text.menu",
      place: "list",
      run: () => setTrigger(document.getElementById(place.active.cellId))
    }
  ])
  return {
    openMenu: setTrigger,
    run: (action: TextAction, key: ListedKeyModel, language: LanguageModel | null) =>
      setRequest({ action, key, language }),
    element: isNeeded && (
      <TextTools
        {...place}
        section={section}
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
