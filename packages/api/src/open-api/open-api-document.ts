import { errorCodes } from "@dragoman/domain/error"
import { Context } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"
import {
  type AcceptedCredential,
  type AnyOfRequirement,
  type ProjectRequirement,
  type Requirement,
  RequirementAnnotation
} from "../access/requirement.ts"
import { Api } from "../api.ts"
import { ConflictAnnotation, IfMatchAnnotation } from "../endpoint-group.ts"
import { describeParameter } from "./describe-parameter.ts"
import { describeRequirement } from "./describe-requirement.ts"
import { type ExampleKind, makeExample } from "./make-example.ts"
import { simplifySchema } from "./simplify-schema.ts"

export interface OpenApiDocument extends Omit<OpenApi.OpenAPISpec, "paths" | "components"> {
  readonly paths: Record<string, Record<string, DocumentedOperation>>
  readonly components: {
    readonly schemas: Record<string, unknown>
    readonly securitySchemes: Record<string, unknown>
  }
}

export interface DocumentedOperation extends OpenApi.OpenAPISpecOperation {
  readonly "x-dragoman-demand": Requirement
  /** Adds the same operation without a project id, for project API keys. */
  readonly "x-dragoman-short-path"?: string
}

/**
 * Builds the OpenAPI 3.1 document of the HTTP API, once, from the contract's schemas, descriptions and requirements.
 */
export const openApiDocument = (): OpenApiDocument => {
  made ??= makeDocument()
  return made
}

let made: OpenApiDocument | undefined

const makeDocument = (): OpenApiDocument => {
  const { paths, components, ...rest } = OpenApi.fromApi(Api)
  const schemas = Object.fromEntries(
    Object.entries(simplifySchema(components.schemas) as Record<string, unknown>).map(([name, schema]) => [
      name.replace(/Encoded$/, ""),
      withErrorCode(schema)
    ])
  )
  const described: OpenApiDocument["paths"] = {}
  for (const group of Object.values(Api.groups)) {
    for (const endpoint of Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>) {
      const path = endpoint.path.replace(/:([A-Za-z]+)/g, "{$1}")
      const method = endpoint.method.toLowerCase()
      const operation = (paths as Record<string, Record<string, OpenApi.OpenAPISpecOperation>>)[path]?.[method]
      if (operation !== undefined)
        described[path] = { ...described[path], [method]: describe(operation, endpoint, schemas) }
    }
  }
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
        ...schemas
      },
      securitySchemes
    }
  }
}

const describe = (
  operation: OpenApi.OpenAPISpecOperation,
  endpoint: HttpApiEndpoint.Top,
  components: Record<string, unknown>
): DocumentedOperation => {
  const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)
  const takesIfMatch = Context.getOrUndefined(endpoint.annotations, IfMatchAnnotation) === true
  const simple = simplifySchema(operation) as OpenApi.OpenAPISpecOperation
  return {
    ...simple,
    summary: sentenceOf(endpoint.identifier),
    description: [simple.description, describeRequirement(requirement).join(" ")].join("\n\n"),
    parameters: [
      ...simple.parameters.map((parameter) => describeParameter(parameter, endpoint)),
      ...(takesIfMatch ? [ifMatchParameter] : [])
    ],
    security: securityOf(requirement),
    responses: describeResponses(
      simple,
      requirement,
      Context.getOrUndefined(endpoint.annotations, ConflictAnnotation),
      takesIfMatch,
      components
    ),
    ...(simple.requestBody === undefined ? {} : { requestBody: describeBody(simple.requestBody, components) }),
    "x-dragoman-demand": requirement,
    ...(requirement.subject === "project" && requirement.shortPath
      ? { "x-dragoman-short-path": endpoint.path.replace("/:projectId", "").replace(/:([A-Za-z]+)/g, "{$1}") }
      : {})
  }
}

const ifMatchParameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "The `ETag` of the response that the client read, or several. When the content has changed since, nothing is written, and the response is 412. `*` matches everything that exists. Not in Tolgee's API.",
  schema: { type: "string" }
} as const

/** One of the entries is enough; an empty one stands for no credential. */
const securityOf = (requirement: Requirement): DocumentedOperation["security"] => {
  if (requirement.subject === "public") return []
  const schemes = requirement.credentials.map((kind) => ({ [schemeNames[kind]]: [] }))
  return requirement.subject === "publicProject" ? [{}, ...schemes] : schemes
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
    description:
      "Returned by a login. A super token is one whose password was entered just now: within the last hour, or `DRAGOMAN_SUPER_TOKEN_MS`."
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
  conflict: string | undefined,
  takesIfMatch: boolean,
  components: Record<string, unknown>
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
    412: "Precondition failed: `precondition_failed`; `params[0]` is the present ETag.",
    415: "Unsupported media type",
    429: "Too many requests: `retryAfter` is in milliseconds, the header in seconds."
  }
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status !== "415" || requestBody !== undefined)
      .filter(([status]) => status !== "409" || conflict !== undefined)
      .filter(([status]) => status !== "412" || takesIfMatch)
      .map(([status, response]) => [
        status,
        {
          ...response,
          description: sentences[status] ?? response.description,
          ...(status.startsWith("2") && response.content !== undefined
            ? { content: withExamples(response.content, components, "response") }
            : {})
        }
      ])
  ) as OpenApi.OpenAPISpecOperation["responses"]
}

const forbiddenSentence = (requirement: Requirement): string =>
  requirement.subject === "project" && !isAnyScope(requirement)
    ? "Forbidden: `operation_not_permitted` with the missing scopes and an `explanation`, or the kind of credential is not accepted."
    : "Forbidden: `operation_not_permitted`, or the kind of credential is not accepted."

const isAnyScope = (requirement: ProjectRequirement | AnyOfRequirement): boolean =>
  "anyOf" in requirement ? requirement.anyOf.includes(null) : requirement.scopes.length === 0

const notFoundSentence = (requirement: Requirement): string => {
  if (requirement.subject === "publicProject")
    return "Not found: `project_not_found`, also if the project is not public."
  if (requirement.subject === "project")
    return "Not found: `project_not_found` (also if the caller may not see the project), or something that the path names in it."
  if (requirement.subject === "organization")
    return `Not found: \`${requirement.hiddenCode}\` (also if the caller may not see the organization), or something that the path names in it.`
  return "Not found"
}

/**
 * Adds an example to a body. Parts of a form without a schema are files, any number of them; the other parts have
 * examples of their own, because viewers fill forms by part.
 */
const describeBody = (
  body: OpenApi.OpenAPISpecRequestBody,
  components: Record<string, unknown>
): OpenApi.OpenAPISpecRequestBody => {
  const form = body.content["multipart/form-data"] as { readonly schema: FormSchema } | undefined
  if (form === undefined) return { ...body, content: withExamples(body.content, components, "request") }
  const properties = Object.entries(form.schema.properties).map(([name, { description, ...part }]) => [
    name,
    Object.keys(part).length === 0
      ? { description, type: "array", items: { type: "string", format: "binary" } }
      : { description, ...part, examples: [makeExample(part, components, "request")] }
  ])
  const schema = { ...form.schema, properties: Object.fromEntries(properties) }
  return { ...body, content: { ...body.content, "multipart/form-data": { schema } } }
}

interface FormSchema {
  readonly properties: Readonly<Record<string, { readonly description?: string }>>
}

/** Streams of bytes and schemas without values have no example. */
const withExamples = (
  content: OpenApi.OpenApiSpecContent,
  components: Record<string, unknown>,
  kind: ExampleKind
): OpenApi.OpenApiSpecContent =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const example = makeExample(media.schema, components, kind)
      return [type, example === undefined ? media : { ...media, example }]
    })
  ) as OpenApi.OpenApiSpecContent

/** Replaces the list of error codes in a schema by a reference to the component. */
const withErrorCode = (schema: unknown): unknown => {
  const { properties } = schema as { readonly properties?: Record<string, { readonly description?: string }> }
  return properties?.["code"] === undefined
    ? schema
    : {
        ...(schema as object),
        properties: {
          ...properties,
          code: { $ref: "#/components/schemas/ErrorCode", description: properties["code"].description }
        }
      }
}

/** Prints a name as a title: `listBaseLanguages` → `List base languages`. */
const sentenceOf = (name: string): string => {
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
