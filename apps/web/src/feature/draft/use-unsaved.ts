import { useMemo, useSyncExternalStore } from "react"
import { followDrafts, listUnsaved, type UnsavedDraft } from "./draft.ts"

/** Texts that the user asked to save and that are only in this browser. */
export const useUnsaved = (userId: number): ReadonlyArray<UnsavedDraft> => {
  // As text: equal lists are one value then.
  const list = useSyncExternalStore(followDrafts, () => JSON.stringify(listUnsaved(localStorage, userId, Date.now())))
  return useMemo(() => JSON.parse(list), [list])
}
