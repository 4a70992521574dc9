import { isIP } from "node:net"
import { resolve } from "node:path"
import { parseAddressList, parsePortRules } from "@dragoman/domain/network"
import { isEmailAddress } from "@dragoman/domain/validation"
import { Schema, SchemaTransformation } from "effect"
import { parseEncryptionKeys } from "./encryption-key.ts"

/**
 * A text as a value of `type`. `problem` says what is wrong with the text as the end of a sentence, without quoting the
 * text, which may be a secret; `decode` gets texts without a problem only.
 */
export const fromText = <A>(
  type: Schema.Codec<A>,
  {
    problem,
    decode,
    encode
  }: {
    readonly problem: (text: string) => string | undefined
    readonly decode: (text: string) => A
    readonly encode: (value: A) => string
  }
): Schema.Codec<A, string> =>
  Schema.String.check(Schema.makeFilter(problem)).pipe(
    Schema.decodeTo(type, SchemaTransformation.transform({ decode, encode }))
  )

/** One of the words, written exactly so. */
export const oneOf = <const A extends ReadonlyArray<string>>(words: A): Schema.Codec<A[number], string> =>
  Schema.Literals(words).annotate({ message: `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}` })

export const onOrOff = oneOf(["on", "off"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform<boolean, "on" | "off">({
      decode: (word) => word === "on",
      encode: (isOn) => (isOn ? "on" : "off")
    })
  )
)

/** A number without sign and fraction; both bounds belong to the range. `unit`: for the message. */
export const wholeNumber = (minimum: number, maximum: number, unit = "") =>
  fromText(Schema.Number, {
    problem: (text) =>
      /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
        ? undefined
        : `must be a whole number${unit && ` of ${unit}`} from ${minimum} to ${maximum}`,
    decode: Number,
    encode: String
  })

/** An amount of money, in units of the operator's currency: up to six places after the point. `Value`: millionths. */
export const millionths = fromText(Schema.Number, {
  problem: (text) =>
    /^\d{1,9}(\.\d{1,6})?$/.test(text) ? undefined : "must be an amount from 0 to 999999999, such as 12.50",
  decode: (text) => Math.round(Number(text) * 1_000_000),
  encode: (value) => String(value / 1_000_000)
})

/** `DEEPL=20,GOOGLE=18.5`: a price for each name. */
export const pricesOf = (names: ReadonlyArray<string>) => numbersOf(names, "prices", /^\d{1,9}(\.\d{1,6})?$/)

/** `DEEPL=4,GOOGLE=8`: a whole number from 1 for each name. */
export const countsOf = (names: ReadonlyArray<string>) => numbersOf(names, "numbers from 1", /^0*[1-9]\d{0,8}$/)

const numbersOf = (names: ReadonlyArray<string>, kind: string, form: RegExp) =>
  fromText(Schema.Record(Schema.String, Schema.Number), {
    problem: (text) => {
      const parts = text === "" ? [] : text.split(",")
      const wrong = parts.find((part) => {
        const [name = "", number = "", ...more] = part.split("=").map((one) => one.trim())
        return !names.includes(name) || !form.test(number) || more.length > 0
      })
      return wrong === undefined ? undefined : `must be ${kind} such as ${names[0]}=20, for ${names.join(", ")}`
    },
    decode: (text) =>
      Object.fromEntries(
        (text === "" ? [] : text.split(",")).map((part) => {
          const [name = "", number] = part.split("=").map((one) => one.trim())
          return [name, Number(number)]
        })
      ),
    encode: (numbers) =>
      Object.entries(numbers)
        .map(([name, number]) => `${name}=${number}`)
        .join(",")
  })

/** At most so many requests in a window. */
export interface Rate {
  readonly requests: number
  readonly windowMillis: number
}

const millisByUnit: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000
}

const rateRequestsMax = 1_000_000_000
/** A week: the longest wait. */
const rateWindowMillisMax = 604_800_000
const rateStepsMax = 4

/** `10/1m,30/1h`: rates that all hold; `off`: none. */
export const rateSteps = fromText(
  Schema.Array(Schema.Struct({ requests: Schema.Number, windowMillis: Schema.Number })),
  {
    problem: (text) => {
      const rates = ratesOf(text)
      return rates !== null && rates.length <= rateStepsMax
        ? undefined
        : `must be off, or up to ${rateStepsMax} of requests/time, as 10/1m,30/1h, with a time from 1s to 7d`
    },
    decode: (text) => ratesOf(text) ?? [],
    encode: (rates) => (rates.length === 0 ? "off" : rates.map(printRate).join(","))
  }
)

/** Writes a rate with the largest unit that gives a whole number. */
const printRate = ({ requests, windowMillis }: Rate): string => {
  const [unit = "ms", millis = 1] =
    Object.entries(millisByUnit).findLast(([, unitMillis]) => windowMillis % unitMillis === 0) ?? []
  return `${requests}/${windowMillis / millis}${unit}`
}

const ratesOf = (text: string): ReadonlyArray<Rate> | null => {
  if (text === "off") return []
  const rates = text.split(",").map(rateOf)
  return rates.every((rate) => rate !== null) ? rates : null
}

const rateOf = (text: string): Rate | null => {
  const [, digits, count, unit = ""] = /^\s*(\d{1,10})\/(\d{1,10})(ms|s|m|h|d)\s*$/.exec(text) ?? []
  const requests = Number(digits)
  const windowMillis = Number(count) * (millisByUnit[unit] ?? 0)
  return requests >= 1 && requests <= rateRequestsMax && windowMillis >= 1_000 && windowMillis <= rateWindowMillisMax
    ? { requests, windowMillis }
    : null
}

/** Domains of e-mail addresses in small letters, or `*`. */
export const domainList = fromText(Schema.Array(Schema.String), {
  problem: (text) => {
    const entries = entriesOf(text)
    const wrong = entries.find((entry) => entry !== "*" && !/^(?!-)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(entry))
    return wrong === undefined
      ? undefined
      : `must be domains with commas between them or *, and ${nameEntry(entries, wrong)} is none`
  },
  decode: (text) => entriesOf(text).map((domain) => domain.toLowerCase()),
  encode: (domains) => domains.join(",")
})

/** More than a server can hold in memory or a browser send; the limit catches bytes written where megabytes belong. */
const uploadMegabytesMax = 4096
const bytesPerMegabyte = 1024 * 1024

/** Megabytes, fractions allowed, as bytes. */
export const megabytes = fromText(Schema.Number, {
  problem: (text) =>
    /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= uploadMegabytesMax
      ? undefined
      : `must be a number of megabytes above 0, up to ${uploadMegabytesMax}`,
  decode: (text) => Math.round(Number(text) * bytesPerMegabyte),
  encode: (bytes) => String(bytes / bytesPerMegabyte)
})

/** Megabytes within a range that includes both bounds. */
export const megabytesWithin = (minimum: number, maximum: number) =>
  fromText(Schema.Number, {
    problem: (text) =>
      /^\d+(\.\d+)?$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
        ? undefined
        : `must be a number of megabytes from ${minimum} to ${maximum}`,
    decode: (text) => Math.round(Number(text) * bytesPerMegabyte),
    encode: (bytes) => String(bytes / bytesPerMegabyte)
  })

/** Lengths in UTF-16 units. */
export const textWithin = (minimum: number, maximum: number) =>
  Schema.String.check(
    Schema.isMinLength(minimum, { message: `must have at least ${minimum} characters` }),
    Schema.isMaxLength(maximum, { message: `must have at most ${maximum} characters` })
  )

/** An address or a host name; IPv6 with or without brackets. */
export const listeningHost = fromText(Schema.String, {
  problem: (text) =>
    isIP(withoutBrackets(text)) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
      ? undefined
      : "must be an IP address or a host name, without a port",
  decode: (text) => withoutBrackets(text),
  encode: (host) => host
})

const Mailbox = Schema.Struct({ name: Schema.NullOr(Schema.String), address: Schema.String })

/** An address, or `Name <address>`, with or without quotes around the name. */
export const mailbox = fromText<typeof Mailbox.Type>(Mailbox, {
  problem: (text) =>
    mailboxOf(text) === null ? "must be an e-mail address, or a name and an address: Name <address>" : undefined,
  decode: (text) => mailboxOf(text) ?? { name: null, address: text },
  encode: ({ name, address }) => (name === null ? address : `${name} <${address}>`)
})

const mailboxOf = (text: string): typeof Mailbox.Type | null => {
  const [, written = "", inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const name = written.trim().replace(/^"(.*)"$/, "$1")
  const address = (inBrackets ?? text).trim()
  return isEmailAddress(address) && !/\p{Cc}/u.test(name) ? { name: name === "" ? null : name, address } : null
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, "$1")

/** A path as an absolute one; a relative path starts in the working directory. */
export const folder = fromText(Schema.String, {
  problem: () => undefined,
  decode: (text) => resolve(text),
  encode: (path) => path
})

const Database = Schema.Union([
  Schema.Struct({ engine: Schema.Literal("sqlite"), filename: Schema.String }),
  Schema.Struct({ engine: Schema.Literal("postgres"), url: Schema.String })
])

const sqlitePrefix = "sqlite:"

/** A comma in the authority, behind a user and a password. */
const severalHosts = /^postgres(ql)?:\/\/([^/?#@]*@)?[^/?#@]*,[^/?#@]*([/?#]|$)/

/** Returns what is wrong with a URL of PostgreSQL as the end of a sentence. */
const postgresProblem = (text: string, forms: string): string | undefined => {
  if (severalHosts.test(text)) return "must name one host (docs/operations.md)"
  const url = urlOf(text)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return `must be ${forms}`
  return url.hostname === "" && !url.searchParams.has("host") ? "must name the host of the database" : undefined
}

/** Another address of the PostgreSQL database. */
export const postgresUrl = fromText(Schema.String, {
  problem: (text) => postgresProblem(text, "postgres://…"),
  decode: (text) => text,
  encode: (url) => url
})

/** The engine and how to reach it; the path of a SQLite file becomes an absolute one. */
export const databaseUrl = fromText<typeof Database.Type>(Database, {
  problem: (text) => {
    if (text.startsWith(sqlitePrefix)) {
      // Readers and the writer have connections of their own, so a database in memory would be two.
      return /^sqlite:(:|$)/.test(text) ? "must name a file after sqlite:" : undefined
    }
    if (severalHosts.test(text)) return "must name one host, which leads to the primary (docs/operations.md)"
    return postgresProblem(text, "sqlite:PATH or postgres://…")
  },
  decode: (text) =>
    text.startsWith(sqlitePrefix)
      ? { engine: "sqlite", filename: resolve(text.slice(sqlitePrefix.length)) }
      : { engine: "postgres", url: text },
  encode: (database) => (database.engine === "sqlite" ? `${sqlitePrefix}${database.filename}` : database.url)
})

/** Absolute, without a slash at the end. */
export const publicUrl = fromText(Schema.String, {
  problem: (text) => {
    const url = urlOf(text)
    if (url === null || !/^https?:$/.test(url.protocol)) return "must be an address with http:// or https://"
    if (url.username !== "" || url.password !== "") return "must not contain a user or a password"
    return url.search !== "" || url.hash !== "" ? "must not contain ? or #" : undefined
  },
  decode: (text) => text.replace(/\/+$/, ""),
  encode: (url) => url
})

/** An address of a provider of logins, as it was written: paths and queries belong to it. */
export const providerUrl = fromText(Schema.String, {
  problem: (text) => {
    const url = urlOf(text)
    if (url === null || !/^https?:$/.test(url.protocol)) return "must be an address with http:// or https://"
    if (url.username !== "" || url.password !== "") return "must not contain a user or a password"
    return url.hash === "" ? undefined : "must not contain #"
  },
  decode: (text) => text,
  encode: (url) => url
})

/** An address that a browser loads. */
export const linkUrl = fromText(Schema.String, {
  problem: (text) =>
    /^https?:$/.test(urlOf(text)?.protocol ?? "") ? undefined : "must begin with http:// or https://",
  decode: (text) => text,
  encode: (url) => url
})

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** The present key and previous ones; no text: no key. */
export const encryptionKeys = fromText(Schema.Array(Schema.Struct({ id: Schema.String, bytes: Schema.Uint8Array })), {
  problem: (text) => {
    const parsed = keysOf(text)
    return "problem" in parsed ? parsed.problem : undefined
  },
  decode: (text) => {
    const parsed = keysOf(text)
    return "keys" in parsed ? parsed.keys : []
  },
  encode: (keys) => keys.map(({ bytes }) => Buffer.from(bytes).toString("base64")).join(",")
})

const keysOf = (text: string): ReturnType<typeof parseEncryptionKeys> =>
  text === "" ? { keys: [] } : parseEncryptionKeys(text)

/** Entries with commas between them. `problem` gets them all, without the spaces around them. */
const listOf = (problem: (entries: ReadonlyArray<string>) => string | undefined) =>
  fromText(Schema.Array(Schema.String), {
    problem: (text) => problem(entriesOf(text)),
    decode: (text) => entriesOf(text),
    encode: (entries) => entries.join(",")
  })

const entriesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")

/** Names that have no rules of their own. */
export const nameList = listOf(() => undefined)

/** Some of the words, in any case; `none`: no word. */
export const wordList = <const A extends ReadonlyArray<string>>(
  words: A
): Schema.Codec<ReadonlyArray<A[number]>, string> => {
  const wordOf = (entry: string) => words.find((word) => word === entry.toUpperCase())
  return fromText<ReadonlyArray<A[number]>>(Schema.Array(Schema.Literals(words)), {
    problem: (text) => {
      const entries = entriesOf(text)
      const wrong = text === "none" ? undefined : entries.find((entry) => wordOf(entry) === undefined)
      return (
        wrong &&
        `must be ${words.join(", ")} with commas between them or none, and ${nameEntry(entries, wrong)} is none`
      )
    },
    decode: (text) => [...new Set(entriesOf(text).flatMap((entry) => wordOf(entry) ?? []))],
    encode: (chosen) => (chosen.length === 0 ? "none" : chosen.join(","))
  })
}

/** Texts under names, as `name=value` with commas between them. */
export const pairList = fromText<Readonly<Record<string, string>>>(Schema.Record(Schema.String, Schema.String), {
  problem: (text) =>
    entriesOf(text).every((entry) => /^[^=\s]+\s*=\s*\S/.test(entry))
      ? undefined
      : "must be name=value with commas between them",
  decode: (text) =>
    Object.fromEntries(
      entriesOf(text).map((entry) => {
        const at = entry.indexOf("=")
        return [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
      })
    ),
  encode: (pairs) =>
    Object.entries(pairs)
      .map(([name, value]) => `${name}=${value}`)
      .join(",")
})

/** A text that is an object in JSON with texts in all `fields`. */
export const jsonText = (fields: ReadonlyArray<string>) =>
  fromText(Schema.String, {
    problem: (text) => {
      const problem = `must be JSON with ${fields.join(", ")}`
      try {
        const value: unknown = JSON.parse(text)
        if (typeof value !== "object" || value === null) return problem
        const texts = new Map(Object.entries(value))
        return fields.every((field) => typeof texts.get(field) === "string") ? undefined : problem
      } catch {
        return problem
      }
    },
    decode: (text) => text,
    encode: (text) => text
  })

export const addressRanges = listOf((entries) => {
  const wrong = entries.find((entry) => !isAddressRange(entry))
  return (
    wrong && `must be IP addresses or CIDR ranges with commas between them, and ${nameEntry(entries, wrong)} is none`
  )
})

const isAddressRange = (text: string): boolean => {
  const [address = "", length, ...more] = text.split("/")
  const family = isIP(address)
  const bits = family === 6 ? 128 : 32
  return (
    family !== 0 && more.length === 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  )
}

export const addressList = listOf((entries) => {
  const [wrong] = parseAddressList(entries).invalid
  return wrong && `must be host names, IP addresses, CIDR ranges or *, and ${nameEntry(entries, wrong)} is none`
})

export const portList = listOf((entries) => {
  const [wrong] = parsePortRules(entries).invalid
  return wrong && `must be ports from 1 to 65535, ranges of them or *, and ${nameEntry(entries, wrong)} is none`
})

/** Before an @ there may be a password. */
const nameEntry = (entries: ReadonlyArray<string>, entry: string): string =>
  entry.includes("@") ? `entry ${entries.indexOf(entry) + 1}` : `"${entry}"`
