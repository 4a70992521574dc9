import { Api, type Requirement, RequirementAnnotation } from "@dragoman/api"
import { Context, type Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** One endpoint of the contract, as far as tests that walk all of them need to know it. */
export interface ContractEndpoint {
  /** `GET /v2/projects/:projectId`. */
  readonly title: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly requirement: Requirement
  readonly paramNames: ReadonlyArray<string>
  /** Decoded to a number, or to several: text in their place is a value of the wrong type. */
  readonly numberParams: ReadonlyArray<string>
  /** Values of parameters that are one of a closed list: the first of it; "true" for a flag. */
  readonly literalParams: Readonly<Record<string, string>>
  readonly queryNames: ReadonlyArray<string>
  /** Decoded to a number, or to several. */
  readonly numberQueries: ReadonlyArray<string>
  /** Content types that it reads; none without a body. */
  readonly bodyTypes: ReadonlyArray<string>
  /** Type of a JSON body; null without one. */
  readonly body: FieldType | null
}

/** The JSON types of a body or a field of it. */
export interface FieldType {
  /** `string`, `number`, `boolean`, `null`, `array`, `object` or a literal as JSON; empty: whatever there is. */
  readonly accepts: ReadonlyArray<string>
  /** Type of the elements of an array. */
  readonly element: FieldType | null
  /** Fields of an object. */
  readonly fields: ReadonlyArray<{ readonly name: string; readonly type: FieldType }>
}

const describe = (group: string, endpoint: HttpApiEndpoint.Top): ContractEndpoint => ({
  title: `${endpoint.method} ${endpoint.path}`,
  group,
  method: endpoint.method,
  path: endpoint.path,
  requirement: Context.getUnsafe(endpoint.annotations, RequirementAnnotation),
  paramNames: [...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? ""),
  numberParams: fieldsOf(endpoint.params)
    .filter(({ type }) => SchemaAST.isNumber(type) || SchemaAST.isArrays(type))
    .map(({ name }) => String(name)),
  literalParams: Object.fromEntries(
    fieldsOf(endpoint.params).flatMap(({ name, type }) =>
      alternativesOf(type)
        .flatMap((one) => (SchemaAST.isLiteral(one) ? [one.literal] : SchemaAST.isBoolean(one) ? [true] : []))
        .slice(0, 1)
        .map((literal) => [name, String(literal)])
    )
  ),
  queryNames: fieldsOf(endpoint.query).map(({ name }) => String(name)),
  numberQueries: fieldsOf(endpoint.query)
    .filter(({ type }) => alternativesOf(type).some(isNumeric))
    .map(({ name }) => String(name)),
  bodyTypes: endpoint.method === "GET" ? [] : [...endpoint.payload.keys()],
  body: jsonBodyOf(endpoint)
})

const isNumeric = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isNumber(ast) || (SchemaAST.isArrays(ast) && ast.rest.some(isNumeric))

const jsonBodyOf = ({ method, payload }: HttpApiEndpoint.Top): FieldType | null => {
  const json = method === "GET" ? undefined : payload.get("application/json")
  return json === undefined ? null : typeOf(json.schemas.map(({ ast }) => SchemaAST.toEncoded(ast)))
}

/** Merges the types of alternatives. */
const typeOf = (alternatives: ReadonlyArray<SchemaAST.AST>): FieldType => {
  const asts = alternatives.flatMap(alternativesOf)
  const names = asts.map(nameOf)
  return {
    accepts: names.includes(null) ? [] : [...new Set(names.flatMap((name) => name ?? []))],
    element: asts.filter(SchemaAST.isArrays).map(({ rest }) => typeOf(rest))[0] ?? null,
    fields: asts
      .filter(SchemaAST.isObjects)
      .flatMap(({ propertySignatures }) => propertySignatures)
      .map(({ name, type }) => ({ name: String(name), type: typeOf([type]) }))
  }
}

const alternativesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(alternativesOf)
  // JSON has no undefined: of an optional field it says that it may be absent.
  return SchemaAST.isUndefined(ast) ? [] : [ast]
}

/** null: takes whatever there is. */
const nameOf = (ast: SchemaAST.AST): string | null => {
  if (SchemaAST.isString(ast)) return "string"
  if (SchemaAST.isNumber(ast)) return "number"
  if (SchemaAST.isBoolean(ast)) return "boolean"
  if (SchemaAST.isNull(ast)) return "null"
  if (SchemaAST.isArrays(ast)) return "array"
  if (SchemaAST.isObjects(ast)) return "object"
  return SchemaAST.isLiteral(ast) ? JSON.stringify(ast.literal) : null
}

const fieldsOf = (schema: Schema.Top | undefined) => {
  const ast = schema === undefined ? undefined : SchemaAST.toType(schema.ast)
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}

/** All endpoints of the contract, in its order. */
export const contractEndpoints: ReadonlyArray<ContractEndpoint> = Object.values(Api.groups).flatMap((group) =>
  (Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>).map((endpoint) =>
    describe(group.identifier, endpoint)
  )
)
