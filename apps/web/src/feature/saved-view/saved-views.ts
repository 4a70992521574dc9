/** Filters, languages and layout of a list, under a name. */
export interface SavedView {
  readonly name: string
  /** Parameters of the address. */
  readonly search: ViewSearch
}

export type ViewSearch = Readonly<Record<string, string>>

/** Views of a project that are of use, and fit into a menu. */
export const viewsMax = 50

/** Longest name of a view in UTF-16 units. */
export const viewNameMaxUtf16Units = 100

/** Total: what is no view is left out. */
export const parseViews = (stored: unknown): ReadonlyArray<SavedView> =>
  (Array.isArray(stored) ? stored : []).flatMap((view: unknown) => {
    if (!isRecord(view) || typeof view["name"] !== "string" || !isRecord(view["search"])) return []
    const search = Object.entries(view["search"]).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string"
    )
    return [{ name: view["name"], search: Object.fromEntries(search) }]
  })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The view takes the place of one with its name. */
export const withView = (views: ReadonlyArray<SavedView>, view: SavedView): ReadonlyArray<SavedView> =>
  views.some(({ name }) => name === view.name)
    ? views.map((other) => (other.name === view.name ? view : other))
    : [...views, view]

/** A name that another view has is taken over from it. */
export const renamedView = (views: ReadonlyArray<SavedView>, before: string, after: string): ReadonlyArray<SavedView> =>
  views
    .filter(({ name }) => name !== after || name === before)
    .map((view) => (view.name === before ? { ...view, name: after } : view))

/** Returns whether two views show the same. */
export const isSameView = (one: ViewSearch, other: ViewSearch): boolean => {
  const print = (search: ViewSearch) => JSON.stringify(Object.entries(search).toSorted())
  return print(one) === print(other)
}
