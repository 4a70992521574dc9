import { useEffect, useRef } from "react"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { type DraftPlace, discardDraft, holdDraft, keepDraft } from "../draft/draft.ts"

/** Typing pauses this long before the draft is written. */
const draftPauseMillis = 500

/** The draft of the open text: written when typing pauses, when the editor closes, and when the page goes. */
export const useDraft = (place: DraftPlace, opened: string) => {
  // Only what still has to be written: a text that was saved or discarded is no draft any more.
  const unwritten = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const write = () => {
    clearTimeout(timer.current)
    if (unwritten.current === null) return
    if (unwritten.current === opened) discardDraft(localStorage, place)
    else keepDraft(localStorage, place, { text: unwritten.current, from: opened, at: Date.now() })
    unwritten.current = null
  }
  const latestWrite = useLatest(write)
  const latestPlace = useRef(place)
  useEffect(() => {
    const writeNow = () => latestWrite.current()
    // The user decides about the text while it is open.
    const release = holdDraft(latestPlace.current)
    window.addEventListener("pagehide", writeNow)
    return () => {
      window.removeEventListener("pagehide", writeNow)
      writeNow()
      release()
    }
  }, [])
  return {
    later: (text: string) => {
      unwritten.current = text
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latestWrite.current(), draftPauseMillis)
    },
    drop: () => {
      unwritten.current = null
      discardDraft(localStorage, place)
    },
    handOver: () => {
      unwritten.current = null
    }
  }
}
