import { both, type Setting } from "./setting.ts"
import { oneOf } from "./setting-schema.ts"
import { springLevel } from "./tolgee-settings.ts"

export const logSettingRows = {
  logLevel: {
    name: "LOG_LEVEL",
    programs: both,
    meaning: "debug, info, warn or error",
    default: "info",
    example: "info",
    isLive: true,
    schema: oneOf(["debug", "info", "warn", "error"]),
    tolgee: { LOGGING_LEVEL_IO_TOLGEE: springLevel, LOGGING_LEVEL_ROOT: springLevel }
  },
  logFormat: {
    name: "LOG_FORMAT",
    programs: both,
    meaning: "pretty or json",
    default: ({ isTerminal }) => (isTerminal ? "pretty" : "json"),
    defaultMeaning: "pretty on a terminal, else json",
    example: "json",
    schema: oneOf(["pretty", "json"])
  }
} as const satisfies Readonly<Record<string, Setting>>
