import { useVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useEffect, useRef } from "react"
import type { VisibleRows } from "../translation-list/needed-pages.ts"
import styles from "./virtual-list.module.css"

interface VirtualListProps {
  readonly label: string
  readonly count: number
  /** Pixels of a row before it is measured. */
  readonly rowHeight: number
  readonly onVisible: (rows: VisibleRows) => void
  readonly children: (index: number) => ReactNode
}

/** Rows that are drawn beyond the visible ones: the focus can move on to them. */
const overscanRows = 6

/** A list of any length in a frame of its own that scrolls. */
export const VirtualList = ({ label, count, rowHeight, onVisible, children }: VirtualListProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows
  })
  const first = virtualizer.range?.startIndex ?? 0
  const last = virtualizer.range?.endIndex ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows alone decide, not who listens
  useEffect(() => onVisible({ first, last }), [first, last])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} aria-label={label} tabIndex={0} className={styles["scroller"]}>
      <ul className={styles["rows"]} style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            className={styles["row"]}
            style={{ insetBlockStart: start }}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </section>
  )
}
