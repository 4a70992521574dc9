import { useEffect, useRef } from "react"

/** Where the focus goes in the areas beside the grid: the open tab of the panel, the entry of the screen in the navigation. */
const areas = ["aside [role=tab][aria-selected=true]", "nav [aria-current=page]:not(header *)"]

/** F6 moves the focus from the grid to the panel, on to the navigation of the project, and back; with Shift the other way. */
export const useAreaKeys = (focusGrid: () => void): void => {
  const latest = useRef(focusGrid)
  latest.current = focusGrid
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
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
