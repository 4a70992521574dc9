/** A JSON schema, or a part of one. */
export type SchemaNode = unknown

/**
 * Removes details from a JSON schema that are useless to clients: the limits of safe integers, null named twice, and
 * the closing of objects, which would make every field added later a breaking change. References lose the suffix of
 * encoded classes, and descriptions of fields stand beside what they describe.
 */
export const simplifySchema = (node: SchemaNode): SchemaNode => {
  if (Array.isArray(node)) return node.map(simplifySchema)
  if (!isRecord(node)) return node
  const simple: Record<string, SchemaNode> = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === "additionalProperties" && value === false) continue
    if ((key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) continue
    // Examples contain no schema.
    if (key === "examples") simple[key] = value
    else simple[key] = key === "$ref" ? String(value).replace(/Encoded$/, "") : simplifySchema(value)
  }
  const described = withAnnotations(simple)
  const { anyOf } = described
  return Array.isArray(anyOf) ? mergedAlternatives(described, distinct(anyOf)) : described
}

const annotations = ["description", "examples"]

/**
 * Effect describes fields by `allOf` with a description. It becomes the description; with one reference besides also
 * that one.
 */
const withAnnotations = (schema: Record<string, SchemaNode>): Record<string, SchemaNode> => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const isAnnotation = (part: SchemaNode) =>
    isRecord(part) && Object.keys(part).every((key) => annotations.includes(key))
  const described = Object.assign({}, rest, ...allOf.filter(isAnnotation)) as Record<string, SchemaNode>
  const others = allOf.filter((part) => !isAnnotation(part))
  const [only] = others
  if (others.length === 0) return described
  if (others.length === 1 && isRecord(only) && Object.keys(rest).length === 0) return { ...only, ...described }
  return { ...described, allOf: others }
}

/** Merges `string | null` into one type with two names; anything else stays a list of alternatives. */
const mergedAlternatives = (
  schema: Record<string, SchemaNode>,
  alternatives: ReadonlyArray<SchemaNode>
): SchemaNode => {
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

const distinct = (alternatives: ReadonlyArray<SchemaNode>): ReadonlyArray<SchemaNode> => [
  ...new Map(alternatives.map((alternative) => [JSON.stringify(alternative), alternative])).values()
]

export const isRecord = (node: SchemaNode): node is Record<string, SchemaNode> =>
  typeof node === "object" && node !== null && !Array.isArray(node)
