import { type SettingsRead, settingFieldsOf, settingTable, variableOf } from "@dragoman/settings"
import { Schema } from "effect"
import type { SettingValues } from "../platform/settings/settings.ts"

type Read = Extract<SettingsRead<"server">, { readonly settings: unknown }>

interface DescribedSetting {
  readonly variable: string
  /** For people; secrets are hidden. */
  readonly value: string
  readonly origin: string
}

/** The output of `dragoman config`: a table on a terminal, else one line of JSON per setting and warning. */
export const printSettings = (read: Read, isTerminal: boolean): string => {
  const settings = describeSettings(read)
  if (!isTerminal) {
    const lines = [...settings, ...read.warnings.map((warning) => ({ warning }))]
    return lines.map((line) => `${JSON.stringify(line)}\n`).join("")
  }
  const widthOf = (field: "variable" | "value") => Math.max(...settings.map((setting) => setting[field].length))
  const variableWidth = widthOf("variable")
  const valueWidth = widthOf("value")
  const lines = settings.map(
    ({ variable, value, origin }) => `${variable.padEnd(variableWidth)}  ${value.padEnd(valueWidth)}  ${origin}`
  )
  return `${[...lines, ...read.warnings].join("\n")}\n`
}

const describeSettings = ({ settings, origins }: Read): ReadonlyArray<DescribedSetting> =>
  settingFieldsOf("server").map((field) => ({
    variable: variableOf(field),
    value: describeValue(field, settings),
    origin: origins[field]
  }))

const describeValue = (field: keyof SettingValues, settings: SettingValues): string => {
  if (field === "database") return describeDatabase(settings.database)
  const { schema, secret, defaultMeaning } = settingTable[field]
  const value = settings[field]
  const text = value === null ? "" : Schema.encodeSync(schema)(value)
  if (text === "") return `(${defaultMeaning ?? "none"})`
  return secret ? "(hidden)" : text
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
