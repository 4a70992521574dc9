/** The search parameters of the single key, as they stand in the address. */
export interface KeySearch {
  /** The open text, by its language: `cs`. */
  readonly language?: string | undefined
  /** The section that the panel opens with: `comments`; `closed`: the panel is closed; absent: those of the last time. */
  readonly panel?: string | undefined
}

export const readKeySearch = (raw: Record<string, unknown>): KeySearch => ({
  ...(typeof raw["language"] === "string" ? { language: raw["language"] } : {}),
  ...(typeof raw["panel"] === "string" ? { panel: raw["panel"] } : {})
})
