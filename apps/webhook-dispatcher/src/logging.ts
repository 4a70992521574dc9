import type { SettingValues } from "@dragoman/settings"
import { Layer, Logger, References } from "effect"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

/** One line per event on standard output. */
export const layerLogging = ({ logLevel, logFormat }: Pick<SettingValues<"dispatcher">, "logLevel" | "logFormat">) =>
  Layer.mergeAll(
    Logger.layer([logFormat === "json" ? Logger.consoleJson : Logger.consoleLogFmt]),
    Layer.succeed(References.MinimumLogLevel, levels[logLevel])
  )
