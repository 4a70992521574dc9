import { type RefObject, useLayoutEffect, useRef } from "react"

/** A ref with the value of the latest rendering, for effects and events: it is written after the rendering, which may be thrown away. */
export const useLatest = <A>(value: A): Readonly<RefObject<A>> => {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
