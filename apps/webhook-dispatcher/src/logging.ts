import { LogThreshold } from "@dragoman/monitoring"
import type { SettingValues } from "@dragoman/settings"
import { Layer, Logger, References } from "effect"

interface LogOptions extends Pick<SettingValues<"dispatcher">, "logLevel" | "logFormat"> {
  /** Without one the level of the settings stays. */
  readonly threshold?: LogThreshold
}

/** One line per event on standard output. */
export const layerLogging = ({ logLevel, logFormat, threshold = new LogThreshold(logLevel) }: LogOptions) => {
  const logger = logFormat === "json" ? Logger.consoleJson : Logger.consoleLogFmt
  return Layer.mergeAll(
    Logger.layer([Logger.make((options) => (threshold.lets(options.logLevel) ? logger.log(options) : undefined))]),
    // The threshold decides, which can change.
    Layer.succeed(References.MinimumLogLevel, "Debug")
  )
}
