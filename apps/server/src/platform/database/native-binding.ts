import { existsSync } from "node:fs"
import { join } from "node:path"
import { isSea } from "node:sea"
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads"
import { unpackAssets } from "./unpack-assets.ts"

/** Name of the addon beside the bundle, and of the asset in the single executable. */
const addonName = "better_sqlite3.node"

/** Under this key the main thread tells its workers where the addon lies. */
const addonFileKey = "dragoman.addonFile"

let loaded: object | undefined

/**
 * The addon of `better-sqlite3`, loaded: out of the single executable, or from beside the bundle. `undefined` from
 * sources, where `better-sqlite3` finds it by itself.
 */
export const nativeBinding = (): object | undefined => {
  if (loaded !== undefined) return loaded
  const file = addonFile()
  if (file === undefined) return undefined
  const module = { exports: {} }
  process.dlopen(module, file)
  loaded = module.exports
  return loaded
}

// INVARIANT: all threads load the very same file. Two copies of SQLite in one process drop each other's file locks,
// and that destroys databases.
const addonFile = (): string | undefined => {
  const known = getEnvironmentData(addonFileKey)
  if (typeof known === "string") return known
  const file = isSea() ? join(unpackAssets([addonName]), addonName) : besideBundle()
  if (file !== undefined) setEnvironmentData(addonFileKey, file)
  return file
}

const besideBundle = (): string | undefined => {
  const file = join(import.meta.dirname, addonName)
  return existsSync(file) ? file : undefined
}
