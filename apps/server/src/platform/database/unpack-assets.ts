import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getRawAsset } from "node:sea"

/**
 * Writes assets of the single executable to a folder that only this user can read, and returns it. They stay until the
 * process exits, because worker threads load them later.
 */
export const unpackAssets = (names: ReadonlyArray<string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-"))
  process.once("exit", () => removeQuietly(folder))
  for (const name of names) writeFileSync(join(folder, name), new Uint8Array(getRawAsset(name) as ArrayBuffer))
  return folder
}

const removeQuietly = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Windows cannot delete a library in use; the system cleans its temporary folder.
  }
}
