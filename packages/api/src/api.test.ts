import { scopes } from "@dragoman/domain/permission"
import { Context, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { Authorization } from "./access/authorization.ts"
import { DemandAnnotation } from "./access/demand.ts"
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
  const demand = Context.getUnsafe(endpoint.annotations, DemandAnnotation)

  it("says what it demands, and the authorization reads it", () => {
    assert.include(["public", "user", "administrator", "organization", "project"], demand.subject)
    assert.isTrue(endpoint.middlewares.has(Authorization as never))
  })

  it("declares every parameter of its path", () => {
    assert.sameMembers([...namesInPath(endpoint.path)], [...declaredNames(endpoint)])
  })

  it("names what its demand is about", () => {
    const names = namesInPath(endpoint.path)
    assert.strictEqual(names.includes("projectId"), demand.subject === "project")
    assert.strictEqual(names.includes("organization"), demand.subject === "organization")
  })

  it("demands scopes that there are, each once", () => {
    const demanded = demand.subject === "project" ? demand.scopes : []
    assert.includeMembers([...scopes], [...demanded])
    assert.strictEqual(new Set(demanded).size, demanded.length)
  })

  it("can be called with a credential that its demand takes", () => {
    if (demand.subject === "public") return
    assert.isNotEmpty(demand.credentials)
    // A super token is a claim of an access token.
    if (demand.superToken) assert.include(demand.credentials, "JWT")
  })
})

describe("the contract", () => {
  it("has every method and path once, whatever the parameters are called", () => {
    const unnamed = endpoints.map(({ title }) => title.replaceAll(/:[A-Za-z]+/g, ":"))
    assert.deepStrictEqual(unnamed.toSorted(), [...new Set(unnamed)].toSorted())
  })

  it("has no short path that is the path of another endpoint", () => {
    const titles = new Set(endpoints.map(({ title }) => title))
    const short = endpoints.flatMap(({ title, endpoint }) => {
      const demand = Context.getUnsafe(endpoint.annotations, DemandAnnotation)
      return demand.subject === "project" && demand.shortPath ? [title.replace("/:projectId", "")] : []
    })
    assert.isNotEmpty(short)
    assert.deepStrictEqual(
      short.filter((title) => titles.has(title)),
      []
    )
  })
})
