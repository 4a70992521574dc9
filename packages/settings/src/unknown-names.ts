import { commandVariableNames } from "./command-variables.ts"
import type { ConfigEntry } from "./config-file.ts"
import { configFlag, configVariable } from "./config-path.ts"
import type { SettingSources } from "./find-setting-text.ts"
import { isTolgeeName } from "./missing-tolgee-settings.ts"
import { nearestName } from "./nearest-name.ts"
import type { Program } from "./setting.ts"
import { isPartOf } from "./setting-parts.ts"
import { flagOf, settingFields, settingFieldsOf, settingTable, variableOf } from "./setting-table.ts"
import { spelling } from "./spelling.ts"

/** One sentence for each flag that the program does not have. */
export const unknownFlags = (program: Program, flags: SettingSources["flags"]): Array<string> => {
  const known = settingFieldsOf(program).map(flagOf)
  return Object.keys(flags)
    .filter((flag) => flag !== configFlag && !known.includes(flag.replace(/-file$/, "")))
    .map((flag) => `--${flag} is not a flag.${suggestion(nearestName(flag, [...known, configFlag]), "--")}`)
}

/** Programs and commands may share their environment: variables of each are known to all. */
export const unknownVariables = (environment: SettingSources["environment"]): Array<string> => {
  const known = settingFields.map((field) => settingTable[field].name)
  const others = [configVariable, ...commandVariableNames].map((name) => name.slice(prefix.length))
  const names = [...known, ...known.map((name) => `${name}_FILE`), ...others]
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !names.includes(name.slice(prefix.length)))
    .filter((name) => !partFields.some((field) => isPartOf(name, variableOf(field))))
    .map((name) => `${name} is not a setting.${suggestion(nearestName(name.slice(prefix.length), names), prefix)}`)
}

const prefix = "DRAGOMAN_"

const partFields = settingFields.filter((field) => settingTable[field].parts !== undefined)

/** Lists unknown names of a file, like those of variables. Names of Tolgee's are read elsewhere. */
export const unknownEntries = (entries: ReadonlyArray<ConfigEntry>): Array<string> => {
  const flags = settingFields.map(flagOf)
  const known = new Set([...flags, ...flags.map((flag) => `${flag}-file`)].map(spelling))
  return entries
    .filter(({ name }) => !known.has(spelling(name)) && !isTolgeeName(name))
    .filter(({ name }) => !partFields.some((field) => isPartOf(name, flagOf(field))))
    .map(({ name, place }) => {
      const nearest = nearestName(withHyphens(name), flags)
      return `${place}: ${name} is not a setting.${suggestion(nearest && inLevelsOf(name, nearest), "")}`
    })
}

const withHyphens = (name: string): string => name.toLowerCase().replaceAll(/[._]/g, "-")

/** The flag as it is written on the level where the name stands; where it cannot be, as on the first one. */
const inLevelsOf = (name: string, flag: string): string => {
  const level = name.slice(0, name.lastIndexOf(".") + 1)
  return flag.startsWith(withHyphens(level)) ? `${level}${flag.slice(level.length)}` : flag
}

const suggestion = (name: string | null, prefix: string): string =>
  name === null ? " `dragoman --help` lists them all." : ` Do you mean ${prefix}${name}?`
