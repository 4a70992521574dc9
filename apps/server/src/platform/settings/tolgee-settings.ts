import type { SettingField } from "./setting-definitions.ts"
import { type MissingSetting, missingTolgeeSetting } from "./tolgee-missing.ts"

/** A setting under one of Tolgee's names, in the text form of ours. */
interface TranslatedSetting {
  /** The variable as it was written. */
  readonly variable: string
  readonly text: string
}

export interface TolgeeSettings {
  readonly byField: ReadonlyMap<SettingField, TranslatedSetting>
  readonly problems: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

type Translation =
  | { readonly field: SettingField; readonly text: string }
  | { readonly problem: string }
  | { readonly warning: string }
  | "nothing to say"

type Translate = (text: string, named: (name: string) => string | undefined) => Translation

/**
 * What Tolgee's variables mean for us. Names count in every spelling that Spring accepts: case, `_`, `-` and `.` make no
 * difference. What is neither ours nor Tolgee's is left alone.
 * Source: product section 4; reference "users" 4.
 */
export const readTolgeeSettings = (environment: Readonly<Record<string, string | undefined>>): TolgeeSettings => {
  const written = new Map<string, TranslatedSetting>()
  for (const [variable, text] of Object.entries(environment)) {
    const name = variable.toLowerCase().replace(/[_.-]/g, "")
    if (text !== undefined && text !== "" && !written.has(name)) written.set(name, { variable, text })
  }
  const byField = new Map<SettingField, TranslatedSetting>()
  const problems: Array<string> = []
  const warnings: Array<string> = []
  for (const [name, { variable, text }] of written) {
    const translation = translationOf(name)?.(text, (other) => written.get(other)?.text) ?? "nothing to say"
    if (translation === "nothing to say") continue
    if ("problem" in translation) problems.push(`${variable}: ${translation.problem}.`)
    else if ("warning" in translation) warnings.push(`${variable} has no effect: ${translation.warning}.`)
    else if (!byField.has(translation.field)) byField.set(translation.field, { variable, text: translation.text })
  }
  return { byField, problems, warnings }
}

const translationOf = (name: string): Translate | undefined => translations.get(name) ?? missingTranslation(name)

const missingTranslation = (name: string): Translate | undefined => {
  const missing: MissingSetting | null = missingTolgeeSetting(name)
  if (missing === null) return undefined
  return (text) => (missing.harmless?.includes(text.toLowerCase()) ? "nothing to say" : { warning: missing.reason })
}

const same =
  (field: SettingField): Translate =>
  (text) => ({ field, text })

const trueOrFalse =
  (field: SettingField, whenTrue: string, whenFalse: string): Translate =>
  (text) => {
    const lower = text.toLowerCase()
    if (lower === "true") return { field, text: whenTrue }
    return lower === "false" ? { field, text: whenFalse } : { problem: "must be true or false" }
  }

const limitSwitches = [
  "tolgeeratelimitsgloballimits",
  "tolgeeratelimitsendpointlimits",
  "tolgeeratelimitsauthenticationlimits"
]

/** Ours is one switch: it goes off when all three are off. */
const limitSwitch: Translate = (text, named) => {
  const areAllOff = limitSwitches.every((name) => named(name)?.toLowerCase() === "false")
  if (areAllOff) return { field: "rateLimits", text: "off" }
  return text.toLowerCase() === "true"
    ? "nothing to say"
    : { warning: "the rate limits are one switch, DRAGOMAN_RATE_LIMITS" }
}

/** `jdbc:postgresql://host/name`, with user and password from their own variables, as a URL. */
const springDatabase: Translate = (text, named) => {
  const address = text.replace(/^jdbc:/, "")
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === "") {
    return { problem: "must be jdbc:postgresql://host:port/name" }
  }
  const user = named("springdatasourceusername") ?? url.searchParams.get("user")
  const password = named("springdatasourcepassword") ?? url.searchParams.get("password")
  if (user !== null) url.username = encodeURIComponent(user)
  if (password !== null) url.password = encodeURIComponent(password)
  url.searchParams.delete("user")
  url.searchParams.delete("password")
  return { field: "database", text: url.href }
}

/** Part of `springDatabase`; without an address they mean nothing. */
const partOfSpringDatabase: Translate = (_, named) =>
  named("springdatasourceurl") === undefined
    ? { warning: "SPRING_DATASOURCE_URL is not set, so the database is not PostgreSQL" }
    : "nothing to say"

/** Kilobytes as megabytes. */
const kilobytes: Translate = (text) =>
  /^\d+$/.test(text)
    ? { field: "maxUploadBytes", text: String(Number(text) / 1024) }
    : { problem: "must be a whole number of kilobytes" }

const localAddresses: Translate = (text) => {
  const lower = text.toLowerCase()
  if (lower === "true") return { field: "webhookAllow", text: "*" }
  return lower === "false" ? "nothing to say" : { problem: "must be true or false" }
}

const translations: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ["serverport", same("port")],
  ["serveraddress", same("host")],
  ["databaseurl", same("database")],
  ["springdatasourceurl", springDatabase],
  ["springdatasourceusername", partOfSpringDatabase],
  ["springdatasourcepassword", partOfSpringDatabase],
  ["tolgeeauthenticationinitialusername", same("adminUsername")],
  ["tolgeeauthenticationinitialpassword", same("adminPassword")],
  ["tolgeeauthenticationjwtsecret", same("jwtSecret")],
  ["tolgeeauthenticationregistrationsallowed", trueOrFalse("registration", "open", "invitation")],
  ["tolgeeauthenticationcreatedemoforinitialuser", trueOrFalse("demoProject", "on", "off")],
  ["tolgeeauthenticationsecuredimageretrieval", trueOrFalse("securedImages", "on", "off")],
  ["tolgeeauthenticationsecuredimagetimestampmaxage", same("imageLinkMillis")],
  ["tolgeeratelimitsenabled", trueOrFalse("rateLimits", "on", "off")],
  ...limitSwitches.map((name) => [name, limitSwitch] as const),
  ["tolgeewebhookallowlocaladdresses", localAddresses],
  ["tolgeemaxuploadfilesize", kilobytes],
  ["tolgeefilestoragefsdatapath", same("dataDir")],
  ["tolgeefrontendurl", same("publicUrl")]
])
