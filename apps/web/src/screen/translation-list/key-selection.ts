import { useEffect, useRef, useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"

export interface KeySelection {
  readonly ids: ReadonlySet<number>
  /** Adds a key, or takes it away; ranges begin there. */
  readonly toggle: (row: number, keyId: number) => void
  /** Selects the keys from the last toggled row to this one, instead of the range before. */
  readonly extendTo: (row: number, from: number) => void
  readonly replace: (ids: Iterable<number>) => void
  readonly clear: () => void
}

const none: ReadonlySet<number> = new Set()

/** The start of a range, with the selection before it. */
interface Anchor {
  readonly row: number
  readonly ids: ReadonlySet<number>
}

/**
 * The selected keys of a list, by id: they stay selected while the list scrolls and changes. `list`: names the list; another
 * one has no key selected.
 */
export const useKeySelection = (
  list: string,
  idsBetween: (first: number, last: number) => Promise<ReadonlyArray<number>>
): KeySelection => {
  const t = useText()
  const [ids, setIds] = useState(none)
  const [shownList, setShownList] = useState(list)
  const anchor = useRef<Anchor | null>(null)
  const ended = useRef(0)
  if (list !== shownList) {
    setShownList(list)
    setIds(none)
    ended.current = ids.size
    anchor.current = null
  }
  useEffect(() => {
    if (ended.current > 0)
      showToast({ kind: "done", text: t("selection.ended", { count: ended.current }), group: list })
    ended.current = 0
  }, [list, t])
  const change = (next: ReadonlySet<number>) => {
    setIds(next)
    announce(t("selection.count", { count: next.size }))
  }
  return {
    ids,
    toggle: (row, keyId) => {
      const next = new Set(ids)
      if (!next.delete(keyId)) next.add(keyId)
      anchor.current = { row, ids: next }
      change(next)
    },
    extendTo: async (row, from) => {
      const start = anchor.current ?? { row: from, ids }
      anchor.current = start
      try {
        const range = await idsBetween(Math.min(start.row, row), Math.max(start.row, row))
        if (anchor.current === start) change(new Set([...start.ids, ...range]))
      } catch (error) {
        showToast({ kind: "failed", text: errorSentence(error, t), error })
      }
    },
    replace: (all) => {
      anchor.current = null
      change(new Set(all))
    },
    clear: () => {
      anchor.current = null
      change(none)
    }
  }
}
