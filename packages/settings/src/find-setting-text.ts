import { Result } from "effect"
import type { ConfigEntry, ConfigFile } from "./config-file.ts"
import { textOfParts } from "./setting-parts.ts"
import { onOrOff } from "./setting-schema.ts"
import { flagOf, type SettingField, settingTable, variableOf } from "./setting-table.ts"
import { spelling } from "./spelling.ts"
import type { TolgeeSettings, WrittenSetting } from "./tolgee-settings.ts"

export interface SettingSources {
  /** Flags without `--`; null: given without a value. */
  readonly flags: Readonly<Record<string, string | null>>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  /** Reads files of names with the suffix `_FILE`; null: it cannot be read. */
  readonly readFile: (path: string) => string | null
  /** The file that `--config` or DRAGOMAN_CONFIG_FILE names; both are left to the caller. */
  readonly config?: ConfigFile | null
}

/** The source of the text of a setting; `file`: a configuration file, or one that a flag or a variable names. */
export type SettingSource = "default" | "commandLine" | "environment" | "file"

/** The value of a setting in a source, still as text. */
export interface SettingText {
  readonly source: SettingSource
  /**
   * For people: `--port`, `DRAGOMAN_PORT`, `DRAGOMAN_PORT_FILE (/run/port)`, `port (dragoman.yaml:3:1)`, `SERVER_PORT`,
   * `default`.
   */
  readonly origin: string
  /** The name to quote in an error: in a configuration file after its place. */
  readonly name: string
  /** Writes an example. */
  readonly example: (example: string) => string
  readonly text: string
}

export interface AllSources extends SettingSources {
  readonly tolgee: TolgeeSettings<SettingField>
  /** Entries by their names in the form of `spelling`. */
  readonly entries: ReadonlyMap<string, ConfigEntry>
  /** Everything that is written elsewhere than in flags: variables before the configuration file. */
  readonly written: ReadonlyArray<WrittenSetting>
}

/** Finds the value of a field in the first source that has one. null: not set, and no default. */
export const findText = (field: SettingField, sources: AllSources): Result.Result<SettingText | null, string> => {
  const { flags, environment, readFile, tolgee } = sources
  const flag = flagOf(field)
  const variable = variableOf(field)
  const written =
    textIn("commandLine", flags, [flag, `${flag}-file`], readFile) ??
    textIn("environment", environment, [variable, `${variable}_FILE`], readFile)
  if (written !== null) return written
  const translated = tolgee.byField.get(field)
  if (translated?.source === "environment") return Result.succeed(ofTolgee(translated))
  const parts = textInParts(field, "environment", sources)
  if (parts !== null) return parts
  const entry = textInConfig(field, sources)
  if (entry !== null) return entry
  const entryParts = textInParts(field, "config", sources)
  if (entryParts !== null) return entryParts
  if (translated !== undefined) return Result.succeed(ofTolgee(translated))
  const text = defaultOf(field, sources)
  return Result.succeed(
    text === null
      ? null
      : { source: "default", origin: "default", name: variable, text, example: (example) => `${variable}=${example}` }
  )
}

/** Finds the parts of a setting, our names before Tolgee's. */
const textInParts = (
  field: SettingField,
  source: WrittenSetting["source"],
  { written, readFile }: AllSources
): Result.Result<SettingText, string> | null => {
  const { parts } = settingTable[field]
  if (parts === undefined) return null
  const ours = source === "config" ? flagOf(field) : variableOf(field)
  const ofSource = written.filter((setting) => setting.source === source)
  return textOfParts(parts, [ours, parts.tolgee], ofSource, readFile)
}

const ofTolgee = ({ name, quoted, text, source }: WrittenSetting): SettingText => ({
  source: source === "config" ? "file" : "environment",
  origin: quoted,
  name: quoted,
  text,
  example: (example) => `${name}${source === "config" ? ": " : "="}${example}`
})

/** Finds the text under the first name, or in the file that the second name names; null when neither is set. */
const textIn = (
  source: "commandLine" | "environment",
  texts: Readonly<Record<string, string | null | undefined>>,
  names: readonly [plain: string, file: string],
  readFile: SettingSources["readFile"]
): Result.Result<SettingText, string> | null => {
  const [plain, path] = [texts[names[0]], texts[names[1]]]
  const prefix = source === "commandLine" ? "--" : ""
  const [name, fileName] = [`${prefix}${names[0]}`, `${prefix}${names[1]}`]
  if (plain === null) return Result.fail(`${name} needs a value.`)
  if (path === null) return Result.fail(`${fileName} needs a value.`)
  // A variable without text is not set.
  if (!path) {
    const example = (text: string) => `${name}=${text}`
    return plain ? Result.succeed({ source, origin: name, name, text: plain, example }) : null
  }
  if (plain) return Result.fail(`${name} and ${fileName} are both set: keep one of them.`)
  return Result.map(textOfFile(fileName, path, readFile), (text) => ({
    source: "file",
    origin: `${fileName} (${path})`,
    name: fileName,
    text,
    example: (example) => `a file that contains ${example}`
  }))
}

/** Finds the value in the configuration file, like `textIn`. */
const textInConfig = (
  field: SettingField,
  { entries, readFile }: AllSources
): Result.Result<SettingText, string> | null => {
  const [plain, file] = [entries.get(spelling(flagOf(field))), entries.get(spelling(`${flagOf(field)}-file`))]
  if (plain !== undefined && file !== undefined) {
    return Result.fail(`${quoted(file)} and ${plain.name} are both set: keep one of them.`)
  }
  if (plain !== undefined) {
    const { name, place, text, isBoolean } = plain
    const isSwitch = isBoolean && settingTable[field].schema === onOrOff
    return Result.succeed({
      source: "file",
      origin: `${name} (${place})`,
      name: quoted(plain),
      text: isSwitch ? (text.toLowerCase() === "true" ? "on" : "off") : text,
      example: (example) => `${name}: ${example}`
    })
  }
  if (file === undefined) return null
  return Result.map(textOfFile(quoted(file), file.text, readFile), (text) => ({
    source: "file",
    origin: `${file.name} (${file.place})`,
    name: quoted(file),
    text,
    example: (example) => `a file that contains ${example}`
  }))
}

/** Writes the place first, like a compiler. */
const quoted = ({ place, name }: ConfigEntry): string => `${place}: ${name}`

const textOfFile = (
  name: string,
  path: string,
  readFile: SettingSources["readFile"]
): Result.Result<string, string> => {
  // Editors end a file with a line break; it is no part of the value.
  const text = readFile(path)?.replace(/\r?\n$/, "")
  if (text === undefined) return Result.fail(`${name}: the file ${path} cannot be read.`)
  return text === "" ? Result.fail(`${name}: the file ${path} is empty.`) : Result.succeed(text)
}

const defaultOf = (field: SettingField, sources: AllSources): string | null => {
  const text = settingTable[field].default
  if (typeof text !== "function") return text
  const dataDir = Result.getOrNull(findText("dataDir", sources))?.text ?? "."
  return text({ isTerminal: sources.isTerminal, dataDir })
}
