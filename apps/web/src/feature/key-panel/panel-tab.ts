/** The tabs of the panel, in their order. */
const panelTabs = ["context", "comments", "history", "similar", "screenshots"] as const

export type PanelTab = (typeof panelTabs)[number]

export const isPanelTab = (value: unknown): value is PanelTab => (panelTabs as ReadonlyArray<unknown>).includes(value)

const storageName = "dragoman.panel"

/** The tab that was open last in this browser. */
export const rememberedTab = (): PanelTab => {
  const stored = localStorage.getItem(storageName)
  return isPanelTab(stored) ? stored : "context"
}

export const rememberTab = (tab: PanelTab): void => {
  try {
    localStorage.setItem(storageName, tab)
  } catch {
    // The quota of the browser: the panel opens with its first tab.
  }
}
