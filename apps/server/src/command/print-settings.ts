import { type SettingsRead, settingFieldsOf, variableOf } from "@dragoman/settings"
import { describeValue } from "../platform/settings/describe-settings.ts"

type Read = Extract<SettingsRead<"server">, { readonly settings: unknown }>

interface DescribedSetting {
  readonly variable: string
  /** A setting for people; secrets are hidden. */
  readonly value: string
  readonly origin: string
}

/** Prints the output of `dragoman config`: a table on a terminal, else one line of JSON per setting and warning. */
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
  settingFieldsOf("server").map((field) => {
    const { text, isHidden, defaultMeaning } = describeValue(field, settings)
    return {
      variable: variableOf(field),
      value: isHidden ? "(hidden)" : (text ?? `(${defaultMeaning ?? "none"})`),
      origin: origins[field]
    }
  })
