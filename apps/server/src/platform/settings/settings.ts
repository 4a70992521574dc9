import type { EncryptionKey } from "@dragoman/store/encryption-key"
import { Context } from "effect"

export type LogLevel = "debug" | "info" | "warn" | "error"
export type LogFormat = "pretty" | "json"

/** Everything that can be set, decoded. Names, defaults and meanings: product section 4. */
export interface SettingValues {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly dataDir: string
  readonly database:
    | { readonly engine: "sqlite"; readonly filename: string }
    | { readonly engine: "postgres"; readonly url: string }
  readonly adminUsername: string
  /** null: generated on the first start. */
  readonly adminPassword: string | null
  /** null: generated on the first start and kept in the database. */
  readonly jwtSecret: string | null
  /** The present key and previous ones; empty: secrets are stored in plain. */
  readonly encryptionKey: ReadonlyArray<EncryptionKey>
  /** CIDR ranges. */
  readonly trustedProxies: ReadonlyArray<string>
  /** Without a slash at the end; null: from the request. */
  readonly publicUrl: string | null
  readonly registration: "invitation" | "open"
  readonly rateLimits: boolean
  readonly demoProject: boolean
  readonly maxUploadBytes: number
  /** Links to screenshots and uploads need a token, and end. */
  readonly securedImages: boolean
  /** How long such a link shows its image. */
  readonly imageLinkMillis: number
  readonly webhookDispatcher: "embedded" | "external"
  /** Entries as written; the domain reads them. */
  readonly webhookAllow: ReadonlyArray<string>
  readonly webhookDeny: ReadonlyArray<string>
  /** Empty: every port but those of other well-known services. */
  readonly webhookPorts: ReadonlyArray<string>
  readonly webhookTimeoutMillis: number
  readonly webhookLogDays: number
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  readonly shutdownTimeoutMillis: number
}

export class Settings extends Context.Service<Settings, SettingValues>()(
  "@dragoman/server/platform/settings/Settings"
) {}
