import { useMemo, useSyncExternalStore } from "react"
import { followDrafts, listUnsaved, type UnsavedDraft } from "./draft.ts"

/** Texts that the user asked to save and that are only in this browser. */
export const useUnsaved = (userId: number): ReadonlyArray<UnsavedDraft> => {
  // Joined to one string, so that equal lists are one value.
  const list = useSyncExternalStore(followDrafts, () => JSON.stringify(listUnsaved(localStorage, userId, Date.now())))
  return useMemo(() => JSON.parse(list), [list])
}
