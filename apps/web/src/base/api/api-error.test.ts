import { assert, describe, it } from "vitest"
import { readApiError } from "./api-error.ts"

describe("an error response", () => {
  it("with a code has its parameters and the request id", () => {
    const error = readApiError(403, "req-1", '{"code":"operation_not_permitted","params":["keys.edit"]}')
    assert.deepInclude(error, { status: 403, code: "operation_not_permitted", requestId: "req-1" })
    assert.deepStrictEqual(error.params, ["keys.edit"])
  })

  it("about fields has a message by field", () => {
    const error = readApiError(400, null, '{"STANDARD_VALIDATION":{"name":"must not be blank"}}')
    assert.deepStrictEqual(error.fields, { name: "must not be blank" })
    assert.strictEqual(error.code, "validation")
  })

  it("about rules has their parameters, and the first rule as its code", () => {
    const error = readApiError(400, null, '{"CUSTOM_VALIDATION":{"slug_not_unique":["a"]}}')
    assert.deepStrictEqual(error.rules, { slug_not_unique: ["a"] })
    assert.strictEqual(error.code, "slug_not_unique")
  })

  it("about a rate limit says how long to wait", () => {
    const error = readApiError(429, null, '{"message":"rate_limited","retryAfter":1500,"global":false}')
    assert.deepInclude(error, { code: "rate_limited", retryAfterMillis: 1500 })
  })

  it.each(["", "<html>", "[]", "null", '"x"'])("that is not ours (%s) is an error too", (body) => {
    assert.deepInclude(readApiError(500, null, body), { status: 500, code: "unreadable_response" })
  })

  it.each([502, 503, 504])("of a proxy that reaches no server (%s) is that the server is offline", (status) => {
    assert.isTrue(readApiError(status, null, "<html>").isOffline)
    assert.isFalse(readApiError(status, "1", '{"code":"database_unavailable"}').isOffline)
  })
})
