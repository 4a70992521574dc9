import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { heapFlags } from "./grown-memory.ts"
import type { TinyMeasure } from "./measure-tiny-entries.ts"
import { makeTinyFile, type TinyKind } from "./tiny-entries.ts"

const script = fileURLToPath(new URL("measure-tiny-entries.ts", import.meta.url))

/** Reads a file of tiny entries in a process that has as much heap as it may have. Fails when that is not enough. */
export const measureTinyFile = async (kind: TinyKind, bytesMax: number, areAlike: boolean): Promise<TinyMeasure> => {
  const flags = heapFlags(makeTinyFile(kind, bytesMax, areAlike).bytes.length)
  const args = [...flags, script, kind, String(bytesMax), String(areAlike)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}
