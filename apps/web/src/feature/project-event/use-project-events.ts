import { useEffect, useState } from "react"
import { isFinal } from "../../base/api/api-error.ts"
import { streamLines } from "../../base/api/call.ts"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { makeBlockReader } from "./project-event.ts"

/** Waits between two tries to connect: doubled each time, up to the longest. */
const firstWaitMillis = 500
const waitMaxMillis = 15_000

type EventHandlers = Readonly<Record<string, (data: string) => void>>

/**
 * Follows the events of a project while the component is shown, by name. A stream that ends is opened again and misses
 * nothing; `false`: it is not open now.
 */
export const useProjectEvents = (projectId: number, handlers: EventHandlers): boolean => {
  const [isLive, setLive] = useState(false)
  const latest = useLatest(handlers)
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      let lastEventId: string | null = null
      for (let wait = firstWaitMillis; !stop.signal.aborted; wait = Math.min(waitMaxMillis, wait * 2)) {
        try {
          const query = lastEventId === null ? {} : { lastEventId }
          const read = makeBlockReader()
          const lines = streamLines("eventStream", "stream", { params: { projectId }, query }, streamOptions(stop))
          for await (const line of lines) {
            const block = read(line)
            if (block === null) continue
            setLive(true)
            wait = firstWaitMillis
            lastEventId = block.id ?? lastEventId
            if (block.data !== "") latest.current[block.event]?.(block.data)
          }
        } catch (error) {
          if (stop.signal.aborted || isFinal(error)) return setLive(false)
        }
        setLive(false)
        await pause(wait, stop.signal)
      }
    }
    void follow()
    return () => stop.abort()
  }, [projectId])
  return isLive
}

/** A list that cannot follow says nothing: the next action asks for the login. */
const streamOptions = ({ signal }: AbortController) => ({ signal, withoutDialogs: true })

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, millis)
    signal.addEventListener("abort", done)
  })
