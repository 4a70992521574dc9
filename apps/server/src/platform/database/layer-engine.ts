import { existsSync } from "node:fs"
import { join } from "node:path"
import { isSea } from "node:sea"
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads"
import { layerPostgres, layerSqlite } from "@dragoman/store"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { DatabaseConnections } from "./database-connections.ts"
import { unpackAssets } from "./unpack-assets.ts"

/**
 * Makes the SQL client for the database of the settings; each thread has its own. `keepLogShort` runs the checkpoints.
 */
export const layerEngineOf = (
  database: DatabaseConnections,
  {
    applicationName,
    ...options
  }: {
    readonly lazySync?: boolean
    readonly genericPlans?: boolean
    readonly applicationName?: string
    readonly isReadOnly?: boolean
  } = {}
): Layer.Layer<SqlClient.SqlClient> =>
  database.engine === "sqlite"
    ? layerSqlite({ ...options, filename: database.filename, nativeBinding: nativeBinding(), autoCheckpoint: false })
    : Layer.orDie(
        layerPostgres(database.url, {
          ...options,
          connections: database.connections,
          directUrl: database.directUrl,
          replica: database.replica,
          ...(applicationName === undefined ? {} : { applicationName })
        })
      )

/** File name of the addon next to the bundle, and its asset name in the single executable. */
const addonName = "better_sqlite3.node"

/** Key of the environment data with the path of the addon, from the main thread for its workers. */
const addonFileKey = "dragoman.addonFile"

let loaded: object | undefined

/**
 * Loads the addon of `better-sqlite3` from the single executable or from the folder of the bundle. `undefined` when run
 * from sources: then `better-sqlite3` finds the addon itself.
 */
export const nativeBinding = (): object | undefined => {
  if (loaded !== undefined) return loaded
  const file = addonFile()
  // An unpacked addon is loaded already.
  if (file !== undefined) loaded ??= loadAddon(file)
  return loaded
}

const loadAddon = (file: string): object => {
  const module = { exports: {} }
  process.dlopen(module, file)
  return module.exports
}

// INVARIANT: all threads load the same file. Two copies of SQLite in one process release each other's file locks, which
// corrupts databases.
const addonFile = (): string | undefined => {
  const known = getEnvironmentData(addonFileKey)
  if (typeof known === "string") return known
  const file = isSea() ? unpackedAddon() : besideBundle()
  if (file !== undefined) setEnvironmentData(addonFileKey, file)
  return file
}

/** Unpacks it into the first folder from which it can be loaded. */
const unpackedAddon = (): string =>
  unpackAssets([addonName], (folder) => {
    const file = join(folder, addonName)
    loaded = loadAddon(file)
    return file
  })

const besideBundle = (): string | undefined => {
  const file = join(import.meta.dirname, addonName)
  return existsSync(file) ? file : undefined
}
