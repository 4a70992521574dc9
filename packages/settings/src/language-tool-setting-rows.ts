import { type Setting, server } from "./setting.ts"
import { publicUrl } from "./setting-schema.ts"
import { asWritten } from "./tolgee-settings.ts"

export const languageToolSettingRows = {
  /** null: spelling and grammar are not checked. */
  languageToolUrl: {
    name: "LANGUAGE_TOOL_URL",
    programs: server,
    meaning: "address of a LanguageTool server, which gets texts to check their spelling and grammar",
    default: null,
    example: "http://languagetool:8010",
    schema: publicUrl,
    tolgee: { TOLGEE_LANGUAGE_TOOL_URL: asWritten }
  }
} as const satisfies Readonly<Record<string, Setting>>
