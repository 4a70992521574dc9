import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { buildExecutable } from "./build-executable.ts"
import { dispatcherParts, serverParts } from "./program-parts.ts"
import { addonFile, releaseDist } from "./repository.ts"

/** The server as one executable for this machine. Returns its path. */
export const buildBinary = (folder: string = releaseDist): Promise<string> => build(folder, "dragoman", serverParts)

/** The webhook dispatcher as one executable for this machine. Returns its path. */
export const buildDispatcherBinary = (folder: string = releaseDist): Promise<string> =>
  build(folder, "dragoman-dispatcher", dispatcherParts)

const build = async (folder: string, name: string, bundle: typeof serverParts): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  const partsFolder = join(folder, `${name}-parts`)
  try {
    const parts = await bundle(partsFolder)
    const output = join(folder, process.platform === "win32" ? `${name}.exe` : name)
    return buildExecutable({ parts, addon: addonFile(), output })
  } finally {
    rmSync(partsFolder, { recursive: true, force: true })
  }
}
