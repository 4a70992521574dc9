import { join } from "node:path"
import process from "node:process"
import { getRawAsset, isSea } from "node:sea"
import { unpackFiles } from "@dragoman/store/unpack-files"

const addonName = "better_sqlite3.node"

/** The addon of `better-sqlite3` in the single executable; `undefined` elsewhere: `better-sqlite3` finds it itself. */
export const sqliteAddon = (): object | undefined => {
  if (!isSea()) return undefined
  const bytes = new Uint8Array(getRawAsset(addonName) as ArrayBuffer)
  return unpackFiles([{ name: addonName, bytes }], (folder) => {
    const module = { exports: {} }
    process.dlopen(module, join(folder, addonName))
    return module.exports
  })
}
