import { readdirSync } from "node:fs"
import { unzipSync } from "fflate"
import { goldenCases } from "../golden-cases.ts"

/** A file that is mutated, and its path. */
interface Model {
  readonly path: string
  readonly bytes: Uint8Array
}

const sources = new URL("../../", import.meta.url)
/** The files that readers are tested with. */
export const models: ReadonlyArray<Model> = readdirSync(sources)
  .sort()
  .flatMap((folder) => {
    const place = new URL(`${folder}/`, sources)
    const hasCases = !folder.includes(".") && readdirSync(place).includes("golden")
    return hasCases ? goldenCases(new URL("golden/", place)) : []
  })
  // Copies: `slice` of a buffer is the same memory, and a mutation of it would change the model for all files behind it.
  .map(({ bytes, options }) => ({ path: options.path.replace(/qtts$/, "ts"), bytes: new Uint8Array(bytes) }))
  .filter(({ bytes }) => bytes.length < 20_000)

export const isWorkbook = (path: string): boolean => path.endsWith(".xlsx")

/** Empty when the workbook is no archive. */
export const unzipParts = (bytes: Uint8Array): Record<string, Uint8Array> => {
  try {
    return unzipSync(bytes)
  } catch {
    return { "xl/workbook.xml": bytes }
  }
}
