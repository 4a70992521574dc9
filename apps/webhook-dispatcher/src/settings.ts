import { join } from "node:path"
import { type EndpointRules, endpointRules, parseAddressList, parsePortRules } from "@dragoman/domain/webhook"
import { type EncryptionKey, parseEncryptionKeys } from "@dragoman/store/encryption-key"

const logLevels = ["debug", "info", "warn", "error"] as const
const logFormats = ["pretty", "json"] as const

export interface DispatcherSettings {
  readonly database:
    | { readonly engine: "sqlite"; readonly filename: string }
    | { readonly engine: "postgres"; readonly url: string }
  /** The present key and previous ones; empty: secrets are stored in plain. */
  readonly encryptionKeys: ReadonlyArray<EncryptionKey>
  readonly rules: EndpointRules
  readonly timeoutMillis: number
  readonly logDays: number
  /** Where monitors ask for health and metrics; null: nowhere. Port 0: any free one. */
  readonly monitoring: { readonly host: string; readonly port: number } | null
  readonly logLevel: (typeof logLevels)[number]
  readonly logFormat: (typeof logFormats)[number]
}

export interface SettingSources {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  /** For variables with the suffix `_FILE`: null when the file cannot be read. */
  readonly readFile: (path: string) => string | null
}

/** A setting, or what is wrong with its text, as the end of a sentence. Never the text itself: it may be a secret. */
type Decoded<A> = { readonly value: A } | { readonly problem: string }

/**
 * The settings that the dispatcher shares with the server, or one sentence for each variable that is wrong. Variables that
 * mean something to the server only are left alone, so both can run with the same environment. Source: product section 4.
 */
export const readSettings = (
  sources: SettingSources
): { readonly settings: DispatcherSettings } | { readonly errors: ReadonlyArray<string> } => {
  const dataDir = read(sources, "DRAGOMAN_DATA_DIR", "./dragoman-data", (value) => ({ value }), "/var/lib/dragoman")
  const defaultDatabase = `sqlite:${join("value" in dataDir ? dataDir.value : ".", "dragoman.sqlite")}`
  const database = read(
    sources,
    "DRAGOMAN_DATABASE_URL",
    defaultDatabase,
    decodeDatabase,
    "postgres://user:password@host:5432/dragoman"
  )
  const encryptionKeys = read(
    sources,
    "DRAGOMAN_ENCRYPTION_KEY",
    "",
    decodeEncryptionKeys,
    "the output of: openssl rand -base64 32"
  )
  const allow = read(sources, "DRAGOMAN_WEBHOOK_ALLOW", "", decodeAddresses, "build.internal,10.1.0.0/16")
  const deny = read(sources, "DRAGOMAN_WEBHOOK_DENY", "", decodeAddresses, "corp.example,10.1.2.0/24")
  const ports = read(sources, "DRAGOMAN_WEBHOOK_PORTS", "", decodePorts, "80,443,8000-8999")
  const timeoutMillis = read(
    sources,
    "DRAGOMAN_WEBHOOK_TIMEOUT_MS",
    "10000",
    decodeWholeNumber(1, timeoutMillisMax, "milliseconds"),
    "10000"
  )
  const logDays = read(sources, "DRAGOMAN_WEBHOOK_LOG_DAYS", "30", decodeWholeNumber(1, logDaysMax, "days"), "90")
  const monitorHost = read(sources, "DRAGOMAN_DISPATCHER_HOST", "127.0.0.1", (value) => ({ value }), "0.0.0.0")
  const monitorPort = read(sources, "DRAGOMAN_DISPATCHER_PORT", "", decodeOptionalPort, "8081")
  const logLevel = read(sources, "DRAGOMAN_LOG_LEVEL", "info", decodeOneOf(logLevels), "info")
  const defaultFormat = sources.isTerminal ? "pretty" : "json"
  const logFormat = read(sources, "DRAGOMAN_LOG_FORMAT", defaultFormat, decodeOneOf(logFormats), "json")
  if (
    "value" in dataDir &&
    "value" in database &&
    "value" in encryptionKeys &&
    "value" in allow &&
    "value" in deny &&
    "value" in ports &&
    "value" in timeoutMillis &&
    "value" in logDays &&
    "value" in monitorHost &&
    "value" in monitorPort &&
    "value" in logLevel &&
    "value" in logFormat
  ) {
    return {
      settings: {
        database: database.value,
        encryptionKeys: encryptionKeys.value,
        rules: endpointRules({ allow: allow.value, deny: deny.value, ports: ports.value }),
        timeoutMillis: timeoutMillis.value,
        logDays: logDays.value,
        monitoring: monitorPort.value === null ? null : { host: monitorHost.value, port: monitorPort.value },
        logLevel: logLevel.value,
        logFormat: logFormat.value
      }
    }
  }
  const all = [
    dataDir,
    database,
    encryptionKeys,
    allow,
    deny,
    ports,
    timeoutMillis,
    logDays,
    monitorHost,
    monitorPort,
    logLevel,
    logFormat
  ]
  return { errors: all.flatMap((decoded) => ("problem" in decoded ? [decoded.problem] : [])) }
}

const read = <A>(
  { environment, readFile }: SettingSources,
  name: string,
  fallback: string,
  decode: (text: string) => Decoded<A>,
  example: string
): Decoded<A> => {
  // A variable without text is not set.
  const direct = environment[name] || null
  const path = environment[`${name}_FILE`] || null
  if (direct !== null && path !== null) {
    return { problem: `${name} and ${name}_FILE are both set: keep one of them.` }
  }
  // Editors end a file with a line break; it is no part of the value.
  const text = path === null ? (direct ?? fallback) : readFile(path)?.replace(/\r?\n$/, "")
  if (text === undefined) return { problem: `${name}_FILE: the file ${path} cannot be read.` }
  if (text === "" && path !== null) return { problem: `${name}_FILE: the file ${path} is empty.` }
  const decoded = decode(text)
  return "value" in decoded ? decoded : { problem: `${name}: ${decoded.problem}. Example: ${name}=${example}` }
}

const decodeDatabase = (text: string): Decoded<DispatcherSettings["database"]> => {
  // A database in memory belongs to one process only, so a colon starts no file name.
  const filename = /^sqlite:([^:].*)$/s.exec(text)?.[1]
  if (filename !== undefined) return { value: { engine: "sqlite", filename } }
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
    ? { value: { engine: "postgres", url: text } }
    : { problem: "must be sqlite:PATH or postgres://…" }
}

const decodeEncryptionKeys = (text: string): Decoded<ReadonlyArray<EncryptionKey>> => {
  if (text === "") return { value: [] }
  const parsed = parseEncryptionKeys(text)
  return "keys" in parsed ? { value: parsed.keys } : parsed
}

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")

const decodeAddresses = (text: string): Decoded<ReadonlyArray<string>> => {
  const { invalid } = parseAddressList(listOf(text))
  return invalid.length === 0
    ? { value: listOf(text) }
    : { problem: `neither a host name, an address nor a CIDR range: ${invalid.join(", ")}` }
}

const decodePorts = (text: string): Decoded<ReadonlyArray<string>> => {
  const { invalid } = parsePortRules(listOf(text))
  return invalid.length === 0
    ? { value: listOf(text) }
    : { problem: `neither a port nor a range of ports: ${invalid.join(", ")}` }
}

/** As in the server. */
const timeoutMillisMax = 300_000
const logDaysMax = 3_650

const portMax = 65_535

const decodeWholeNumber =
  (minimum: number, maximum: number, unit: string | null) =>
  (text: string): Decoded<number> => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= minimum && value <= maximum
      ? { value }
      : { problem: `must be a whole number${unit === null ? "" : ` of ${unit}`} from ${minimum} to ${maximum}` }
  }

const decodeOptionalPort = (text: string): Decoded<number | null> =>
  text === "" ? { value: null } : decodeWholeNumber(0, portMax, null)(text)

const decodeOneOf =
  <A extends string>(allowed: ReadonlyArray<A>) =>
  (text: string): Decoded<A> => {
    const value = allowed.find((candidate) => candidate === text)
    return value === undefined ? { problem: `must be one of ${allowed.join(", ")}` } : { value }
  }
