import { Duration, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpSerialization, OtlpTracer } from "effect/observability"
import type { TraceSettings } from "./trace-settings.ts"

/**
 * Sends spans to a collector, in batches. For a dynamic import only: without traces none of it is loaded.
 * `name`: of the service, unless the settings name it.
 */
export const layerOtlpTracer = (
  settings: TraceSettings,
  { name, version }: { readonly name: string; readonly version: string }
) =>
  OtlpTracer.layer({
    url: settings.url,
    headers: settings.headers,
    compression: settings.compression,
    exportInterval: Duration.millis(settings.exportMillis),
    resource: { serviceName: settings.serviceName ?? name, serviceVersion: version }
  }).pipe(
    Layer.provide(settings.protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf),
    Layer.provide(FetchHttpClient.layer)
  )
