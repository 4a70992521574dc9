import { strToU8, zipSync } from "fflate"
import { importFormatNames, supportedExtensions } from "../../registry.ts"
import { seededRandom } from "../seeded-random.ts"
import { isWorkbook, models, unzipParts } from "./models.ts"
import { mutate, range, splice } from "./mutate.ts"
import { pick, randomBytes, randomToken, randomTokens } from "./random-parts.ts"

/** A file that no honest program wrote, and how it is read. */
export interface HostileFile {
  readonly bytes: Uint8Array
  readonly path: string
  /** Null = the path decides. */
  readonly format: string | null
  readonly icuPlaceholders: boolean
  readonly convertPlaceholders: boolean
  readonly structureDelimiter: string
}

/** The same file for the same seed: a mutated golden file, tokens of syntaxes, random bytes, or an archive of such files. */
export const makeHostileFile = (seed: number): HostileFile => {
  const random = seededRandom(seed)
  const model = pick(random, models)
  const kind = random()
  const bytes =
    kind < 0.03
      ? randomBytes(random, 200)
      : kind < 0.1
        ? strToU8(randomTokens(random, 60))
        : isWorkbook(model.path) && kind < 0.9
          ? mutateParts(random, model.bytes)
          : mutate(random, model.bytes)
  const isArchive = random() < 0.03
  const path = isArchive
    ? "all.zip"
    : random() < 0.05
      ? `en.${pick(random, [...supportedExtensions, "zip"])}`
      : model.path
  return {
    bytes: isArchive ? archiveOf(random, model.path, bytes) : bytes,
    path,
    format: isArchive || random() > 0.1 ? null : pick(random, importFormatNames),
    icuPlaceholders: random() < 0.8,
    convertPlaceholders: random() < 0.9,
    structureDelimiter: pick(random, [".", ".", ".", "", "/"])
  }
}

/** A larger one: a part of a golden file, mutated at places, again and again up to the size. */
export const makeLargeHostileFile = (seed: number, bytesMax: number): HostileFile => {
  const random = seededRandom(seed)
  const small = { ...makeHostileFile(seed), format: null }
  const model = pick(random, models)
  if (isWorkbook(model.path)) {
    const parts = unzipParts(model.bytes)
    const name = pick(random, Object.keys(parts))
    const part = parts[name] ?? new Uint8Array()
    const packed = zipSync({ ...parts, [name]: repeated(random, part, bytesMax) }, { level: 1 })
    return { ...small, bytes: packed, path: model.path }
  }
  return { ...small, bytes: repeated(random, model.bytes, bytesMax), path: model.path }
}

const mutateParts = (random: () => number, bytes: Uint8Array): Uint8Array => {
  const parts = unzipParts(bytes)
  const name = pick(random, Object.keys(parts)) ?? "xl/workbook.xml"
  return zipSync({ ...parts, [name]: mutate(random, parts[name] ?? new Uint8Array()) }, { level: 0 })
}

const archiveOf = (random: () => number, path: string, bytes: Uint8Array): Uint8Array => {
  const other = pick(random, models)
  const inner = {
    [path]: bytes,
    [pick(random, ["", "../", "a/", "__proto__/", ".hidden/", "__MACOSX/"]) + other.path]: other.bytes
  }
  const packed = zipSync(random() < 0.2 ? { "inner.zip": zipSync(inner) } : inner)
  return random() < 0.5 ? packed : mutate(random, packed)
}

const repeated = (random: () => number, bytes: Uint8Array, bytesMax: number): Uint8Array => {
  const [start, end] = random() < 0.3 ? [0, bytes.length] : range(random, bytes)
  const part = end > start ? bytes.subarray(start, end) : strToU8(randomToken(random))
  const block = random() < 0.5 ? part : mutate(random, part)
  const times = Math.floor(bytesMax / Math.max(1, block.length))
  const whole = new Uint8Array(times * block.length)
  for (let index = 0; index < times; index++) whole.set(block, index * block.length)
  return splice(bytes, start, start, whole)
}
