import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { isSea } from "node:sea"
import { unpackAssets } from "../../platform/database/unpack-assets.ts"

/** The entry of the codec and its WebAssembly; beside the bundle, or assets of the single executable (ADR 10). */
const entryName = "vips-node.mjs"
const assetNames = [entryName, "vips.wasm"]

let known: string | undefined

/** The path of the codec. The single executable unpacks it at the first call. */
export const codecFile = (): string => {
  known ??= join(codecFolder(), entryName)
  return known
}

const codecFolder = (): string => {
  if (isSea()) return unpackAssets(assetNames)
  if (existsSync(join(import.meta.dirname, entryName))) return import.meta.dirname
  return dirname(createRequire(import.meta.url).resolve("wasm-vips"))
}
