import { assert } from "vitest"
import type { ExportedFile } from "../exported-file.ts"
import { defaultReadOptions, type ReadOptions, type ReadResult } from "../reader.ts"
import type { WriteOptions, WriteResult } from "../writer.ts"
import { randomText, seededRandom } from "./seeded-random.ts"
import { defaultWriteOptions, exportedFile } from "./written-cases.ts"

export interface RoundTrip {
  readonly seed: number
  /** Names and texts are made of these: what the format has to escape. */
  readonly parts: ReadonlyArray<string>
  /** Absent = names are made of the same. */
  readonly nameParts?: ReadonlyArray<string>
  /** The prefix of each name; absent = none. */
  readonly namePrefix?: string
  readonly path: string
  /** An import format. */
  readonly format: string
  /** False = the format has placeholders, which are not converted here. */
  readonly icuPlaceholders?: boolean
  readonly write: (file: ExportedFile, options: WriteOptions) => WriteResult
  readonly read: (bytes: Uint8Array, options: ReadOptions) => ReadResult
}

/** Writes 2,000 random entries; read again every key, text without a warning, and description is the same. */
export const assertRoundTrip = (trip: RoundTrip): void => {
  const { seed, parts, nameParts = parts, namePrefix = "", path, format, icuPlaceholders = true, write, read } = trip
  const random = seededRandom(seed)
  const entries = Array.from({ length: 2_000 }, (_, index) => ({
    keyName: `${namePrefix}${randomText(random, nameParts, 6)}${index}`,
    text: `${randomText(random, parts, 8)}.`,
    description: index % 3 === 0 ? `d${index}\n\nsecond` : null
  }))
  const written = write(exportedFile(entries), { ...defaultWriteOptions, icuPlaceholders })
  if (written.kind !== "file") assert.fail("not written")
  const result = read(new TextEncoder().encode(written.content), {
    ...defaultReadOptions,
    path,
    format,
    icuPlaceholders
  })
  if (result.kind !== "file") assert.fail(result.message)
  const warnedKeys = new Set(written.warnings.map(({ keyName }) => keyName))
  const comparable = ({ keyName }: { readonly keyName: string }) => !warnedKeys.has(keyName)
  assert.isBelow(warnedKeys.size, entries.length / 2)
  assert.deepStrictEqual(
    result.translations.filter(comparable).map(({ keyName, text }) => [keyName, text]),
    entries.filter(comparable).map(({ keyName, text }) => [keyName, text])
  )
  for (const { keyName, description } of entries) {
    assert.strictEqual(result.keys.get(keyName)?.description, description, keyName)
  }
}
