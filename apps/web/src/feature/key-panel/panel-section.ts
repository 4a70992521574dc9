/** The sections of the panel, in their order. */
const panelSections = ["context", "similar", "terms", "comments", "history", "screenshots"] as const

export type PanelSection = (typeof panelSections)[number]

export const isPanelSection = (value: unknown): value is PanelSection =>
  (panelSections as ReadonlyArray<unknown>).includes(value)

const storageName = (userId: number): string => `dragoman.panel.${userId}`

/** The sections that the user left open in this browser. */
export const rememberedSections = (userId: number): ReadonlyArray<PanelSection> => {
  const stored = localStorage.getItem(storageName(userId))
  return stored === null ? ["context"] : stored.split(",").filter(isPanelSection)
}

/** The section that the panel opens with when the address names none. */
export const firstSection = (userId: number): PanelSection => rememberedSections(userId)[0] ?? "context"

export const rememberSections = (userId: number, sections: ReadonlyArray<PanelSection>): void => {
  try {
    localStorage.setItem(storageName(userId), panelSections.filter((name) => sections.includes(name)).join(","))
  } catch {
    // The quota of the browser: the panel opens with its first section.
  }
}
