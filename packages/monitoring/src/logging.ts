import { Cause, Effect, Layer, Logger, References } from "effect"
import { LineBatch, LinesMayWait } from "./line-batch.ts"
import { CurrentLogThreshold, type LogLevelName, LogThreshold } from "./log-threshold.ts"
import { addToFigure, type CounterName } from "./thread-counters.ts"

interface LogOptions {
  readonly logLevel: LogLevelName
  readonly logFormat: "pretty" | "json"
  /** Without one the level of the settings stays. */
  readonly threshold?: LogThreshold
  /** A cause that is known, in a few words, in the place of its stack; null: another one. At the level debug both are written. */
  readonly reasonOf?: (cause: Cause.Cause<unknown>) => string | null
}

/** Writes log events of any program or thread, one line each. `write`: to standard output when none is given. */
export const layerLogging = (
  { logLevel, logFormat, threshold = new LogThreshold(logLevel), reasonOf = () => null }: LogOptions,
  write: (lines: string) => void = (lines) => void process.stdout.write(lines)
) =>
  Layer.mergeAll(
    Logger.layer([
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => new LineBatch(write)),
          (batch) => Effect.sync(() => batch.close())
        ),
        (batch) =>
          Logger.make<unknown, void>(({ message, logLevel: level, cause, date, fiber }) => {
            if (!threshold.lets(level)) return
            const reason = isEmpty(cause) ? null : reasonOf(cause)
            const annotations = {
              ...(reason === null ? {} : { reason }),
              ...fiber.getRef(References.CurrentLogAnnotations)
            }
            const shownCause = reason === null || threshold.level === "debug" ? cause : Cause.empty
            countLogLine(level)
            const line = formatLogLine({ message, level, cause: shownCause, date, annotations }, logFormat)
            batch.add(`${line}\n`, fiber.getRef(LinesMayWait))
          })
      )
    ]),
    // The threshold decides, which can change.
    Layer.succeed(References.MinimumLogLevel, "Debug"),
    Layer.succeed(CurrentLogThreshold, threshold)
  )

const counterByLevel: Readonly<Record<string, CounterName>> = {
  Trace: "logLines.debug",
  Debug: "logLines.debug",
  Info: "logLines.info",
  Warn: "logLines.warn",
  Error: "logLines.error",
  Fatal: "logLines.error"
}

const countLogLine = (level: string): void => {
  const counter = counterByLevel[level]
  if (counter !== undefined) addToFigure(counter)
}

export interface LogEvent {
  /** One value, or an array of them as Effect's `log` functions pass it. */
  readonly message: unknown
  readonly level: string
  readonly cause: Cause.Cause<unknown>
  readonly date: Date
  readonly annotations: Readonly<Record<string, unknown>>
}

/**
 * Formats an event without a final line break. JSON is always one line; the pretty form puts a cause on separate lines.
 * Annotations become fields; the values of fields with the name of a secret are hidden.
 */
export const formatLogLine = (event: LogEvent, format: "pretty" | "json"): string =>
  format === "json" ? formatJson(event) : formatPretty(event)

const formatJson = ({ message, level, cause, date, annotations }: LogEvent): string =>
  JSON.stringify({
    time: date.toISOString(),
    level: level.toLowerCase(),
    message: textOf(message),
    ...Object.fromEntries(
      Object.entries(annotations)
        .filter(([name]) => !reservedFields.includes(name))
        .map(([name, value]) => [name, shown(name, value)])
    ),
    ...(isEmpty(cause) ? {} : { cause: Cause.pretty(cause) })
  })

const formatPretty = ({ message, level, cause, date, annotations }: LogEvent): string => {
  const fields = Object.entries(annotations).map(([name, value]) => ` ${name}=${printed(shown(name, value))}`)
  const line = `${date.toISOString().slice(11, 19)} ${level.toUpperCase().padEnd(5)} ${textOf(message)}${fields.join("")}`
  return isEmpty(cause) ? line : `${line}\n${Cause.pretty(cause).replace(/^/gm, "  ")}`
}

const reservedFields = ["time", "level", "message", "cause"]

const secretName = /password|secret|token|authorization|credential|api-?_?key|cookie/i

const shown = (name: string, value: unknown): unknown => {
  if (secretName.test(name)) return "(hidden)"
  if (value instanceof Error) return value.message
  return typeof value === "bigint" || typeof value === "function" || typeof value === "symbol" ? String(value) : value
}

const printed = (value: unknown): string =>
  typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : (JSON.stringify(value) ?? "undefined")

const textOf = (message: unknown): string =>
  (Array.isArray(message) ? message : [message])
    .map((part) => (typeof part === "string" ? part : part instanceof Error ? part.message : printed(part)))
    .join(" ")
    // A line break in a message would look like two events.
    .replace(/\s*\n\s*/g, " ")

const isEmpty = (cause: Cause.Cause<unknown>): boolean => cause.reasons.length === 0
