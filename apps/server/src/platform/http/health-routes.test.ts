import { Readiness } from "@dragoman/monitoring"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const up = { status: 200, body: { status: "UP" } }

const scrape = Effect.fnUntraced(function* (path: string) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`)
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() }
  })
})

const metricOf = (text: string, series: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length)
  )

layer(layerTestServer())("health", (it) => {
  it.effect("is up, live and ready, without a credential", () =>
    Effect.gen(function* () {
      for (const path of ["/health/live", "/health/ready", "/health", "/actuator/health"]) {
        assert.deepStrictEqual(yield* send(null, "GET", path), up)
      }
    })
  )
})

layer(layerTestServer())("metrics", (it) => {
  it.effect("are Prometheus text, under both paths", () =>
    Effect.gen(function* () {
      for (const path of ["/metrics", "/actuator/prometheus"]) {
        const { status, type, text } = yield* scrape(path)
        assert.strictEqual(status, 200)
        assert.strictEqual(type, "text/plain; version=0.0.4; charset=utf-8")
        for (const line of text.split("\n")) {
          assert.match(
            line,
            /^(|# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+)$/
          )
        }
        assert.isAbove(metricOf(text, "process_resident_memory_bytes"), 1e6)
        assert.isAbove(metricOf(text, 'dragoman_heap_used_bytes{thread="main"}'), 1e6)
        assert.isAbove(metricOf(text, 'dragoman_heap_size_bytes{thread="main"}'), 1e6)
        assert.strictEqual(metricOf(text, "dragoman_webhook_deliveries_pending"), 0)
        assert.strictEqual(metricOf(text, "dragoman_webhook_oldest_pending_seconds"), 0)
      }
    })
  )

  it.effect("count requests by route, method and class of status, and hold no names or ids", () =>
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: "very-secret-name" })
      const organization = yield* seed.organization({ name: "very-secret-organization", owner })
      const { accessToken } = yield* seed.accessToken(owner)
      const token = { accessToken }
      yield* send(token, "GET", `/v2/organizations/${organization.slug}`)
      yield* send(token, "GET", `/v2/organizations/${organization.slug}`)
      yield* send(token, "GET", "/v2/organizations/other-secret")
      yield* send(token, "GET", "/very-secret-path")
      const { text } = yield* scrape("/metrics")
      const labels = 'route="/v2/organizations/:organization",method="GET"'
      assert.strictEqual(metricOf(text, `dragoman_http_requests_total{${labels},status="2xx"}`), 2)
      assert.strictEqual(metricOf(text, `dragoman_http_requests_total{${labels},status="4xx"}`), 1)
      assert.strictEqual(
        metricOf(text, `dragoman_http_request_duration_seconds_bucket{${labels},status="2xx",le="+Inf"}`),
        2
      )
      assert.strictEqual(metricOf(text, 'dragoman_http_requests_total{route="unmatched",method="GET",status="4xx"}'), 1)
      assert.notMatch(text, /secret/)
    })
  )
})

layer(layerTestServer())("a server that stops", (it) => {
  it.effect("is alive, but not ready", () =>
    Effect.gen(function* () {
      const readiness = yield* Readiness
      yield* readiness.stopping
      const outOfService = { status: 503, body: { status: "OUT_OF_SERVICE" } }
      assert.deepStrictEqual(yield* send(null, "GET", "/health/live"), up)
      assert.deepStrictEqual(yield* send(null, "GET", "/health/ready"), outOfService)
      assert.deepStrictEqual(yield* send(null, "GET", "/actuator/health"), outOfService)
    })
  )
})
