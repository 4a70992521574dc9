import { scopes } from "@dragoman/domain/permission"
import { Context, SchemaAST } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { Authorization } from "./access/authorization.ts"
import { RequirementAnnotation } from "./access/requirement.ts"
import { Api } from "./api.ts"
import { apiErrors } from "./error/api-error.ts"

const endpoints = Object.values(Api.groups).flatMap((group) =>
  (Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>).map((endpoint) => ({
    title: `${endpoint.method} ${endpoint.path}`,
    endpoint
  }))
)

const namesInPath = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? "")

const declaredNames = ({ params }: HttpApiEndpoint.Top): ReadonlyArray<string> => {
  const shape = params === undefined ? undefined : SchemaAST.toType(params.ast)
  return shape !== undefined && SchemaAST.isObjects(shape)
    ? shape.propertySignatures.map(({ name }) => String(name))
    : []
}

const wrappers = ["body", "headers"]

/** Names of fields without a description, each with those around it. What refers to itself was looked at before. */
const undescribed = (
  ast: SchemaAST.AST,
  around: ReadonlyArray<string> = [],
  seen: ReadonlySet<SchemaAST.AST> = new Set()
): ReadonlyArray<string> => {
  if (seen.has(ast)) return []
  const inside = (part: SchemaAST.AST, names = around) => undescribed(part, names, new Set([...seen, ast]))
  if (SchemaAST.isSuspend(ast)) return inside(ast.thunk())
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => inside(type))
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest].flatMap((item) => inside(item))
  if (!SchemaAST.isObjects(ast)) return []
  return [
    ...ast.propertySignatures.flatMap(({ name, type }) => {
      const names = [...around, String(name)]
      const description = type.context?.annotations?.["description"]
      const isDescribed = typeof description === "string" && /^[A-Z`].+\.$/s.test(description)
      return [...(isDescribed ? [] : [names.join(".")]), ...inside(type, names)]
    }),
    ...ast.indexSignatures.flatMap(({ type }) => inside(type))
  ]
}

describe.each(endpoints)("$title", ({ endpoint }) => {
  const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)

  it("declares its requirement, and the authorization checks it", () => {
    assert.include(["public", "user", "administrator", "organization", "project", "publicProject"], requirement.subject)
    assert.isTrue(endpoint.middlewares.has(Authorization as never))
  })

  it("has a description that begins with a verb", () => {
    assert.match(Context.getUnsafe(endpoint.annotations, OpenApi.Description), /^[A-Z][a-z]+s .+\.$/)
  })

  it("declares every parameter of its path", () => {
    assert.sameMembers([...namesInPath(endpoint.path)], [...declaredNames(endpoint)])
  })

  it("describes every parameter, and every field of its body and its responses", () => {
    const { params, query, payload, success } = endpoint
    const bodies = [...payload.values()].flatMap(({ schemas }) => schemas)
    assert.deepStrictEqual(
      [
        ...[params, query].flatMap((schema) => (schema === undefined ? [] : undescribed(SchemaAST.toType(schema.ast)))),
        ...[...bodies, ...success].flatMap(({ ast }) => undescribed(SchemaAST.toEncoded(ast)))
      ],
      []
    )
  })

  it("names the subject of its requirement in the path", () => {
    const names = namesInPath(endpoint.path)
    assert.strictEqual(names.includes("projectId"), ["project", "publicProject"].includes(requirement.subject))
    assert.strictEqual(names.includes("organization"), requirement.subject === "organization")
  })

  it("requires known scopes, each once", () => {
    const required = "scopes" in requirement ? requirement.scopes : "anyOf" in requirement ? requirement.anyOf : []
    assert.includeMembers([...scopes, null], [...required])
    assert.strictEqual(new Set(required).size, required.length)
    // Any scope: an alternative after it would never be asked for.
    assert.include([-1, required.length - 1], required.indexOf(null as never))
  })

  it("accepts at least one kind of credential", () => {
    if (requirement.subject === "public") return
    assert.isNotEmpty(requirement.credentials)
    // A super token is a claim of an access token.
    if (requirement.superToken) assert.include(requirement.credentials, "JWT")
  })
})

describe("the contract", () => {
  it("opens these operations to visitors of public projects, and no other one", () => {
    const open = endpoints.flatMap(({ title, endpoint }) => {
      const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)
      if (requirement.subject === "publicProject") return [[title, "anyone"]]
      return requirement.subject === "project" && requirement.visitors ? [[title, "logged in"]] : []
    })
    assert.deepStrictEqual(open, [
      ["POST /v2/projects/:projectId/languages/:languageId/key/:keyId/suggestion", "logged in"],
      ["GET /v2/public-projects/:projectId", "anyone"],
      ["GET /v2/public-projects/:projectId/translations", "anyone"]
    ])
  })

  it("describes every field of its errors", () => {
    assert.deepStrictEqual(
      // Effect makes these two around a response with headers.
      apiErrors.flatMap(({ ast }) => undescribed(SchemaAST.toEncoded(ast))).filter((name) => !wrappers.includes(name)),
      []
    )
  })

  it("has every method and path once, whatever the names of the parameters", () => {
    const unnamed = endpoints.map(({ title }) => title.replaceAll(/:[A-Za-z]+/g, ":"))
    assert.deepStrictEqual(unnamed.toSorted(), [...new Set(unnamed)].toSorted())
  })

  it("has no short path that another endpoint uses", () => {
    const titles = new Set(endpoints.map(({ title }) => title))
    const short = endpoints.flatMap(({ title, endpoint }) => {
      const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)
      return requirement.subject === "project" && requirement.shortPath ? [title.replace("/:projectId", "")] : []
    })
    assert.isNotEmpty(short)
    assert.deepStrictEqual(
      short.filter((title) => titles.has(title)),
      []
    )
  })
})
