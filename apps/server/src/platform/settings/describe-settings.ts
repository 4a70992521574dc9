import { type FieldValues, settingTable } from "@dragoman/settings"
import { Schema } from "effect"
import type { SettingValues } from "./settings.ts"

/** The value of a setting as it can be shown. */
export interface DescribedValue {
  /** The value as it is written; null: nothing is set, or it is hidden. */
  readonly text: string | null
  /** Whether a secret is set, which is not shown. */
  readonly isHidden: boolean
  /** Meaning of an absent value; null: nothing. */
  readonly defaultMeaning: string | null
}

/** Describes a setting without secrets; the address of the database without passwords. */
export const describeValue = (field: keyof FieldValues<"server">, settings: SettingValues): DescribedValue => {
  const { schema, secret, defaultMeaning = null } = settingTable[field]
  if (field === "database") return { text: describeDatabase(settings.database), isHidden: false, defaultMeaning }
  const value = settings[field]
  const text = value === null ? "" : Schema.encodeSync(schema)(value)
  const isHidden = secret === true && text !== ""
  return { text: isHidden || text === "" ? null : text, isHidden, defaultMeaning }
}

/**
 * Prints the address of the database without passwords: that of the user, and those in parameters such as
 * `sslpassword`.
 */
export const describeDatabase = (database: SettingValues["database"]): string => {
  if (database.engine === "sqlite") return `sqlite:${database.filename}`
  const url = new URL(database.url)
  if (url.password !== "") url.password = "hidden"
  for (const name of [...url.searchParams.keys()]) {
    if (/password/i.test(name)) url.searchParams.set(name, "hidden")
  }
  return url.href
}
