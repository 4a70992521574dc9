import { assert, describe, it } from "vitest"
import { failureOf, readProviderError } from "./model-failure.ts"

const now = Date.parse("2026-11-27T12:00:00Z")

const apiError = (statusCode: number, body: unknown, responseHeaders: Record<string, string> = {}) =>
  Object.assign(new Error("sk-secret"), {
    statusCode,
    responseBody: typeof body === "string" ? body : JSON.stringify(body),
    responseHeaders
  })

const openAi = (code: string | null, message = "sk-secret", type = "invalid_request_error") => ({
  error: { message, type, param: null, code }
})

const reasonFor = (error: unknown) => {
  const provided = readProviderError(error, now)
  return provided === null ? null : failureOf(provided, "llm.example").reason
}

describe("an error of a provider", () => {
  it.each([
    ["an unknown key", apiError(401, openAi("invalid_api_key")), "wrong_credentials"],
    ["a key without the right", apiError(403, openAi(null)), "wrong_credentials"],
    [
      "a key that Gemini rejects",
      apiError(400, { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } }),
      "wrong_credentials"
    ],
    ["an account without money", apiError(402, {}), "quota_exhausted"],
    [
      "a quota that is used up",
      apiError(429, openAi("insufficient_quota", "x", "insufficient_quota")),
      "quota_exhausted"
    ],
    [
      "Anthropic's empty account",
      apiError(400, {
        type: "error",
        error: { type: "invalid_request_error", message: "Your credit balance is too low to access the API." }
      }),
      "quota_exhausted"
    ],
    ["too many requests", apiError(429, openAi("rate_limit_exceeded")), "rate_limited"],
    ["too many requests, said in plain text", apiError(429, "slow down"), "rate_limited"],
    ["an unknown model", apiError(404, openAi("model_not_found")), "rejected_request"],
    ["a prompt beyond the context", apiError(400, openAi("context_length_exceeded")), "too_long"],
    [
      "a body beyond the limit",
      apiError(413, { type: "error", error: { type: "request_too_large", message: "x" } }),
      "too_long"
    ],
    ["a prompt that a local server finds too long", apiError(400, { error: "the prompt is too long" }), "too_long"],
    ["Azure's filter", apiError(400, openAi("content_filter", "filtered", "x")), "refused_content"],
    ["a parameter of no use", apiError(400, openAi("invalid_value")), "rejected_request"],
    ["a redirect", apiError(307, ""), "rejected_request"],
    ["a time limit", apiError(408, ""), "unavailable"],
    ["a gateway's error page", apiError(502, "<html>Bad Gateway</html>"), "unavailable"],
    ["an outage that mentions billing", apiError(500, "the billing service failed"), "unavailable"],
    [
      "overload",
      apiError(529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
      "unavailable"
    ],
    ["an error within a stream", { message: "x", type: "server_error", code: null }, "unavailable"],
    ["a limit within a stream", { message: "x", type: "requests", code: "rate_limit_exceeded" }, "rate_limited"]
  ])("is understood: %s", (_, error, reason) => assert.strictEqual(reasonFor(error), reason))

  it.each([
    ["a connection that broke", Object.assign(new Error("read"), { code: "ECONNRESET" })],
    ["a response that could not be read", apiError(200, "<html>")],
    ["a text", "broken"]
  ])("is none: %s", (_, error) => assert.isNull(reasonFor(error)))

  it.each([
    ["milliseconds", { "retry-after-ms": "20", "retry-after": "1" }, {}, 20],
    ["seconds", { "retry-after": "7" }, {}, 7_000],
    ["a date", { "retry-after": "Fri, 27 Nov 2026 12:00:05 GMT" }, {}, 5_000],
    ["a date that is over", { "retry-after": "Fri, 27 Nov 2026 11:00:05 GMT" }, {}, 0],
    ["Google's detail", {}, { error: { details: [{ retryDelay: "17s" }] } }, 17_000],
    ["nothing", {}, {}, null],
    ["what is no time", { "retry-after": "soon" }, {}, null],
    ["a negative time", { "retry-after": "-5" }, {}, null]
  ])("names the pause by %s", (_, headers, body, millis) =>
    assert.strictEqual(readProviderError(apiError(429, body, headers), now)?.retryMillis, millis)
  )

  it("is explained by its status and names, never by its message", () => {
    const error = readProviderError(apiError(401, openAi("invalid_api_key", "Incorrect API key: sk-secret")), now)
    assert.strictEqual(
      error === null ? null : failureOf(error, "llm.example").detail,
      "llm.example rejected the API key: check that it is valid and may use the model (401, invalid_api_key, invalid_request_error)."
    )
  })

  it("has no names that could be something else", () => {
    const error = readProviderError(apiError(400, openAi("sk secret", "x", "k".repeat(61))), now)
    assert.deepStrictEqual(error?.codes, [])
  })
})
