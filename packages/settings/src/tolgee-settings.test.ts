import { assert, describe, it } from "vitest"
import { readSettings } from "./read-settings.ts"
import type { SettingValues } from "./setting-values.ts"

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })

const secretText = "correct-horse-battery-staple-0123456789"

const per = (requests: number, windowMillis: number) => [{ requests, windowMillis }]

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
    [{ TOLGEE_AUTHENTICATION_JWT_EXPIRATION: "86400000" }, { accessTokenMillis: 86_400_000 }],
    [{ TOLGEE_AUTHENTICATION_JWT_SUPER_EXPIRATION: "900000" }, { superTokenMillis: 900_000 }],
    [{ TOLGEE_MACHINE_TRANSLATION_GOOGLE_API_KEY: "g" }, { mtGoogleKey: "g" }],
    [{ TOLGEE_MACHINE_TRANSLATION_AZURECOGNITIVE_AUTH_KEY: "a" }, { mtAzureKey: "a" }],
    [
      { TOLGEE_MACHINE_TRANSLATION_AWS_ACCESS_KEY: "a", TOLGEE_MACHINE_TRANSLATION_AWS_SECRET_KEY: "b" },
      { mtAwsAccessKey: "a", mtAwsSecretKey: "b" }
    ],
    [
      {
        TOLGEE_MACHINE_TRANSLATION_AWS_ENABLED: "false",
        TOLGEE_MACHINE_TRANSLATION_AWS_ACCESS_KEY: "a",
        TOLGEE_MACHINE_TRANSLATION_AWS_SECRET_KEY: "b"
      },
      { mtAwsAccessKey: null, mtAwsSecretKey: null }
    ],
    [
      {
        TOLGEE_MACHINE_TRANSLATION_GOOGLE_DEFAULT_PRIMARY: "false",
        TOLGEE_MACHINE_TRANSLATION_DEEPL_DEFAULT_PRIMARY: "true"
      },
      { mtDefaultPrimary: ["PROMPT", "DEEPL"] }
    ],
    [
      { TOLGEE_MACHINE_TRANSLATION_AWS_DEFAULT_ENABLED: "false" },
      { mtDefaultServices: ["PROMPT", "GOOGLE", "DEEPL", "AZURE", "BAIDU", "LIBRETRANSLATE"] }
    ],
    [
      { TOLGEE_MACHINE_TRANSLATION_DEEPL_OPTIONAL_PARAMETERS_MODEL_TYPE: "x" },
      { mtDeeplParameters: { model_type: "x" } }
    ],
    [
      { TOLGEE_LLM_ENABLED: "false", TOLGEE_LLM_DEFAULT_PROVIDER: "a" },
      { llmEnabled: false, llmDefaultProvider: "a" }
    ],
    [{ TOLGEE_LLM_FALLBACKS_OLD: "new" }, { llmFallbacks: { old: "new" } }],
    [{ LOGGING_LEVEL_ROOT: "WARN", LOGGING_LEVEL_IO_TOLGEE: "TRACE" }, { logLevel: "debug" }],
    [{ "logging.level.root": "OFF" }, { logLevel: "error" }],
    [{ TOLGEE_RATE_LIMITS_ENABLED: "false" }, { rateLimits: false }],
    [
      {
        TOLGEE_RATE_LIMITS_GLOBAL_LIMITS: "false",
        TOLGEE_RATE_LIMITS_ENDPOINT_LIMITS: "false",
        TOLGEE_RATE_LIMITS_AUTHENTICATION_LIMITS: "false"
      },
      { rateLimits: false }
    ],
    [
      { TOLGEE_RATE_LIMITS_GLOBAL_LIMITS: "false", TOLGEE_RATE_LIMITS_USER_REQUEST_LIMIT: "9" },
      { rateLimits: true, limitAddressRequests: [], limitUserRequests: [], limitLogins: per(5, 1_000) }
    ],
    [
      { TOLGEE_RATE_LIMITS_ENDPOINT_LIMITS: "false" },
      {
        limitExports: [],
        limitTranslationReads: [],
        limitMemorySuggestions: [],
        limitMachineSuggestions: [],
        limitBatchJobCancels: [],
        limitUserRequests: per(400, 60_000)
      }
    ],
    [
      { TOLGEE_RATE_LIMITS_AUTHENTICATION_LIMITS: "FALSE" },
      { limitFailedCredentials: [], limitLogins: [], limitWrongPasswords: [], limitEmailChecks: [] }
    ],
    [{ TOLGEE_RATE_LIMITS_USER_REQUEST_LIMIT: "9" }, { limitUserRequests: per(9, 60_000) }],
    [{ TOLGEE_RATE_LIMITS_USER_REQUEST_WINDOW: "30000" }, { limitUserRequests: per(400, 30_000) }],
    [
      { TOLGEE_RATE_LIMITS_IP_REQUEST_WINDOW: "1000", TOLGEE_RATE_LIMITS_IP_REQUEST_LIMIT: "7" },
      { limitAddressRequests: per(7, 1_000) }
    ],
    [{ "tolgee.rate-limits.export-request-limit": "1" }, { limitExports: per(1, 300_000) }],
    [{ TOLGEE_RATE_LIMITS_TRANSLATION_REQUEST_LIMIT: "100" }, { limitTranslationReads: per(100, 300_000) }],
    [{ TOLGEE_RATE_LIMITS_EMAIL_VERIFICATION_REQUEST_LIMIT: "3" }, { limitEmailVerifications: per(3, 60_000) }],
    [
      {
        TOLGEE_AUTHENTICATION_ALLOWED_EMAIL_DOMAINS: "Example.com, b.example",
        TOLGEE_AUTHENTICATION_BLOCKED_EMAIL_DOMAINS: "*"
      },
      { allowedEmailDomains: ["example.com", "b.example"] }
    ],
    [{ TOLGEE_AUTHENTICATION_BLOCKED_EMAIL_DOMAINS: "x.example" }, { blockedEmailDomains: ["x.example"] }],
    [{ TOLGEE_AUTHENTICATION_BLOCK_EMAIL_ALIASES: "true" }, { emailAliases: false }],
    [{ TOLGEE_AUTHENTICATION_BLOCK_EMAIL_ALIASES: "false" }, { emailAliases: true }],
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
    [{ SPRING_CONFIG_ADDITIONAL_LOCATION: "file:///a.yaml" }, /DRAGOMAN_CONFIG_FILE/],
    [{ TOLGEE_MAX_SCREENSHOTS_PER_KEY: "5" }, /fixed/],
    [{ TOLGEE_CONTENT_DELIVERY_STORAGE_S3_ENABLED: "true" }, /content delivery/],
    [{ TOLGEE_FILE_STORAGE_S3_ENABLED: "true" }, /files are kept in the database/],
    [{ TOLGEE_CACHE_USE_REDIS: "true" }, /no cache/],
    [{ TOLGEE_IMPORT_DIR: "/x" }, /tolgee push/],
    [{ TOLGEE_SENTRY_SERVER_DSN: "x" }, /no reports/],
    [{ TOLGEE_SLACK_TOKEN: "secret" }, /webhook/],
    [{ TOLGEE_AUTHENTICATION_GOOGLE_USER_URL: "https://x" }, /discovered/],
    [{ TOLGEE_MACHINE_TRANSLATION_FREE_CREDITS_AMOUNT: "100" }, /budgets/],
    [{ TOLGEE_MACHINE_TRANSLATION_AWS_ENABLED: "true" }, /DRAGOMAN_MT_AWS_ACCESS_KEY/],
    [{ TOLGEE_LLM_PROVIDER_DEFAULTS_GPT_MODEL: "x" }, /no such setting of machine translation/],
    [{ TOLGEE_POSTGRES_AUTOSTART_ENABLED: "true" }, /SQLite/],
    [{ TOLGEE_RATE_LIMITS_ACTIVITY_REQUEST_LIMIT: "9" }, /no such limit/],
    [{ TOLGEE_AUTHENTICATION_BLOCK_DISPOSABLE_EMAILS: "true" }, /throw-away domains/],
    [{ SPRING_DATASOURCE_PASSWORD: "secret" }, /SPRING_DATASOURCE_URL is not set/],
    [{ TOLGEE_AUTHENTICATION_ALLOWED_EMAIL_DOMAINS: "a.example" }, /^TOLGEE_\w+_ALLOWED_EMAIL_DOMAINS .*no domain is/],
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
    { TOLGEE_RATE_LIMITS_GLOBAL_LIMITS: "true" },
    { TOLGEE_AUTHENTICATION_BLOCK_DISPOSABLE_EMAILS: "false" }
  ])("%o asks for what happens anyway, and gives no warning", (environment) => {
    const found = read(environment)
    assert.deepStrictEqual("warnings" in found ? found.warnings : null, [])
  })

  it.each([
    [{ SERVER_PORT: "x" }, "SERVER_PORT"],
    [{ LOGGING_LEVEL_ROOT: "loud" }, "LOGGING_LEVEL_ROOT"],
    [{ TOLGEE_RATE_LIMITS_GLOBAL_LIMITS: "no" }, "TOLGEE_RATE_LIMITS_GLOBAL_LIMITS"],
    [{ TOLGEE_RATE_LIMITS_USER_REQUEST_LIMIT: "many" }, "TOLGEE_RATE_LIMITS_USER_REQUEST_LIMIT"],
    [{ TOLGEE_RATE_LIMITS_USER_REQUEST_LIMIT: "0" }, "TOLGEE_RATE_LIMITS_USER_REQUEST_LIMIT"],
    [{ TOLGEE_RATE_LIMITS_IP_REQUEST_WINDOW: "5m" }, "TOLGEE_RATE_LIMITS_IP_REQUEST_WINDOW"],
    [{ TOLGEE_MAX_UPLOAD_FILE_SIZE: "50MB" }, "TOLGEE_MAX_UPLOAD_FILE_SIZE"],
    [{ TOLGEE_AUTHENTICATION_JWT_SECRET: "short" }, "TOLGEE_AUTHENTICATION_JWT_SECRET"],
    [{ TOLGEE_AUTHENTICATION_REGISTRATIONS_ALLOWED: "maybe" }, "TOLGEE_AUTHENTICATION_REGISTRATIONS_ALLOWED"]
  ])("%o is refused under the name that was written", (environment, name) => {
    const found = read(environment)
    assert.match("problems" in found ? found.problems.join() : "", new RegExp(`^${name}\\b`))
  })
})
