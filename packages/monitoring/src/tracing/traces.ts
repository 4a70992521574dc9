import { Context, Effect, Layer, Option, type Tracer } from "effect"
import { readTraceSettings } from "./trace-settings.ts"

/** Decides which requests and work of a program become traces. */
export interface Traces {
  /** Says whether a trace is recorded; `caller`: the span of who asks, from another program. */
  readonly isRecorded: (caller: Option.Option<Tracer.AnySpan>) => boolean
}

/** The traces of this program; null: it exports none. Spans are off then, and where nothing asks for them. */
export const CurrentTraces: Context.Reference<Traces | null> = Context.Reference<Traces | null>(
  "@dragoman/monitoring/CurrentTraces",
  { defaultValue: () => null }
)

type Environment = Readonly<Record<string, string | undefined>>

interface TracedProgram {
  readonly name: string
  readonly version: string
}

/** `layerSpanExport` for the main thread, with a line in the log: traces are on, or why not. */
export const layerTraces = (environment: Environment, program: TracedProgram): Layer.Layer<never> => {
  const { settings, problem } = readTraceSettings(environment)
  if (problem !== null) return Layer.effectDiscard(Effect.logWarning(problem))
  if (settings === null) return Layer.empty
  return layerSpanExport(environment, program).pipe(
    Layer.tap(() =>
      Effect.logInfo("Trace export started").pipe(Effect.annotateLogs({ host: new URL(settings.url).host }))
    )
  )
}

/**
 * Exports traces when the variables of OpenTelemetry name an endpoint, and provides nothing otherwise. Closing it sends what
 * was not sent.
 */
export const layerSpanExport = (environment: Environment, program: TracedProgram): Layer.Layer<never> => {
  const { settings } = readTraceSettings(environment)
  if (settings === null) return Layer.empty
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
  ).pipe(Layer.merge(Layer.succeed(CurrentTraces, traces))) as Layer.Layer<never>
}

/** Records background work as a trace of its own, if this program exports traces and records this one. */
export const traceWork = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  name: string,
  attributes: Readonly<Record<string, unknown>>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentTraces, (traces) =>
    traces?.isRecorded(Option.none())
      ? Effect.withTracerEnabled(Effect.withSpan(work, name, { root: true, sampled: true, attributes }), true)
      : work
  )
