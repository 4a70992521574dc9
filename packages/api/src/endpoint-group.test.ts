import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { anyOf, nothing, organization, project, requires } from "./access/requirement.ts"
import { described, endpointGroup } from "./endpoint-group.ts"

const unguarded = HttpApiEndpoint.get("get", "/v2/nothing", { success: Schema.String })

describe("a group of endpoints", () => {
  it("holds endpoints with a requirement and a description", () => {
    const group = endpointGroup("nothing", unguarded.pipe(requires(nothing), described("Returns nothing.")))
    assert.deepStrictEqual(Object.keys(group.endpoints), ["get"])
  })

  it("does not compile with an endpoint without a requirement", () => {
    // @ts-expect-error: the endpoint has no requirement.
    const make = () => endpointGroup("nothing", unguarded)
    assert.isFunction(make)
  })

  it("does not compile with an endpoint without a description", () => {
    // @ts-expect-error: the endpoint has no description.
    const make = () => endpointGroup("nothing", unguarded.pipe(requires(nothing)))
    assert.isFunction(make)
  })

  it("does not compile when one of several endpoints has no requirement", () => {
    const guarded = HttpApiEndpoint.get("list", "/v2/all", { success: Schema.String }).pipe(
      requires(nothing),
      described("Lists nothing.")
    )
    // @ts-expect-error: the second endpoint has no requirement.
    const make = () => endpointGroup("nothing", guarded, unguarded)
    assert.isFunction(make)
  })

  it("does not compile with a requirement that names an unknown scope or level", () => {
    // @ts-expect-error: no such scope.
    const unknownScope = () => project(["webhooks.mange"])
    // @ts-expect-error: no such scope.
    const unknownAlternative = () => anyOf(["webhooks.manage", "keys.vew"])
    // @ts-expect-error: one scope is no choice.
    const noAlternative = () => anyOf(["webhooks.manage"])
    // @ts-expect-error: no such level.
    const unknownLevel = () => organization("CHIEF")
    assert.isFunction(unknownScope)
    assert.isFunction(unknownAlternative)
    assert.isFunction(noAlternative)
    assert.isFunction(unknownLevel)
  })
})
