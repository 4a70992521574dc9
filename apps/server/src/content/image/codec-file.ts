import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { isSea } from "node:sea"
import { unpackAssets } from "../../platform/database/unpack-assets.ts"

/** Entry of the codec and its WebAssembly; beside the bundle, or assets of the single executable (ADR 10). */
const entryName = "vips-node.mjs"
const assetNames = [entryName, "vips.wasm"]

let cachedPath: string | undefined

/**
 * Finds the codec. `folder`: where the operator has another build of it; null: the one of the program. The single
 * executable unpacks that at the first call.
 */
export const codecFile = (folder: string | null): string => {
  if (folder !== null) return join(folder, entryName)
  cachedPath ??= join(codecFolder(), entryName)
  return cachedPath
}

/** Lists the files of a codec that a folder lacks. */
export const missingCodecFiles = (folder: string): ReadonlyArray<string> =>
  assetNames.filter((name) => !existsSync(join(folder, name)))

const codecFolder = (): string => {
  if (isSea()) return unpackAssets(assetNames, (folder) => folder)
  if (existsSync(join(import.meta.dirname, entryName))) return import.meta.dirname
  return dirname(createRequire(import.meta.url).resolve("wasm-vips"))
}
