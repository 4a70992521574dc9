import { availableParallelism } from "node:os"
import { both, type Setting, server } from "./setting.ts"
import { databaseUrl, folder, postgresUrl, wholeNumber } from "./setting-schema.ts"
import { asWritten, partOfSpringDatabase, springDatabase } from "./tolgee-settings.ts"

/** More connections than these would wait for the one thread that uses them. */
const usefulConnectionsMax = 10

/** Few processors respond to few requests at once; four connections let some wait for locks. */
const defaultConnections = () => String(Math.min(usefulConnectionsMax, 2 + 2 * availableParallelism()))

const defaultConnectionsMeaning = "4 to 10, by the number of processors"

/** A request that waits longer is better served by the primary. */
const readLagMillisMax = 10_000

/** PostgreSQL has no more. */
const connectionsMax = 10_000

/** Settings of the database and the folder of data. */
export const databaseSettingRows = {
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
  databaseDirectUrl: {
    name: "DATABASE_DIRECT_URL",
    programs: both,
    meaning:
      "URL of PostgreSQL itself, when DATABASE_URL leads to a pooler that shares sessions, such as PgBouncer in transaction mode",
    default: null,
    defaultMeaning: "none: every session lasts",
    example: "postgres://dragoman:password@db.internal:5432/dragoman",
    secret: true,
    schema: postgresUrl
  },
  databaseReadConnections: {
    name: "DATABASE_READ_CONNECTIONS",
    programs: both,
    meaning: "connections to PostgreSQL for reads at most",
    default: defaultConnections,
    defaultMeaning: defaultConnectionsMeaning,
    example: "10",
    schema: wholeNumber(1, connectionsMax)
  },
  databaseWriteConnections: {
    name: "DATABASE_WRITE_CONNECTIONS",
    programs: both,
    meaning: "connections to PostgreSQL for transactions at most",
    default: defaultConnections,
    defaultMeaning: defaultConnectionsMeaning,
    example: "10",
    schema: wholeNumber(1, connectionsMax)
  },
  databaseReadUrl: {
    name: "DATABASE_READ_URL",
    programs: server,
    meaning: "URL of a streaming replica of PostgreSQL, from which the content of projects is read",
    default: null,
    defaultMeaning: "none: the primary",
    example: "postgres://dragoman:password@replica.internal:5432/dragoman",
    secret: true,
    schema: postgresUrl
  },
  databaseReadLagMillis: {
    name: "DATABASE_READ_LAG_MS",
    programs: server,
    meaning:
      "longest wait of a request, in milliseconds, until the replica has what was committed before; then the primary is read",
    default: "200",
    example: "100",
    schema: wholeNumber(1, readLagMillisMax, "milliseconds")
  }
} as const satisfies Readonly<Record<string, Setting>>
