/** One line of the palette. */
export interface PaletteEntry {
  /** Unique over all sections, the same each time. */
  readonly id: string
  readonly title: string
  /** Beside the title: what it belongs to. */
  readonly hint?: string
  /** Address of the entry; absent: `run` handles it. */
  readonly href?: string
  readonly run?: () => void
}

/** The mode that the first character selects: `>` actions only, `#` tags, `@` people; anything else searches everything. */
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

/** Ranks a title by the search: 0 is the search itself, 1 begins with it, 2 has a word that does, 3 contains it. */
const distanceOf = ({ title }: PaletteEntry, search: string): number => {
  const [text, wanted] = [plain(title), plain(search)]
  if (text === wanted) return 0
  const at = text.indexOf(wanted)
  if (at <= 0) return at === 0 ? 1 : farthest
  return /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 3 : 2
}

const farthest = 4

/** The closest first; those that are as close stay in their order. */
export const closestFirst = (entries: ReadonlyArray<PaletteEntry>, search: string): ReadonlyArray<PaletteEntry> =>
  entries.toSorted((one, other) => distanceOf(one, search) - distanceOf(other, search))

/**
 * Returns whether the keys of the project come before its screens: they do when one is called exactly as the search, and unless a
 * screen's name begins with it. Who types "sett" wants the settings; who types "settings.title" wants the key.
 */
export const keysComeFirst = (
  keys: ReadonlyArray<PaletteEntry>,
  screens: ReadonlyArray<PaletteEntry>,
  search: string
): boolean => {
  const closestOf = (entries: ReadonlyArray<PaletteEntry>) =>
    Math.min(farthest, ...entries.map((entry) => distanceOf(entry, search)))
  return search !== "" && (closestOf(keys) === 0 || (closestOf(keys) < farthest && closestOf(screens) > 1))
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
