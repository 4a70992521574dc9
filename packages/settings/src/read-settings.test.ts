import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join, resolve } from "node:path"
import { assert, describe, it } from "vitest"
import type { SettingSources } from "./find-setting-text.ts"
import { readSettings } from "./read-settings.ts"
import { settingFields, settingTable, variableOf } from "./setting-table.ts"
import type { SettingValues } from "./setting-values.ts"
import { unknownVariables } from "./unknown-names.ts"

const secretText = "correct-horse-battery-staple-0123456789"

const read = (change: Partial<SettingSources> = {}) =>
  readSettings("server", {
    flags: {},
    environment: {},
    isTerminal: false,
    readFile: () => null,
    ...change
  })

const settingsOf = (change: Partial<SettingSources>) => {
  const found = read(change)
  if ("problems" in found) throw new Error(found.problems.join("\n"))
  return found
}

const problemsOf = (change: Partial<SettingSources>): ReadonlyArray<string> => {
  const found = read(change)
  return "problems" in found ? found.problems : []
}

describe("settings", () => {
  it("have the defaults of the documentation", () => {
    const { settings, origins, warnings } = settingsOf({})
    assert.deepStrictEqual(settings, {
      host: "127.0.0.1",
      port: 8080,
      dataDir: resolve("dragoman-data"),
      database: { engine: "sqlite", filename: resolve("dragoman-data/dragoman.sqlite") },
      databaseDirectUrl: null,
      databaseReadConnections: Math.min(10, 2 + 2 * availableParallelism()),
      databaseWriteConnections: Math.min(10, 2 + 2 * availableParallelism()),
      databaseReadUrl: null,
      databaseReadLagMillis: 200,
      adminUsername: "admin",
      adminPassword: null,
      internalEndpoints: false,
      jwtSecret: null,
      accessTokenMillis: 604_800_000,
      superTokenMillis: 3_600_000,
      encryptionKey: [],
      trustedProxies: [],
      publicUrl: null,
      registration: "invitation",
      allowedEmailDomains: [],
      blockedEmailDomains: [],
      emailAliases: false,
      nativeLogin: true,
      githubClientId: null,
      githubClientSecret: null,
      githubLoginUrl: "https://github.com/login/oauth/authorize",
      githubTokenUrl: "https://github.com/login/oauth/access_token",
      githubUserUrl: "https://api.github.com/user",
      googleClientId: null,
      googleClientSecret: null,
      googleIssuer: "https://accounts.google.com",
      googleWorkspaceDomains: [],
      oauth2ClientId: null,
      oauth2ClientSecret: null,
      oauth2Issuer: null,
      oauth2AuthorizationUrl: null,
      oauth2TokenUrl: null,
      oauth2UserUrl: null,
      oauth2Scopes: ["openid", "email", "profile"],
      oauth2Name: null,
      oauth2SubjectClaim: "sub",
      oauth2EmailClaim: "email",
      oauth2NameClaim: "name",
      oauth2TrustEmail: false,
      ssoGlobal: false,
      ssoGlobalForce: false,
      ssoGlobalClientId: null,
      ssoGlobalClientSecret: null,
      ssoGlobalIssuer: null,
      ssoGlobalAuthorizationUrl: null,
      ssoGlobalTokenUrl: null,
      ssoGlobalDomains: [],
      ssoGlobalSessionMinutes: 10,
      ssoGlobalLogoUrl: null,
      ssoGlobalLoginText: null,
      ssoOrganizations: false,
      ssoOrganizationsSessionMinutes: 10,
      ssoOrganizationsAllowLocal: false,
      ssoGraceMinutes: 60,
      providerTimeoutMillis: 10_000,
      publicProjects: true,
      rateLimits: true,
      limitAddressRequests: [{ requests: 20_000, windowMillis: 300_000 }],
      limitUserRequests: [{ requests: 400, windowMillis: 60_000 }],
      limitFailedCredentials: [{ requests: 5, windowMillis: 1_000 }],
      limitLogins: [{ requests: 5, windowMillis: 1_000 }],
      limitWrongPasswords: [
        { requests: 10, windowMillis: 60_000 },
        { requests: 30, windowMillis: 3_600_000 }
      ],
      limitSessionWrongPasswords: [{ requests: 10, windowMillis: 3_600_000 }],
      limitSecondFactors: [{ requests: 10, windowMillis: 900_000 }],
      limitEmailChecks: [{ requests: 10, windowMillis: 3_600_000 }],
      limitPasswordResets: [{ requests: 2, windowMillis: 300_000 }],
      limitPasswordResetsOfAccounts: [{ requests: 5, windowMillis: 3_600_000 }],
      limitEmailVerifications: [{ requests: 2, windowMillis: 60_000 }],
      limitInvitationMails: [{ requests: 100, windowMillis: 3_600_000 }],
      limitPasskeyOptions: [{ requests: 30, windowMillis: 60_000 }],
      limitExports: [{ requests: 100, windowMillis: 300_000 }],
      limitTranslationReads: [{ requests: 1_000, windowMillis: 300_000 }],
      limitPublicReads: [{ requests: 600, windowMillis: 300_000 }],
      limitMemorySuggestions: [{ requests: 1000, windowMillis: 300_000 }],
      limitMachineSuggestions: [{ requests: 300, windowMillis: 300_000 }],
      limitBatchJobCancels: [{ requests: 10, windowMillis: 300_000 }],
      demoProject: true,
      console: true,
      maxUploadBytes: 50 * 1024 * 1024,
      maxJsonBytes: 2_097_152,
      securedImages: false,
      imageLinkMillis: 7_200_000,
      workerMegabytesMax: null,
      languageToolUrl: null,
      mtGoogleKey: null,
      mtGoogleServiceAccount: null,
      mtGoogleLocation: "global",
      mtGoogleUrl: null,
      mtAwsAccessKey: null,
      mtAwsSecretKey: null,
      mtAwsRegion: "eu-central-1",
      mtAwsUrl: null,
      mtDeeplKey: null,
      mtDeeplParameters: {},
      mtDeeplUrl: null,
      mtAzureKey: null,
      mtAzureRegion: null,
      mtAzureUrl: null,
      mtBaiduAppId: null,
      mtBaiduAppSecret: null,
      mtBaiduAction: false,
      mtBaiduUrl: null,
      mtLibreTranslateUrl: null,
      mtLibreTranslateKey: null,
      mtDefaultServices: ["PROMPT", "GOOGLE", "AWS", "DEEPL", "AZURE", "BAIDU", "LIBRETRANSLATE"],
      mtDefaultPrimary: ["PROMPT", "GOOGLE"],
      llmEnabled: true,
      llmProviders: [],
      llmDefaultProvider: null,
      llmFallbacks: {},
      mtAllow: [],
      mtPrices: {},
      mtDailyBudget: null,
      mtRequests: {},
      mtCharactersPerMinute: {},
      imageCodecDir: null,
      imagesStorage: "database",
      imagesS3Endpoint: null,
      imagesS3Bucket: null,
      imagesS3Prefix: "dragoman-images/",
      imagesS3Region: "us-east-1",
      imagesS3AccessKeyId: null,
      imagesS3SecretAccessKey: null,
      contentDeliveryCacheBytes: 67_108_864,
      contentDeliveryMaxAgeSeconds: 20,
      webhookDispatcher: "embedded",
      webhookAllow: [],
      webhookDeny: [],
      webhookPorts: [],
      webhookTimeoutMillis: 10_000,
      webhookLogDays: 30,
      webhookConfigurationsMax: 50,
      contentDeliveryDelaySeconds: 5,
      contentDeliveryLatestSeconds: 120,
      contentDeliveryUrlPrefix: null,
      contentDeliveryS3Bucket: null,
      contentDeliveryS3Endpoint: null,
      contentDeliveryS3Region: "us-east-1",
      contentDeliveryS3Path: null,
      contentDeliveryS3AccessKeyId: null,
      contentDeliveryS3SecretAccessKey: null,
      contentDeliveryAzureConnectionString: null,
      contentDeliveryAzureContainer: null,
      contentDeliveryCloudflareApiKey: null,
      contentDeliveryCloudflareUrlPrefix: null,
      contentDeliveryCloudflareZoneId: null,
      contentDeliveryCloudflareOrigins: [],
      contentDeliveryCloudflareFilesPerRequest: 30,
      contentDeliveryAzureFrontDoorClientId: null,
      contentDeliveryAzureFrontDoorClientSecret: null,
      contentDeliveryAzureFrontDoorTenantId: null,
      contentDeliveryAzureFrontDoorSubscriptionId: null,
      contentDeliveryAzureFrontDoorResourceGroupName: null,
      contentDeliveryAzureFrontDoorProfileName: null,
      contentDeliveryAzureFrontDoorEndpointName: null,
      contentDeliveryAzureFrontDoorContentRoot: null,
      contentDeliveryCloudfrontAccessKey: null,
      contentDeliveryCloudfrontSecretKey: null,
      contentDeliveryCloudfrontDistributionId: null,
      contentDeliveryCloudfrontContentRoot: null,
      contentDeliveryBunnyApiKey: null,
      contentDeliveryBunnyUrlPrefix: null,
      smtpHost: null,
      smtpPort: null,
      smtpUsername: null,
      smtpPassword: null,
      smtpFrom: null,
      smtpTls: "starttls",
      smtp: null,
      emailVerification: false,
      auditRetentionDays: 365,
      activityRetentionDays: 0,
      activityS3Endpoint: null,
      activityS3Bucket: null,
      activityS3Prefix: "dragoman-activity/",
      activityS3Region: "us-east-1",
      activityS3AccessKeyId: null,
      activityS3SecretAccessKey: null,
      copyBeforeMigration: true,
      backupHours: 0,
      backupFolder: resolve("dragoman-data/backups"),
      backupKeep: 7,
      backupS3Endpoint: null,
      backupS3Bucket: null,
      backupS3Prefix: "dragoman/",
      backupS3Region: "us-east-1",
      backupS3AccessKeyId: null,
      backupS3SecretAccessKey: null,
      backupS3Keep: 30,
      logLevel: "info",
      logFormat: "json",
      accessLog: true,
      metrics: null,
      metricsHost: "127.0.0.1",
      metricsPort: null,
      metricsToken: null,
      shutdownTimeoutMillis: 10_000,
      drainSeconds: 0
    })
    assert.deepStrictEqual(new Set(Object.values(origins)), new Set(["default"]))
    assert.deepStrictEqual(warnings, [])
  })

  it.each([
    ["HOST", "0.0.0.0", { host: "0.0.0.0" }],
    ["HOST", "[::1]", { host: "::1" }],
    ["PORT", "0", { port: 0 }],
    ["DATA_DIR", "/var/lib/dragoman", { dataDir: "/var/lib/dragoman" }],
    ["DATA_DIR", "../data", { dataDir: resolve("../data") }],
    ["DATABASE_URL", "sqlite:data/x.sqlite", { database: { engine: "sqlite", filename: resolve("data/x.sqlite") } }],
    ["DATABASE_URL", "postgres://u:p@db/d", { database: { engine: "postgres", url: "postgres://u:p@db/d" } }],
    ["DATABASE_URL", "postgres://u:p,w@db/d", { database: { engine: "postgres", url: "postgres://u:p,w@db/d" } }],
    ["DATABASE_URL", "postgresql://u:p@db/d", { database: { engine: "postgres", url: "postgresql://u:p@db/d" } }],
    ["ADMIN_USERNAME", "anna@example.org", { adminUsername: "anna@example.org" }],
    ["ADMIN_PASSWORD", secretText, { adminPassword: secretText }],
    ["JWT_SECRET", secretText, { jwtSecret: secretText }],
    ["ENCRYPTION_KEY", "01".repeat(32), { encryptionKey: [{ id: "13a6a5f31ba199e2", bytes: Buffer.alloc(32, 1) }] }],
    ["TRUSTED_PROXIES", "127.0.0.1, fd00::/8", { trustedProxies: ["127.0.0.1", "fd00::/8"] }],
    ["PUBLIC_URL", "https://t.example.org/base/", { publicUrl: "https://t.example.org/base" }],
    ["REGISTRATION", "open", { registration: "open" }],
    ["PUBLIC_PROJECTS", "off", { publicProjects: false }],
    ["RATE_LIMITS", "off", { rateLimits: false }],
    ["LIMIT_LOGINS", "off", { limitLogins: [] }],
    ["LIMIT_LOGINS", "3/1500ms", { limitLogins: [{ requests: 3, windowMillis: 1_500 }] }],
    [
      "LIMIT_WRONG_PASSWORDS",
      "5/1m, 20/1h,40/1d",
      {
        limitWrongPasswords: [
          { requests: 5, windowMillis: 60_000 },
          { requests: 20, windowMillis: 3_600_000 },
          { requests: 40, windowMillis: 86_400_000 }
        ]
      }
    ],
    ["BLOCKED_EMAIL_DOMAINS", "*", { blockedEmailDomains: ["*"] }],
    ["BLOCKED_EMAIL_DOMAINS", "A.example, Bücher.example", { blockedEmailDomains: ["a.example", "bücher.example"] }],
    ["EMAIL_ALIASES", "on", { emailAliases: true }],
    ["DEMO_PROJECT", "off", { demoProject: false }],
    ["CONSOLE", "off", { console: false }],
    ["MAX_UPLOAD_MB", "0.5", { maxUploadBytes: 524_288 }],
    ["ACCESS_TOKEN_MS", "60000", { accessTokenMillis: 60_000 }],
    ["SUPER_TOKEN_MS", "60000", { superTokenMillis: 60_000 }],
    ["MAX_JSON_MB", "0.5", { maxJsonBytes: 524_288 }],
    ["WORKER_MEMORY_MB", "128", { workerMegabytesMax: 128 }],
    ["LANGUAGE_TOOL_URL", "http://127.0.0.1:8010/", { languageToolUrl: "http://127.0.0.1:8010" }],
    ["MT_DEFAULT_SERVICES", "deepl, PROMPT", { mtDefaultServices: ["DEEPL", "PROMPT"] }],
    ["MT_DEFAULT_PRIMARY", "none", { mtDefaultPrimary: [] }],
    ["MT_DEEPL_PARAMETERS", "a=b, c=d=e", { mtDeeplParameters: { a: "b", c: "d=e" } }],
    ["MT_PRICES", "DEEPL=20,GOOGLE=18.5", { mtPrices: { DEEPL: 20, GOOGLE: 18.5 } }],
    ["MT_REQUESTS", "DEEPL=4, PROMPT=16", { mtRequests: { DEEPL: 4, PROMPT: 16 } }],
    ["MT_CHARACTERS_PER_MINUTE", "AZURE=30000", { mtCharactersPerMinute: { AZURE: 30_000 } }],
    ["MT_DAILY_BUDGET", "12.50", { mtDailyBudget: 12_500_000 }],
    ["WEBHOOK_DISPATCHER", "external", { webhookDispatcher: "external" }],
    ["WEBHOOK_ALLOW", "build.internal,10.1.0.0/16", { webhookAllow: ["build.internal", "10.1.0.0/16"] }],
    ["WEBHOOK_ALLOW", "*", { webhookAllow: ["*"] }],
    ["SECURED_IMAGES", "on", { securedImages: true }],
    ["IMAGE_LINK_MS", "60000", { imageLinkMillis: 60_000 }],
    ["IMAGE_CODEC_DIR", "/opt/codec", { imageCodecDir: "/opt/codec" }],
    ["CONTENT_DELIVERY_CACHE_BYTES", "1000000", { contentDeliveryCacheBytes: 1_000_000 }],
    ["CONTENT_DELIVERY_MAX_AGE", "300", { contentDeliveryMaxAgeSeconds: 300 }],
    ["WEBHOOK_DENY", "corp.example, 10.1.2.0/24", { webhookDeny: ["corp.example", "10.1.2.0/24"] }],
    ["WEBHOOK_PORTS", "443, 8000-8999", { webhookPorts: ["443", "8000-8999"] }],
    ["WEBHOOK_TIMEOUT_MS", "2500", { webhookTimeoutMillis: 2500 }],
    ["WEBHOOK_LOG_DAYS", "90", { webhookLogDays: 90 }],
    ["LOG_LEVEL", "debug", { logLevel: "debug" }],
    ["LOG_FORMAT", "pretty", { logFormat: "pretty" }],
    ["SHUTDOWN_TIMEOUT_MS", "0", { shutdownTimeoutMillis: 0 }],
    ["DRAIN_SECONDS", "15", { drainSeconds: 15 }]
  ] satisfies ReadonlyArray<[string, string, Partial<SettingValues<"server">>]>)(
    "DRAGOMAN_%s=%s is understood, as variable, flag and file",
    (name, text, expected) => {
      const flag = name.toLowerCase().replaceAll("_", "-")
      const readFile = (path: string) => (path === "/run/it" ? `${text}\n` : null)
      const results = [
        settingsOf({ environment: { [`DRAGOMAN_${name}`]: text } }),
        settingsOf({ flags: { [flag]: text } }),
        settingsOf({ environment: { [`DRAGOMAN_${name}_FILE`]: "/run/it" }, readFile }),
        settingsOf({ flags: { [`${flag}-file`]: "/run/it" }, readFile })
      ]
      for (const { settings } of results) assert.deepInclude(settings, expected)
    }
  )

  it.each([
    ["HOST", "localhost:80", "without a port"],
    ["PORT", "65536", "from 0 to 65535"],
    ["PORT", "80.5", "whole number"],
    ["DATABASE_URL", "sqlite::memory:", "a file after sqlite:"],
    ["DATABASE_URL", "mysql://db/d", "sqlite:PATH or postgres://"],
    ["DATABASE_URL", "postgres:///d", "the host"],
    ["DATABASE_URL", "postgres://u:p@db1:5432,db2:5432/d", "must name one host"],
    ["DATABASE_URL", "postgres://u:p@db1,db2/d", "must name one host"],
    ["ADMIN_USERNAME", "x".repeat(256), "at most 255"],
    ["JWT_SECRET", "too-short", "at least 32"],
    ["ENCRYPTION_KEY", "a password", "32 bytes in base64 or hexadecimal; entry 1"],
    ["TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/33", "10.0.0.0/33"],
    ["PUBLIC_URL", "t.example.org", "http:// or https://"],
    ["PUBLIC_URL", "https://t.example.org/?a", "? or #"],
    ["PUBLIC_URL", "https://me:hunter2@t.example.org", "a user or a password"],
    ["WEBHOOK_ALLOW", "a.example,u:hunter2@h", "entry 2"],
    ["TRUSTED_PROXIES", "127.0.0.1,u:hunter2@h", "entry 2"],
    ["REGISTRATION", "Open", "invitation or open"],
    ["RATE_LIMITS", "true", "on or off"],
    ["LIMIT_LOGINS", "5", "as 10/1m,30/1h"],
    ["LIMIT_LOGINS", "0/1s", "as 10/1m,30/1h"],
    ["LIMIT_LOGINS", "5/999ms", "a time from 1s to 7d"],
    ["LIMIT_LOGINS", "5/8d", "a time from 1s to 7d"],
    ["LIMIT_LOGINS", "5/1s,", "as 10/1m,30/1h"],
    ["LIMIT_LOGINS", "1/1s,2/2s,3/3s,4/4s,5/5s", "up to 4"],
    ["BLOCKED_EMAIL_DOMAINS", "@a.example", "entry 1"],
    ["ALLOWED_EMAIL_DOMAINS", "a.example,-b", '"-b"'],
    ["EMAIL_ALIASES", "allow", "on or off"],
    ["ACCESS_TOKEN_MS", "59999", "from 60000"],
    ["SUPER_TOKEN_MS", "59999", "from 60000"],
    ["MAX_JSON_MB", "0.05", "from 0.1 to 16"],
    ["WORKER_MEMORY_MB", "64", "from 128"],
    ["MAX_UPLOAD_MB", "0", "above 0"],
    ["MAX_UPLOAD_MB", "50MB", "megabytes"],
    ["SECURED_IMAGES", "true", "on or off"],
    ["IMAGE_LINK_MS", "2h", "milliseconds from 1000"],
    ["MT_DEFAULT_SERVICES", "PROMPT,BABEL", '"BABEL"'],
    ["MT_DEEPL_PARAMETERS", "a", "name=value"],
    ["MT_GOOGLE_SERVICE_ACCOUNT", '{"private_key":"hunter2"}', "client_email"],
    ["MT_ALLOW", "a.example,10.0.0.0/99", "10.0.0.0/99"],
    ["LLM_PROVIDERS", "hunter2", "a list of providers in JSON"],
    ["LLM_PROVIDERS", '[{"name":"a","model":"m"},{"name":"b"}]', "entry 2: needs a model"],
    ["LLM_PROVIDERS", '[{"name":"a","model":"m","apiKye":"hunter2"}]', "apiKye is no field"],
    ["WEBHOOK_DISPATCHER", "none", "embedded or external"],
    ["WEBHOOK_ALLOW", "a.example,10.0.0.0/99", "10.0.0.0/99"],
    ["WEBHOOK_DENY", "a.example,10.0.0.0/99", "10.0.0.0/99"],
    ["WEBHOOK_PORTS", "443,http", '"http"'],
    ["WEBHOOK_TIMEOUT_MS", "0", "milliseconds from 1"],
    ["WEBHOOK_LOG_DAYS", "0", "days from 1"],
    ["LOG_LEVEL", "trace", "debug, info, warn or error"],
    ["LOG_FORMAT", "xml", "pretty or json"],
    ["SHUTDOWN_TIMEOUT_MS", "-1", "milliseconds from 0"]
  ])("DRAGOMAN_%s=%s is refused with its name, the problem and an example", (name, text, problem) => {
    const [sentence = "", ...more] = problemsOf({ environment: { [`DRAGOMAN_${name}`]: text } })
    assert.deepStrictEqual(more, [])
    assert.match(sentence, new RegExp(`^DRAGOMAN_${name} .*Example: DRAGOMAN_${name}=.`))
    assert.include(sentence, problem)
    assert.notInclude(sentence, "hunter2")
  })

  it("take a flag before a variable, a variable before Tolgee's name, and nothing from a variable without text", () => {
    const environment = { DRAGOMAN_PORT: "2", SERVER_PORT: "3" }
    assert.strictEqual(settingsOf({ flags: { port: "1" }, environment }).settings.port, 1)
    assert.strictEqual(settingsOf({ environment }).settings.port, 2)
    assert.strictEqual(settingsOf({ environment: { ...environment, DRAGOMAN_PORT: "" } }).settings.port, 3)
    assert.strictEqual(settingsOf({ environment: { DRAGOMAN_PORT: "" } }).settings.port, 8080)
  })

  it("know where each value came from", () => {
    const { origins, sources } = settingsOf({
      flags: { port: "1" },
      environment: { DRAGOMAN_HOST: "::1", DRAGOMAN_JWT_SECRET_FILE: "/run/jwt", TOLGEE_FRONT_END_URL: "http://t" },
      readFile: () => secretText
    })
    assert.deepInclude(origins, {
      port: "--port",
      host: "DRAGOMAN_HOST",
      jwtSecret: "DRAGOMAN_JWT_SECRET_FILE (/run/jwt)",
      publicUrl: "TOLGEE_FRONT_END_URL",
      dataDir: "default"
    })
    assert.deepInclude(sources, {
      port: "commandLine",
      host: "environment",
      jwtSecret: "file",
      publicUrl: "environment",
      dataDir: "default",
      // Set to nothing.
      adminPassword: "default"
    })
  })

  it("stop the start for an unknown name, and suggest the nearest one", () => {
    assert.deepStrictEqual(problemsOf({ environment: { DRAGOMAN_DATADIR: "/x" } }), [
      "DRAGOMAN_DATADIR is not a setting. Do you mean DRAGOMAN_DATA_DIR?"
    ])
    assert.deepStrictEqual(problemsOf({ flags: { prot: "1" } }), ["--prot is not a flag. Do you mean --port?"])
    assert.deepStrictEqual(
      problemsOf({ environment: { DRAGOMAN_FOO: "1", DRAGOMAN_DATABASE: "1", DRAGOMAN_CONFIG: "1" } }),
      [
        "DRAGOMAN_FOO is not a setting. `dragoman --help` lists them all.",
        "DRAGOMAN_DATABASE is not a setting. Do you mean DRAGOMAN_DATABASE_URL?",
        "DRAGOMAN_CONFIG is not a setting. Do you mean DRAGOMAN_CONFIG_FILE?"
      ]
    )
    assert.deepStrictEqual(problemsOf({ environment: { DRAGOMAN_SOMETHING_ELSE: "1" } }), [
      "DRAGOMAN_SOMETHING_ELSE is not a setting. `dragoman --help` lists them all."
    ])
  })

  it("know the variables of commands, and name them where one is misspelt", () => {
    const environment = {
      DRAGOMAN_API_URL: "https://texts.example.com",
      DRAGOMAN_API_KEY: "tgpak_x",
      DRAGOMAN_PROJECT_ID: "1",
      DRAGOMAN_TOLGEE_URL: "https://tolgee.example.com",
      DRAGOMAN_TOLGEE_TOKEN: "x",
      DRAGOMAN_TOLGEE_TOKEN_FILE: "/token",
      DRAGOMAN_TOLGEE_DATABASE_URL: "postgres://x",
      DRAGOMAN_TOLGEE_DATABASE_URL_FILE: "/url"
    }
    assert.deepStrictEqual(unknownVariables(environment), [])
    assert.deepStrictEqual(unknownVariables({ DRAGOMAN_API_KYE: "x", DRAGOMAN_TOLGEE_TOKN: "x" }), [
      "DRAGOMAN_API_KYE is not a setting. Do you mean DRAGOMAN_API_KEY?",
      "DRAGOMAN_TOLGEE_TOKN is not a setting. Do you mean DRAGOMAN_TOLGEE_TOKEN?"
    ])
  })

  it("leave alone what is not theirs", () => {
    const others = { PATH: "/bin", TOLGEE_API_KEY: "tgpak_x", TOLGEE_API_URL: "http://t", PORT: "x", HOST: "a b" }
    const ofDispatcher = { DRAGOMAN_DISPATCHER_HOST: "a b", DRAGOMAN_DISPATCHER_PORT: "x" }
    const environment = { ...others, ...ofDispatcher }
    const { settings, warnings } = settingsOf({ environment })
    assert.deepStrictEqual(settings, settingsOf({}).settings)
    assert.deepStrictEqual(warnings, [])
  })

  it("report everything that is wrong at once", () => {
    assert.lengthOf(problemsOf({ flags: { port: "x", host: null }, environment: { DRAGOMAN_LOG_LEVEL: "x" } }), 3)
  })

  it("refuse a value beside its file, and a file that cannot be read or is empty", () => {
    const both = { DRAGOMAN_JWT_SECRET: secretText, DRAGOMAN_JWT_SECRET_FILE: "/run/jwt" }
    assert.match(problemsOf({ environment: both }).join(), /both set/)
    const file = { DRAGOMAN_JWT_SECRET_FILE: "/run/jwt" }
    assert.match(problemsOf({ environment: file }).join(), /\/run\/jwt cannot be read/)
    assert.match(problemsOf({ environment: file, readFile: () => "\n" }).join(), /\/run\/jwt is empty/)
  })

  it("are pretty on a terminal", () => {
    assert.strictEqual(settingsOf({ isTerminal: true }).settings.logFormat, "pretty")
  })

  it.each([
    [{ DRAGOMAN_ADMIN_PASSWORD: "short" }, "DRAGOMAN_ADMIN_PASSWORD must have at least 8 characters."],
    [
      { DRAGOMAN_ADMIN_PASSWORD: "Administrator", DRAGOMAN_ADMIN_USERNAME: "administrator" },
      "DRAGOMAN_ADMIN_PASSWORD must differ from the name of the first administrator."
    ],
    [
      {
        TOLGEE_AUTHENTICATION_INITIAL_PASSWORD: "password",
        TOLGEE_AUTHENTICATION_INITIAL_USERNAME: "password@example.com"
      },
      "TOLGEE_AUTHENTICATION_INITIAL_PASSWORD must differ from the name of the first administrator."
    ]
  ])("let no administrator have a password that is guessed at once: %j", (environment, problem) => {
    const [found, ...others] = problemsOf({ environment })
    assert.lengthOf(others, 0)
    assert.strictEqual(found?.startsWith(problem), true, found)
  })

  it("never show a secret in errors", () => {
    const short = "hunter2"
    const errors = problemsOf({
      environment: {
        DRAGOMAN_JWT_SECRET: short,
        DRAGOMAN_ADMIN_PASSWORD: short.repeat(20),
        DRAGOMAN_DATABASE_URL: `mysql://u:${short}@db`,
        SPRING_DATASOURCE_URL: `jdbc:oracle:${short}`
      }
    })
    assert.lengthOf(errors, 4)
    assert.notInclude(errors.join(), short)
  })

  it("that need PostgreSQL have no effect beside a SQLite file, and say so", () => {
    const url = "postgres://dragoman:hunter2@db.internal/dragoman"
    const environment = { DRAGOMAN_DATABASE_DIRECT_URL: url, DRAGOMAN_DATABASE_READ_URL: url }
    const { warnings } = settingsOf({ environment })
    assert.deepStrictEqual(warnings, [
      "DRAGOMAN_DATABASE_DIRECT_URL has no effect: the database is a SQLite file.",
      "DRAGOMAN_DATABASE_READ_URL has no effect: the database is a SQLite file."
    ])
    assert.isEmpty(settingsOf({ environment: { ...environment, DRAGOMAN_DATABASE_URL: url } }).warnings)
    const sqlite = { DRAGOMAN_DATABASE_READ_URL: "sqlite:replica.sqlite" }
    assert.include(problemsOf({ environment: sqlite }).join(), "must be postgres://…")
  })

  it("are all in the documentation, with their defaults, and nothing else is", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/settings.md"), "utf8")
    const rows = page.split("\n").flatMap((line) => {
      const [, variable, shownDefault] = /^\| `(DRAGOMAN_\w+)` \| ([^|]+) \|/.exec(line) ?? []
      return variable === undefined ? [] : [{ variable, shownDefault }]
    })
    assert.deepStrictEqual(
      rows.map(({ variable }) => variable),
      settingFields.map(variableOf)
    )
    for (const [index, field] of settingFields.entries()) {
      const { default: text, defaultMeaning } = settingTable[field]
      if (defaultMeaning === undefined && typeof text === "string") {
        assert.strictEqual(rows[index]?.shownDefault, `\`${text}\``)
      }
    }
  })
})
