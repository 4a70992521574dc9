import { Context, Schema } from "effect"
import type { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { RequirementAnnotation } from "../access/requirement.ts"
import { Api } from "../api.ts"
import { type DocumentedOperation, openApiDocument } from "./open-api-document.ts"

const document = openApiDocument()

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, path, operation] as const)
)

const endpoints = Object.values(Api.groups).flatMap(
  (group) => Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>
)

/** Every value under a key, anywhere. */
const valuesOf = (node: unknown, key: string): ReadonlyArray<unknown> => {
  if (Array.isArray(node)) return node.flatMap((item) => valuesOf(item, key))
  if (typeof node !== "object" || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    // Examples are data, whose fields may have the same names.
    name === "examples" ? [] : [...(name === key ? [value] : []), ...valuesOf(value, key)]
  )
}

interface DescribedParameter extends OpenApi.OpenAPISpecParameter {
  readonly description: string
}

/** Names of fields without a description, anywhere. */
const fieldsWithoutDescription = (node: unknown): ReadonlyArray<string> =>
  valuesOf(node, "properties").flatMap((properties) =>
    Object.entries(properties as Readonly<Record<string, { readonly description?: string }>>).flatMap(
      ([name, { description }]) => (description === undefined ? [name] : [])
    )
  )

const endpointOf = (title: string): HttpApiEndpoint.Top => {
  const found = endpoints.find(
    ({ method, path }) => title === `${method.toLowerCase()} ${path.replace(/:([A-Za-z]+)/g, "{$1}")}`
  )
  if (found === undefined) throw new Error(`There is no endpoint ${title}`)
  return found
}

const exampleOf = (media: object): unknown => (media as { readonly example?: unknown }).example

/** Descriptions of operations that always reject. */
const isWithoutValues = (schema: object): boolean => "not" in schema

describe("the OpenAPI document", () => {
  it("is version 3.1 with a title and a version", () => {
    assert.match(document.openapi, /^3\.1\.\d$/)
    assert.isNotEmpty(document.info.title)
    assert.isNotEmpty(document.info.version)
  })

  it("is JSON", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(document)), document)
  })

  it("has every endpoint of the contract, each with an operation id of its own", () => {
    assert.strictEqual(operations.length, endpoints.length)
    assert.strictEqual(new Set(operations.map(([, , { operationId }]) => operationId)).size, operations.length)
  })

  it("refers only to its own components", () => {
    for (const reference of valuesOf(document, "$ref")) {
      const name = /^#\/components\/schemas\/(.+)$/.exec(String(reference))?.[1] ?? ""
      assert.property(document.components.schemas, name)
    }
  })

  it("names only its own security schemes, each of a type of 3.1", () => {
    for (const scheme of Object.values(document.components.securitySchemes)) {
      assert.include(["http", "apiKey"], (scheme as { readonly type: string }).type)
    }
    for (const [, , { security }] of operations) {
      for (const name of security.flatMap(Object.keys)) assert.property(document.components.securitySchemes, name)
    }
  })

  it("uses only types of JSON schema", () => {
    const known = ["string", "integer", "number", "boolean", "array", "object", "null"]
    const schemas = [document.components.schemas, ...valuesOf(document.paths, "schema")]
    for (const schema of schemas) {
      for (const type of valuesOf(schema, "type").flat()) {
        if (typeof type === "string") assert.include(known, type)
      }
    }
  })

  it.each(operations)(
    "%s: parameters, body and responses have the form of 3.1",
    (_, path, operation: DocumentedOperation) => {
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path")
      assert.sameMembers(
        inPath.map(({ name }) => name),
        [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "")
      )
      for (const parameter of operation.parameters) {
        assert.include(["path", "query", "header"], parameter.in)
        assert.isObject(parameter.schema)
        if (parameter.in === "path") assert.isTrue(parameter.required)
      }
      assert.strictEqual(
        new Set(operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size,
        operation.parameters.length
      )
      if (operation.requestBody !== undefined) assert.isNotEmpty(Object.keys(operation.requestBody.content))
      const responses = Object.entries(operation.responses)
      assert.isTrue(responses.some(([status]) => status.startsWith("2")))
      for (const [status, response] of responses) {
        assert.match(status, /^[2-5]\d\d$/)
        assert.isNotEmpty((response as { readonly description: string }).description)
      }
      for (const tag of operation.tags) assert.isTrue(document.tags.some(({ name }) => name === tag))
    }
  )

  it("has the requirement and the accepted credentials of every operation", () => {
    for (const endpoint of endpoints) {
      const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)
      const path = endpoint.path.replace(/:([A-Za-z]+)/g, "{$1}")
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
      assert.deepStrictEqual(operation?.["x-dragoman-demand"], requirement)
      assert.strictEqual(
        operation?.security.length,
        requirement.subject === "public"
          ? 0
          : requirement.credentials.length + (requirement.subject === "publicProject" ? 1 : 0)
      )
      if (requirement.subject === "project") {
        const scopes = "anyOf" in requirement ? requirement.anyOf : requirement.scopes
        for (const scope of scopes) assert.include(operation?.description, scope ?? "or any scope")
      }
    }
  })

  it("describes every operation by a sentence with a verb first, and responses by the usual status texts", () => {
    const operation = document.paths["/v2/projects/{projectId}/languages"]?.["get"]
    assert.strictEqual(
      operation?.description,
      [
        "Lists the languages of a project.",
        "Requires any scope in the project. Accepts access tokens, personal access tokens and project API keys. With a project API key, the project id can be omitted from the path."
      ].join("\n\n")
    )
    const sentenceOf = (path: string, method: string) =>
      document.paths[`/v2/projects/{projectId}/${path}`]?.[method]?.description?.split("\n\n")[1]?.split(". ")[0]
    assert.strictEqual(
      sentenceOf("batch-jobs/{jobId}", "get"),
      "Requires the scope `batch-jobs.view` in the project, or any scope for what belongs to the caller"
    )
    const usual: Readonly<Record<string, string>> = {
      200: "OK",
      201: "Created",
      204: "No content",
      400: "Bad request",
      401: "Unauthorized",
      403: "Forbidden",
      404: "Not found",
      409: "Conflict",
      412: "Precondition failed",
      415: "Unsupported media type",
      429: "Too many requests"
    }
    for (const [title, , { responses }] of operations) {
      for (const [status, response] of Object.entries(responses)) {
        const { description } = response as { readonly description: string }
        assert.isTrue(description.startsWith(usual[status] ?? "unknown"), `${title} ${status}`)
      }
    }
  })

  it.each(operations)("%s: every parameter and every field has a description", (_, __, operation) => {
    for (const { name, description, schema } of operation.parameters as ReadonlyArray<DescribedParameter>) {
      assert.isNotEmpty(description, name)
      assert.isFalse("description" in schema, name)
    }
    assert.deepStrictEqual(fieldsWithoutDescription([operation, document.components.schemas]), [])
  })

  it.each(operations)("%s: has examples that the contract accepts", (title, _, operation) => {
    const endpoint = endpointOf(title)
    for (const { in: place, name, schema } of operation.parameters) {
      if (place === "path") assert.isNotEmpty((schema as { readonly examples?: ReadonlyArray<unknown> }).examples, name)
    }
    const accepted = (schemas: Iterable<Schema.Top>, example: unknown) => {
      assert.isDefined(example, "there is no example")
      const decode = Schema.decodeUnknownSync(
        Schema.toCodecJson(Schema.Union([...schemas])) as unknown as Schema.Codec<unknown>
      )
      decode(example)
    }
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      if (type === "application/json") accepted(endpoint.payload.get(type)?.schemas ?? [], exampleOf(media))
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      const json = response.content?.["application/json"]
      if (status.startsWith("2") && json !== undefined && !isWithoutValues(json.schema)) {
        accepted(endpoint.success, exampleOf(json))
      }
      const text = response.content?.["text/plain"] ?? response.content?.["application/x-ndjson"]
      if (status.startsWith("2") && text !== undefined) assert.isNotEmpty(exampleOf(text))
    }
  })

  it("puts parts of a form that are no files into its example", () => {
    const upload = document.paths["/v2/projects/{projectId}/single-step-import"]?.["post"]?.requestBody
    const { params } = JSON.parse(JSON.stringify(upload)).content["multipart/form-data"].schema.properties
    assert.deepInclude(params.examples[0], { forceMode: "OVERRIDE" })
  })

  it("describes ids in paths as whole numbers", () => {
    const parameters = document.paths["/v2/projects/{projectId}/languages/{languageId}"]?.["get"]?.parameters
    assert.deepStrictEqual(
      parameters?.map(({ schema }) => (schema as { readonly type: string }).type),
      ["integer", "integer"]
    )
  })

  it("describes uploads as files", () => {
    const upload = document.paths["/v2/projects/{projectId}/import"]?.["post"]?.requestBody
    assert.deepInclude(JSON.parse(JSON.stringify(upload)).content["multipart/form-data"].schema.properties, {
      files: {
        description: "Files or archives; any number of parts with this name.",
        type: "array",
        items: { type: "string", format: "binary" }
      }
    })
  })

  it("leaves objects open, so that a new field breaks no client", () => {
    assert.notInclude(valuesOf(document, "additionalProperties"), false)
  })
})
