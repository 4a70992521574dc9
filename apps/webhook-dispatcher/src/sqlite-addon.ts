import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { getRawAsset, isSea } from "node:sea"

const addonName = "better_sqlite3.node"

/** The addon of `better-sqlite3` in the single executable; `undefined` elsewhere: `better-sqlite3` finds it itself. */
export const sqliteAddon = (): object | undefined => {
  if (!isSea()) return undefined
  const folder = mkdtempSync(join(tmpdir(), "dragoman-dispatcher-"))
  try {
    const file = join(folder, addonName)
    writeFileSync(file, new Uint8Array(getRawAsset(addonName) as ArrayBuffer))
    const module = { exports: {} }
    process.dlopen(module, file)
    return module.exports
  } finally {
    // Loaded once, by one thread: the file is not needed again.
    rmSync(folder, { recursive: true, force: true })
  }
}
