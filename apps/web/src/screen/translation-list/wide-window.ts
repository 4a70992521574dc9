import { useSyncExternalStore } from "react"

/** Narrower windows have no room for columns. */
const wideWindow = window.matchMedia("(min-width: 760px)")

/** Returns whether the window has room for a column for each language. */
export const useWideWindow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wideWindow.addEventListener("change", listener)
      return () => wideWindow.removeEventListener("change", listener)
    },
    () => wideWindow.matches
  )
