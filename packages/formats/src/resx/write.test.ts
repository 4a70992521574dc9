import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { defaultWriteOptions, exportedFile, summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import { readResx } from "./read.ts"
import { writeResx } from "./write.ts"

describe("writing resx", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeResx(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it("read again every key, text and description is the same", () => {
    const random = seededRandom(72)
    const parts = [..." \n\r\t<>&;\"'aé", "]]>", "<b>", "&amp;", "{x}", "\u{1f600}"]
    const entries = Array.from({ length: 2_000 }, (_, index) => ({
      keyName: `${randomText(random, parts, 6)}${index}`,
      text: `${randomText(random, parts, 8)}.`,
      description: index % 3 === 0 ? `d${index}\n\nsecond` : null
    }))
    const options = { ...defaultReadOptions, path: "en.resx", format: "RESX_ICU" }
    const written = writeResx(exportedFile(entries), defaultWriteOptions)
    if (written.kind !== "file") assert.fail("not written")
    const read = readResx(new TextEncoder().encode(written.content), options)
    if (read.kind !== "file") assert.fail(read.message)
    assert.deepStrictEqual(
      read.translations.map(({ keyName, text }) => [keyName, text]),
      entries.map(({ keyName, text }) => [keyName, text])
    )
    for (const { keyName, description } of entries) {
      assert.strictEqual(read.keys.get(keyName)?.description, description, keyName)
    }
  })
})
