import { getRawAsset } from "node:sea"
import { unpackFiles } from "@dragoman/store/unpack-files"

/**
 * Writes assets of the single executable to a folder of this user, and loads them from there. They stay, because worker
 * threads load them later.
 */
export const unpackAssets = <A>(names: ReadonlyArray<string>, use: (folder: string) => A): A =>
  unpackFiles(
    names.map((name) => ({ name, bytes: new Uint8Array(getRawAsset(name) as ArrayBuffer) })),
    use
  )
