import { scopes } from "@dragoman/domain/permission"
import { Context, SchemaAST } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { Authorization } from "./access/authorization.ts"
import { RequirementAnnotation } from "./access/requirement.ts"
import { Api } from "./api.ts"

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

describe.each(endpoints)("$title", ({ endpoint }) => {
  const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)

  it("declares its requirement, and the authorization checks it", () => {
    assert.include(["public", "user", "administrator", "organization", "project"], requirement.subject)
    assert.isTrue(endpoint.middlewares.has(Authorization as never))
  })

  it("has a description that begins with a verb", () => {
    assert.match(Context.getUnsafe(endpoint.annotations, OpenApi.Description), /^[A-Z][a-z]+s .+\.$/)
  })

  it("declares every parameter of its path", () => {
    assert.sameMembers([...namesInPath(endpoint.path)], [...declaredNames(endpoint)])
  })

  it("names the subject of its requirement in the path", () => {
    const names = namesInPath(endpoint.path)
    assert.strictEqual(names.includes("projectId"), requirement.subject === "project")
    assert.strictEqual(names.includes("organization"), requirement.subject === "organization")
  })

  it("requires known scopes, each once", () => {
    const required = requirement.subject === "project" ? requirement.scopes : []
    assert.includeMembers([...scopes], [...required])
    assert.strictEqual(new Set(required).size, required.length)
  })

  it("accepts at least one kind of credential", () => {
    if (requirement.subject === "public") return
    assert.isNotEmpty(requirement.credentials)
    // A super token is a claim of an access token.
    if (requirement.superToken) assert.include(requirement.credentials, "JWT")
  })
})

describe("the contract", () => {
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
