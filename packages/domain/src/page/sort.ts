export type SortDirection = "asc" | "desc"

export interface SortCriterion<Property extends string = string> {
  readonly property: Property
  readonly direction: SortDirection
}

/**
 * The order that `sort` parameters ask for, the most important criterion first; null when one names a property that is not
 * sortable. Each entry is `property[,property…][,asc|desc]`; an entry without a property asks for nothing. Of a repeated
 * property only the first mention can decide anything, so the others are dropped. `id` is always sortable, and the last
 * criterion unless it is asked for.
 * Source: specification 4.1; reference "auth-and-permissions" 3.3.
 */
export const parseSort = <Property extends string>(
  entries: ReadonlyArray<string>,
  sortable: ReadonlyArray<Property>,
  defaultSort: ReadonlyArray<SortCriterion<Property | "id">>
): ReadonlyArray<SortCriterion<Property | "id">> | null => {
  const isSortable = (property: string): property is Property | "id" =>
    property === "id" || (sortable as ReadonlyArray<string>).includes(property)
  const asked = entries.flatMap(parseEntry)
  const known = asked.filter((criterion): criterion is SortCriterion<Property | "id"> => isSortable(criterion.property))
  if (known.length < asked.length) return null
  return withTotalOrder(known.length === 0 ? defaultSort : known)
}

const parseEntry = (entry: string): ReadonlyArray<SortCriterion> => {
  const parts = entry.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]))
  const direction = parseDirection(parts.at(-1))
  const properties = direction === null ? parts : parts.slice(0, -1)
  return properties.map((property) => ({ property, direction: direction ?? "asc" }))
}

const parseDirection = (text: string | undefined): SortDirection | null => {
  const direction = text?.toLowerCase()
  return direction === "asc" || direction === "desc" ? direction : null
}

const withTotalOrder = <Property extends string>(
  criteria: ReadonlyArray<SortCriterion<Property | "id">>
): ReadonlyArray<SortCriterion<Property | "id">> => {
  const last: SortCriterion<"id"> = { property: "id", direction: "asc" }
  return [...criteria, last].filter(
    (criterion, index, all) => all.findIndex((other) => other.property === criterion.property) === index
  )
}
