import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"

export type SortDirection = "asc" | "desc"

export interface SortCriterion<Property extends string = string> {
  readonly property: Property
  readonly direction: SortDirection
}

/**
 * The order that `sort` parameters ask for, the most important criterion first. Each entry is
 * `property[,property…][,asc|desc]`; an entry without a property asks for nothing. `id` is always sortable. Fails for a
 * property that is not sortable.
 */
export const parseSort = <const Property extends string>(
  entries: ReadonlyArray<string>,
  sortable: ReadonlyArray<Property>
): Validated<ReadonlyArray<SortCriterion<Property | "id">>> => {
  const isSortable = (property: string): property is Property | "id" =>
    property === "id" || (sortable as ReadonlyArray<string>).includes(property)
  const asked = entries.flatMap(parseEntry)
  const known = asked.filter((criterion): criterion is SortCriterion<Property | "id"> => isSortable(criterion.property))
  return known.length < asked.length ? invalid(domainError("unknown_sort_property")) : valid(known)
}

/** As a `sort` parameter has it. */
export const printSortCriterion = ({ property, direction }: SortCriterion): string => `${property},${direction}`

/**
 * The order with `id` as the last criterion unless it is among them. Of a repeated property only the first mention can
 * decide anything, so the others are dropped.
 */
export const withTotalOrder = <Property extends string>(
  criteria: ReadonlyArray<SortCriterion<Property | "id">>
): ReadonlyArray<SortCriterion<Property | "id">> => {
  const last: SortCriterion<"id"> = { property: "id", direction: "asc" }
  return [...criteria, last].filter(
    (criterion, index, all) => all.findIndex((other) => other.property === criterion.property) === index
  )
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
