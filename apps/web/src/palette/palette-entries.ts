/** One line of the palette. */
export interface PaletteEntry {
  /** Unique over all sections, the same each time. */
  readonly id: string
  readonly title: string
  /** Beside the title: what it belongs to. */
  readonly hint?: string
  /** Where it leads; absent: `run` does it. */
  readonly href?: string
  readonly run?: () => void
}

/** What the first character asks for: `>` actions only, `#` tags, `@` people; anything else searches everything. */
export type PaletteMode = "everything" | "actions" | "tags" | "people"

const modes: Readonly<Record<string, PaletteMode>> = { ">": "actions", "#": "tags", "@": "people" }

export const parsePaletteInput = (input: string): { readonly mode: PaletteMode; readonly search: string } => {
  const mode = modes[input.slice(0, 1)]
  return mode === undefined ? { mode: "everything", search: input.trim() } : { mode, search: input.slice(1).trim() }
}

/** Entries that contain every word of the search, in any case and with or without accents. */
export const matchingEntries = (entries: ReadonlyArray<PaletteEntry>, search: string): ReadonlyArray<PaletteEntry> => {
  const words = plain(search)
    .split(/\s+/)
    .filter((word) => word !== "")
  return entries.filter(({ title, hint = "" }) => {
    const text = plain(`${title} ${hint}`)
    return words.every((word) => text.includes(word))
  })
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
