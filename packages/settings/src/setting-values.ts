import type { Program } from "./setting.ts"
import type { FieldValues } from "./setting-table.ts"
import type { SmtpSettings } from "./smtp-settings.ts"

/** Settings that several rows make together. */
interface CombinedSettings {
  /** null: the server sends no mail. */
  readonly smtp: SmtpSettings | null
}

/** The settings of a program. */
export type SettingValues<P extends Program> = FieldValues<P> & (P extends "server" ? CombinedSettings : unknown)
