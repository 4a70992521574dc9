import { useSyncExternalStore } from "react"

export type Politeness = "polite" | "assertive"

interface Announcement {
  readonly text: string
  /** The same text twice is read twice. */
  readonly id: number
}

/** The current texts of the two live regions. */
let current: Readonly<Record<Politeness, Announcement>> = {
  polite: { text: "", id: 0 },
  assertive: { text: "", id: 0 }
}
const listeners = new Set<() => void>()

/** Says a sentence to screen readers. */
export const announce = (text: string, politeness: Politeness = "polite"): void => {
  current = { ...current, [politeness]: { text, id: current[politeness].id + 1 } }
  for (const listener of listeners) listener()
}

export const useAnnouncements = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current
  )
