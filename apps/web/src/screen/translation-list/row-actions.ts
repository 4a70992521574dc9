import { useState } from "react"
import type { Suggestion } from "../../feature/suggestion/suggestion-queries.ts"
import type { SavedText } from "../../feature/translation-editor/translation-editor.tsx"
import { useLatest } from "../../widget/ui/use-latest.ts"
import type { GridPosition } from "./grid-position.ts"

/** The callbacks of a row. The functions stay the same ones, so that a row is drawn again only when it changes. */
export interface RowActions {
  readonly activate: (position: GridPosition) => void
  /** `isRange`: all rows up to this one. */
  readonly select: (row: number, isRange: boolean) => void
  readonly open: (position: GridPosition) => void
  /** Opens the menu of a cell at its button. */
  readonly openMenu: (position: GridPosition, trigger: Element) => void
  readonly save: (position: GridPosition, saved: SavedText, goesOn: boolean) => void
  /** Shows how many issues of a text are open. */
  readonly issueCount: (position: GridPosition, count: number) => void
  /** Makes a suggestion the text. */
  readonly accept: (position: GridPosition, suggestion: Suggestion, declinesOthers: boolean) => void
  readonly decline: (position: GridPosition, suggestion: Suggestion) => void
  readonly withdraw: (position: GridPosition, suggestion: Suggestion) => void
  /** Marks a key as done in the task that the list shows, or as not done. */
  readonly markDone: (position: GridPosition, done: boolean) => void
  readonly move: (position: GridPosition, by: 1 | -1) => void
  readonly close: (position: GridPosition) => void
}

/** Functions that stay the same and call the present ones. */
export const useStableActions = (present: RowActions): RowActions => {
  const latest = useLatest(present)
  const [stable] = useState<RowActions>(() => ({
    activate: (...args) => latest.current.activate(...args),
    select: (...args) => latest.current.select(...args),
    open: (...args) => latest.current.open(...args),
    openMenu: (...args) => latest.current.openMenu(...args),
    save: (...args) => latest.current.save(...args),
    issueCount: (...args) => latest.current.issueCount(...args),
    accept: (...args) => latest.current.accept(...args),
    decline: (...args) => latest.current.decline(...args),
    withdraw: (...args) => latest.current.withdraw(...args),
    markDone: (...args) => latest.current.markDone(...args),
    move: (...args) => latest.current.move(...args),
    close: (...args) => latest.current.close(...args)
  }))
  return stable
}
