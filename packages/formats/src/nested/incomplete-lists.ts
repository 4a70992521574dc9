import type { ExportedEntry } from "../exported-file.ts"
import type { PrintWarning } from "../placeholder/dialect/print-warning.ts"

/** Lists with an item that is not exported, and that the base language has a text for. */
export const incompleteLists = (
  entries: ReadonlyArray<ExportedEntry>,
  listOf: (keyName: string) => string | null
): ReadonlySet<string> => {
  const lists = new Set<string>()
  for (const { keyName, isGap, baseText } of entries) {
    const list = isGap && baseText !== null ? listOf(keyName) : null
    if (list !== null) lists.add(list)
  }
  return lists
}

export const incompleteList: PrintWarning = {
  reason: "leftOut",
  sentence:
    "The list is left out, because an item of it has no text that is exported: programs then show the base language."
}

/** The warning of an item whose index follows one that no key has. */
export const emptyItem = (keyName: string): PrintWarning => ({
  reason: "emptyItem",
  sentence: `No key has the index of the item in front of it: an import of the file finds the key "${keyName}" without a text.`
})
