import { whyNoEffect } from "./missing-tolgee-settings.ts"
import { isPartOf } from "./setting-parts.ts"
import { spelling } from "./spelling.ts"

/** The meaning of a variable of Tolgee's here: the text of our setting, or the end of a sentence; null: it changes nothing. */
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

const levelsOfSpring: Readonly<Record<string, string>> = {
  trace: "debug",
  debug: "debug",
  info: "info",
  warn: "warn",
  error: "error",
  fatal: "error",
  off: "error"
}

/** The level of a logger of Spring's, in the nearest one of ours. */
export const springLevel: Translate = (text) => {
  const level = levelsOfSpring[text.toLowerCase()]
  return level === undefined ? { problem: `must be one of ${Object.keys(levelsOfSpring).join(", ")}` } : { text: level }
}

const kilobytesPerMegabyte = 1024

export const kilobytes: Translate = (text) =>
  /^\d+$/.test(text)
    ? { text: String(Number(text) / kilobytesPerMegabyte) }
    : { problem: "must be a whole number of kilobytes" }

/** A setting that was found elsewhere than in a flag. */
export interface WrittenSetting {
  /** The name as it was written. */
  readonly name: string
  /** Beginning of a sentence: the name, and in a file its place. */
  readonly quoted: string
  readonly text: string
  readonly source: "environment" | "config"
}

export interface TolgeeSettings<Field extends string> {
  /** Texts in the form of our settings. */
  readonly byField: ReadonlyMap<Field, WrittenSetting>
  readonly problems: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

type TolgeeNames = Readonly<
  Record<
    string,
    { readonly tolgee?: Readonly<Record<string, Translate>>; readonly parts?: { readonly tolgee: string } }
  >
>

/**
 * Translates names of Tolgee's for `fields`, which are some of the table. Names that are neither ours nor Tolgee's are left
 * alone. `settings`: the first one of a name counts.
 */
export const readTolgeeSettings = <Field extends string>(
  table: Readonly<Record<Field, TolgeeNames[string]>>,
  fields: ReadonlyArray<Field>,
  settings: ReadonlyArray<WrittenSetting>
): TolgeeSettings<Field> => {
  const written = new Map<string, WrittenSetting>()
  for (const setting of settings) {
    const name = spelling(setting.name)
    if (setting.text !== "" && !written.has(name)) written.set(name, setting)
  }
  const textOf = (name: string): string | undefined => written.get(spelling(name))?.text
  const byField = new Map<Field, WrittenSetting>()
  const problems: Array<string> = []
  const warnings: Array<string> = []
  for (const field of Object.keys(table) as Array<Field>) {
    for (const [name, translate] of Object.entries(table[field].tolgee ?? {})) {
      const found = written.get(spelling(name))
      if (found === undefined || !fields.includes(field)) continue
      const translation = translate(found.text, textOf)
      if (translation === null) continue
      if ("problem" in translation) problems.push(`${found.quoted}: ${translation.problem}.`)
      else if ("warning" in translation) warnings.push(`${found.quoted} has no effect: ${translation.warning}.`)
      else if (countsBefore(found, byField.get(field))) byField.set(field, { ...found, text: translation.text })
    }
  }
  const translated = namesIn(table)
  const prefixes = Object.values<TolgeeNames[string]>(table).flatMap(({ parts }) => parts?.tolgee ?? [])
  for (const [name, { name: asGiven, quoted, text, source }] of written) {
    const isTranslated = translated.has(name) || prefixes.some((prefix) => isPartOf(asGiven, prefix))
    const reason = isTranslated ? null : whyNoEffect(name, text, source)
    if (reason !== null) warnings.push(`${quoted} has no effect: ${reason}.`)
  }
  return { byField, problems, warnings }
}

/** Says which of two names for a setting counts: the first one, and one in the environment before one in a file. */
const countsBefore = (setting: WrittenSetting, other: WrittenSetting | undefined): boolean =>
  other === undefined || (setting.source === "environment" && other.source === "config")

/** Returns the names as `spelling` writes them. */
const namesIn = (table: TolgeeNames): ReadonlySet<string> =>
  new Set(Object.values(table).flatMap(({ tolgee }) => Object.keys(tolgee ?? {}).map(spelling)))
