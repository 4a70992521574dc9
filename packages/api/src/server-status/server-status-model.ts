import { healthCheckNames, healthVerdicts } from "@dragoman/domain/server-status"
import { Schema } from "effect"

/** Sizes are in bytes, times in epoch milliseconds. */
export const ServerHealthModel = Schema.Struct({
  checks: Schema.Array(
    Schema.Struct({
      name: Schema.Literals(healthCheckNames),
      /** NONE: there is nothing to look at, as with a dispatcher of its own. */
      verdict: Schema.Literals(healthVerdicts)
    })
  ),
  /** Of Dragoman. */
  version: Schema.String,
  /** The level of Tolgee's API. */
  apiVersion: Schema.String,
  nodeVersion: Schema.String,
  startedAt: Schema.Int,
  /** Of the process, all threads. */
  memoryBytes: Schema.Int,
  /** Threads that run now, by kind, with the memory of their JavaScript values. */
  threads: Schema.Array(Schema.Struct({ name: Schema.String, count: Schema.Int, heapBytes: Schema.Int })),
  database: Schema.Struct({
    engine: Schema.Literals(["sqlite", "postgres"]),
    version: Schema.String,
    /** Of the schema; the number of the last migration. */
    schemaVersion: Schema.Int,
    sizeBytes: Schema.Int,
    /** null: on PostgreSQL. */
    writeAheadLogBytes: Schema.NullOr(Schema.Int)
  }),
  /** The volume of the data directory; null: it could not be read. */
  disk: Schema.NullOr(Schema.Struct({ freeBytes: Schema.Int, totalBytes: Schema.Int })),
  webhooks: Schema.Struct({
    dispatcher: Schema.Literals(["embedded", "external"]),
    pendingCount: Schema.Int,
    /** Those of them that could be sent now. */
    dueCount: Schema.Int,
    /** null: none is pending. */
    oldestPendingAt: Schema.NullOr(Schema.Int),
    /** Configurations whose endpoint asked for a pause. */
    heldEndpointCount: Schema.Int
  })
})
export type ServerHealthModel = typeof ServerHealthModel.Type

/** Deleted content counts until hourly work has erased it; in `tables` as well. */
export const ServerSizesModel = Schema.Struct({
  databaseBytes: Schema.Int,
  userCount: Schema.Int,
  organizationCount: Schema.Int,
  projectCount: Schema.Int,
  keyCount: Schema.Int,
  /** Translations with a text. */
  textCount: Schema.Int,
  /** Screenshots, avatars and uploaded images. */
  imageCount: Schema.Int,
  imageBytes: Schema.Int,
  /** Those with the most rows first. */
  tables: Schema.Array(Schema.Struct({ name: Schema.String, rowCount: Schema.Int }))
})
export type ServerSizesModel = typeof ServerSizesModel.Type

/** Where the value of a setting came from. */
const settingSources = ["default", "commandLine", "environment", "file"] as const

export const ServerSettingModel = Schema.Struct({
  /** `DRAGOMAN_PORT` */
  variable: Schema.String,
  /** `--port` */
  flag: Schema.String,
  /** null: nothing is set, or it is a secret. Passwords in addresses are hidden. */
  value: Schema.NullOr(Schema.String),
  /** A value is set, and it is not shown. */
  isHidden: Schema.Boolean,
  /** In English: what happens without a value; null: nothing. */
  defaultMeaning: Schema.NullOr(Schema.String),
  /** In English. */
  meaning: Schema.String,
  source: Schema.Literals(settingSources),
  /** For people: `--port`, `DRAGOMAN_PORT`, `DRAGOMAN_PORT_FILE (/run/port)`, `SERVER_PORT`, `default`. */
  origin: Schema.String
})
export type ServerSettingModel = typeof ServerSettingModel.Type
