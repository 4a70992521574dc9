import {
  type ListName,
  lists,
  parsePageNumber,
  parsePageSize,
  parseSort,
  printSortCriterion,
  type SortableProperty,
  type SortCriterion
} from "@dragoman/domain/page"
import { Schema } from "effect"
import { decodedByDomain } from "../error/domain-issue.ts"

/** `page` and `size`. `sizeMin`: 0 for lists that can return only their total. */
export const pageQuery = (sizeMin: 0 | 1 = 1) => ({
  page: Schema.optional(Schema.String.pipe(decodedByDomain(Schema.Int, parsePageNumber, String))),
  size: Schema.optional(
    Schema.String.pipe(decodedByDomain(Schema.Int, (text: string) => parsePageSize(text, sizeMin), String))
  )
})

/** `page`, `size` and `sort` of a list. */
export const listQuery = <const List extends ListName>(list: List) => {
  type Property = SortableProperty<List>
  const properties = lists[list].sortable as ReadonlyArray<Property>
  const criterion: Schema.Codec<SortCriterion<Property>> = Schema.Struct({
    property: Schema.Literals([...properties, "id" as Property]),
    direction: Schema.Literals(["asc", "desc"])
  })
  return {
    ...pageQuery(),
    sort: Schema.optional(
      Schema.Array(Schema.String).pipe(
        decodedByDomain(
          Schema.Array(criterion),
          (entries: ReadonlyArray<string>) => parseSort(entries, properties),
          (criteria): ReadonlyArray<string> => criteria.map(printSortCriterion)
        )
      )
    )
  }
}
