import { latencyBoundsMillis } from "@dragoman/delivery"
import { assert, describe, it } from "vitest"
import { printRequestMetrics } from "./print-request-metrics.ts"

describe("printed metrics of requests", () => {
  it("cumulate the buckets of a histogram", () => {
    const withinBound = latencyBoundsMillis.map((_, index) => (index === 0 ? 2 : index === 3 ? 1 : 0))
    const text = printRequestMetrics([
      { route: "/a", method: "GET", statusClass: "2xx", count: 4, sumMillis: 20_000, withinBound }
    ]).join("\n")
    const bucket = (bound: string) =>
      new RegExp(
        `^dragoman_http_request_duration_seconds_bucket\\{.*le="${bound.replace("+", "\\+")}"\\} (\\d+)$`,
        "m"
      ).exec(text)?.[1]
    assert.deepStrictEqual(["0.005", "0.025", "0.05", "10", "+Inf"].map(bucket), ["2", "2", "3", "3", "4"])
    assert.match(text, /_sum\{.*\} 20$/m)
  })

  it("escape labels", () => {
    const text = printRequestMetrics([
      { route: '/"\\\n', method: "GET", statusClass: "2xx", count: 1, sumMillis: 1, withinBound: [] }
    ]).join("\n")
    assert.include(text, 'route="/\\"\\\\\\n"')
  })
})
