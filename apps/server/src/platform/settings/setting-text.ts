import { isIP } from "node:net"
import { resolve } from "node:path"
import { parseAddressList, parsePortRules } from "@dragoman/domain/webhook"
import { type EncryptionKey, parseEncryptionKeys } from "@dragoman/store/encryption-key"
import type { SettingValues } from "./settings.ts"

/** A value, or what is wrong with the text as the end of a sentence. Never the text itself: it may be a secret. */
export type Decoded<A> = { readonly value: A } | { readonly problem: string }

export type Decode<A> = (text: string, workingDirectory: string) => Decoded<A>

/** One of the words, written exactly so. */
export const oneOf =
  <A extends string>(allowed: ReadonlyArray<A>): Decode<A> =>
  (text) => {
    const value = allowed.find((candidate) => candidate === text)
    return value === undefined ? { problem: `must be ${alternatives(allowed)}` } : { value }
  }

export const onOrOff: Decode<boolean> = (text) => {
  const decoded = oneOf(["on", "off"])(text, "")
  return "value" in decoded ? { value: decoded.value === "on" } : decoded
}

/** A number without sign and fraction; both bounds belong to the range. `unit`: for the message. */
export const wholeNumber =
  (minimum: number, maximum: number, unit = ""): Decode<number> =>
  (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= minimum && value <= maximum
      ? { value }
      : { problem: `must be a whole number${unit && ` of ${unit}`} from ${minimum} to ${maximum}` }
  }

/** More than a server can hold in memory or a browser send; the limit catches bytes written where megabytes belong. */
const uploadMegabytesMax = 4096

/** Megabytes, fractions allowed, as bytes. */
export const megabytes: Decode<number> = (text) => {
  const value = Number(text)
  return /^\d+(\.\d+)?$/.test(text) && value > 0 && value <= uploadMegabytesMax
    ? { value: Math.round(value * 1024 * 1024) }
    : { problem: `must be a number of megabytes above 0, up to ${uploadMegabytesMax}` }
}

/** Ends of lines and spaces around a text are slips of editors; a text with nothing else is none. */
export const textWithin =
  (minimum: number, maximum: number): Decode<string> =>
  (text) =>
    text.length >= minimum && text.length <= maximum
      ? { value: text }
      : {
          problem:
            text.length < minimum
              ? `must have at least ${minimum} characters`
              : `must have at most ${maximum} characters`
        }

/** An address or a host name; IPv6 with or without brackets. */
export const listeningHost: Decode<string> = (text) => {
  const host = text.replace(/^\[(.*)\]$/, "$1")
  return isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)
    ? { value: host }
    : { problem: "must be an IP address or a host name, without a port" }
}

/** A path as an absolute one. */
export const folder: Decode<string> = (text, workingDirectory) => ({ value: resolve(workingDirectory, text) })

const sqlitePrefix = "sqlite:"

/** The engine and how to reach it; the path of a SQLite file becomes an absolute one. */
export const databaseUrl: Decode<SettingValues["database"]> = (text, workingDirectory) => {
  if (text.startsWith(sqlitePrefix)) {
    const path = text.slice(sqlitePrefix.length)
    // Readers and the writer have connections of their own, so a database in memory would be two.
    return path === "" || path.startsWith(":")
      ? { problem: "must name a file after sqlite:" }
      : { value: { engine: "sqlite", filename: resolve(workingDirectory, path) } }
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return { problem: "must be sqlite:PATH or postgres://…" }
  if (url.hostname === "" && !url.searchParams.has("host")) return { problem: "must name the host of the database" }
  return { value: { engine: "postgres", url: text } }
}

/** Absolute, without a slash at the end. */
export const publicUrl: Decode<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return { problem: "must be an address with http:// or https://" }
  if (url.username !== "" || url.password !== "") return { problem: "must not contain a user or a password" }
  if (url.search !== "" || url.hash !== "") return { problem: "must not contain ? or #" }
  return { value: text.replace(/\/+$/, "") }
}

/** Without text there is none. */
export const encryptionKeys: Decode<ReadonlyArray<EncryptionKey>> = (text) => {
  if (text === "") return { value: [] }
  const parsed = parseEncryptionKeys(text)
  return "keys" in parsed ? { value: parsed.keys } : parsed
}

export const addressRanges: Decode<ReadonlyArray<string>> = (text) => {
  const entries = listOf(text)
  const wrong = entries.find((entry) => !isAddressRange(entry))
  return wrong === undefined
    ? { value: entries }
    : { problem: `must be IP addresses or CIDR ranges with commas between them, and "${wrong}" is none` }
}

export const addressList: Decode<ReadonlyArray<string>> = (text) => {
  const entries = listOf(text)
  const [wrong] = parseAddressList(entries).invalid
  if (wrong === undefined) return { value: entries }
  // Before an @ there may be a password.
  const named = wrong.includes("@") ? `entry ${entries.indexOf(wrong) + 1}` : `"${wrong}"`
  return { problem: `must be host names, IP addresses, CIDR ranges or *, and ${named} is none` }
}

export const portList: Decode<ReadonlyArray<string>> = (text) => {
  const entries = listOf(text)
  const [wrong] = parsePortRules(entries).invalid
  return wrong === undefined
    ? { value: entries }
    : { problem: `must be ports from 1 to 65535, ranges of them or *, and "${wrong}" is none` }
}

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")

const isAddressRange = (text: string): boolean => {
  const [address = "", length, ...more] = text.split("/")
  const family = isIP(address)
  const bits = family === 6 ? 128 : 32
  return (
    family !== 0 && more.length === 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  )
}

const alternatives = (texts: ReadonlyArray<string>): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`
