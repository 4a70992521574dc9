import { isRecord, type SchemaNode } from "./simplify-schema.ts"

/**
 * An example of a request contains optional fields that have an example of their own; that of a response contains all.
 */
export type ExampleKind = "request" | "response"

/**
 * Builds a value that a schema accepts from the examples of its fields. Undefined: a text without an example, or a
 * schema without values.
 */
export const makeExample = (
  schema: SchemaNode,
  components: Readonly<Record<string, SchemaNode>>,
  kind: ExampleKind
): unknown => {
  const make = (node: SchemaNode): unknown => {
    if (!isRecord(node)) return undefined
    const { examples, $ref, anyOf, enum: values, type } = node
    if (Array.isArray(examples)) return examples[0]
    if (typeof $ref === "string") return make(components[$ref.replace("#/components/schemas/", "")])
    if (Array.isArray(values)) return values[0]
    if (Array.isArray(anyOf)) return make(anyOf[0])
    const types = [type].flat()
    if (types.includes("object")) return makeObject(node)
    // Most lists that may be null are limits, and null means no limit.
    if (types.includes("null")) return null
    if (types.includes("array")) return [make(node["items"])].filter((item) => item !== undefined)
    if (types.includes("integer") || types.includes("number")) return 1
    return types.includes("boolean") ? false : undefined
  }
  const makeObject = ({ properties = {}, required = [] }: Record<string, SchemaNode>): object => {
    const entries = Object.entries(properties as Record<string, SchemaNode>)
      .filter(
        ([name, field]) => kind === "response" || (required as ReadonlyArray<string>).includes(name) || hasOwn(field)
      )
      .map(([name, field]) => [name, make(field)] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  const hasOwn = (field: SchemaNode) => isRecord(field) && Array.isArray(field["examples"])
  return make(schema)
}
