import { Schema } from "effect"
import { field } from "../field.ts"

const PageModel = Schema.Struct({
  size: field(Schema.Int, "Entries of a full page, as requested.", 20),
  totalElements: field(Schema.Int, "Number of entries in the whole list.", 1),
  totalPages: field(Schema.Int, "Number of pages of this size.", 1),
  number: field(Schema.Int, "Number of this page, counted from 0.", 0)
})

const embedded = <const Name extends string, Item extends Schema.Top>(name: Name, item: Item) =>
  field(
    Schema.Struct({ [name]: field(Schema.Array(item), "The entries.") } as { [K in Name]: Schema.$Array<Item> }),
    "Holds the list."
  )

/** A page of items under `_embedded.<name>`; an empty page has an empty array. */
export const pageOf = <const Name extends string, Item extends Schema.Top>(name: Name, item: Item) =>
  Schema.Struct({
    _embedded: embedded(name, item),
    page: field(PageModel, "Position of this page in the whole list.")
  })

/** An unpaged list under `_embedded.<name>`. */
export const listOf = <const Name extends string, Item extends Schema.Top>(name: Name, item: Item) =>
  Schema.Struct({ _embedded: embedded(name, item) })
