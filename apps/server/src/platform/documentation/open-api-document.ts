import {
  type AcceptedCredential,
  Api,
  ConflictAnnotation,
  type Requirement,
  RequirementAnnotation
} from "@dragoman/api"
import { errorCodes } from "@dragoman/domain/error"
import { Context, type Schema, SchemaAST } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { describeRequirement } from "./describe-requirement.ts"

export interface OpenApiDocument extends Omit<OpenApi.OpenAPISpec, "paths" | "components"> {
  readonly paths: Record<string, Record<string, DocumentedOperation>>
  readonly components: {
    readonly schemas: Record<string, unknown>
    readonly securitySchemes: Record<string, unknown>
  }
}

export interface DocumentedOperation extends OpenApi.OpenAPISpecOperation {
  readonly "x-dragoman-demand": Requirement
  /** The same operation without a project id, for project API keys. */
  readonly "x-dragoman-short-path"?: string
}

/**
 * The OpenAPI 3.1 document of the HTTP API, built once from the contract's schemas, descriptions and requirements.
 */
export const openApiDocument = (): OpenApiDocument => {
  made ??= makeDocument()
  return made
}

let made: OpenApiDocument | undefined

const makeDocument = (): OpenApiDocument => {
  const { paths, components, ...rest } = OpenApi.fromApi(Api)
  const described: OpenApiDocument["paths"] = {}
  for (const group of Object.values(Api.groups)) {
    for (const endpoint of Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>) {
      const path = endpoint.path.replace(/:([A-Za-z]+)/g, "{$1}")
      const method = endpoint.method.toLowerCase()
      const operation = (paths as Record<string, Record<string, OpenApi.OpenAPISpecOperation>>)[path]?.[method]
      if (operation !== undefined) described[path] = { ...described[path], [method]: describe(operation, endpoint) }
    }
  }
  const schemas = Object.entries(simplifySchema(components.schemas) as Record<string, unknown>)
  return {
    ...rest,
    tags: rest.tags.map(({ name }) => ({ name, description: sentenceOf(name) })),
    paths: described,
    components: {
      schemas: {
        ErrorCode: {
          type: "string",
          enum: Object.keys(errorCodes),
          description: "Stable code of an error; `params` has its values."
        },
        ...Object.fromEntries(schemas.map(([name, schema]) => [name.replace(/Encoded$/, ""), withErrorCode(schema)]))
      },
      securitySchemes
    }
  }
}

const describe = (operation: OpenApi.OpenAPISpecOperation, endpoint: HttpApiEndpoint.Top): DocumentedOperation => {
  const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)
  const simple = simplifySchema(operation) as OpenApi.OpenAPISpecOperation
  return {
    ...simple,
    summary: sentenceOf(endpoint.identifier),
    description: [simple.description, describeRequirement(requirement).join(" ")].join("\n\n"),
    parameters: simple.parameters.map((parameter) => withNumbers(parameter, endpoint)),
    security:
      requirement.subject === "public" ? [] : requirement.credentials.map((kind) => ({ [schemeNames[kind]]: [] })),
    responses: describeResponses(simple, requirement, Context.getOrUndefined(endpoint.annotations, ConflictAnnotation)),
    ...(simple.requestBody === undefined ? {} : { requestBody: withFiles(simple.requestBody) }),
    "x-dragoman-demand": requirement,
    ...(requirement.subject === "project" && requirement.shortPath
      ? { "x-dragoman-short-path": endpoint.path.replace("/:projectId", "").replace(/:([A-Za-z]+)/g, "{$1}") }
      : {})
  }
}

const schemeNames: Record<AcceptedCredential, string> = {
  JWT: "accessToken",
  PAT: "personalAccessToken",
  PAK: "projectApiKey"
}

const securitySchemes: Record<string, unknown> = {
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "Returned by a login. A super token is one whose password was entered within the last hour."
  },
  personalAccessToken: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "Starts with `tgpat_` and acts as its user. The query parameter `ak` is accepted as well."
  },
  projectApiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description:
      "Starts with `tgpak_` and acts as its user in one project, limited to the scopes of the key. The query parameter `ak` is accepted as well."
  }
}

const describeResponses = (
  { responses, requestBody }: OpenApi.OpenAPISpecOperation,
  requirement: Requirement,
  conflict: string | undefined
): OpenApi.OpenAPISpecOperation["responses"] => {
  const sentences: Record<string, string> = {
    200: "OK",
    201: "Created",
    204: "No content",
    400: "Bad request: `wrong_param_type`, `request_parse_error`, messages by field, or a violated rule.",
    401: "Unauthorized: no credential (`unauthenticated`) or an invalid one.",
    403: forbiddenSentence(requirement),
    404: notFoundSentence(requirement),
    409: conflict ?? "Conflict",
    415: "Unsupported media type",
    429: "Too many requests: `retryAfter` is in milliseconds, the header in seconds."
  }
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status !== "415" || requestBody !== undefined)
      .filter(([status]) => status !== "409" || conflict !== undefined)
      .map(([status, response]) => [status, { ...response, description: sentences[status] ?? response.description }])
  ) as OpenApi.OpenAPISpecOperation["responses"]
}

const forbiddenSentence = (requirement: Requirement): string =>
  requirement.subject === "project" && requirement.scopes.length > 0
    ? "Forbidden: `operation_not_permitted` with the missing scopes and an `explanation`, or the kind of credential is not accepted."
    : "Forbidden: `operation_not_permitted`, or the kind of credential is not accepted."

const notFoundSentence = (requirement: Requirement): string => {
  if (requirement.subject === "project")
    return "Not found: `project_not_found` (also if the caller may not see the project), or something that the path names in it."
  if (requirement.subject === "organization")
    return `Not found: \`${requirement.hiddenCode}\` (also if the caller may not see the organization), or something that the path names in it.`
  return "Not found"
}

/** Parts of a form without a schema are files, any number of them. */
const withFiles = (body: OpenApi.OpenAPISpecRequestBody): OpenApi.OpenAPISpecRequestBody => {
  const form = body.content["multipart/form-data"] as { readonly schema: FormSchema } | undefined
  if (form === undefined) return body
  const properties = Object.entries(form.schema.properties).map(([name, part]) => [
    name,
    Object.keys(part).length === 0 ? { type: "array", items: { type: "string", format: "binary" } } : part
  ])
  const schema = { ...form.schema, properties: Object.fromEntries(properties) }
  return { ...body, content: { ...body.content, "multipart/form-data": { schema } } }
}

interface FormSchema {
  readonly properties: Readonly<Record<string, object>>
}

/** Parameters are text on the wire; those decoded to a number are described as numbers. */
const withNumbers = (parameter: OpenApi.OpenAPISpecParameter, endpoint: HttpApiEndpoint.Top) => {
  const shape = parameter.in === "path" ? endpoint.params : parameter.in === "query" ? endpoint.query : undefined
  const kind = numberKindOf(shape, parameter.name)
  if (kind === "number") return { ...parameter, schema: { type: "integer", format: "int64" } }
  if (kind === "numbers") {
    return { ...parameter, schema: { type: "array", items: { type: "integer", format: "int64" } } }
  }
  return parameter
}

const numberKindOf = (shape: Schema.Top | undefined, name: string): "number" | "numbers" | "other" => {
  const ast = shape === undefined ? undefined : SchemaAST.toType(shape.ast)
  const field =
    ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.find((one) => one.name === name) : undefined
  return field === undefined ? "other" : numberKind(field.type)
}

const numberKind = (ast: SchemaAST.AST): "number" | "numbers" | "other" => {
  if (SchemaAST.isNumber(ast)) return "number"
  if (SchemaAST.isArrays(ast)) return ast.rest[0] !== undefined && SchemaAST.isNumber(ast.rest[0]) ? "numbers" : "other"
  if (!SchemaAST.isUnion(ast)) return "other"
  const [only, ...others] = ast.types.filter((type) => !SchemaAST.isUndefined(type))
  return only !== undefined && others.length === 0 ? numberKind(only) : "other"
}

/** Replaces the list of error codes in a schema by a reference to the component. */
const withErrorCode = (schema: unknown): unknown => {
  const { properties } = schema as { readonly properties?: Record<string, unknown> }
  return properties?.["code"] === undefined
    ? schema
    : { ...(schema as object), properties: { ...properties, code: { $ref: "#/components/schemas/ErrorCode" } } }
}

/** `listBaseLanguages` → `List base languages`. */
const sentenceOf = (name: string): string => {
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Node = unknown

/**
 * A JSON schema without details that are useless to clients: the limits of safe integers, null named twice, and the closing of
 * objects, which would make every field added later a breaking change. References lose the suffix of encoded classes.
 */
const simplifySchema = (node: Node): Node => {
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
