import { configFlag, configVariable } from "./config-path.ts"
import type { Program } from "./setting.ts"
import { flagOf, settingFieldsOf, settingTable, variableOf } from "./setting-table.ts"

/** The flags of a program as options of `parseArgs`: one for each setting, one for a file with its value, and `config`. */
export const settingFlagOptions = (program: Program): Readonly<Record<string, { readonly type: "string" }>> => {
  const names = settingFieldsOf(program).flatMap((field) => [flagOf(field), `${flagOf(field)}-file`])
  return Object.fromEntries([configFlag, ...names].map((name) => [name, { type: "string" }]))
}

/** Lines for `--help`: the configuration file and each setting, with its variable, meaning and default. */
export const settingsHelp = (program: Program): ReadonlyArray<string> => {
  const fields = settingFieldsOf(program)
  const flagWidth = Math.max(...fields.map((field) => `--${flagOf(field)}  `.length))
  return [
    `  ${`--${configFlag}`.padEnd(flagWidth)}${configVariable}`,
    "      file with settings in YAML, and with names of Tolgee's (default: none)",
    ...fields.flatMap((field) => {
      const { meaning, default: value, defaultMeaning } = settingTable[field]
      const given = typeof value === "string" ? value : "none"
      return [
        `  ${`--${flagOf(field)}`.padEnd(flagWidth)}${variableOf(field)}`,
        `      ${meaning} (default: ${defaultMeaning ?? given})`
      ]
    })
  ]
}
