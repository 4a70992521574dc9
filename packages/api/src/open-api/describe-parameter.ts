import { type Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint, OpenApi } from "effect/http-api"

/**
 * Describes a parameter by the description of its field. Viewers put `example` into the form, so only the schema has
 * examples.
 */
export const describeParameter = (parameter: OpenApi.OpenAPISpecParameter, endpoint: HttpApiEndpoint.Top) => {
  const field = fieldOf(endpoint, parameter)
  const { description, examples } = (field?.context?.annotations ?? {}) as FieldAnnotations
  const { description: _, examples: __, ...schema } = schemaOf(parameter, field) as FieldAnnotations
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    schema: { ...schema, ...(examples === undefined ? {} : { examples }) }
  }
}

interface FieldAnnotations {
  readonly description?: string
  readonly examples?: ReadonlyArray<unknown>
}

const fieldOf = (endpoint: HttpApiEndpoint.Top, { in: place, name }: OpenApi.OpenAPISpecParameter) => {
  const shape: Schema.Top | undefined =
    place === "path" ? endpoint.params : place === "query" ? endpoint.query : undefined
  const ast = shape === undefined ? undefined : SchemaAST.toType(shape.ast)
  return ast !== undefined && SchemaAST.isObjects(ast)
    ? ast.propertySignatures.find((one) => one.name === name)?.type
    : undefined
}

/** Parameters are text on the wire; those decoded to a number are described as numbers. */
const schemaOf = (parameter: OpenApi.OpenAPISpecParameter, field: SchemaAST.AST | undefined): object => {
  const kind = field === undefined ? "other" : numberKind(field)
  const number = { type: "integer", format: "int64" }
  if (kind === "other") return parameter.schema
  return kind === "number" ? number : { type: "array", items: number }
}

const numberKind = (ast: SchemaAST.AST): "number" | "numbers" | "other" => {
  if (SchemaAST.isNumber(ast)) return "number"
  if (SchemaAST.isArrays(ast)) return ast.rest[0] !== undefined && SchemaAST.isNumber(ast.rest[0]) ? "numbers" : "other"
  if (!SchemaAST.isUnion(ast)) return "other"
  const [only, ...others] = ast.types.filter((type) => !SchemaAST.isUndefined(type))
  return only !== undefined && others.length === 0 ? numberKind(only) : "other"
}
