type Node = unknown

/**
 * A JSON schema without what says nothing to clients: the limits of safe integers, null named twice, and the closing of
 * objects, which would make every field added later a breaking change. References lose the suffix of encoded classes.
 */
export const simplifySchema = (node: Node): Node => {
  if (Array.isArray(node)) return node.map(simplifySchema)
  if (!isRecord(node)) return node
  const simple: Record<string, Node> = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === "additionalProperties" && value === false) continue
    if ((key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) continue
    simple[key] = key === "$ref" ? String(value).replace(/Encoded$/, "") : simplifySchema(value)
  }
  const { anyOf } = simple
  return Array.isArray(anyOf) ? mergedAlternatives(simple, distinct(anyOf)) : simple
}

/** `string | null` is one type with two names; anything else stays a list of alternatives. */
const mergedAlternatives = (schema: Record<string, Node>, alternatives: ReadonlyArray<Node>): Node => {
  const { anyOf: _, ...rest } = schema
  const [first, second] = alternatives
  if (alternatives.length === 1 && isRecord(first)) return { ...first, ...rest }
  const isNullable = alternatives.length === 2 && isRecord(second) && second["type"] === "null"
  if (isNullable && isRecord(first) && typeof first["type"] === "string") {
    const { enum: values, ...described } = first
    return {
      ...described,
      ...rest,
      type: [first["type"], "null"],
      ...(Array.isArray(values) ? { enum: [...values, null] } : {})
    }
  }
  return { ...schema, anyOf: alternatives }
}

const distinct = (alternatives: ReadonlyArray<Node>): ReadonlyArray<Node> => [
  ...new Map(alternatives.map((alternative) => [JSON.stringify(alternative), alternative])).values()
]

const isRecord = (node: Node): node is Record<string, Node> => typeof node === "object" && node !== null
