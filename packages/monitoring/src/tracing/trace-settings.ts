/** The target of traces, from the variables of OpenTelemetry. */
export interface TraceSettings {
  readonly url: string
  readonly protocol: "http/json" | "http/protobuf"
  readonly headers: Readonly<Record<string, string>>
  readonly compression: "gzip" | "none"
  /** Share of the traces that begin here, 0 to 1. */
  readonly share: number
  /** Says whether the caller of a request decides for its trace. */
  readonly followsCaller: boolean
  readonly serviceName: string | null
  readonly exportMillis: number
}

type Environment = Readonly<Record<string, string | undefined>>

const exportMillisDefault = 5_000

/**
 * Reads the variables of OpenTelemetry. null: no endpoint, or switched off. A problem is a sentence for the log: traces are
 * no reason not to start.
 */
export const readTraceSettings = (
  environment: Environment
): { readonly settings: TraceSettings | null; readonly problem: string | null } => {
  const off = (problem: string | null) => ({ settings: null, problem })
  const textOf = (name: string): string | null => environment[name]?.trim() || null
  const ofTraces = (name: string): string | null =>
    textOf(`OTEL_EXPORTER_OTLP_TRACES_${name}`) ?? textOf(`OTEL_EXPORTER_OTLP_${name}`)

  const url = urlOf(textOf("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), textOf("OTEL_EXPORTER_OTLP_ENDPOINT"))
  const exporter = textOf("OTEL_TRACES_EXPORTER") ?? "otlp"
  if (url === null || textOf("OTEL_SDK_DISABLED")?.toLowerCase() === "true" || exporter === "none") return off(null)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    return off("OTEL_EXPORTER_OTLP_ENDPOINT must be an address with http:// or https://: no traces are exported.")
  }
  const protocol = ofTraces("PROTOCOL") ?? "http/protobuf"
  if (protocol !== "http/json" && protocol !== "http/protobuf") {
    return off("OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json: no traces are exported.")
  }
  const sampler = textOf("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on"
  const share = shareOf(sampler, textOf("OTEL_TRACES_SAMPLER_ARG"))
  if (share === null) return off("OTEL_TRACES_SAMPLER is not one that this program knows: no traces are exported.")
  const millis = Number(textOf("OTEL_BSP_SCHEDULE_DELAY") ?? exportMillisDefault)
  const settings: TraceSettings = {
    url,
    protocol,
    headers: headersOf(ofTraces("HEADERS") ?? ""),
    compression: ofTraces("COMPRESSION") === "gzip" ? "gzip" : "none",
    share,
    followsCaller: sampler.startsWith("parentbased_"),
    serviceName: textOf("OTEL_SERVICE_NAME"),
    exportMillis: Number.isFinite(millis) && millis > 0 ? millis : exportMillisDefault
  }
  return { settings, problem: null }
}

/** The endpoint of all signals gets the path of the traces; that of the traces alone is taken as it is. */
const urlOf = (ofTraces: string | null, ofAll: string | null): string | null =>
  ofTraces ?? (ofAll === null ? null : `${ofAll.replace(/\/+$/, "")}/v1/traces`)

/** Parses the sampler; null: an unknown one. */
const shareOf = (sampler: string, argument: string | null): number | null => {
  switch (sampler.replace("parentbased_", "")) {
    case "always_on":
      return 1
    case "always_off":
      return 0
    case "traceidratio": {
      const share = Number(argument ?? 1)
      return share >= 0 && share <= 1 ? share : 1
    }
    default:
      return null
  }
}

/** `name=value,other=value`, percent-encoded. */
const headersOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(",").flatMap((entry) => {
      const [name = "", ...value] = entry.split("=")
      return name.trim() === "" ? [] : [[name.trim().toLowerCase(), decoded(value.join("=").trim())]]
    })
  )

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
