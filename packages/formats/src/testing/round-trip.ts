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
  readonly path: string
  /** An import format without placeholders to convert. */
  readonly format: string
  readonly write: (file: ExportedFile, options: WriteOptions) => WriteResult
  readonly read: (bytes: Uint8Array, options: ReadOptions) => ReadResult
}

/** Writes 2,000 random entries; read again every key, text and description is the same. */
export const assertRoundTrip = ({ seed, parts, path, format, write, read }: RoundTrip): void => {
  const random = seededRandom(seed)
  const entries = Array.from({ length: 2_000 }, (_, index) => ({
    keyName: `${randomText(random, parts, 6)}${index}`,
    text: `${randomText(random, parts, 8)}.`,
    description: index % 3 === 0 ? `d${index}\n\nsecond` : null
  }))
  const written = write(exportedFile(entries), defaultWriteOptions)
  if (written.kind !== "file") assert.fail("not written")
  const result = read(new TextEncoder().encode(written.content), { ...defaultReadOptions, path, format })
  if (result.kind !== "file") assert.fail(result.message)
  assert.deepStrictEqual(
    result.translations.map(({ keyName, text }) => [keyName, text]),
    entries.map(({ keyName, text }) => [keyName, text])
  )
  for (const { keyName, description } of entries) {
    assert.strictEqual(result.keys.get(keyName)?.description, description, keyName)
  }
}
