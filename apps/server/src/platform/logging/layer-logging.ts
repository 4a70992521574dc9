import { Layer, Logger, References } from "effect"
import type { SettingValues } from "../settings/settings.ts"
import { formatLogLine } from "./format-log-line.ts"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

/** Everything that is logged, on standard output: one line per event. */
export const layerLogging = ({ logLevel, logFormat }: Pick<SettingValues, "logLevel" | "logFormat">) =>
  Layer.mergeAll(
    Logger.layer([
      Logger.make(({ message, logLevel: level, cause, date, fiber }) => {
        const annotations = fiber.getRef(References.CurrentLogAnnotations)
        process.stdout.write(`${formatLogLine({ message, level, cause, date, annotations }, logFormat)}\n`)
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, levels[logLevel])
  )
