import { Layer, Logger, References } from "effect"
import type { DispatcherSettings } from "./settings.ts"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

/** One line per event on standard output. */
export const layerLogging = ({ logLevel, logFormat }: Pick<DispatcherSettings, "logLevel" | "logFormat">) =>
  Layer.mergeAll(
    Logger.layer([logFormat === "json" ? Logger.consoleJson : Logger.consoleLogFmt]),
    Layer.succeed(References.MinimumLogLevel, levels[logLevel])
  )
