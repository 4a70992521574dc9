import {
  defaultPageSize,
  type ListName,
  lists,
  pageSizeMax,
  parsePageNumber,
  parsePageSize,
  parseSort,
  printSortCriterion,
  type SortableProperty,
  type SortCriterion
} from "@dragoman/domain/page"
import { Schema } from "effect"
import { decodedByDomain } from "../error/domain-issue.ts"
import { field } from "../field.ts"

/** The parameters `page` and `size`. `sizeMin`: 0 for lists that can return only their total. */
export const pageQuery = (sizeMin: 0 | 1 = 1) => ({
  page: field(
    Schema.optional(Schema.String.pipe(decodedByDomain(Schema.Int, parsePageNumber, String))),
    "Number of the page, counted from 0; absent: 0."
  ),
  size: field(
    Schema.optional(
      Schema.String.pipe(decodedByDomain(Schema.Int, (text: string) => parsePageSize(text, sizeMin), String))
    ),
    `Entries of a page, ${sizeMin} to ${pageSizeMax}; absent: ${defaultPageSize}. Larger sizes are cut.${sizeMin === 0 ? " 0: only the total." : ""}`
  )
})

/** The parameters `page`, `size` and `sort` of a list. */
export const listQuery = <const List extends ListName>(list: List) => {
  type Property = SortableProperty<List>
  const properties = lists[list].sortable as ReadonlyArray<Property>
  const criterion: Schema.Codec<SortCriterion<Property>> = Schema.Struct({
    property: field(Schema.Literals([...properties, "id" as Property]), "Property of the entries."),
    direction: field(Schema.Literals(["asc", "desc"]), "Ascending or descending.")
  })
  return {
    ...pageQuery(),
    sort: field(
      Schema.optional(
        Schema.Array(Schema.String).pipe(
          decodedByDomain(
            Schema.Array(criterion),
            (entries: ReadonlyArray<string>) => parseSort(entries, properties),
            (criteria): ReadonlyArray<string> => criteria.map(printSortCriterion)
          )
        )
      ),
      sortDescription(list)
    )
  }
}

const sortDescription = (list: ListName): string => {
  const { sortable, order } = lists[list]
  const properties = ["id", ...sortable].map((property) => `\`${property}\``).join(", ")
  const present = order.length === 0 ? "id" : order.map(printSortCriterion).join(", then ")
  return `Order, such as \`id,desc\`: a property (${properties}) and \`asc\` or \`desc\`. Repeated for further criteria. Absent: by ${present}.`
}
