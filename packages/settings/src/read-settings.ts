import { isUsername } from "@dragoman/domain/user"
import { Result, Schema, SchemaIssue } from "effect"
import { bucketProblems, bucketWarnings } from "./bucket-settings.ts"
import { cachePurgeProblems } from "./cache-purge-settings.ts"
import type { ConfigEntry } from "./config-file.ts"
import { contentStorageProblems } from "./content-storage-settings.ts"
import {
  type AllSources,
  findText,
  type SettingSource,
  type SettingSources,
  type SettingText
} from "./find-setting-text.ts"
import { incompleteMachineTranslation } from "./incomplete-machine-translation.ts"
import { incompleteProviders } from "./incomplete-providers.ts"
import { internalEndpointProblems } from "./internal-endpoint-problems.ts"
import type { Program } from "./setting.ts"
import { type FieldValues, type SettingField, settingFieldsOf, settingTable, variableOf } from "./setting-table.ts"
import type { SettingValues } from "./setting-values.ts"
import { mailProblems, mailWarnings, smtpSettings } from "./smtp-settings.ts"
import { spelling } from "./spelling.ts"
import { readTolgeeSettings, type WrittenSetting } from "./tolgee-settings.ts"
import { unknownEntries, unknownFlags, unknownVariables } from "./unknown-names.ts"

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
 * The settings of a program with their origins, or one sentence for each problem. A flag counts before a variable, a variable
 * before the configuration file, our names before Tolgee's; a variable without text is not set. No sentence contains a secret.
 */
export const readSettings = <P extends Program>(program: P, sources: SettingSources): SettingsRead<P> => {
  const fields: ReadonlyArray<SettingField> = settingFieldsOf(program)
  const written = sources.config?.entries ?? []
  const config = entriesBySpelling(written)
  const everywhere = writtenSettings(sources)
  const tolgee = readTolgeeSettings(settingTable, fields, everywhere)
  const problems = [
    ...unknownFlags(program, sources.flags),
    ...unknownVariables(sources.environment),
    ...(sources.config?.problems ?? []),
    ...unknownEntries(written),
    ...config.problems
  ]
  const origins: Partial<Record<SettingField, string>> = {}
  const settingSources: Partial<Record<SettingField, SettingSource>> = {}
  const values: Partial<Record<SettingField, unknown>> = {}
  for (const field of fields) {
    const found = findText(field, { ...sources, tolgee, entries: config.entries, written: everywhere })
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
    if (problems.length === 0) problems.push(...internalEndpointProblems(ofServer))
    if (problems.length === 0) problems.push(...bucketProblems(ofServer))
    if (problems.length === 0) problems.push(...contentStorageProblems(ofServer))
    if (problems.length === 0) problems.push(...cachePurgeProblems(ofServer))
    if (problems.length === 0) problems.push(...incompleteProviders(ofServer))
    if (problems.length === 0) problems.push(...incompleteMachineTranslation(ofServer))
  }
  problems.push(...tolgee.problems)
  if (problems.length > 0) return { problems }
  const warnings = [...tolgee.warnings]
  if (allowedEmailDomains.length > 0 && blockedEmailDomains.length === 0) {
    warnings.push(
      `${origins.allowedEmailDomains} has no effect: no domain is blocked (${variableOf("blockedEmailDomains")}).`
    )
  }
  warnings.push(...databaseWarnings(values as Partial<FieldValues<"server">>))
  // INVARIANT: without problems there is a value of its own schema for each field of the program.
  const ofServer = program === "server" ? (values as FieldValues<"server">) : null
  if (ofServer !== null) warnings.push(...mailWarnings(ofServer), ...bucketWarnings(ofServer))
  const settings = ofServer === null ? values : { ...ofServer, smtp: smtpSettings(ofServer) }
  return { settings, origins, sources: settingSources, warnings } as unknown as SettingsRead<P>
}

/** Returns a sentence for each address of PostgreSQL beside a SQLite file. */
const databaseWarnings = (values: Partial<FieldValues<"server">>): ReadonlyArray<string> =>
  values.database?.engine === "sqlite"
    ? (["databaseDirectUrl", "databaseReadUrl"] as const)
        .filter((field) => (values[field] ?? null) !== null)
        .map((field) => `${variableOf(field)} has no effect: the database is a SQLite file.`)
    : []

/** Two spellings of one name are one setting, of which one line must go. */
const entriesBySpelling = (
  written: ReadonlyArray<ConfigEntry>
): Pick<AllSources, "entries"> & { readonly problems: ReadonlyArray<string> } => {
  const entries = new Map<string, ConfigEntry>()
  const problems: Array<string> = []
  for (const entry of written) {
    const name = spelling(entry.name)
    const first = entries.get(name)
    if (first === undefined) entries.set(name, entry)
    else problems.push(`${entry.place}: ${entry.name} is set already (${first.place}): keep one of them.`)
  }
  return { entries, problems }
}

/** Variables before the configuration file. */
const writtenSettings = ({ environment, config }: SettingSources): ReadonlyArray<WrittenSetting> => [
  ...Object.entries(environment).flatMap(([name, text]) =>
    text === undefined ? [] : [{ name, quoted: name, text, source: "environment" as const }]
  ),
  ...(config?.entries ?? []).map(({ name, place, text }) => ({
    name,
    quoted: `${place}: ${name}`,
    text,
    source: "config" as const
  }))
]

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const decode = (field: SettingField, written: SettingText | null): Result.Result<unknown, string> => {
  if (written === null) return Result.succeed(null)
  const { name, text } = written
  const { schema, secret, example } = settingTable[field]
  return Result.mapError(Schema.decodeResult(schema)(text), ({ issue }) => {
    // Before an @ there may be a password.
    const quoted = secret || text.includes("@") ? "" : ` "${text}"`
    return `${name}${quoted} ${formatIssue(issue).issues[0]?.message}. Example: ${written.example(example)}`
  })
}
