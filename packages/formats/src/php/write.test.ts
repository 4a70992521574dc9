import { assert, describe, it } from "vitest"
import type { ExportedEntry } from "../exported-file.ts"
import { messageFormatDialects } from "../placeholder/dialect/message-format.ts"
import { defaultReadOptions } from "../reader.ts"
import { assertReadsBack, randomNestedFile } from "../testing/nested-entries.ts"
import { randomRounds, randomText, seededRandom } from "../testing/seeded-random.ts"
import {
  defaultWriteOptions,
  exportedFile,
  keyAsRead,
  summarizeWarnings,
  writtenCases
} from "../testing/written-cases.ts"
import { laravelDialect } from "./laravel-placeholder.ts"
import { readPhp } from "./read.ts"
import { writeLaravel, writePhpArray } from "./write.ts"

const read = (content: string, path: string, format: string) => {
  const result = readPhp(new TextEncoder().encode(content), { ...defaultReadOptions, path, format })
  return result.kind === "file" ? result : assert.fail(`${result.message}\n${content}`)
}

/** Returns the entries of an export after an import of the file, which has one language. */
const entriesOf = ({
  keys,
  translations,
  language
}: ReturnType<typeof read>): ReadonlyArray<Partial<ExportedEntry>> => {
  const texts = new Map(translations.map(({ keyName, text }) => [keyName, text]))
  return [...keys.values()].map((key) => ({
    ...keyAsRead(key, language ?? ""),
    text: texts.get(key.name) ?? null,
    isPlural: key.pluralArgumentName !== null
  }))
}

const contentOf = (written: ReturnType<typeof writeLaravel>): string =>
  written.kind === "file" ? written.content : assert.fail(written.kind)

const quote = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`

describe("writing arrays of PHP", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeLaravel(written.file, written.options)
    assert.strictEqual(contentOf(result), written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it.each([
    ["PHP_ARRAY_ICU", "ICU", "en"],
    ["PHP_ARRAY_PHP", "PHP_SPRINTF", "cs"]
  ] as const)(
    "read again as %s every entry without a warning is the same",
    { tags: ["random"] },
    (format, messageFormat, languageTag) => {
      const random = seededRandom(91)
      for (let round = 0; round < randomRounds(300); round++) {
        const file = randomNestedFile(random, languageTag, messageFormatDialects[messageFormat])
        const supportArrays = random() < 0.5
        const structureDelimiter = random() < 0.2 ? null : "."
        const written = writePhpArray(file, {
          ...defaultWriteOptions,
          messageFormat,
          supportArrays,
          structureDelimiter
        })
        const options = { ...defaultReadOptions, path: `${languageTag}.php`, format }
        assertReadsBack(file, written, (bytes) => readPhp(bytes, options))
      }
    }
  )

  it("read again for Laravel every text without a warning is the same", { tags: ["random"] }, () => {
    const random = seededRandom(92)
    for (let round = 0; round < randomRounds(300); round++) {
      const nested = randomNestedFile(random, "en", laravelDialect)
      const file = { ...nested, entries: nested.entries.filter(({ isPlural }) => !isPlural) }
      const options = { ...defaultReadOptions, path: "en.php", format: "PHP_LARAVEL" }
      assertReadsBack(file, writeLaravel(file, defaultWriteOptions), (bytes) => readPhp(bytes, options))
    }
  })

  it.each(["en", "cs", "pl", "ru", "ar", "ja", "fr", "lv"])(
    "%s: texts of Laravel come back byte by byte, and mean the same without what an import kept",
    { tags: ["random"] },
    (languageTag) => {
      const random = seededRandom(93)
      const parts = [
        ..."a |,'é\"\\$\n",
        "|",
        "|",
        "{0} ",
        "{1}",
        "[2,*] ",
        "[1,19]",
        ":count",
        ":Name",
        "{x}",
        "%s",
        "x"
      ]
      for (let round = 0; round < randomRounds(60); round++) {
        const texts = Array.from({ length: 20 }, () => `${randomText(random, parts, 9)}.`)
        const elements = texts.map((text, index) => `'k${index}' => ${quote(text)},`)
        const imported = read(`<?php return [${elements.join("\n")}];`, `lang/${languageTag}/a.php`, "PHP_LARAVEL")
        const entries = entriesOf(imported)
        const content = contentOf(writeLaravel(exportedFile(entries, { languageTag }), defaultWriteOptions))
        const again = read(content, `lang/${languageTag}/a.php`, "PHP_LARAVEL")
        assert.deepStrictEqual(entriesOf(again), entries, content)
        // Read as texts without conventions: what stands in the file.
        const stored = read(content, "a.php", "PHP_ARRAY_ICU").translations.map(({ text }) => text)
        assert.deepStrictEqual(stored, texts)

        const forgotten = entries.map((entry) => ({ ...entry, formatData: {} }))
        const plain = writeLaravel(exportedFile(forgotten, { languageTag }), defaultWriteOptions)
        const warned = new Set(plain.kind === "file" ? plain.warnings.map(({ keyName }) => keyName) : [])
        const plainEntries = entriesOf(read(contentOf(plain), `lang/${languageTag}/a.php`, "PHP_LARAVEL"))
        for (const [index, { keyName, text }] of entries.entries()) {
          if (!warned.has(keyName ?? "")) assert.strictEqual(plainEntries[index]?.text, text, contentOf(plain))
        }
      }
    }
  )

  it("reads 5,000 plurals, each of which has forms for many numbers", () => {
    const elements = Array.from(
      { length: 5_000 },
      (_, index) => `'k${index}' => '{0} a|[1,${index % 40}] b|[50,*] ${index}',`
    )
    const { keys } = read(`<?php return [${elements.join("\n")}];`, "lang/pl/a.php", "PHP_LARAVEL")
    assert.strictEqual(keys.size, 5_000)
  })

  it.each([
    ["an expression", `<?php return ['a' => ${"f().".repeat(1_000_000)}f()];`],
    ["joined texts", `<?php return ['a' => ${"'x'.".repeat(1_000_000)}'x'];`],
    ["lines of a heredoc", `<?php return ['a' => <<<X\n${"  b\n".repeat(1_000_000)}  X];`],
    ["heredocs without an end", `<?php return [${"<<<X\n".repeat(500_000)}];`],
    ["a comment", `<?php return [// ${"?".repeat(10_000_000)}\n];`],
    ["a line", `<?php return ['${"\\'".repeat(5_000_000)}'];`],
    ["escapes", `<?php return ["${"\\xe9\\x41".repeat(500_000)}"];`],
    ["arrays that are none", `<?php return [${"[".repeat(90)}1${"]+1".repeat(90)}];`]
  ])("%s of great length takes no longer than it is long", (_, content) => {
    const result = readPhp(new TextEncoder().encode(content), { ...defaultReadOptions, path: "en.php" })
    assert.include(["file", "failure"], result.kind)
  })
})
