import { assert, describe, it } from "vitest"
import { readTraceSettings, type TraceSettings } from "./trace-settings.ts"

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }

const usual: TraceSettings = {
  url: "http://collector:4318/v1/traces",
  protocol: "http/protobuf",
  headers: {},
  compression: "none",
  share: 1,
  followsCaller: true,
  serviceName: null,
  exportMillis: 5_000
}

describe("the variables of OpenTelemetry", () => {
  it.each<[string, Readonly<Record<string, string>>, Partial<TraceSettings>]>([
    ["an endpoint of all signals", endpoint, {}],
    [
      "a slash at its end",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/otlp/" },
      { url: "http://collector:4318/otlp/v1/traces" }
    ],
    [
      "an endpoint of traces alone",
      { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://t/x" },
      { url: "https://t/x" }
    ],
    ["JSON", { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, { protocol: "http/json" }],
    [
      "headers",
      { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "API-Key=a%20b=c, x=1,%zz=%zz" },
      { headers: { "api-key": "a b=c", x: "1", "%zz": "%zz" } }
    ],
    [
      "a share",
      { ...endpoint, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" },
      { share: 0.1, followsCaller: false }
    ],
    ["none but the caller's", { ...endpoint, OTEL_TRACES_SAMPLER: "parentbased_always_off" }, { share: 0 }],
    [
      "a name, a time and compression",
      {
        ...endpoint,
        OTEL_SERVICE_NAME: "texts",
        OTEL_BSP_SCHEDULE_DELAY: "100",
        OTEL_EXPORTER_OTLP_COMPRESSION: "gzip"
      },
      { serviceName: "texts", exportMillis: 100, compression: "gzip" }
    ]
  ])("switch traces on: %s", (_, environment, changed) => {
    assert.deepStrictEqual(readTraceSettings(environment), { settings: { ...usual, ...changed }, problem: null })
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ["no endpoint", {}],
    ["an empty one", { OTEL_EXPORTER_OTLP_ENDPOINT: " " }],
    ["a disabled SDK", { ...endpoint, OTEL_SDK_DISABLED: "true" }],
    ["no exporter", { ...endpoint, OTEL_TRACES_EXPORTER: "none" }]
  ])("leave them off: %s", (_, environment) => {
    assert.deepStrictEqual(readTraceSettings(environment), { settings: null, problem: null })
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
    ["OTEL_TRACES_SAMPLER", { ...endpoint, OTEL_TRACES_SAMPLER: "jaeger_remote" }]
  ])("leave them off with a sentence that names %s", (name, environment) => {
    const { settings, problem } = readTraceSettings(environment)
    assert.isNull(settings)
    assert.include(problem ?? "", name)
  })
})
