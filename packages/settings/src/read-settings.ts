import { isUsername } from "@dragoman/domain/user"
import { Result, Schema, SchemaIssue } from "effect"
import { backupProblems, backupWarnings } from "./backup-settings.ts"
import { incompleteProviders } from "./incomplete-providers.ts"
import { nearestName } from "./nearest-name.ts"
import type { Program } from "./setting.ts"
import {
  type FieldValues,
  flagOf,
  type SettingField,
  type SettingValues,
  settingFields,
  settingFieldsOf,
  settingTable,
  variableOf
} from "./setting-table.ts"
import { mailProblems, mailWarnings, smtpSettings } from "./smtp-settings.ts"
import { readTolgeeSettings, type TolgeeSettings } from "./tolgee-settings.ts"

export interface SettingSources {
  /** Flags without `--`; null: given without a value. */
  readonly flags: Readonly<Record<string, string | null>>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  /** For names with the suffix `_FILE`: null when the file cannot be read. */
  readonly readFile: (path: string) => string | null
}

/** Where the text of a setting came from; `file`: one that a flag or a variable names. */
type SettingSource = "default" | "commandLine" | "environment" | "file"

/** What is set in a source, still as text. */
interface SettingText {
  readonly source: SettingSource
  /** For people: `--port`, `DRAGOMAN_PORT`, `DRAGOMAN_PORT_FILE (/run/port)`, `SERVER_PORT`, `default`. */
  readonly origin: string
  /** The name to quote in an error. */
  readonly name: string
  readonly text: string
}

export type SettingsRead<P extends Program> =
  | {
      readonly settings: SettingValues<P>
      /** Where each value came from, for people. */
      readonly origins: Readonly<Record<keyof FieldValues<P>, string>>
      /** The kinds of these origins. */
      readonly sources: Readonly<Record<keyof FieldValues<P>, SettingSource>>
      readonly warnings: ReadonlyArray<string>
    }
  | { readonly problems: ReadonlyArray<string> }

/**
 * The settings of a program with their origins, or one sentence for each problem. A flag counts before a variable, ours
 * before Tolgee's; a variable without text is not set. No sentence contains a secret.
 */
export const readSettings = <P extends Program>(program: P, sources: SettingSources): SettingsRead<P> => {
  const fields: ReadonlyArray<SettingField> = settingFieldsOf(program)
  const tolgee = readTolgeeSettings(settingTable, fields, sources.environment)
  const problems = [...unknownFlags(fields, sources.flags), ...unknownVariables(sources.environment)]
  const origins: Partial<Record<SettingField, string>> = {}
  const settingSources: Partial<Record<SettingField, SettingSource>> = {}
  const values: Partial<Record<SettingField, unknown>> = {}
  for (const field of fields) {
    const found = findText(field, sources, tolgee)
    const decoded = Result.flatMap(found, (written) => decode(field, written))
    if (Result.isFailure(decoded)) problems.push(decoded.failure)
    else values[field] = decoded.success
    const text = Result.getOrNull(found)
    origins[field] = Result.isSuccess(found) ? (text?.origin ?? "default") : ""
    settingSources[field] = text?.source ?? "default"
  }
  const {
    adminUsername = "",
    adminPassword = null,
    allowedEmailDomains = [],
    blockedEmailDomains = []
  } = values as Partial<FieldValues<"server">>
  if (adminPassword !== null && isUsername(adminPassword, adminUsername)) {
    problems.push(`${origins.adminPassword} must differ from the name of the first administrator.`)
  }
  if (program === "server") {
    const ofServer = values as Partial<FieldValues<"server">>
    problems.push(...mailProblems(ofServer, origins))
    if (problems.length === 0) problems.push(...backupProblems(ofServer))
    if (problems.length === 0) problems.push(...incompleteProviders(ofServer))
  }
  problems.push(...tolgee.problems)
  if (problems.length > 0) return { problems }
  const warnings = [...tolgee.warnings]
  if (allowedEmailDomains.length > 0 && blockedEmailDomains.length === 0) {
    warnings.push(
      `${origins.allowedEmailDomains} has no effect: no domain is blocked (${variableOf("blockedEmailDomains")}).`
    )
  }
  // INVARIANT: without problems there is a value of its own schema for each field of the program.
  const ofServer = program === "server" ? (values as FieldValues<"server">) : null
  if (ofServer !== null) warnings.push(...mailWarnings(ofServer), ...backupWarnings(ofServer))
  const settings = ofServer === null ? values : { ...ofServer, smtp: smtpSettings(ofServer) }
  return { settings, origins, sources: settingSources, warnings } as unknown as SettingsRead<P>
}

/** null: not set, and no default. */
const findText = (
  field: SettingField,
  sources: SettingSources,
  tolgee: TolgeeSettings<SettingField>
): Result.Result<SettingText | null, string> => {
  const flag = flagOf(field)
  const variable = variableOf(field)
  const written =
    textIn("commandLine", sources.flags, [flag, `${flag}-file`], sources.readFile) ??
    textIn("environment", sources.environment, [variable, `${variable}_FILE`], sources.readFile)
  if (written !== null) return written
  const translated = tolgee.byField.get(field)
  if (translated !== undefined) {
    const { variable: name, text } = translated
    return Result.succeed({ source: "environment", origin: name, name, text })
  }
  const text = defaultOf(field, sources, tolgee)
  return Result.succeed(text === null ? null : { source: "default", origin: "default", name: variable, text })
}

/** The text under the first name, or in the file that the second name names; null when neither is set. */
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
  if (!path) return plain ? Result.succeed({ source, origin: name, name, text: plain }) : null
  if (plain) return Result.fail(`${name} and ${fileName} are both set: keep one of them.`)
  // Editors end a file with a line break; it is no part of the value.
  const text = readFile(path)?.replace(/\r?\n$/, "")
  if (text === undefined) return Result.fail(`${fileName}: the file ${path} cannot be read.`)
  if (text === "") return Result.fail(`${fileName}: the file ${path} is empty.`)
  return Result.succeed({ source: "file", origin: `${fileName} (${path})`, name: fileName, text })
}

const defaultOf = (
  field: SettingField,
  sources: SettingSources,
  tolgee: TolgeeSettings<SettingField>
): string | null => {
  const text = settingTable[field].default
  if (typeof text !== "function") return text
  const dataDir = Result.getOrNull(findText("dataDir", sources, tolgee))?.text ?? "."
  return text({ isTerminal: sources.isTerminal, dataDir })
}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const decode = (field: SettingField, written: SettingText | null): Result.Result<unknown, string> => {
  if (written === null) return Result.succeed(null)
  const { name, text } = written
  const { schema, secret, example } = settingTable[field]
  return Result.mapError(Schema.decodeResult(schema)(text), ({ issue }) => {
    // Before an @ there may be a password.
    const quoted = secret || text.includes("@") ? "" : ` "${text}"`
    return `${name}${quoted} ${formatIssue(issue).issues[0]?.message}. Example: ${exampleOf(name, example)}`
  })
}

const exampleOf = (name: string, example: string): string =>
  /(_FILE|-file)$/.test(name) ? `a file that contains ${example}` : `${name}=${example}`

const unknownFlags = (fields: ReadonlyArray<SettingField>, flags: SettingSources["flags"]): Array<string> => {
  const known = fields.map(flagOf)
  return Object.keys(flags)
    .filter((flag) => !known.includes(flag.replace(/-file$/, "")))
    .map((flag) => `--${flag} is not a flag.${suggestion(nearestName(flag, known), "--")}`)
}

/** The programs may share their environment: variables of each are known to both. */
const unknownVariables = (environment: SettingSources["environment"]): Array<string> => {
  const known = settingFields.map(variableOf)
  return Object.keys(environment)
    .filter((name) => name.startsWith("DRAGOMAN_") && !known.includes(name.replace(/_FILE$/, "")))
    .map((name) => `${name} is not a setting.${suggestion(nearestName(name, known), "")}`)
}

const suggestion = (name: string | null, prefix: string): string =>
  name === null ? " `dragoman --help` lists them all." : ` Do you mean ${prefix}${name}?`
