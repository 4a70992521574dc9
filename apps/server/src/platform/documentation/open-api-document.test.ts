import { Api, RequirementAnnotation } from "@dragoman/api"
import { assert, describe, it } from "@effect/vitest"
import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
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
  return Object.entries(node).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(value, key)])
}

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
        requirement.subject === "public" ? 0 : requirement.credentials.length
      )
      if (requirement.subject === "project") {
        for (const scope of requirement.scopes) assert.include(operation?.description, scope)
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
    const usual: Readonly<Record<string, string>> = {
      200: "OK",
      201: "Created",
      204: "No content",
      400: "Bad request",
      401: "Unauthorized",
      403: "Forbidden",
      404: "Not found",
      409: "Conflict",
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
      files: { type: "array", items: { type: "string", format: "binary" } }
    })
  })

  it("leaves objects open, so that a new field breaks no client", () => {
    assert.notInclude(valuesOf(document, "additionalProperties"), false)
  })
})
