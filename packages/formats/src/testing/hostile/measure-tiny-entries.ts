import { defaultReadOptions } from "../../reader.ts"
import { readTranslationFile } from "../../registry.ts"
import { grownMemory } from "./grown-memory.ts"
import { makeTinyFile, type TinyKind } from "./tiny-entries.ts"

/** A measurement of reading one file of tiny entries: a line of JSON from a process of its own. */
export interface TinyMeasure {
  readonly bytes: number
  readonly grownBytes: number
  readonly keyCount: number
  /** Null = the file was read. */
  readonly failure: string | null
}

const [kind, bytesMax, areAlike] = process.argv.slice(2)
const { path, bytes } = makeTinyFile(kind as TinyKind, Number(bytesMax), areAlike === "true")
const read = (content: Uint8Array) => readTranslationFile(content, { ...defaultReadOptions, path })
// Modules that are loaded at first use are no memory of a file.
read(makeTinyFile(kind as TinyKind, 1_000, true).bytes)
let result: ReturnType<typeof read> | null = null
const grownBytes = grownMemory(() => {
  result = read(bytes)
})
const { kind: outcome, ...found } = result ?? read(bytes)
const measure: TinyMeasure = {
  bytes: bytes.length,
  grownBytes,
  keyCount: outcome === "file" && "keys" in found ? found.keys.size : 0,
  failure: "message" in found ? found.message : null
}
process.stdout.write(`${JSON.stringify(measure)}\n`)
