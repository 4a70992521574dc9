import type { WebhookHeader } from "@dragoman/domain/webhook"
import { assert, describe, it } from "vitest"
import * as Logged from "./logged-headers.ts"

const loggedRequestHeaders = (headers: ReadonlyArray<string>, own: ReadonlyArray<WebhookHeader> = []) =>
  JSON.parse(Logged.loggedRequestHeaders(headers, own))

const loggedResponseHeaders = (headers: Parameters<typeof Logged.loggedResponseHeaders>[0]): Record<string, string> =>
  JSON.parse(Logged.loggedResponseHeaders(headers))

describe("headers in the delivery log", () => {
  it("of a request are all there, and of credentials only the scheme", () => {
    assert.deepStrictEqual(
      loggedRequestHeaders(["webhook-id", "msg_1_2", "Tolgee-Signature", "{}", "authorization", "Basic c2VjcmV0"]),
      { "webhook-id": "msg_1_2", "tolgee-signature": "{}", authorization: "Basic ***" }
    )
  })

  it("of a configuration have no value, whatever their names are", () => {
    const headers = ["X-Token", "hidden", "Authorization", "Bearer hidden"]
    const own = [
      { name: "X-Token", value: "hidden" },
      { name: "Authorization", value: "Bearer hidden" }
    ]
    assert.deepStrictEqual(loggedRequestHeaders(headers, own), { "x-token": "***", authorization: "***" })
  })

  it("of a response have lower-case names and no cookie", () => {
    assert.deepStrictEqual(
      loggedResponseHeaders({
        Server: "nginx",
        "set-cookie": ["a=secret", "b=secret"],
        via: ["a", "b"],
        gone: undefined
      }),
      { server: "nginx", "set-cookie": "***", via: "a, b" }
    )
  })

  it("of a response are bounded in number, in length and together", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, "v"]))
    assert.strictEqual(Object.keys(loggedResponseHeaders(many)).length, 40)
    assert.strictEqual(loggedResponseHeaders({ long: "x".repeat(10_000) })["long"], `${"x".repeat(512)}…`)
    const large = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x-${index}`, "v".repeat(500)]))
    assert.isAtMost(JSON.stringify(loggedResponseHeaders(large)).length, 5_000)
    assert.isAbove(JSON.stringify(loggedResponseHeaders(large)).length, 3_000)
  })

  it("of a response can be stored whatever is in them", () => {
    assert.deepStrictEqual(loggedResponseHeaders({ odd: "a\u0000b", ["__proto__"]: "x" })["odd"], "a\ufffdb")
  })
})
