import type { SettingValues } from "../settings/settings.ts"

/** A database with the connections that a thread or a program may open to it. */
export type DatabaseConnections =
  | Extract<SettingValues["database"], { readonly engine: "sqlite" }>
  | (Extract<SettingValues["database"], { readonly engine: "postgres" }> & PostgresConnections)

interface PostgresConnections {
  /** Behind a pooler, the URL of PostgreSQL itself. */
  readonly directUrl?: string
  readonly connections?: { readonly read: number; readonly write: number }
  readonly replica?: { readonly url: string; readonly lagMillisMax: number }
}

type Settings = Pick<
  SettingValues,
  "database" | "databaseDirectUrl" | "databaseReadConnections" | "databaseWriteConnections"
>

type SettingsWithReplica = Settings & Pick<SettingValues, "databaseReadUrl" | "databaseReadLagMillis">

/** The connections of the thread that responds to requests. */
export const mainConnections = (settings: SettingsWithReplica): DatabaseConnections =>
  withReplica(
    settings,
    connectionsOf(settings, { read: settings.databaseReadConnections, write: settings.databaseWriteConnections })
  )

/** The connections of a thread of readings. */
export const readingConnections = (settings: SettingsWithReplica): DatabaseConnections =>
  withReplica(settings, threadConnections(settings))

const withReplica = (
  { databaseReadUrl, databaseReadLagMillis }: SettingsWithReplica,
  database: DatabaseConnections
): DatabaseConnections =>
  database.engine === "sqlite" || databaseReadUrl === null
    ? database
    : { ...database, replica: { url: databaseReadUrl, lagMillisMax: databaseReadLagMillis } }

/** A thread of background work has one job at once. */
const threadConnectionsMax = { read: 1, write: 1 }

/** The connections of a thread of background work. */
export const threadConnections = (settings: Settings): DatabaseConnections =>
  connectionsOf(settings, threadConnectionsMax)

/** The connections of a thread of background work whose sessions must last: they lead past a pooler. */
export const lastingThreadConnections = (settings: Settings): DatabaseConnections =>
  threadConnections({ ...settings, database: directDatabase(settings), databaseDirectUrl: null })

/** The connections of the thread of small imports: those of different projects do not wait for each other. */
export const importConnections = (settings: Settings): DatabaseConnections =>
  connectionsOf(settings, { read: 1, write: settings.databaseWriteConnections })

/** The dispatcher claims while it acknowledges. */
const dispatcherConnectionsMax = { read: 2, write: 2 }

/** The connections of the thread that dispatches webhooks. */
export const dispatcherThreadConnections = (settings: Settings): DatabaseConnections =>
  connectionsOf(settings, dispatcherConnectionsMax)

/**
 * Threads beside that of requests which have one job and two connections: two of readings, exports, large imports, batches, the indexes of
 * the memory and of searches, files of memories and of glossaries.
 */
const jobThreads = 9

/** The connections that a program opens to PostgreSQL itself at most; those to a pooler are not counted. */
export const connectionsAtMost = (settings: Settings & Pick<SettingValues, "webhookDispatcher">) => {
  const { databaseReadConnections: read, databaseWriteConnections: write } = settings
  const listening = 1
  const hasDispatcher = settings.webhookDispatcher === "embedded"
  if (settings.databaseDirectUrl !== null) {
    return { connectionsOfServer: listening + (hasDispatcher ? listening : 0), connectionsOfDispatcher: listening }
  }
  const sum = (pool: { readonly read: number; readonly write: number }) => pool.read + pool.write
  return {
    connectionsOfServer:
      sum({ read, write }) +
      listening +
      jobThreads * sum(threadConnectionsMax) +
      sum({ read: 1, write }) +
      (hasDispatcher ? sum(dispatcherConnectionsMax) + listening : 0),
    connectionsOfDispatcher: sum({ read, write }) + listening
  }
}

/** The database for migrations and commands, whose locks need sessions that last. */
export const directDatabase = ({
  database,
  databaseDirectUrl
}: Pick<SettingValues, "database" | "databaseDirectUrl">): SettingValues["database"] =>
  database.engine === "sqlite" || databaseDirectUrl === null ? database : { ...database, url: databaseDirectUrl }

const connectionsOf = (
  { database, databaseDirectUrl }: Settings,
  connections: { readonly read: number; readonly write: number }
): DatabaseConnections =>
  database.engine === "sqlite"
    ? database
    : { ...database, connections, ...(databaseDirectUrl === null ? {} : { directUrl: databaseDirectUrl }) }
