import { isUsername } from "@dragoman/domain/user"
import { nearestName } from "./nearest-name.ts"
import {
  flagOf,
  type SettingDefinition,
  type SettingField,
  settingDefinitions,
  settingFields,
  variableOf
} from "./setting-definitions.ts"
import type { Decoded } from "./setting-text.ts"
import type { SettingValues } from "./settings.ts"
import { readTolgeeSettings, type TolgeeSettings } from "./tolgee-settings.ts"

export interface SettingSources {
  /** Flags without `--`; null: given without a value. */
  readonly flags: Readonly<Record<string, string | null>>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  /** Absolute; relative paths start here. */
  readonly workingDirectory: string
  /** For names with the suffix `_FILE`: null when the file cannot be read. */
  readonly readFile: (path: string) => string | null
}

/** Where the value of a setting came from, for people: `--port`, `DRAGOMAN_PORT`, `SERVER_PORT`, `default`, … */
type SettingOrigin = string

/** What is set in a source, still as text. */
interface SettingText {
  readonly origin: SettingOrigin
  /** The name to quote in an error. */
  readonly name: string
  readonly text: string
}

export type SettingsRead =
  | {
      readonly settings: SettingValues
      readonly origins: Readonly<Record<SettingField, SettingOrigin>>
      readonly warnings: ReadonlyArray<string>
    }
  | { readonly problems: ReadonlyArray<string> }

/**
 * All settings with where they came from, or one sentence for each thing that is wrong. A flag stands before a variable,
 * ours before Tolgee's, and a variable without text is not set. Secrets never get into a sentence.
 * Source: product section 4.
 */
export const readSettings = (sources: SettingSources): SettingsRead => {
  const tolgee = readTolgeeSettings(sources.environment)
  const problems = [...unknownFlags(sources.flags), ...unknownVariables(sources.environment)]
  const origins: Partial<Record<SettingField, SettingOrigin>> = {}
  const values: { -readonly [Field in SettingField]?: SettingValues[Field] } = {}
  for (const field of settingFields) {
    const found = findText(field, sources, tolgee)
    if ("problem" in found) {
      problems.push(found.problem)
      continue
    }
    // INVARIANT: a definition decodes the type of its own field; the table of definitions is typed so.
    const definition = settingDefinitions[field] as SettingDefinition<unknown>
    const decoded = found.text === null ? { value: null } : decode(definition, found.text, sources)
    if ("problem" in decoded) problems.push(decoded.problem)
    else Object.assign(values, { [field]: decoded.value })
    origins[field] = found.text?.origin ?? "default"
  }
  const { adminUsername = "", adminPassword = null } = values
  if (adminPassword !== null && isUsername(adminPassword, adminUsername)) {
    problems.push(`${origins.adminPassword} must differ from the name of the first administrator.`)
  }
  const isWrongTolgee = tolgee.problems.length > 0
  if (problems.length > 0 || isWrongTolgee) return { problems: [...problems, ...tolgee.problems] }
  return {
    settings: values as SettingValues,
    origins: origins as Record<SettingField, SettingOrigin>,
    warnings: tolgee.warnings
  }
}

type Found = { readonly text: SettingText | null } | { readonly problem: string }

const findText = (field: SettingField, sources: SettingSources, tolgee: TolgeeSettings): Found => {
  const flag = flagOf(field)
  const variable = variableOf(field)
  const fromFlags = textIn(sources, (suffix) => sources.flags[`${flag}${suffix.toLowerCase().replace("_", "-")}`], {
    plain: `--${flag}`,
    file: `--${flag}-file`
  })
  if (fromFlags !== null) return fromFlags
  const fromVariables = textIn(sources, (suffix) => sources.environment[`${variable}${suffix}`], {
    plain: variable,
    file: `${variable}_FILE`
  })
  if (fromVariables !== null) return fromVariables
  const translated = tolgee.byField.get(field)
  if (translated !== undefined) {
    return { text: { origin: translated.variable, name: translated.variable, text: translated.text } }
  }
  const fallback = defaultOf(field, sources, tolgee)
  return { text: fallback === null ? null : { origin: "default", name: variable, text: fallback } }
}

/** The text under a name or in the file under its `_FILE` name; null when neither is set. */
const textIn = (
  { readFile }: SettingSources,
  get: (suffix: "" | "_FILE") => string | null | undefined,
  names: { readonly plain: string; readonly file: string }
): Found | null => {
  const plain = get("")
  const path = get("_FILE")
  if (plain === null) return { problem: `${names.plain} needs a value.` }
  if (path === null) return { problem: `${names.file} needs a value.` }
  const isPlain = plain !== undefined && plain !== ""
  if (path === undefined || path === "") {
    return isPlain ? { text: { origin: names.plain, name: names.plain, text: plain } } : null
  }
  if (isPlain) return { problem: `${names.plain} and ${names.file} are both set: keep one of them.` }
  // Editors end a file with a line break; it is no part of the value.
  const text = readFile(path)?.replace(/\r?\n$/, "")
  if (text === undefined) return { problem: `${names.file}: the file ${path} cannot be read.` }
  if (text === "") return { problem: `${names.file}: the file ${path} is empty.` }
  return { text: { origin: `${names.file} (${path})`, name: names.file, text } }
}

/** Two defaults depend on something: the log format on the terminal, the database on the data directory. */
const defaultOf = (field: SettingField, sources: SettingSources, tolgee: TolgeeSettings): string | null => {
  if (field === "logFormat" && sources.isTerminal) return "pretty"
  if (field !== "database") return settingDefinitions[field].fallback
  const dataDir = findText("dataDir", sources, tolgee)
  return `sqlite:${"text" in dataDir ? (dataDir.text?.text ?? ".") : "."}/dragoman.sqlite`
}

const decode = (
  definition: SettingDefinition<unknown>,
  { name, text }: SettingText,
  { workingDirectory }: SettingSources
): Decoded<unknown> => {
  const decoded = definition.decode(text, workingDirectory)
  if ("value" in decoded) return decoded
  // Before an @ there may be a password.
  const quoted = definition.secret || text.includes("@") ? "" : ` "${text}"`
  return { problem: `${name}${quoted} ${decoded.problem}. Example: ${exampleOf(name, definition.example)}` }
}

const exampleOf = (name: string, example: string): string =>
  /(_FILE|-file)$/.test(name) ? `a file that contains ${example}` : `${name}=${example}`

const unknownFlags = (flags: SettingSources["flags"]): Array<string> => {
  const known = settingFields.map(flagOf)
  return Object.keys(flags)
    .filter((flag) => !known.includes(flag.replace(/-file$/, "")))
    .map((flag) => `--${flag} is not a flag.${suggestion(nearestName(flag, known), "--")}`)
}

/** Settings of the dispatcher program, which may share the server's environment. */
const dispatcherVariables = ["DRAGOMAN_DISPATCHER_HOST", "DRAGOMAN_DISPATCHER_PORT"]

const unknownVariables = (environment: SettingSources["environment"]): Array<string> => {
  const known = [...settingFields.map(variableOf), ...dispatcherVariables]
  return Object.keys(environment)
    .filter((name) => name.startsWith("DRAGOMAN_") && !known.includes(name.replace(/_FILE$/, "")))
    .map((name) => `${name} is not a setting.${suggestion(nearestName(name, known), "")}`)
}

const suggestion = (name: string | null, prefix: string): string =>
  name === null ? " `dragoman --help` lists them all." : ` Do you mean ${prefix}${name}?`
