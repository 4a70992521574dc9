const fallbackWaitMillis = 200

/** Runs when the page has nothing else to do. Returns how to call it off. */
export const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (window.requestIdleCallback === undefined) {
    const timer = window.setTimeout(run, fallbackWaitMillis)
    return () => window.clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(run)
  return () => window.cancelIdleCallback(handle)
}
