import { fieldErrors } from "@dragoman/domain/error"
import { Effect, type Schema, SchemaAST } from "effect"
import { HttpServerRequest } from "effect/http"

const namesByQuery = new WeakMap<Schema.Top, ReadonlySet<string>>()

/**
 * Fails with 400 for an unknown query parameter `filter…`: without the filter, the list would contain more than the client
 * requested, and the client might delete all of it. Other unknown parameters are ignored.
 */
export const rejectUnknownFilters = Effect.fnUntraced(function* (query: Schema.Top | undefined) {
  const filters = Object.keys(yield* HttpServerRequest.ParsedSearchParams).filter((name) => /^filter[A-Z]/.test(name))
  if (filters.length === 0) return
  const known = namesOf(query)
  const unknown = filters.find((name) => !known.has(name))
  if (unknown === undefined) return
  return yield* Effect.fail(fieldErrors({ [unknown.slice(0, 100)]: "is not a filter of this list" }))
})

const namesOf = (query: Schema.Top | undefined): ReadonlySet<string> => {
  if (query === undefined) return new Set()
  const found = namesByQuery.get(query)
  if (found !== undefined) return found
  const ast = SchemaAST.toType(query.ast)
  const names = new Set(SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : [])
  namesByQuery.set(query, names)
  return names
}
