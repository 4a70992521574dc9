import { useEffect, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"

const stepMillis = 250

/** The seconds until a rate limit allows another attempt; 0: none is in the way. */
export const useSecondsLeft = (error: unknown): number => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const isLimited = error instanceof ApiError && error.code === "rate_limited"
    // Monotonic: the wall clock of the computer may jump.
    const endsAt = performance.now() + (isLimited ? error.retryAfterMillis : 0)
    const left = () => Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
    setSeconds(left())
    if (!isLimited) return
    const timer = setInterval(() => setSeconds(left()), stepMillis)
    return () => clearInterval(timer)
  }, [error])
  return seconds
}

/** Minutes and seconds that pass. Screen readers have the sentence above, and read this only when asked. */
export const RetryCountdown = ({ seconds }: { readonly seconds: number }) => (
  <p role="timer">
    {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
  </p>
)
