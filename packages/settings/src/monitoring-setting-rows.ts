import { type Setting, server } from "./setting.ts"
import { listeningHost, onOrOff, textWithin, wholeNumber } from "./setting-schema.ts"

const portMax = 65_535

/** Settings of what operators see of a running server. Source: docs/monitoring.md. */
export const monitoringSettingRows = {
  accessLog: {
    name: "ACCESS_LOG",
    programs: server,
    meaning: "a line in the log for each request: on or off",
    default: "on",
    example: "off",
    schema: onOrOff
  },
  /** On the port of the users. null: on, unless there is a public URL or a port for metrics. */
  metrics: {
    name: "METRICS",
    programs: server,
    meaning: "/metrics on the port of the server: on or off",
    default: null,
    defaultMeaning: "on; off with a public URL or a port for metrics",
    example: "off",
    schema: onOrOff
  },
  metricsHost: {
    name: "METRICS_HOST",
    programs: server,
    meaning: "address of the port for metrics",
    default: "127.0.0.1",
    example: "0.0.0.0",
    schema: listeningHost
  },
  /** 0: any free port; null: none. */
  metricsPort: {
    name: "METRICS_PORT",
    programs: server,
    meaning: "a port of its own for /metrics and /health; 0 picks a free one",
    default: null,
    example: "9464",
    schema: wholeNumber(0, portMax)
  },
  /** null: every client that reaches the port reads them. */
  metricsToken: {
    name: "METRICS_TOKEN",
    programs: server,
    meaning: "bearer token that /metrics asks for, on both ports",
    default: null,
    defaultMeaning: "none: without a token",
    example: "the output of: openssl rand -base64 24",
    secret: true,
    schema: textWithin(16, 4_096)
  }
} as const satisfies Readonly<Record<string, Setting>>

/** Says whether the port of the users has `/metrics`. */
export const hasPublicMetrics = ({
  metrics,
  publicUrl,
  metricsPort
}: {
  readonly metrics: boolean | null
  readonly publicUrl: string | null
  readonly metricsPort: number | null
}): boolean => metrics ?? (publicUrl === null && metricsPort === null)
