import { assert, describe, it } from "vitest"
import { requestAddress } from "./request-address.ts"

describe("the address of a request", () => {
  it.each([
    ["parameters are encoded", "/v2/tags/:name", { name: "a/b ü" }, {}, "/v2/tags/a%2Fb%20%C3%BC"],
    ["lists are repeated", "/v2/x", {}, { tag: ["a", "b,c"] }, "/v2/x?tag=a&tag=b%2Cc"],
    ["what is undefined is left out", "/v2/x", {}, { search: undefined, page: 0 }, "/v2/x?page=0"],
    ["sorting is printed", "/v2/x", {}, { sort: [{ property: "name", direction: "desc" }] }, "/v2/x?sort=name%2Cdesc"]
  ] as const)("%s", (_, path, params, query, expected) => {
    assert.strictEqual(requestAddress(path, params, query), expected)
  })
})
