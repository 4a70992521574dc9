import { useEffect, useRef, useState } from "react"

/** Typing pauses this long before the text goes on. */
const pauseMillis = 250

/** The text of a field whose value is kept elsewhere, in the address for example: it goes there once the typing pauses. */
export const usePausedText = (
  value: string,
  onChange: (text: string) => void
): readonly [typed: string, setTyped: (text: string) => void] => {
  const [typed, setTyped] = useState(value)
  const [shownValue, setShownValue] = useState(value)
  const sent = useRef(value)
  // "Clear filters" and Back change the value without the field. What the field sent itself may arrive after the next letter.
  if (value !== shownValue) {
    setShownValue(value)
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => {
      sent.current = typed
      latest.current(typed)
    }, pauseMillis)
    return () => clearTimeout(timer)
  }, [typed, value])
  return [typed, setTyped]
}
