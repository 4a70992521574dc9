/** Calls its listeners each time; a listener is added by `on`, whose result ends the listening. */
const makeSignal = () => {
  const listeners = new Set<() => void>()
  return {
    note: (): void => {
      for (const listener of listeners) listener()
    },
    on: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** Signal for each request that did not reach the server. */
export const { note: noteUnreachable, on: onUnreachable } = makeSignal()

/** Signal that the server takes requests again. */
export const { note: noteReachable, on: onReachable } = makeSignal()

/** Returns whether the server takes requests. */
export const isServerReady = (): Promise<boolean> =>
  fetch("/health/ready", { cache: "no-store" }).then(
    (response) => response.ok,
    () => false
  )
