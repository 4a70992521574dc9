import { FluentParser, FluentSerializer } from "@fluent/syntax"
import { assert, describe, it } from "vitest"
import { isSameText } from "../plural/plural-texts.ts"
import { defaultReadOptions, type ReadResult } from "../reader.ts"
import { assertRoundTrip } from "../testing/round-trip.ts"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import {
  defaultWriteOptions,
  exportedFile,
  keyAsRead,
  summarizeWarnings,
  writtenCases
} from "../testing/written-cases.ts"
import type { WriteOptions } from "../writer.ts"
import { readFluent } from "./read.ts"
import { writeFluent } from "./write.ts"

const read = (content: string, options: Partial<typeof defaultReadOptions> = {}) => {
  const bytes = new TextEncoder().encode(content)
  const result: ReadResult = readFluent(bytes, { ...defaultReadOptions, ...options, path: "cs.ftl" })
  return result.kind === "file" ? result : assert.fail(result.message)
}

/** Writes the texts of an import by name, as a project exports them. */
const writeAgain = (file: ReturnType<typeof read>, options: Partial<WriteOptions> = {}) => {
  const texts = new Map(file.translations.toReversed().map((one) => [one.keyName, one]))
  const entries = [...file.keys.values()].map((key) => ({
    ...keyAsRead(key, "cs"),
    text: texts.get(key.name)?.text ?? null,
    isPlural: texts.get(key.name)?.isPlural ?? false
  }))
  const written = writeFluent(exportedFile(entries), { ...defaultWriteOptions, ...options })
  return written.kind === "file" ? written : assert.fail("not written")
}

const canonical = (content: string): string => new FluentSerializer().serialize(new FluentParser().parse(content))

/** Patterns of any shape that the serializer could have written. */
const randomPattern = (random: () => number, depth: number): string => {
  const pick = <A>(values: ReadonlyArray<A>): A => values[Math.floor(random() * values.length)] as A
  const select = () => {
    const selector = pick(["$n", "$g", "NUMBER($n)", 'NUMBER($n, type: "ordinal")', "PLATFORM()", "-brand.gender"])
    const keys = pick([
      ["one", "other"],
      ["0", "few", "other"],
      ["f", "m"],
      ["other", "one"],
      ["1.5", "other"],
      ["a-b", "other"]
    ])
    const chosen = Math.floor(random() * keys.length)
    const variants = keys.map((key, index) => {
      return `\n${index === chosen ? " *" : "  "}[${key}] ${randomPattern(random, depth - 1).replaceAll("\n", "\n    ")}`
    })
    return `{ ${selector} ->${variants.join("")}\n }`
  }
  const placeable = () =>
    pick([
      ...[
        "{ $n }",
        "{ $user-name }",
        "{ -brand }",
        '{ -brand(case: "x") }',
        "{ msg.attr }",
        "{ msg }",
        '{ "{" }',
        '{ "" }'
      ],
      ...[
        '{ "\\u00A0" }',
        "{ NUMBER($n) }",
        '{ NUMBER($n, style: "percent") }',
        "{ DATETIME($d) }",
        "{ 5 }",
        '{ " " }'
      ],
      ...["{ FUN($n, 1) }", '{ DATETIME($d, timeStyle: "medium") }', "{{ $n }}", '{ "\\\\" }']
    ])
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const kind = random()
    if (kind < 0.15 && depth > 0) return select()
    if (kind < 0.45) return placeable()
    return randomText(random, [..."a'#é|\"\\ ", "''", "\n    b", "\n\n      c", "😀"], 6)
  })
  return `x${parts.join("")}`
}

describe("writing Fluent", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeFluent(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it.each([true, false])("read again every key, text and description is the same: ICU %s", (icuPlaceholders) => {
    const parts = [..." \n\t\"'aé#.*[]|-$\\", "}", "{", "\r", "{ $n }", "{ -brand }", '{ "x" }', "\u{1f600}", "  "]
    const plain = parts.filter((part) => !/[{}'#]/.test(part))
    assertRoundTrip({
      seed: 75,
      parts: icuPlaceholders ? [...plain, "'{'", "'}'", "{n}", "{n, number}", "'{' -brand '}'", "#"] : plain,
      nameParts: [..."aB_-"],
      namePrefix: "a",
      path: "cs.ftl",
      format: "FLUENT",
      icuPlaceholders,
      write: writeFluent,
      read: readFluent
    })
  })

  it("a canonical file that is read and written has the same bytes, whatever its patterns are", () => {
    const random = seededRandom(76)
    let keptCount = 0
    for (let round = 0; round < 150; round++) {
      const messages = Array.from({ length: 6 }, (_, index) => {
        const comment = random() < 0.2 ? `# Note ${index}\n` : random() < 0.2 ? `## Group ${index}\n\n` : ""
        const name = `${random() < 0.2 ? "-" : ""}m${9 - index}`
        const attribute = random() < 0.3 ? `\n    .title = ${randomPattern(random, 1).replaceAll("\n", "\n    ")}` : ""
        return `${comment}${name} = ${randomPattern(random, 2)}${attribute}\n`
      })
      const content = canonical(`${messages.join("")}${random() < 0.2 ? "\n# The end.\n" : ""}`)
      for (const options of [{}, { convertPlaceholders: false }, { icuPlaceholders: false }]) {
        const file = read(content, options as never)
        const written = writeAgain(file, options)
        assert.strictEqual(written.content, content)
        assert.deepStrictEqual(written.warnings, [])
        const names = [...file.keys.values()].flatMap((key) => Object.keys(keyAsRead(key, "cs").formatData))
        if (names.includes("_fluentPattern")) keptCount++
      }
    }
    assert.isAbove(keptCount, 50)
  })

  it("without the kept patterns each text without a warning comes back, too", () => {
    const random = seededRandom(77)
    let comparedCount = 0
    for (let round = 0; round < 2_000; round++) {
      const file = read(`a = ${randomPattern(random, 2)}\n`)
      const [translation] = file.translations
      if (translation === undefined) continue
      const { text, isPlural } = translation
      const written = writeFluent(exportedFile([{ keyName: "a", text, isPlural }]), defaultWriteOptions)
      if (written.kind !== "file") assert.fail("not written")
      if (written.warnings.length > 0) continue
      const [again] = read(written.content).translations
      // In a plural of `n` they are the same number.
      const [before, after] = [text, again?.text ?? ""].map((one) => one.replaceAll("{n}", "#"))
      const isSame = before === after || (isPlural && isSameText(before ?? null, after ?? null))
      if (!isSame) assert.strictEqual(again?.text, text, written.content)
      comparedCount++
    }
    assert.isAbove(comparedCount, 1_000)
  })

  it("a text that was edited since the import is written as it is now", () => {
    const file = read('a = { $n ->\n   *[one] x\n    [other] y\n }{ "\\u00A0" }\n')
    const [key] = file.keys.values()
    const formatData = key?.formatData.get("cs")?.textData ?? {}
    assert.property(formatData, "_fluentPattern")
    const written = writeFluent(exportedFile([{ keyName: "a", text: "edited", formatData }]), defaultWriteOptions)
    assert.strictEqual(written.kind === "file" ? written.content : null, "a = edited\n")
  })

  it("custom values of another shape, which a person may have stored, do no harm", () => {
    const customValues = {
      _fluentGroup: 5,
      _fluentComments: [["#!", "x"], "y", ["#"]],
      _fluentLastComments: {},
      _fluentPattern: "} {"
    }
    const written = writeFluent(exportedFile([{ keyName: "a", text: "b", customValues }]), defaultWriteOptions)
    assert.deepStrictEqual(written, { kind: "file", content: "a = b\n", warnings: [] })
  })
})
