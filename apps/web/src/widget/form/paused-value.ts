import { useEffect, useState } from "react"

/** The value once it stays the same for a moment, in milliseconds. */
export const usePaused = (value: string, pauseMillis: number): string => {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMillis)
    return () => clearTimeout(timer)
  }, [value, pauseMillis])
  return paused
}
