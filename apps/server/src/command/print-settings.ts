import type { DescribedSetting } from "../platform/settings/describe-settings.ts"

/** A table on a terminal; else one line of JSON per setting and warning. */
export const printSettings = (
  settings: ReadonlyArray<DescribedSetting>,
  warnings: ReadonlyArray<string>,
  isTerminal: boolean
): string => {
  if (!isTerminal) {
    return [...settings, ...warnings.map((warning) => ({ warning }))]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("")
  }
  const widthOf = (field: "variable" | "value") => Math.max(...settings.map((setting) => setting[field].length))
  const variableWidth = widthOf("variable")
  const valueWidth = widthOf("value")
  const lines = settings.map(
    ({ variable, value, origin }) => `${variable.padEnd(variableWidth)}  ${value.padEnd(valueWidth)}  ${origin}`
  )
  return `${[...lines, ...warnings].join("\n")}\n`
}
