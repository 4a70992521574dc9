const listeners = new Set<() => void>()

/** For each request that did not reach the server. */
export const noteUnreachable = (): void => {
  for (const listener of listeners) listener()
}

/** The function that it returns ends the listening. */
export const onUnreachable = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the server takes requests. */
export const isServerReady = (): Promise<boolean> =>
  fetch("/health/ready", { cache: "no-store" }).then(
    (response) => response.ok,
    () => false
  )
