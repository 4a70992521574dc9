import { healthCheckNames, healthVerdicts } from "@dragoman/domain/server-status"
import { Schema } from "effect"
import { field } from "../field.ts"

/** Sizes are in bytes, times in epoch milliseconds. */
export const ServerHealthModel = Schema.Struct({
  checks: field(
    Schema.Array(
      Schema.Struct({
        name: field(Schema.Literals(healthCheckNames), "Name of the check."),
        verdict: field(
          Schema.Literals(healthVerdicts),
          "Result of the check. NONE: not applicable, for example with an external dispatcher."
        )
      })
    ),
    "Results of all checks."
  ),
  version: field(Schema.String, "Version of Dragoman.", "0.9.0"),
  commit: field(
    Schema.NullOr(Schema.String),
    "Commit from which the release was built; null: not a release.",
    "0123456789ab"
  ),
  apiVersion: field(Schema.String, "Version of Tolgee whose API the server speaks.", "v3.218.0"),
  nodeVersion: field(Schema.String, "Version of Node that runs the server.", "v26.10.0"),
  startedAt: field(Schema.Int, "Start of the process, in epoch milliseconds.", 1_795_400_000_000),
  memoryBytes: field(Schema.Int, "Resident memory of the process with all its threads, in bytes.", 130_000_000),
  threads: field(
    Schema.Array(
      Schema.Struct({
        name: field(Schema.String, "Kind of the threads.", "import-worker"),
        count: field(Schema.Int, "Number of threads of this kind that run now.", 1),
        heapBytes: field(Schema.Int, "Memory of their JavaScript values, in bytes.", 15_000_000)
      })
    ),
    "Threads that run now, by kind."
  ),
  database: field(
    Schema.Struct({
      engine: field(Schema.Literals(["sqlite", "postgres"]), "Engine of the database."),
      version: field(Schema.String, "Version of the engine.", "3.50.4"),
      schemaVersion: field(Schema.Int, "Version of the schema: the number of the last migration.", 15),
      sizeBytes: field(Schema.Int, "Size of the database, in bytes.", 48_000_000),
      writeAheadLogBytes: field(
        Schema.NullOr(Schema.Int),
        "Size of SQLite's write-ahead log, in bytes; null on PostgreSQL.",
        4_120_032
      )
    }),
    "The database of the server."
  ),
  disk: field(
    Schema.NullOr(
      Schema.Struct({
        freeBytes: field(Schema.Int, "Free space that the server may use, in bytes.", 20_000_000_000),
        totalBytes: field(Schema.Int, "Size of the volume, in bytes.", 50_000_000_000)
      })
    ),
    "The volume of the data directory; null: it could not be read."
  ),
  webhooks: field(
    Schema.Struct({
      dispatcher: field(
        Schema.Literals(["embedded", "external"]),
        "Dispatcher of the deliveries: this server, or an external program."
      ),
      pendingCount: field(Schema.Int, "Number of deliveries that are not sent yet. Beyond 100,000 an estimate.", 12),
      dueCount: field(Schema.Int, "Number of pending deliveries that could be sent now, of the first 100,000.", 3),
      oldestPendingAt: field(
        Schema.NullOr(Schema.Int),
        "Creation of the oldest pending delivery in epoch milliseconds; null: none is pending.",
        1_795_400_000_000
      ),
      heldEndpointCount: field(Schema.Int, "Number of configurations whose endpoint requested a pause.", 0)
    }),
    "The queue of webhook deliveries."
  )
})
export type ServerHealthModel = typeof ServerHealthModel.Type

/** Deleted content counts until the hourly cleanup has erased it, in `tables` too. */
export const ServerSizesModel = Schema.Struct({
  databaseBytes: field(Schema.Int, "Size of the database, in bytes.", 48_000_000),
  userCount: field(Schema.Int, "Number of accounts.", 25),
  organizationCount: field(Schema.Int, "Number of organizations.", 4),
  projectCount: field(Schema.Int, "Number of projects.", 12),
  keyCount: field(Schema.Int, "Number of keys, those in the trash included.", 8_400),
  textCount: field(Schema.Int, "Number of translations that have a text.", 50_200),
  imageCount: field(Schema.Int, "Number of screenshots, avatars and uploaded images.", 310),
  imageBytes: field(Schema.Int, "Size of all images together, in bytes.", 21_000_000),
  tables: field(
    Schema.Array(
      Schema.Struct({
        name: field(Schema.String, "Name of the table.", "translation"),
        rowCount: field(Schema.Int, "Number of its rows.", 84_000)
      })
    ),
    "Tables of the database, those with the most rows first."
  )
})
export type ServerSizesModel = typeof ServerSizesModel.Type

/** The source of a setting's value. */
const settingSources = ["default", "commandLine", "environment", "file"] as const

export const ServerSettingModel = Schema.Struct({
  variable: field(Schema.String, "Name of the setting in the environment.", "DRAGOMAN_PORT"),
  flag: field(Schema.String, "Name of the setting on the command line.", "--port"),
  value: field(
    Schema.NullOr(Schema.String),
    "Value in use; null: no value, or a secret. Passwords in addresses are hidden.",
    "8080"
  ),
  isHidden: field(Schema.Boolean, "Whether a value is hidden.", false),
  defaultMeaning: field(Schema.NullOr(Schema.String), "Effect of a missing value, in English; null: none.", "8080"),
  meaning: field(Schema.String, "Meaning of the setting, in English.", "Port to listen on."),
  source: field(Schema.Literals(settingSources), "Origin of the value."),
  origin: field(
    Schema.String,
    "Origin of the value for people: `--port`, `DRAGOMAN_PORT`, `DRAGOMAN_PORT_FILE (/run/port)`, `SERVER_PORT` or `default`.",
    "DRAGOMAN_PORT"
  )
})
export type ServerSettingModel = typeof ServerSettingModel.Type
