import { passwordMinUtf16Units } from "@dragoman/domain/user"
import { Schema } from "effect"
import { backupSettingRows } from "./backup-settings.ts"
import { limitSettings } from "./limit-settings.ts"
import {
  addressList,
  addressRanges,
  databaseUrl,
  domainList,
  encryptionKeys,
  folder,
  listeningHost,
  mailbox,
  megabytes,
  oneOf,
  onOrOff,
  portList,
  publicUrl,
  textWithin,
  wholeNumber
} from "./setting-schema.ts"
import { signInSettingRows } from "./sign-in-setting-rows.ts"
import type { SmtpSettings } from "./smtp-settings.ts"
import {
  asWritten,
  kilobytes,
  limitSwitches,
  partOfSpringDatabase,
  smtpAuth,
  smtpLogin,
  smtpTlsSwitches,
  springDatabase,
  type Translate,
  trueOrFalse
} from "./tolgee-settings.ts"

export type Program = "server" | "dispatcher"

interface DefaultSources {
  readonly isTerminal: boolean
  /** As it was written. */
  readonly dataDir: string
}

export interface Setting {
  /** Name of the variable without `DRAGOMAN_`, and of the flag. */
  readonly name: string
  /** The programs that read it; each leaves the settings of the other one alone. */
  readonly programs: ReadonlyArray<Program>
  /** For `--help`. */
  readonly meaning: string
  /** The text taken when nothing is set; null: the value is null then. */
  readonly default: string | null | ((sources: DefaultSources) => string)
  /** Shown for `default` where the text alone says too little. */
  readonly defaultMeaning?: string
  readonly example: string
  /** Neither printed nor quoted in errors. */
  readonly secret?: true
  /** From the text of the setting. The message of an issue is the end of a sentence, without the text. */
  readonly schema: Schema.Codec<unknown, string>
  /** Tolgee's names for it. Where several are set, the first one counts. */
  readonly tolgee?: Readonly<Record<string, Translate>>
}

/** A hundred years. */
const auditRetentionDaysMax = 36_500
const portMax = 65_535
/** Long enough for any build service; beyond it a dead endpoint would hold a sender for minutes. */
const webhookTimeoutMillisMax = 300_000
/** Ten years. */
const webhookLogDaysMax = 3_650
/** Each of them adds a delivery to every change. */
const webhookConfigurationsMaxMax = 1_000
/** A year. */
const imageLinkMillisMax = 31_536_000_000
const shutdownTimeoutMillisMax = 600_000
const drainSecondsMax = 600

const server = ["server"] as const
const dispatcher = ["dispatcher"] as const
const both = ["server", "dispatcher"] as const

/** Every setting of both programs, in the order of the tables in docs/settings.md. */
const table = {
  host: {
    name: "HOST",
    programs: server,
    meaning: "address to listen on; 0.0.0.0 for every network",
    default: "127.0.0.1",
    example: "0.0.0.0",
    schema: listeningHost,
    tolgee: { SERVER_ADDRESS: asWritten }
  },
  /** 0: any free port. */
  port: {
    name: "PORT",
    programs: server,
    meaning: "port to listen on; 0 picks a free one",
    default: "8080",
    example: "8080",
    schema: wholeNumber(0, portMax),
    tolgee: { SERVER_PORT: asWritten }
  },
  dataDir: {
    name: "DATA_DIR",
    programs: both,
    meaning: "folder of the SQLite file and of uploads in progress",
    default: "./dragoman-data",
    example: "/var/lib/dragoman",
    schema: folder,
    tolgee: { TOLGEE_FILE_STORAGE_FS_DATA_PATH: asWritten }
  },
  database: {
    name: "DATABASE_URL",
    programs: both,
    meaning: "sqlite:PATH or postgres://user:password@host/name",
    default: ({ dataDir }) => `sqlite:${dataDir}/dragoman.sqlite`,
    defaultMeaning: "dragoman.sqlite in the data directory",
    example: "postgres://dragoman:password@db.internal:5432/dragoman",
    secret: true,
    schema: databaseUrl,
    tolgee: {
      SPRING_DATASOURCE_URL: springDatabase,
      SPRING_DATASOURCE_USERNAME: partOfSpringDatabase,
      SPRING_DATASOURCE_PASSWORD: partOfSpringDatabase,
      DATABASE_URL: asWritten
    }
  },
  adminUsername: {
    name: "ADMIN_USERNAME",
    programs: server,
    meaning: "name of the first administrator",
    default: "admin",
    example: "admin",
    schema: textWithin(1, 255),
    tolgee: { TOLGEE_AUTHENTICATION_INITIAL_USERNAME: asWritten }
  },
  /** null: generated on the first start. */
  adminPassword: {
    name: "ADMIN_PASSWORD",
    programs: server,
    meaning: `password of the first administrator; at least ${passwordMinUtf16Units} characters, and not its name`,
    default: null,
    defaultMeaning: "generated, printed once",
    example: "a-long-password",
    secret: true,
    schema: textWithin(passwordMinUtf16Units, 100),
    tolgee: { TOLGEE_AUTHENTICATION_INITIAL_PASSWORD: asWritten }
  },
  /** null: generated on the first start and kept in the database. */
  jwtSecret: {
    name: "JWT_SECRET",
    programs: server,
    meaning: "signs access tokens; at least 32 characters",
    default: null,
    defaultMeaning: "generated, kept in the database",
    example: "the output of: openssl rand -base64 48",
    secret: true,
    schema: textWithin(32, 4096),
    tolgee: { TOLGEE_AUTHENTICATION_JWT_SECRET: asWritten }
  },
  /** The present key and previous ones; empty: secrets are stored in plain. */
  encryptionKey: {
    name: "ENCRYPTION_KEY",
    programs: both,
    meaning: "encrypts secrets in the database; the present key first, then previous ones",
    default: "",
    defaultMeaning: "none: stored in plain",
    example: "the output of: openssl rand -base64 32",
    secret: true,
    schema: encryptionKeys
  },
  /** CIDR ranges. */
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    programs: server,
    meaning: "CIDR ranges whose X-Forwarded-* headers count",
    default: "",
    defaultMeaning: "none",
    example: "127.0.0.1,10.0.0.0/8",
    schema: addressRanges
  },
  /** Without a slash at the end; null: from the request. */
  publicUrl: {
    name: "PUBLIC_URL",
    programs: server,
    meaning: "address under which users reach the server",
    default: null,
    defaultMeaning: "from the request",
    example: "https://translate.example.org",
    schema: publicUrl,
    tolgee: { TOLGEE_FRONT_END_URL: asWritten }
  },
  registration: {
    name: "REGISTRATION",
    programs: server,
    meaning: "who may sign up: invitation or open",
    default: "invitation",
    example: "open",
    schema: oneOf(["invitation", "open"]),
    tolgee: { TOLGEE_AUTHENTICATION_REGISTRATIONS_ALLOWED: trueOrFalse("open", "invitation") }
  },
  ...signInSettingRows,
  /** Exceptions from the blocked ones. */
  allowedEmailDomains: {
    name: "ALLOWED_EMAIL_DOMAINS",
    programs: server,
    meaning: "domains of e-mail addresses with which users may sign up although they are blocked",
    default: "",
    defaultMeaning: "none",
    example: "example.org,example.com",
    schema: domainList,
    tolgee: { TOLGEE_AUTHENTICATION_ALLOWED_EMAIL_DOMAINS: asWritten }
  },
  blockedEmailDomains: {
    name: "BLOCKED_EMAIL_DOMAINS",
    programs: server,
    meaning: "domains of e-mail addresses with which users may not sign up; * for all that are not allowed",
    default: "",
    defaultMeaning: "none",
    example: "throw-away.example",
    schema: domainList,
    tolgee: { TOLGEE_AUTHENTICATION_BLOCKED_EMAIL_DOMAINS: asWritten }
  },
  /** Whether `a+b@host` may sign up beside `a@host`. */
  emailAliases: {
    name: "EMAIL_ALIASES",
    programs: server,
    meaning: "accounts of one mailbox by name+anything@host: on or off",
    default: "off",
    example: "on",
    schema: onOrOff,
    tolgee: { TOLGEE_AUTHENTICATION_BLOCK_EMAIL_ALIASES: trueOrFalse("off", "on") }
  },
  rateLimits: {
    name: "RATE_LIMITS",
    programs: server,
    meaning: "on, or off for tests and benchmarks",
    default: "on",
    example: "off",
    schema: onOrOff,
    tolgee: { TOLGEE_RATE_LIMITS_ENABLED: trueOrFalse("on", "off"), ...limitSwitches }
  },
  ...limitSettings,
  demoProject: {
    name: "DEMO_PROJECT",
    programs: server,
    meaning: "a small example project on the first start: on or off",
    default: "on",
    example: "off",
    schema: onOrOff,
    tolgee: { TOLGEE_AUTHENTICATION_CREATE_DEMO_FOR_INITIAL_USER: trueOrFalse("on", "off") }
  },
  console: {
    name: "CONSOLE",
    programs: server,
    meaning: "the web console under /: on or off",
    default: "on",
    example: "off",
    schema: onOrOff
  },
  maxUploadBytes: {
    name: "MAX_UPLOAD_MB",
    programs: server,
    meaning: "largest request body and upload, in megabytes",
    default: "50",
    example: "200",
    schema: megabytes,
    tolgee: { TOLGEE_MAX_UPLOAD_FILE_SIZE: kilobytes }
  },
  /** Links to screenshots and uploads need a token, and end. */
  securedImages: {
    name: "SECURED_IMAGES",
    programs: server,
    meaning: "links to screenshots and uploaded images are signed and end: on or off",
    default: "off",
    example: "on",
    schema: onOrOff,
    tolgee: { TOLGEE_AUTHENTICATION_SECURED_IMAGE_RETRIEVAL: trueOrFalse("on", "off") }
  },
  /** How long such a link shows its image. */
  imageLinkMillis: {
    name: "IMAGE_LINK_MS",
    programs: server,
    meaning: "how long links to secured images show them, in milliseconds",
    default: "7200000",
    example: "7200000",
    schema: wholeNumber(1_000, imageLinkMillisMax, "milliseconds"),
    tolgee: { TOLGEE_AUTHENTICATION_SECURED_IMAGE_TIMESTAMP_MAX_AGE: asWritten }
  },
  webhookDispatcher: {
    name: "WEBHOOK_DISPATCHER",
    programs: server,
    meaning: "embedded, or external when the worker runs on its own",
    default: "embedded",
    example: "external",
    schema: oneOf(["embedded", "external"])
  },
  /** Entries as written; the domain reads them. */
  webhookAllow: {
    name: "WEBHOOK_ALLOW",
    programs: both,
    meaning: "private hosts and CIDR ranges that webhooks may reach; * for all",
    default: "",
    defaultMeaning: "none",
    example: "build.internal,10.1.0.0/16",
    schema: addressList,
    tolgee: { TOLGEE_WEBHOOK_ALLOW_LOCAL_ADDRESSES: trueOrFalse("*", null) }
  },
  webhookDeny: {
    name: "WEBHOOK_DENY",
    programs: both,
    meaning: "hosts and CIDR ranges that webhooks may never reach, whatever is allowed",
    default: "",
    defaultMeaning: "none",
    example: "corp.example,10.1.2.0/24",
    schema: addressList
  },
  /** Empty: every port but those of other well-known services. */
  webhookPorts: {
    name: "WEBHOOK_PORTS",
    programs: both,
    meaning: "ports and ranges of ports that webhooks may use; * for all",
    default: "",
    defaultMeaning: "all but those of other services",
    example: "80,443,8000-8999",
    schema: portList
  },
  webhookTimeoutMillis: {
    name: "WEBHOOK_TIMEOUT_MS",
    programs: both,
    meaning: "total time of one delivery attempt, in milliseconds",
    default: "10000",
    example: "10000",
    schema: wholeNumber(1, webhookTimeoutMillisMax, "milliseconds")
  },
  webhookLogDays: {
    name: "WEBHOOK_LOG_DAYS",
    programs: both,
    meaning: "how long finished deliveries are kept, in days",
    default: "30",
    example: "90",
    schema: wholeNumber(1, webhookLogDaysMax, "days")
  },
  /** Of one project. */
  webhookConfigurationsMax: {
    name: "WEBHOOK_CONFIGURATIONS_MAX",
    programs: server,
    meaning: "webhook configurations that one project may have",
    default: "50",
    example: "200",
    schema: wholeNumber(1, webhookConfigurationsMaxMax, "configurations")
  },
  /** null: the server sends no mail. */
  smtpHost: {
    name: "SMTP_HOST",
    programs: server,
    meaning: "mail server that takes the mails; without one no mail is sent",
    default: null,
    example: "smtp.example.org",
    schema: listeningHost,
    tolgee: { TOLGEE_SMTP_HOST: asWritten }
  },
  /** null: the usual one of the TLS mode. */
  smtpPort: {
    name: "SMTP_PORT",
    programs: server,
    meaning: "port of the mail server",
    default: null,
    defaultMeaning: "587; with implicit TLS 465",
    example: "587",
    schema: wholeNumber(1, portMax),
    tolgee: { TOLGEE_SMTP_PORT: asWritten, TOLGEE_SMTP_HOST: () => ({ text: "25" }) }
  },
  /** null: without a login, as the password. */
  smtpUsername: {
    name: "SMTP_USERNAME",
    programs: server,
    meaning: "user name for the mail server",
    default: null,
    defaultMeaning: "none: without a login",
    example: "dragoman",
    schema: textWithin(1, 255),
    tolgee: { TOLGEE_SMTP_USERNAME: smtpLogin, TOLGEE_SMTP_AUTH: smtpAuth }
  },
  smtpPassword: {
    name: "SMTP_PASSWORD",
    programs: server,
    meaning: "password for the mail server",
    default: null,
    example: "a-long-password",
    secret: true,
    schema: textWithin(1, 4096),
    tolgee: { TOLGEE_SMTP_PASSWORD: smtpLogin }
  },
  smtpFrom: {
    name: "SMTP_FROM",
    programs: server,
    meaning: "sender of the mails: an address, or Name <address>; needed with SMTP_HOST",
    default: null,
    example: "Dragoman <translate@example.org>",
    schema: mailbox,
    tolgee: { TOLGEE_SMTP_FROM: asWritten }
  },
  smtpTls: {
    name: "SMTP_TLS",
    programs: server,
    meaning: "starttls (required), optional (STARTTLS where the server offers it) or implicit (TLS from the start)",
    default: "starttls",
    example: "implicit",
    schema: oneOf(["starttls", "optional", "implicit"]),
    tolgee: smtpTlsSwitches
  },
  /** New accounts and new addresses count when a mailed link was opened. */
  emailVerification: {
    name: "EMAIL_VERIFICATION",
    programs: server,
    meaning: "new accounts and new e-mail addresses must be verified by a mailed link: on or off",
    default: "off",
    example: "on",
    schema: onOrOff,
    tolgee: { TOLGEE_AUTHENTICATION_NEEDS_EMAIL_VERIFICATION: trueOrFalse("on", "off") }
  },
  /** 0: for ever. */
  auditRetentionDays: {
    name: "AUDIT_RETENTION_DAYS",
    programs: server,
    meaning: "how long entries of the audit log are kept, in days; 0 for ever",
    default: "365",
    example: "730",
    schema: wholeNumber(0, auditRetentionDaysMax, "days")
  },
  copyBeforeMigration: {
    name: "COPY_BEFORE_MIGRATION",
    programs: server,
    meaning: "copy the database before its schema changes: on or off",
    default: "on",
    example: "off",
    schema: onOrOff
  },
  ...backupSettingRows,
  logLevel: {
    name: "LOG_LEVEL",
    programs: both,
    meaning: "debug, info, warn or error",
    default: "info",
    example: "info",
    schema: oneOf(["debug", "info", "warn", "error"])
  },
  logFormat: {
    name: "LOG_FORMAT",
    programs: both,
    meaning: "pretty or json",
    default: ({ isTerminal }) => (isTerminal ? "pretty" : "json"),
    defaultMeaning: "pretty on a terminal, else json",
    example: "json",
    schema: oneOf(["pretty", "json"])
  },
  shutdownTimeoutMillis: {
    name: "SHUTDOWN_TIMEOUT_MS",
    programs: server,
    meaning: "how long requests may finish after SIGTERM, in milliseconds",
    default: "10000",
    example: "10000",
    schema: wholeNumber(0, shutdownTimeoutMillisMax, "milliseconds")
  },
  drainSeconds: {
    name: "DRAIN_SECONDS",
    programs: server,
    meaning: "how long the server takes requests after SIGTERM while it is not ready, in seconds",
    default: "0",
    example: "15",
    schema: wholeNumber(0, drainSecondsMax, "seconds")
  },
  dispatcherHost: {
    name: "DISPATCHER_HOST",
    programs: dispatcher,
    meaning: "address on which the dispatcher answers monitors",
    default: "127.0.0.1",
    example: "0.0.0.0",
    schema: listeningHost
  },
  /** 0: any free port; null: the dispatcher does not listen. */
  dispatcherPort: {
    name: "DISPATCHER_PORT",
    programs: dispatcher,
    meaning: "port on which the dispatcher answers monitors; 0 picks a free one",
    default: null,
    example: "8081",
    schema: wholeNumber(0, portMax)
  }
} as const satisfies Readonly<Record<string, Setting>>

type Table = typeof table

export type SettingField = keyof Table

type ValueOf<Row extends Setting> = Row["schema"]["Type"] | (Row["default"] extends null ? null : never)

/** The rows of the table that a program reads, decoded. */
export type FieldValues<P extends Program> = {
  readonly [Field in SettingField as P extends Table[Field]["programs"][number] ? Field : never]: ValueOf<Table[Field]>
}

/** What several rows mean together. */
interface CombinedSettings {
  /** null: the server sends no mail. */
  readonly smtp: SmtpSettings | null
}

/** The settings of a program. */
export type SettingValues<P extends Program> = FieldValues<P> & (P extends "server" ? CombinedSettings : unknown)

export type SharedSettings = Pick<FieldValues<"server">, keyof FieldValues<"server"> & keyof FieldValues<"dispatcher">>

export const settingTable: Readonly<Record<SettingField, Setting>> = table

export const settingFields = Object.keys(table) as ReadonlyArray<SettingField>

export const settingFieldsOf = <P extends Program>(program: P) =>
  settingFields.filter((field) => settingTable[field].programs.includes(program)) as unknown as ReadonlyArray<
    keyof FieldValues<P>
  >

const sharedFields = settingFieldsOf("server").filter((field) => settingTable[field].programs.includes("dispatcher"))

/** The settings of both programs, decoded, as the server passes them to the thread of its dispatcher. */
export const SharedSettings: Schema.Codec<SharedSettings> = Schema.Struct(
  Object.fromEntries(
    sharedFields.map((field) => {
      const { schema, default: defaultText } = settingTable[field]
      const decoded = Schema.toType(schema)
      return [field, defaultText === null ? Schema.NullOr(decoded) : decoded]
    })
  )
) as never

/** Of a server's settings those that a dispatcher reads too. */
export const sharedSettings = (settings: FieldValues<"server">): SharedSettings =>
  Object.fromEntries(sharedFields.map((field) => [field, settings[field]])) as SharedSettings

/** `DRAGOMAN_DATA_DIR` */
export const variableOf = (field: SettingField): string => `DRAGOMAN_${settingTable[field].name}`

/** `data-dir` */
export const flagOf = (field: SettingField): string => settingTable[field].name.toLowerCase().replaceAll("_", "-")
