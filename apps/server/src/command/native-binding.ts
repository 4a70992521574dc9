import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getRawAsset, isSea } from "node:sea"
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads"

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
  const file = isSea() ? unpackAddon() : besideBundle()
  if (file !== undefined) setEnvironmentData(addonFileKey, file)
  return file
}

const besideBundle = (): string | undefined => {
  const file = join(import.meta.dirname, addonName)
  return existsSync(file) ? file : undefined
}

/** Writes the addon to a folder that only this user can enter. It stays until the process ends: workers load it later. */
const unpackAddon = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-"))
  process.once("exit", () => removeQuietly(folder))
  const file = join(folder, addonName)
  writeFileSync(file, new Uint8Array(getRawAsset(addonName) as ArrayBuffer))
  return file
}

const removeQuietly = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Windows does not remove a library that is in use; the system cleans its temporary folder.
  }
}
