import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { anybody, demands, organization, project } from "./access/demand.ts"
import { endpointGroup } from "./endpoint-group.ts"

const undemanding = HttpApiEndpoint.get("get", "/v2/nothing", { success: Schema.String })

describe("a group of endpoints", () => {
  it("holds the endpoints that say what they demand", () => {
    const group = endpointGroup("nothing", undemanding.pipe(demands(anybody)))
    assert.deepStrictEqual(Object.keys(group.endpoints), ["get"])
  })

  it("does not compile with an endpoint that demands nothing", () => {
    // @ts-expect-error: the endpoint has no demand.
    const make = () => endpointGroup("nothing", undemanding)
    assert.isFunction(make)
  })

  it("does not compile with one such endpoint among others", () => {
    const demanding = HttpApiEndpoint.get("list", "/v2/all", { success: Schema.String }).pipe(demands(anybody))
    // @ts-expect-error: the second endpoint has no demand.
    const make = () => endpointGroup("nothing", demanding, undemanding)
    assert.isFunction(make)
  })

  it("does not compile with a demand of a scope or a level that there is not", () => {
    // @ts-expect-error: no such scope.
    const unknownScope = () => project(["webhooks.mange"])
    // @ts-expect-error: no such level.
    const unknownLevel = () => organization("CHIEF")
    assert.isFunction(unknownScope)
    assert.isFunction(unknownLevel)
  })
})
