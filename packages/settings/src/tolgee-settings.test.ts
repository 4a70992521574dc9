import { assert, describe, it } from "vitest"
import { readSettings } from "./read-settings.ts"
import type { SettingValues } from "./setting-table.ts"

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })

const secretText = "correct-horse-battery-staple-0123456789"

describe("names of Tolgee", () => {
  it.each([
    [{ SERVER_PORT: "8085" }, { port: 8085 }],
    [{ "server.port": "8085" }, { port: 8085 }],
    [{ TOLGEE_AUTHENTICATION_INITIAL_USERNAME: "root" }, { adminUsername: "root" }],
    [{ "tolgee.authentication.initial-username": "root" }, { adminUsername: "root" }],
    [{ TOLGEE_AUTHENTICATION_INITIALUSERNAME: "root" }, { adminUsername: "root" }],
    [{ TOLGEE_AUTHENTICATION_INITIAL_PASSWORD: "correct horse" }, { adminPassword: "correct horse" }],
    [{ TOLGEE_AUTHENTICATION_JWT_SECRET: secretText }, { jwtSecret: secretText }],
    [{ TOLGEE_AUTHENTICATION_REGISTRATIONS_ALLOWED: "true" }, { registration: "open" }],
    [{ TOLGEE_AUTHENTICATION_REGISTRATIONS_ALLOWED: "false" }, { registration: "invitation" }],
    [{ TOLGEE_AUTHENTICATION_CREATE_DEMO_FOR_INITIAL_USER: "false" }, { demoProject: false }],
    [{ TOLGEE_RATE_LIMITS_ENABLED: "false" }, { rateLimits: false }],
    [
      {
        TOLGEE_RATE_LIMITS_GLOBAL_LIMITS: "false",
        TOLGEE_RATE_LIMITS_ENDPOINT_LIMITS: "false",
        TOLGEE_RATE_LIMITS_AUTHENTICATION_LIMITS: "false"
      },
      { rateLimits: false }
    ],
    [{ TOLGEE_AUTHENTICATION_SECURED_IMAGE_RETRIEVAL: "true" }, { securedImages: true }],
    [{ TOLGEE_AUTHENTICATION_SECURED_IMAGE_RETRIEVAL: "false" }, { securedImages: false }],
    [{ TOLGEE_AUTHENTICATION_SECURED_IMAGE_TIMESTAMP_MAX_AGE: "60000" }, { imageLinkMillis: 60_000 }],
    [{ TOLGEE_WEBHOOK_ALLOW_LOCAL_ADDRESSES: "true" }, { webhookAllow: ["*"] }],
    [{ TOLGEE_WEBHOOK_ALLOW_LOCAL_ADDRESSES: "false" }, { webhookAllow: [] }],
    [{ TOLGEE_MAX_UPLOAD_FILE_SIZE: "51200" }, { maxUploadBytes: 52_428_800 }],
    [{ TOLGEE_MAX_UPLOAD_FILE_SIZE: "1" }, { maxUploadBytes: 1024 }],
    [
      { TOLGEE_FILE_STORAGE_FS_DATA_PATH: "/data" },
      { dataDir: "/data", database: { engine: "sqlite", filename: "/data/dragoman.sqlite" } }
    ],
    [
      {
        TOLGEE_FRONT_END_URL: "https://t.example.org",
        TOLGEE_SMTP_HOST: "mail",
        TOLGEE_SMTP_FROM: "Tolgee <t@example.org>",
        TOLGEE_SMTP_AUTH: "true",
        TOLGEE_SMTP_USERNAME: "u",
        TOLGEE_SMTP_PASSWORD: "p",
        TOLGEE_SMTP_TLS_ENABLED: "true",
        TOLGEE_SMTP_TLS_REQUIRED: "true",
        TOLGEE_AUTHENTICATION_NEEDS_EMAIL_VERIFICATION: "true"
      },
      {
        emailVerification: true,
        smtp: {
          host: "mail",
          port: 25,
          login: { username: "u", password: "p" },
          from: { name: "Tolgee", address: "t@example.org" },
          tls: "starttls"
        }
      }
    ],
    [
      {
        TOLGEE_FRONT_END_URL: "https://t.example.org",
        TOLGEE_SMTP_HOST: "mail",
        TOLGEE_SMTP_FROM: "t@example.org",
        TOLGEE_SMTP_PORT: "465",
        TOLGEE_SMTP_SSL_ENABLED: "true"
      },
      {
        smtp: { host: "mail", port: 465, login: null, from: { name: null, address: "t@example.org" }, tls: "implicit" }
      }
    ],
    [
      { TOLGEE_FRONT_END_URL: "https://t.example.org", TOLGEE_SMTP_HOST: "mail", TOLGEE_SMTP_FROM: "t@example.org" },
      { smtpTls: "optional", smtpPort: 25 }
    ],
    [{ TOLGEE_FRONT_END_URL: "https://t.example.org/" }, { publicUrl: "https://t.example.org" }],
    [{ DATABASE_URL: "postgres://u:p@db/d" }, { database: { engine: "postgres", url: "postgres://u:p@db/d" } }],
    [
      {
        SPRING_DATASOURCE_URL: "jdbc:postgresql://db:5433/tolgee?sslmode=require",
        SPRING_DATASOURCE_USERNAME: "tolgee",
        SPRING_DATASOURCE_PASSWORD: "a/b@c"
      },
      { database: { engine: "postgres", url: "postgresql://tolgee:a%2Fb%40c@db:5433/tolgee?sslmode=require" } }
    ]
  ] satisfies ReadonlyArray<[Record<string, string>, Partial<SettingValues<"server">>]>)(
    "%o has our meaning",
    (environment, expected) => {
      const found = read(environment)
      assert.deepInclude("settings" in found ? found.settings : found, expected)
      assert.deepStrictEqual("warnings" in found ? found.warnings : null, [])
    }
  )

  it.each([
    [
      {
        TOLGEE_SMTP_HOST: "mail",
        TOLGEE_SMTP_FROM: "a@b.c",
        TOLGEE_SMTP_USERNAME: "u",
        TOLGEE_FRONT_END_URL: "http://t"
      },
      /^TOLGEE_SMTP_USERNAME has no effect: TOLGEE_SMTP_AUTH is not true/
    ],
    [{ TOLGEE_SMTP_AUTH: "true" }, /^TOLGEE_SMTP_AUTH has no effect: TOLGEE_SMTP_USERNAME is not set/],
    [{ TOLGEE_AUTHENTICATION_ENABLED: "false" }, /login is always needed/],
    [{ TOLGEE_AUTHENTICATION_GITHUB_CLIENT_ID: "x" }, /password/],
    [{ TOLGEE_MACHINE_TRANSLATION_GOOGLE_API_KEY: "x" }, /machine translation/],
    [{ TOLGEE_POSTGRES_AUTOSTART_ENABLED: "true" }, /SQLite/],
    [{ TOLGEE_RATE_LIMITS_USER_REQUEST_LIMIT: "9" }, /fixed/],
    [{ TOLGEE_RATE_LIMITS_GLOBAL_LIMITS: "false" }, /one switch/],
    [{ SPRING_DATASOURCE_PASSWORD: "secret" }, /SPRING_DATASOURCE_URL is not set/],
    [{ TOLGEE_SOMETHING_NEW: "x" }, /no such setting/]
  ])("%o starts the server, with one warning that gives the reason", (environment, warning) => {
    const found = read(environment)
    const warnings = "warnings" in found ? found.warnings : []
    assert.lengthOf(warnings, 1)
    assert.match(warnings.join(), warning)
    assert.notInclude(warnings.join(), "secret")
  })

  it.each([
    { TOLGEE_AUTHENTICATION_ENABLED: "true" },
    { TOLGEE_TELEMETRY_ENABLED: "false" },
    { TOLGEE_POSTGRES_AUTOSTART_ENABLED: "false" },
    { TOLGEE_RATE_LIMITS_GLOBAL_LIMITS: "true" }
  ])("%o asks for what happens anyway, and gives no warning", (environment) => {
    const found = read(environment)
    assert.deepStrictEqual("warnings" in found ? found.warnings : null, [])
  })

  it.each([
    [{ SERVER_PORT: "x" }, "SERVER_PORT"],
    [{ TOLGEE_MAX_UPLOAD_FILE_SIZE: "50MB" }, "TOLGEE_MAX_UPLOAD_FILE_SIZE"],
    [{ TOLGEE_AUTHENTICATION_JWT_SECRET: "short" }, "TOLGEE_AUTHENTICATION_JWT_SECRET"],
    [{ TOLGEE_AUTHENTICATION_REGISTRATIONS_ALLOWED: "maybe" }, "TOLGEE_AUTHENTICATION_REGISTRATIONS_ALLOWED"]
  ])("%o is refused under the name that was written", (environment, name) => {
    const found = read(environment)
    assert.match("problems" in found ? found.problems.join() : "", new RegExp(`^${name}\\b`))
  })
})
