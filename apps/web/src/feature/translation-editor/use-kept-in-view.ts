import { type RefObject, useLayoutEffect } from "react"

/**
 * Scrolls an open editor into view when it appears and whenever it grows: tabs, warnings and buttons below the field come
 * later. An editor without the focus moves nothing.
 */
export const useKeptInView = (editor: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const { current } = editor
    if (current === null) return
    const observer = new ResizeObserver(() => {
      if (current.contains(document.activeElement)) current.scrollIntoView({ block: "nearest" })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [editor])
}
