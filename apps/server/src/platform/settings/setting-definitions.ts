import { passwordMinUtf16Units } from "@dragoman/domain/user"
import {
  addressList,
  addressRanges,
  type Decode,
  databaseUrl,
  encryptionKeys,
  folder,
  listeningHost,
  megabytes,
  oneOf,
  onOrOff,
  portList,
  publicUrl,
  textWithin,
  wholeNumber
} from "./setting-text.ts"
import type { SettingValues } from "./settings.ts"

export interface SettingDefinition<A> {
  /** Name of the variable without `DRAGOMAN_`. */
  readonly name: string
  /** What `--help` says about it. */
  readonly meaning: string
  /** The text taken when nothing is set; null: the value is null then. */
  readonly fallback: string | null
  /** Shown for `fallback` where the text alone says too little. */
  readonly fallbackMeaning?: string
  readonly example: string
  /** Neither printed nor quoted in errors. */
  readonly secret: boolean
  readonly decode: Decode<NonNullable<A>>
}

type SettingDefinitions = {
  readonly [Field in keyof SettingValues]: SettingDefinition<SettingValues[Field]> &
    (null extends SettingValues[Field] ? unknown : { readonly fallback: string })
}

export type SettingField = keyof SettingValues

/** Long enough for any build service; beyond it a dead endpoint would hold a sender for minutes. */
const webhookTimeoutMillisMax = 300_000
/** Ten years. */
const webhookLogDaysMax = 3_650
/** A year. */
const imageLinkMillisMax = 31_536_000_000
const shutdownTimeoutMillisMax = 600_000

/** Every setting: its name, default, meaning and check. Source: product section 4. */
export const settingDefinitions: SettingDefinitions = {
  host: {
    name: "HOST",
    meaning: "address to listen on; 0.0.0.0 for every network",
    fallback: "127.0.0.1",
    example: "0.0.0.0",
    secret: false,
    decode: listeningHost
  },
  port: {
    name: "PORT",
    meaning: "port to listen on; 0 picks a free one",
    fallback: "8080",
    example: "8080",
    secret: false,
    decode: wholeNumber(0, 65_535)
  },
  dataDir: {
    name: "DATA_DIR",
    meaning: "folder of the SQLite file and of uploads in progress",
    fallback: "./dragoman-data",
    example: "/var/lib/dragoman",
    secret: false,
    decode: folder
  },
  database: {
    name: "DATABASE_URL",
    meaning: "sqlite:PATH or postgres://user:password@host/name",
    // The data directory stands in for this text, see `read-settings.ts`.
    fallback: "",
    fallbackMeaning: "dragoman.sqlite in the data directory",
    example: "postgres://dragoman:password@db.internal:5432/dragoman",
    secret: true,
    decode: databaseUrl
  },
  adminUsername: {
    name: "ADMIN_USERNAME",
    meaning: "name of the first administrator",
    fallback: "admin",
    example: "admin",
    secret: false,
    decode: textWithin(1, 255)
  },
  adminPassword: {
    name: "ADMIN_PASSWORD",
    meaning: "password of the first administrator; at least 8 characters, and not its name",
    fallback: null,
    fallbackMeaning: "generated, printed once",
    example: "a-long-password",
    secret: true,
    decode: textWithin(passwordMinUtf16Units, 100)
  },
  jwtSecret: {
    name: "JWT_SECRET",
    meaning: "signs access tokens; at least 32 characters",
    fallback: null,
    fallbackMeaning: "generated, kept in the database",
    example: "the output of: openssl rand -base64 48",
    secret: true,
    decode: textWithin(32, 4096)
  },
  encryptionKey: {
    name: "ENCRYPTION_KEY",
    meaning: "encrypts secrets in the database; the present key first, then previous ones",
    fallback: "",
    fallbackMeaning: "none: stored in plain",
    example: "the output of: openssl rand -base64 32",
    secret: true,
    decode: encryptionKeys
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    meaning: "CIDR ranges whose X-Forwarded-* headers count",
    fallback: "",
    fallbackMeaning: "none",
    example: "127.0.0.1,10.0.0.0/8",
    secret: false,
    decode: addressRanges
  },
  publicUrl: {
    name: "PUBLIC_URL",
    meaning: "address under which users reach the server",
    fallback: null,
    fallbackMeaning: "from the request",
    example: "https://translate.example.org",
    secret: false,
    decode: publicUrl
  },
  registration: {
    name: "REGISTRATION",
    meaning: "who may sign up: invitation or open",
    fallback: "invitation",
    example: "open",
    secret: false,
    decode: oneOf(["invitation", "open"])
  },
  rateLimits: {
    name: "RATE_LIMITS",
    meaning: "on, or off for tests and benchmarks",
    fallback: "on",
    example: "off",
    secret: false,
    decode: onOrOff
  },
  demoProject: {
    name: "DEMO_PROJECT",
    meaning: "a small example project on the first start: on or off",
    fallback: "on",
    example: "off",
    secret: false,
    decode: onOrOff
  },
  maxUploadBytes: {
    name: "MAX_UPLOAD_MB",
    meaning: "largest request body and upload, in megabytes",
    fallback: "50",
    example: "200",
    secret: false,
    decode: megabytes
  },
  securedImages: {
    name: "SECURED_IMAGES",
    meaning: "links to screenshots and uploaded images are signed and end: on or off",
    fallback: "off",
    example: "on",
    secret: false,
    decode: onOrOff
  },
  imageLinkMillis: {
    name: "IMAGE_LINK_MS",
    meaning: "how long links to secured images show them, in milliseconds",
    fallback: "7200000",
    example: "7200000",
    secret: false,
    decode: wholeNumber(1_000, imageLinkMillisMax, "milliseconds")
  },
  webhookDispatcher: {
    name: "WEBHOOK_DISPATCHER",
    meaning: "embedded, or external when the worker runs on its own",
    fallback: "embedded",
    example: "external",
    secret: false,
    decode: oneOf(["embedded", "external"])
  },
  webhookAllow: {
    name: "WEBHOOK_ALLOW",
    meaning: "private hosts and CIDR ranges that webhooks may reach; * for all",
    fallback: "",
    fallbackMeaning: "none",
    example: "build.internal,10.1.0.0/16",
    secret: false,
    decode: addressList
  },
  webhookDeny: {
    name: "WEBHOOK_DENY",
    meaning: "hosts and CIDR ranges that webhooks may never reach, whatever is allowed",
    fallback: "",
    fallbackMeaning: "none",
    example: "corp.example,10.1.2.0/24",
    secret: false,
    decode: addressList
  },
  webhookPorts: {
    name: "WEBHOOK_PORTS",
    meaning: "ports and ranges of ports that webhooks may use; * for all",
    fallback: "",
    fallbackMeaning: "all but those of other services",
    example: "80,443,8000-8999",
    secret: false,
    decode: portList
  },
  webhookTimeoutMillis: {
    name: "WEBHOOK_TIMEOUT_MS",
    meaning: "total time of one delivery attempt, in milliseconds",
    fallback: "10000",
    example: "10000",
    secret: false,
    decode: wholeNumber(1, webhookTimeoutMillisMax, "milliseconds")
  },
  webhookLogDays: {
    name: "WEBHOOK_LOG_DAYS",
    meaning: "how long finished deliveries are kept, in days",
    fallback: "30",
    example: "90",
    secret: false,
    decode: wholeNumber(1, webhookLogDaysMax, "days")
  },
  logLevel: {
    name: "LOG_LEVEL",
    meaning: "debug, info, warn or error",
    fallback: "info",
    example: "info",
    secret: false,
    decode: oneOf(["debug", "info", "warn", "error"])
  },
  logFormat: {
    name: "LOG_FORMAT",
    meaning: "pretty or json",
    // A terminal makes it `pretty`, see `read-settings.ts`.
    fallback: "json",
    fallbackMeaning: "pretty on a terminal, else json",
    example: "json",
    secret: false,
    decode: oneOf(["pretty", "json"])
  },
  shutdownTimeoutMillis: {
    name: "SHUTDOWN_TIMEOUT_MS",
    meaning: "how long requests may finish after SIGTERM, in milliseconds",
    fallback: "10000",
    example: "10000",
    secret: false,
    decode: wholeNumber(0, shutdownTimeoutMillisMax, "milliseconds")
  }
}

/** In the order of the table in the documentation. */
export const settingFields = Object.keys(settingDefinitions) as ReadonlyArray<SettingField>

/** `DRAGOMAN_DATA_DIR` */
export const variableOf = (field: SettingField): string => `DRAGOMAN_${settingDefinitions[field].name}`

/** `data-dir` */
export const flagOf = (field: SettingField): string => settingDefinitions[field].name.toLowerCase().replaceAll("_", "-")
