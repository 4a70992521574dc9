/** What a variable of Tolgee's means here: the text of our setting, or the end of a sentence; null: it changes nothing. */
export type Translation = { readonly text: string } | { readonly problem: string } | { readonly warning: string } | null

/** `named`: the text of another variable of Tolgee's. */
export type Translate = (text: string, named: (name: string) => string | undefined) => Translation

export const asWritten: Translate = (text) => ({ text })

export const trueOrFalse =
  (whenTrue: string, whenFalse: string | null): Translate =>
  (text) => {
    const lower = text.toLowerCase()
    if (lower === "true") return { text: whenTrue }
    if (lower === "false") return whenFalse === null ? null : { text: whenFalse }
    return { problem: "must be true or false" }
  }

/** All limits go off when all of Tolgee's three switches are off; each alone switches off the limits that it covers. */
const limitSwitch: Translate = (_, named) =>
  Object.keys(limitSwitches).every((name) => named(name)?.toLowerCase() === "false") ? { text: "off" } : null

export const limitSwitches = {
  TOLGEE_RATE_LIMITS_GLOBAL_LIMITS: limitSwitch,
  TOLGEE_RATE_LIMITS_ENDPOINT_LIMITS: limitSwitch,
  TOLGEE_RATE_LIMITS_AUTHENTICATION_LIMITS: limitSwitch
}

const offWhenFalse: Translate = (text) => {
  if (text.toLowerCase() === "true") return null
  return text.toLowerCase() === "false" ? { text: "off" } : { problem: "must be true or false" }
}

/** The last part of the name of a switch. */
export type LimitSwitch = "GLOBAL_LIMITS" | "ENDPOINT_LIMITS" | "AUTHENTICATION_LIMITS"

/**
 * Tolgee's names for one limit: its switch, and `…_REQUEST_LIMIT` and `…_REQUEST_WINDOW` (milliseconds), of which the one
 * that is not set is as in `rates`, ours.
 */
export const rateOf = (
  rates: string,
  { switch: name, name: part }: { readonly switch: LimitSwitch; readonly name?: string }
): Readonly<Record<string, Translate>> => {
  const switched: Record<string, Translate> = { [`TOLGEE_RATE_LIMITS_${name}`]: offWhenFalse }
  if (part === undefined) return switched
  const [requests = "", window = ""] = rates.split("/")
  const [limitName, windowName] = [
    `TOLGEE_RATE_LIMITS_${part}_REQUEST_LIMIT`,
    `TOLGEE_RATE_LIMITS_${part}_REQUEST_WINDOW`
  ]
  return {
    ...switched,
    [limitName]: (text, named) => {
      if (!/^\d+$/.test(text)) return { problem: "must be a whole number" }
      const millis = named(windowName)
      return { text: `${text}/${millis === undefined ? window : `${millis}ms`}` }
    },
    [windowName]: (text, named) =>
      /^\d+$/.test(text)
        ? { text: `${named(limitName) ?? requests}/${text}ms` }
        : { problem: "must be a whole number of milliseconds" }
  }
}

/** `jdbc:postgresql://host/name`, with user and password from their own variables, as a URL. */
export const springDatabase: Translate = (text, named) => {
  const address = text.replace(/^jdbc:/, "")
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === "") {
    return { problem: "must be jdbc:postgresql://host:port/name" }
  }
  const user = named("SPRING_DATASOURCE_USERNAME") ?? url.searchParams.get("user")
  const password = named("SPRING_DATASOURCE_PASSWORD") ?? url.searchParams.get("password")
  if (user !== null) url.username = encodeURIComponent(user)
  if (password !== null) url.password = encodeURIComponent(password)
  url.searchParams.delete("user")
  url.searchParams.delete("password")
  return { text: url.href }
}

/** Part of `springDatabase`; means nothing without an address. */
export const partOfSpringDatabase: Translate = (_, named) =>
  named("SPRING_DATASOURCE_URL") === undefined
    ? { warning: "SPRING_DATASOURCE_URL is not set, so the database is not PostgreSQL" }
    : null

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === "true"

/** User name and password; they count only where a login is switched on. */
export const smtpLogin: Translate = (text, named) =>
  isTrue(named("TOLGEE_SMTP_AUTH")) ? { text } : { warning: "TOLGEE_SMTP_AUTH is not true" }

/** The switch of the login. */
export const smtpAuth: Translate = (text, named) => {
  if (!/^(true|false)$/i.test(text)) return { problem: "must be true or false" }
  return isTrue(text) && named("TOLGEE_SMTP_USERNAME") === undefined
    ? { warning: "TOLGEE_SMTP_USERNAME is not set" }
    : null
}

const tlsSwitch =
  (mode: string): Translate =>
  (text) => {
    if (!/^(true|false)$/i.test(text)) return { problem: "must be true or false" }
    return isTrue(text) ? { text: mode } : null
  }

/** Tolgee has a switch for each mode; where all are off, its connections may stay in plain. */
export const smtpTlsSwitches = {
  TOLGEE_SMTP_SSL_ENABLED: tlsSwitch("implicit"),
  TOLGEE_SMTP_TLS_REQUIRED: tlsSwitch("starttls"),
  TOLGEE_SMTP_TLS_ENABLED: tlsSwitch("optional"),
  TOLGEE_SMTP_HOST: () => ({ text: "optional" })
} satisfies Readonly<Record<string, Translate>>

const kilobytesPerMegabyte = 1024

export const kilobytes: Translate = (text) =>
  /^\d+$/.test(text)
    ? { text: String(Number(text) / kilobytesPerMegabyte) }
    : { problem: "must be a whole number of kilobytes" }

interface WrittenVariable {
  /** As it was written. */
  readonly variable: string
  readonly text: string
}

export interface TolgeeSettings<Field extends string> {
  /** In the text form of our settings. */
  readonly byField: ReadonlyMap<Field, WrittenVariable>
  readonly problems: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

/**
 * What Tolgee's variables mean for `fields`, which are some of the table. Variables that are neither ours nor Tolgee's are
 * left alone.
 */
export const readTolgeeSettings = <Field extends string>(
  table: Readonly<Record<Field, { readonly tolgee?: Readonly<Record<string, Translate>> }>>,
  fields: ReadonlyArray<Field>,
  environment: Readonly<Record<string, string | undefined>>
): TolgeeSettings<Field> => {
  const written = new Map<string, WrittenVariable>()
  for (const [variable, text] of Object.entries(environment)) {
    const name = spelling(variable)
    if (text !== undefined && text !== "" && !written.has(name)) written.set(name, { variable, text })
  }
  const textOf = (name: string): string | undefined => written.get(spelling(name))?.text
  const byField = new Map<Field, WrittenVariable>()
  const problems: Array<string> = []
  const warnings: Array<string> = []
  const translated = new Set<string>()
  for (const field of Object.keys(table) as Array<Field>) {
    for (const [name, translate] of Object.entries(table[field].tolgee ?? {})) {
      const found = written.get(spelling(name))
      translated.add(spelling(name))
      if (found === undefined || !fields.includes(field)) continue
      const translation = translate(found.text, textOf)
      if (translation === null) continue
      if ("problem" in translation) problems.push(`${found.variable}: ${translation.problem}.`)
      else if ("warning" in translation) warnings.push(`${found.variable} has no effect: ${translation.warning}.`)
      else if (!byField.has(field)) byField.set(field, { variable: found.variable, text: translation.text })
    }
  }
  for (const [name, { variable, text }] of written) {
    const reason = translated.has(name) ? null : whyNoEffect(name, text)
    if (reason !== null) warnings.push(`${variable} has no effect: ${reason}.`)
  }
  return { byField, problems, warnings }
}

/** Tolgee's names count in every spelling that Spring accepts: case, `_`, `-` and `.` make no difference. */
const spelling = (name: string): string => name.toLowerCase().replace(/[_.-]/g, "")

/**
 * Why a variable of Tolgee's that no setting of ours stands for has no effect, as the end of a sentence. `name`: as
 * `spelling` has it. null: the name is not Tolgee's, or the text asks for what happens anyway.
 */
const whyNoEffect = (name: string, text: string): string | null => {
  // Tolgee's CLI and JavaScript tools read these; they are no settings of a server.
  if (/^tolgee(apikey|apiurl|projectid)$/.test(name)) return null
  const found = missingSettings.find(([prefix]) => name.startsWith(prefix))
  if (found === undefined) return name.startsWith("tolgee") ? "Dragoman has no such setting" : null
  const [, reason, harmless] = found
  return harmless === text.toLowerCase() ? null : reason
}

const fixed = "this is fixed"
const noFiles = "settings come from flags and variables, not from files"
const noPostgres = "no PostgreSQL is started: SQLite is built in"
const discovered = "the addresses of Google are discovered, see DRAGOMAN_GOOGLE_ISSUER"
const noSuchLogin = "Dragoman has no such setting of logins"
const noDomainList = "Dragoman has no list of throw-away domains; DRAGOMAN_BLOCKED_EMAIL_DOMAINS takes one"
const noCache = "Dragoman needs no cache"
const noMachineTranslation = "Dragoman has no machine translation"
const noTelemetry = "Dragoman sends no reports"
const noService = "Dragoman asks no other service"

/** Prefix, reason, and the text in lower case that asks for what happens anyway. Longer prefixes come first. */
const missingSettings: ReadonlyArray<readonly [prefix: string, reason: string, harmless?: string]> = [
  ["tolgeepostgresautostart", noPostgres, "false"],
  ["tolgeepostgres", noPostgres],
  ["springconfigadditionallocation", noFiles],
  ["springconfiglocation", noFiles],
  ["springdatasource", "the connections are managed by Dragoman"],
  ["tolgeebackendurl", "everything is served from one address, DRAGOMAN_PUBLIC_URL"],
  ["tolgeefilestorages3", "files are kept in the database", "false"],
  ["tolgeefilestorage", "files are kept in the database"],
  ["tolgeemaxscreenshotsperkey", fixed],
  ["tolgeemaxtranslationtextlength", fixed],
  ["tolgeetranslationsviewlanguageslimit", "the number of languages is not limited", "-1"],
  ["tolgeeauthenticationenabled", "a login is always needed", "true"],
  ["tolgeeauthenticationjwtexpiration", "access tokens are valid for 7 days"],
  ["tolgeeauthenticationjwtsuperexpiration", "access tokens are super tokens for 1 hour"],
  ["tolgeeauthenticationgoogleauthorizationurl", discovered],
  ["tolgeeauthenticationgoogleuserurl", discovered],
  ["tolgeeauthenticationusercancreateorganizations", "every user may create organizations", "true"],
  ["tolgeeauthenticationblockdisposableemails", noDomainList, "false"],
  ["tolgeeauthentication", noSuchLogin, "false"],
  ["tolgeecontentdelivery", "Dragoman has no content delivery", "false"],
  ["tolgeeratelimits", "Dragoman has no such limit; docs/settings.md names those that it has"],
  ["tolgeecache", noCache, "false"],
  ["tolgeewebsocketuseredis", noCache, "false"],
  ["springredis", noCache, "false"],
  ["springdataredis", noCache, "false"],
  ["tolgeebatch", "batch jobs need no configuration"],
  ["tolgeewebhook", "endpoints that fail are switched off after three days", "true"],
  ["tolgeeimport", "files are imported through the API: tolgee push"],
  ["tolgeemachinetranslation", noMachineTranslation, "false"],
  ["tolgeellm", noMachineTranslation, "false"],
  ["tolgeetelemetry", noTelemetry, "false"],
  ["tolgeesentry", noTelemetry, "false"],
  ["tolgeerecaptcha", noService],
  ["tolgeelanguagetool", noService],
  ["tolgeeslack", "use a webhook in place of the Slack application"]
]
