import { Schema } from "effect"

const PageModel = Schema.Struct({
  size: Schema.Int,
  totalElements: Schema.Int,
  totalPages: Schema.Int,
  number: Schema.Int
})

/** A page of items under `_embedded.<name>`; an empty page has an empty array. */
export const pageOf = <const Name extends string, Item extends Schema.Top>(name: Name, item: Item) =>
  Schema.Struct({
    _embedded: Schema.Struct({ [name]: Schema.Array(item) } as { [K in Name]: Schema.$Array<Item> }),
    page: PageModel
  })

/** An unpaged list under `_embedded.<name>`. */
export const listOf = <const Name extends string, Item extends Schema.Top>(name: Name, item: Item) =>
  Schema.Struct({
    _embedded: Schema.Struct({ [name]: Schema.Array(item) } as { [K in Name]: Schema.$Array<Item> })
  })
