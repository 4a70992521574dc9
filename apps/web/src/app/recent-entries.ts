import type { PaletteEntry } from "./palette-entries.ts"

/** Recent entries of this tab; logging out clears them with the storage of the console. */
const storageName = "dragoman.palette"
const keptMax = 5

/** The latest targets of the palette, the newest first. */
export const recentEntries = (): ReadonlyArray<PaletteEntry> => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

export const rememberEntry = ({ id, title, hint, href }: PaletteEntry): void => {
  if (href === undefined) return
  const entry = { id, title, href, ...(hint === undefined ? {} : { hint }) }
  const kept = [entry, ...recentEntries().filter((other) => other.id !== id)].slice(0, keptMax)
  sessionStorage.setItem(storageName, JSON.stringify(kept))
}

const isEntry = (value: unknown): value is PaletteEntry =>
  typeof value === "object" &&
  value !== null &&
  ["id", "title", "href"].every((field) => typeof (value as Record<string, unknown>)[field] === "string") &&
  // Only addresses of the console.
  /^\/(?!\/)/.test((value as { readonly href: string }).href)
