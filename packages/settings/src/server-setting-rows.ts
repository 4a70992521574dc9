import { type Setting, server } from "./setting.ts"
import { addressRanges, listeningHost, onOrOff, publicUrl, wholeNumber } from "./setting-schema.ts"
import { asWritten, trueOrFalse } from "./tolgee-settings.ts"

const portMax = 65_535
const shutdownTimeoutMillisMax = 600_000
const drainSecondsMax = 600

/** Settings of the address on which the server listens. */
export const listeningSettingRows = {
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
  }
} as const satisfies Readonly<Record<string, Setting>>

/** Settings of the address under which users reach it. */
export const addressSettingRows = {
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
  }
} as const satisfies Readonly<Record<string, Setting>>

export const publicProjectSettingRows = {
  /** Off: projects that are public stay so in the database, and the server hides them from visitors. */
  publicProjects: {
    name: "PUBLIC_PROJECTS",
    programs: server,
    meaning: "owners may make projects public, whose texts everyone can read without an account: on or off",
    default: "on",
    example: "off",
    schema: onOrOff
  }
} as const satisfies Readonly<Record<string, Setting>>

export const consoleSettingRows = {
  console: {
    name: "CONSOLE",
    programs: server,
    meaning: "the web console under /: on or off",
    default: "on",
    example: "off",
    schema: onOrOff
  }
} as const satisfies Readonly<Record<string, Setting>>

export const developmentSettingRows = {
  /** They need no login. */
  internalEndpoints: {
    name: "INTERNAL_ENDPOINTS",
    programs: server,
    meaning: "endpoints without a login for the tests of clients, never where users are: on or off",
    default: "off",
    example: "on",
    schema: onOrOff,
    tolgee: { TOLGEE_INTERNAL_CONTROLLER_ENABLED: trueOrFalse("on", "off") }
  }
} as const satisfies Readonly<Record<string, Setting>>

/** Settings for stopping the server. */
export const stopSettingRows = {
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
  }
} as const satisfies Readonly<Record<string, Setting>>
