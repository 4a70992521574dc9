import { useEffect, useRef, useSyncExternalStore } from "react"
import { currentPreferences } from "../../base/preference/preference.ts"
import type { TextKey } from "../../base/texts/text.ts"

/** Places in which a shortcut works, in the order of the list behind `?`: those of the screen first. */
export const shortcutPlaces = ["list", "editor", "panel", "everywhere"] as const

export type ShortcutPlace = (typeof shortcutPlaces)[number]

/** A shortcut of the screen that is shown. */
export interface Shortcut {
  /** The value of `event.key`: `"/"`, `"?"`; two keys after each other with a space: `"g p"`. */
  readonly keys: string
  /** Its description, for the list behind `?`. */
  readonly title: TextKey
  readonly place: ShortcutPlace
  /** Absent: the widget that has the focus does it, and the list only names it. */
  readonly run?: () => void
}

let shortcuts: ReadonlyArray<Shortcut> = []
const listeners = new Set<() => void>()

const set = (next: ReadonlyArray<Shortcut>) => {
  shortcuts = next
  for (const listener of listeners) listener()
}

/** Registers shortcuts while the component is shown. They never work inside of fields, and single keys can be switched off. */
export const useShortcuts = (own: ReadonlyArray<Shortcut>): void => {
  const latest = useRef(own)
  latest.current = own
  const names = own.map(({ keys }) => keys).join("\n")
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are read when they run, only new keys register again
  useEffect(() => {
    const registered = latest.current.map((shortcut, index): Shortcut => {
      const { run: _, ...named } = shortcut
      return shortcut.run === undefined ? named : { ...named, run: () => latest.current[index]?.run?.() }
    })
    set([...shortcuts, ...registered])
    return () => set(shortcuts.filter((shortcut) => !registered.includes(shortcut)))
  }, [names])
}

/** All shortcuts of the screen, for the list of them. */
export const useShortcutList = (): ReadonlyArray<Shortcut> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shortcuts
  )

/** Timeout for the second key of `g p`. */
const sequenceMillis = 1_000

/** Returns whether the key belongs to the focused element: a field, an open menu, a dialog. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog]") !== null

/** Listens for shortcuts on the page; returns how to stop. Combinations with Ctrl, Alt and Meta stay those of the browser. */
export const listenForShortcuts = (): (() => void) => {
  let first: { readonly key: string; readonly at: number } | null = null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTaken(event.composedPath()[0] ?? null) || !currentPreferences().singleKeys) return
    const isSecond = first !== null && event.timeStamp - first.at < sequenceMillis
    const keys = isSecond ? `${first?.key} ${event.key}` : event.key
    first = null
    const found = shortcuts.findLast((shortcut) => shortcut.keys === keys && shortcut.run !== undefined)
    if (found !== undefined) {
      event.preventDefault()
      found.run?.()
    } else if (shortcuts.some((shortcut) => shortcut.keys.startsWith(`${event.key} `))) {
      first = { key: event.key, at: event.timeStamp }
    }
  }
  window.addEventListener("keydown", onKeyDown)
  return () => window.removeEventListener("keydown", onKeyDown)
}
