import { Context, Effect, Layer, Option, type Tracer } from "effect"
import { readTraceSettings } from "./trace-settings.ts"

/** How a program that exports traces decides what belongs to them. */
export interface Traces {
  /** Whether a trace is recorded; `caller`: the span of who asks, from another program. */
  readonly isRecorded: (caller: Option.Option<Tracer.AnySpan>) => boolean
}

/** null: this program exports no traces. Spans are off then, and where nothing asks for them. */
export const CurrentTraces: Context.Reference<Traces | null> = Context.Reference<Traces | null>(
  "@dragoman/monitoring/CurrentTraces",
  { defaultValue: () => null }
)

/**
 * Exports traces when the variables of OpenTelemetry name an endpoint, and provides nothing otherwise. Closing it sends what
 * was not sent.
 */
export const layerTraces = (
  environment: Readonly<Record<string, string | undefined>>,
  program: { readonly name: string; readonly version: string }
): Layer.Layer<never> => {
  const { settings, problem } = readTraceSettings(environment)
  if (settings === null) return problem === null ? Layer.empty : Layer.effectDiscard(Effect.logWarning(problem))
  const { share, followsCaller } = settings
  const traces: Traces = {
    isRecorded: (caller) =>
      followsCaller && Option.isSome(caller) ? caller.value.sampled : share === 1 || Math.random() < share
  }
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./otlp-tracer.ts")),
      ({ layerOtlpTracer }) => layerOtlpTracer(settings, program)
    )
  ).pipe(
    Layer.tap(() =>
      Effect.logInfo("Traces are exported.").pipe(Effect.annotateLogs({ host: new URL(settings.url).host }))
    ),
    Layer.merge(Layer.succeed(CurrentTraces, traces))
  ) as Layer.Layer<never>
}
