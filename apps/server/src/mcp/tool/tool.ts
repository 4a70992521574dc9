import { type Effect, Schema } from "effect"
import type { ToolFailure } from "./tool-failure.ts"

/**
 * Effect of a tool on the project. read: none; write: it adds or changes; destroy: it removes, or replaces what people
 * wrote.
 */
type ToolEffect = "read" | "write" | "destroy"

/** A tool that a client may call. */
export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: ToolEffect
  readonly input: Schema.Codec<Readonly<Record<string, unknown>>, unknown>
  readonly run: (input: never) => Effect.Effect<object, ToolFailure>
}

/** Describes a tool: the meaning of each field is for the model that calls it. */
export const tool = <const Fields extends Schema.Struct.Fields>(definition: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: ToolEffect
  readonly fields: Fields
  readonly run: (input: Schema.Struct<Fields>["Type"]) => Effect.Effect<object, ToolFailure>
}): McpTool => {
  const { fields, ...rest } = definition
  return { ...rest, input: Schema.Struct(fields) as never }
}

/** A required argument. */
export const required = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

/** An argument that may be absent. */
export const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

const PositiveInt = Schema.Int.check(Schema.isGreaterThan(0))

export const Id = PositiveInt

/** Names of keys in one call: each may cost a request that looks for it. */
const namesMax = 100

export const Names = Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(namesMax))

/** Entries of a page unless the caller names another number: the context of a model is small. */
const sizeDefault = 50
const sizeMax = 100

/** Arguments that name the project. */
export const projectField = {
  projectId: optional(
    Id,
    "Id of the project. Required with a personal access token; a project API key has its project."
  )
}

export const branchField = { branch: optional(Schema.String, "Name of the branch; absent: the default branch.") }

export const namespaceField = {
  namespace: optional(Schema.String, "Namespace of the key; absent: the default namespace.")
}

export const pageFields = {
  page: optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), "Number of the page, from 0; absent: 0."),
  size: optional(
    PositiveInt.check(Schema.isLessThanOrEqualTo(sizeMax)),
    `Entries of a page, at most ${sizeMax}; absent: ${sizeDefault}.`
  )
}

/** Query of a page. */
export const pageOf = ({ page, size }: { readonly page?: number | undefined; readonly size?: number | undefined }) => ({
  page: page ?? 0,
  size: size ?? sizeDefault
})

/** A page as the API sends it. */
export interface Page<Name extends string, Entry> {
  readonly _embedded?: { readonly [_ in Name]: ReadonlyArray<Entry> }
  readonly page: { readonly number: number; readonly totalPages: number; readonly totalElements: number }
}

/** Result of a list: its entries, and how many there are. */
export const listed = <Name extends string, Entry>(
  { _embedded, page }: Page<Name, Entry>,
  name: Name,
  show: (entry: Entry) => object
) => ({
  items: (_embedded?.[name] ?? []).map(show),
  page: page.number,
  totalPages: page.totalPages,
  totalItems: page.totalElements
})
