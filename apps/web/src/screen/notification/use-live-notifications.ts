import { useEffect, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { streamLines } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { notificationsKey, unseenQuery } from "./notification-queries.ts"

/** Waits between two tries to connect: doubled each time, up to the longest. */
const firstWaitMillis = 1_000
const waitMaxMillis = 30_000

/** Poll interval of each tab where the browser cannot choose one. */
const pollMillis = 60_000

/** The session has ended, or the server has another version: trying again would give the same. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/**
 * Also when the number is the one before: one notification was seen and one is new, or both happened before the stream began.
 */
const show = (count: number): void => {
  queryClient.setQueryData(unseenQuery.queryKey, count)
  void queryClient.invalidateQueries({ queryKey: notificationsKey })
}

/**
 * Keeps the number of unseen notifications right while the component is shown. Browsers open few connections to one server, so
 * one tab follows the stream and tells the others. null: not yet.
 */
export const useLiveNotifications = (userId: number | null): void => {
  const [restarts, setRestarts] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restart runs the effect again
  useEffect(() => {
    if (userId === null) return
    const stop = new AbortController()
    const name = `dragoman-notifications-${userId}`
    const tabs = new BroadcastChannel(name)
    tabs.onmessage = ({ data }) => show(data)
    const restart = () => setRestarts((before) => before + 1)
    const follow = async () => {
      const isEnded = await followCounts(stop.signal, (count) => {
        show(count)
        tabs.postMessage(count)
      })
      // After the login the page gets the focus again.
      if (isEnded) window.addEventListener("focus", restart, { once: true, signal: stop.signal })
    }
    // Only pages of https, and of this machine, have locks.
    if ("locks" in navigator) {
      navigator.locks.request(name, { signal: stop.signal }, follow).catch(() => {})
    } else {
      const poll = () => queryClient.invalidateQueries({ queryKey: unseenQuery.queryKey })
      const timer = setInterval(poll, pollMillis)
      stop.signal.addEventListener("abort", () => clearInterval(timer))
    }
    return () => {
      stop.abort()
      tabs.close()
    }
  }, [userId, restarts])
}

/** Prefix of a data line of server-sent events. */
const dataPrefix = "data: "

/** Follows the stream until the signal, or a final error (true). */
const followCounts = async (signal: AbortSignal, receive: (count: number) => void): Promise<boolean> => {
  for (let wait = firstWaitMillis; !signal.aborted; wait = Math.min(waitMaxMillis, wait * 2)) {
    try {
      for await (const line of streamLines(
        "eventStream",
        "streamNotifications",
        {},
        { signal, withoutDialogs: true }
      )) {
        // The end of a stream has data, too.
        const count = line.startsWith(dataPrefix)
          ? JSON.parse(line.slice(dataPrefix.length)).currentlyUnseenCount
          : null
        if (typeof count !== "number") continue
        wait = firstWaitMillis
        receive(count)
      }
    } catch (error) {
      if (!signal.aborted && isFinal(error)) return true
    }
    await pause(wait, signal)
  }
  return false
}

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, millis)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
