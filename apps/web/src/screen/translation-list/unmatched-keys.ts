import { useEffect, useRef, useState } from "react"
import { call } from "../../base/api/call.ts"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { filtersOf, isFiltered, type ListSearch, toListQuery } from "./list-search.ts"

/** Changes come in groups: the server is asked once for all of them. */
const pauseMillis = 200

/** Keys of one request: their ids are in its address. */
const askedMax = 200

const none: ReadonlySet<number> = new Set()

/**
 * The keys of a filtered list that no longer match its filters after a change. They stay at their place until the list is read
 * again, so that nothing moves under the caret. `check`: these keys have changed; `forget`: the list was read again.
 */
export const useUnmatchedKeys = (projectId: number, search: ListSearch, languages: ReadonlyArray<string>) => {
  const [unmatched, setUnmatched] = useState(none)
  const changed = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const filters = JSON.stringify([search.branch, filtersOf(search)])
  const latest = useLatest(filters)

  const forget = () => {
    clearTimeout(timer.current)
    changed.current.clear()
    setUnmatched(none)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another list
  useEffect(() => forget, [projectId, filters])

  const ask = async () => {
    const asked = [...changed.current].slice(0, askedMax)
    changed.current.clear()
    const query = { ...toListQuery(search, languages), filterKeyId: asked }
    try {
      const { ids } = await call("translationList", "selectAll", { params: { projectId }, query })
      if (latest.current !== filters) return
      const matching = new Set(ids)
      setUnmatched((before) => {
        const others = [...before].filter((id) => !asked.includes(id))
        return new Set([...others, ...asked.filter((id) => !matching.has(id))])
      })
    } catch {
      // A mark is only a hint, and the failed request says what is wrong where it matters.
    }
  }
  const check = (keyIds: ReadonlyArray<number>) => {
    if (!isFiltered(search) || keyIds.length === 0) return
    for (const id of keyIds) changed.current.add(id)
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, pauseMillis)
  }
  return { unmatched, check, forget }
}
