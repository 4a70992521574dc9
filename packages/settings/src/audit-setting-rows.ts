import { type Setting, server } from "./setting.ts"
import { wholeNumber } from "./setting-schema.ts"

/** A hundred years. */
const auditRetentionDaysMax = 36_500

export const auditSettingRows = {
  /** 0: for ever. */
  auditRetentionDays: {
    name: "AUDIT_RETENTION_DAYS",
    programs: server,
    meaning: "how long entries of the audit log are kept, in days; 0 for ever",
    default: "365",
    example: "730",
    schema: wholeNumber(0, auditRetentionDaysMax, "days")
  }
} as const satisfies Readonly<Record<string, Setting>>
