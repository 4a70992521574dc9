import { type ReactNode, useSyncExternalStore } from "react"
import { announce } from "../announcement/announcement.ts"

export interface Toast {
  readonly id: number
  /** `running`: stays until another one of its group takes its place. */
  readonly kind: "done" | "failed" | "running"
  readonly text: string
  /** Beneath the text: how far it is, for example. */
  readonly content?: ReactNode
  /** The error whose details can be opened. */
  readonly error?: unknown
  /** A toast takes the place of the one before of the same group. */
  readonly group?: string
  /** For example "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Long enough to read and to reach an action; hovering and focus stop the clock. */
export const toastMillis = 8_000

let toasts: ReadonlyArray<Toast> = []
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: ReadonlyArray<Toast>) => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast, and says it once to screen readers: a failure at once, the rest when it is quiet. Returns its id. */
export const showToast = (toast: Omit<Toast, "id">): number => {
  announce(toast.text, toast.kind === "failed" ? "assertive" : "polite")
  const others = toast.group === undefined ? toasts : toasts.filter(({ group }) => group !== toast.group)
  set([...others, { ...toast, id: ++lastId }])
  return lastId
}

export const dismissToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id))

export const useToasts = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts
  )
