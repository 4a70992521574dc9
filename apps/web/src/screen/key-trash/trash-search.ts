import { printNames, toListQuery } from "../translation-list/list-search.ts"

/** The filters of the trash as they stand in the address, as those of the translation list. Absent: no such filter. */
export interface TrashSearch {
  /** The branch of the keys; absent: the default one. */
  readonly branch?: string | undefined
  readonly q?: string | undefined
  readonly ns?: string | undefined
  readonly tag?: string | undefined
  /** Ids of the users who deleted the keys: `12,40`. */
  readonly by?: string | undefined
}

const filterNames = ["q", "ns", "tag", "by"] as const satisfies ReadonlyArray<keyof TrashSearch>

const searchNames = ["branch", ...filterNames] as const

/** Parses the search parameters; unknown ones are dropped without an error. */
export const parseTrashSearch = (raw: Readonly<Record<string, unknown>>): TrashSearch =>
  Object.fromEntries(
    searchNames.flatMap((name) => {
      const value = raw[name]
      const kept = typeof value !== "string" ? "" : name === "by" ? userIds(value).join(",") : value
      return kept === "" ? [] : [[name, kept]]
    })
  )

export const userIds = (by: string | undefined): ReadonlyArray<string> =>
  (by ?? "").split(",").filter((id) => /^[1-9]\d{0,14}$/.test(id))

/** Names that a menu chose; `""` is "none". */
export const printChosenNames = (included: ReadonlyArray<string>): string | undefined =>
  printNames({ included, excluded: [] }) || undefined

/** The filters as the API takes them, for the list and for all keys that match. */
export const toTrashQuery = ({ by, q, ...search }: TrashSearch) => {
  // Without languages the search is in the texts of all of them.
  const { languages: _languages, ...others } = toListQuery(search, [])
  const filters = q === undefined ? others : { ...others, search: q }
  const deleters = userIds(by).map(Number)
  return deleters.length === 0 ? filters : { ...filters, filterDeletedByUserId: deleters }
}

export const isFilteredTrash = (search: TrashSearch): boolean => filterNames.some((name) => Boolean(search[name]))
