import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type LimitField, limitSettings, readSettings } from "@dragoman/settings"
import { migrate } from "@dragoman/store"
import { NodeHttpClient } from "@effect/platform-node"
import { Context, Effect, Layer, Metric, Schema } from "effect"
import { HttpServer } from "effect/http"
import { layerEndpointNetwork, layerEngine, layerServer } from "../composition/server.ts"
import { SettingOrigins, Settings, type SettingValues } from "../platform/settings/settings.ts"
import { CurrentThreadFolder } from "../platform/worker/worker.ts"
import { threadFolder } from "./shared-bundle.ts"

const defaultLimits = Object.fromEntries(
  Object.entries(limitSettings).map(([field, limit]) => [field, Schema.decodeSync(limit.schema)(limit.default)])
) as Pick<SettingValues, LimitField>

/** Settings of a server for tests: any free port, no rate limits, webhooks may reach this machine. */
export const testSettings = (dataDir: string): SettingValues => ({
  host: "127.0.0.1",
  port: 0,
  dataDir,
  database: { engine: "sqlite", filename: join(dataDir, "dragoman.sqlite") },
  adminUsername: "admin",
  adminPassword: "admin-password",
  jwtSecret: "test-secret-test-secret-test-secret-test-secret-test-secret-test",
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
  githubLoginUrl: "http://127.0.0.1:9/login",
  githubTokenUrl: "http://127.0.0.1:9/token",
  githubUserUrl: "http://127.0.0.1:9/user",
  googleClientId: null,
  googleClientSecret: null,
  googleIssuer: "http://127.0.0.1:9",
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
  providerTimeoutMillis: 2_000,
  rateLimits: false,
  ...defaultLimits,
  demoProject: false,
  console: true,
  maxUploadBytes: 50 * 1024 * 1024,
  maxJsonBytes: 2 * 1024 * 1024,
  securedImages: false,
  imageLinkMillis: 7_200_000,
  workerMegabytesMax: null,
  imageCodecDir: null,
  webhookDispatcher: "embedded",
  webhookAllow: ["127.0.0.1", "localhost"],
  webhookDeny: [],
  webhookPorts: [],
  webhookTimeoutMillis: 2_000,
  webhookLogDays: 30,
  webhookConfigurationsMax: 50,
  smtpHost: null,
  smtpPort: null,
  smtpUsername: null,
  smtpPassword: null,
  smtpFrom: null,
  smtpTls: "starttls",
  smtp: null,
  emailVerification: false,
  auditRetentionDays: 365,
  copyBeforeMigration: true,
  backupHours: 0,
  backupFolder: join(dataDir, "backups"),
  backupKeep: 7,
  backupS3Endpoint: null,
  backupS3Bucket: null,
  backupS3Prefix: "dragoman/",
  backupS3Region: "us-east-1",
  backupS3AccessKeyId: null,
  backupS3SecretAccessKey: null,
  backupS3Keep: 30,
  logLevel: "error",
  logFormat: "json",
  accessLog: false,
  metrics: null,
  metricsHost: "127.0.0.1",
  metricsPort: null,
  metricsToken: null,
  shutdownTimeoutMillis: 1_000,
  drainSeconds: 0
})

/** As a server has them that was started without flags and with one variable. */
const layerTestOrigins = Layer.sync(SettingOrigins, () => {
  const environment = { DRAGOMAN_DATABASE_URL: "sqlite:test.sqlite" }
  const read = readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })
  if ("problems" in read) throw new Error(read.problems.join())
  return { origins: read.origins, sources: read.sources }
})

/** The address of the running test server, without a slash at the end. */
export class TestServer extends Context.Service<TestServer, { readonly baseUrl: string; readonly dataDir: string }>()(
  "@dragoman/server/testing/TestServer"
) {}

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-server-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The whole server on a real socket and a new database; `change` alters the settings, `network` is where webhooks go. */
export const layerTestServer = (
  change: Partial<SettingValues> = {},
  network: typeof layerEndpointNetwork = layerEndpointNetwork
) =>
  Layer.unwrap(
    Effect.map(temporaryFolder, (dataDir) => {
      const settings = { ...testSettings(dataDir), ...change }
      return Layer.effect(
        TestServer,
        Effect.map(HttpServer.HttpServer, ({ address }) => ({
          dataDir,
          baseUrl: `http://127.0.0.1:${"port" in address ? address.port : 0}`
        }))
      ).pipe(
        Layer.provideMerge(layerServer),
        Layer.provide(Layer.effectDiscard(migrate({ now: 0, beforeFirst: () => Effect.void }))),
        Layer.provideMerge(Layer.mergeAll(layerEngine, network)),
        Layer.provideMerge(Layer.mergeAll(Layer.succeed(Settings, settings), layerTestOrigins)),
        // Test servers share a process; each counts for itself.
        Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())),
        Layer.provideMerge(NodeHttpClient.layerUndici),
        Layer.provideMerge(threadFolder === null ? Layer.empty : Layer.succeed(CurrentThreadFolder, threadFolder))
      )
    })
  ).pipe(Layer.orDie)
