import type { SettingsRead } from "./read-settings.ts"
import { type SettingField, settingDefinitions, settingFields, variableOf } from "./setting-definitions.ts"
import type { SettingValues } from "./settings.ts"

export interface DescribedSetting {
  readonly variable: string
  /** For people; secrets are hidden. */
  readonly value: string
  readonly origin: string
}

/** Each setting as `dragoman config` shows it: variable, value and where it came from. */
export const describeSettings = ({
  settings,
  origins
}: Extract<SettingsRead, { readonly settings: unknown }>): ReadonlyArray<DescribedSetting> =>
  settingFields.map((field) => ({
    variable: variableOf(field),
    value: describeValue(field, settings),
    origin: origins[field]
  }))

const describeValue = (field: SettingField, settings: SettingValues): string => {
  if (field === "database") return describeDatabase(settings.database)
  const value = settings[field]
  const { secret, fallbackMeaning } = settingDefinitions[field]
  if (value === null || (Array.isArray(value) && value.length === 0)) return `(${fallbackMeaning ?? "none"})`
  if (secret) return "(hidden)"
  if (field === "maxUploadBytes") return String(settings.maxUploadBytes / 1024 / 1024)
  if (typeof value === "boolean") return value ? "on" : "off"
  return Array.isArray(value) ? value.join(",") : String(value)
}

/** The address of the database, without passwords: that of the user, and those in parameters such as `sslpassword`. */
export const describeDatabase = (database: SettingValues["database"]): string => {
  if (database.engine === "sqlite") return `sqlite:${database.filename}`
  const url = new URL(database.url)
  if (url.password !== "") url.password = "hidden"
  for (const name of [...url.searchParams.keys()]) {
    if (/password/i.test(name)) url.searchParams.set(name, "hidden")
  }
  return url.href
}
