import { useEffect, useState } from "react"

/** A page that is never idle gets what it needs after this time. */
const patienceMillis = 2_000

const fallbackWaitMillis = 200

/** Runs when the page has nothing else to do. Returns how to call it off. */
export const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (window.requestIdleCallback === undefined) {
    const timer = window.setTimeout(run, fallbackWaitMillis)
    return () => window.clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(run, { timeout: patienceMillis })
  return () => window.cancelIdleCallback(handle)
}

/** Returns true once the page has been idle. */
export const useIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}
