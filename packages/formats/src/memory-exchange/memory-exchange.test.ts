import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { printParseFailure } from "../reader.ts"
import { randomRounds, randomText, seededRandom } from "../testing/seeded-random.ts"
import { parseMemoryDate, printMemoryDate } from "./memory-date.ts"
import type { MemoryUnit } from "./memory-unit.ts"
import { readMemoryBlocks } from "./read-memory.ts"
import { memoryEnd, printMemoryStart, printMemoryUnits } from "./write-memory.ts"

/** `firstBytes`: the first block names the encoding. */
const readAll = (bytes: Uint8Array, blockBytes: number, firstBytes = 200, textMax = 100) => {
  const units: Array<MemoryUnit> = []
  const walk = readMemoryBlocks((unit) => units.push(unit), textMax)
  walk.write(bytes.subarray(0, firstBytes))
  for (let at = firstBytes; at < bytes.length; at += blockBytes) walk.write(bytes.subarray(at, at + blockBytes))
  const failure = walk.end()
  return { units, failure: failure === null ? null : printParseFailure(failure) }
}

const written = (units: ReadonlyArray<MemoryUnit>) =>
  new TextEncoder().encode(`${printMemoryStart("en")}${printMemoryUnits(units)}${memoryEnd}`)

const golden = new URL("golden/", import.meta.url)

describe("translation memories in files", () => {
  it.each(readdirSync(golden).sort())("golden case %s, in blocks of any size", (name) => {
    const bytes = readFileSync(new URL(`${name}/input.tmx`, golden))
    const expected: unknown = JSON.parse(readFileSync(new URL(`${name}/expected.json`, golden), "utf8"))
    for (const size of [1, 7, 65_536]) assert.deepStrictEqual(readAll(bytes, size), expected)
  })

  it("writes units, with dates where they are known and without made-up ids", () => {
    const second = Date.parse("2026-01-31T23:59:59Z")
    const texts = [
      { languageTag: "en", text: 'A & <b> "x"\r\n', createdAt: null, changedAt: null },
      { languageTag: 'c"s', text: "\u0001é", createdAt: second, changedAt: second + 1_000 }
    ]
    assert.strictEqual(
      printMemoryUnits([
        { id: null, texts },
        { id: "<7>", texts: [] }
      ]),
      `    <tu>
      <tuv xml:lang="en"><seg>A &amp; &lt;b&gt; "x"&#13;
</seg></tuv>
      <tuv xml:lang="c&quot;s" creationdate="20260131T235959Z" changedate="20260201T000000Z"><seg>é</seg></tuv>
    </tu>
    <tu tuid="&lt;7>">
    </tu>
`
    )
  })

  it("reads what it has written, whatever the texts are", { tags: ["random"] }, () => {
    const random = seededRandom(101)
    const parts = [..." \n\r\t<>&;\"'aé#", "]]>", "<b>", "&amp;", "{0}", "\u{1f600}", "ع"]
    const time = () => (random() < 0.3 ? null : Math.floor(random() * 2_000_000_000) * 1_000)
    for (let round = 0; round < randomRounds(300); round++) {
      const units = Array.from({ length: Math.floor(random() * 5) }, () => ({
        id: randomText(random, parts, 5) || null,
        texts: Array.from({ length: Math.floor(random() * 4) }, (_, index) => ({
          languageTag: `l${index}`,
          text: randomText(random, parts, 12),
          createdAt: time(),
          changedAt: time()
        }))
      }))
      const bytes = written(units)
      assert.deepStrictEqual(readAll(bytes, 1 + Math.floor(random() * 50)), { units, failure: null })
    }
  })

  it("keeps no more of a text than shows that it is too long", () => {
    const texts = [{ languageTag: "en", text: "long".repeat(1_000), createdAt: null, changedAt: null }]
    const { units, failure } = readAll(written([{ id: null, texts }]), 64)
    assert.isNull(failure)
    assert.isBelow(units[0]?.texts[0]?.text.length ?? 0, 4_001)
    assert.isAbove(units[0]?.texts[0]?.text.length ?? 0, 100)
  })

  it("visits a unit as soon as it ends", () => {
    const visited: Array<MemoryUnit> = []
    const walk = readMemoryBlocks((unit) => visited.push(unit), 100)
    const texts = [{ languageTag: "en", text: "Anchor", createdAt: null, changedAt: null }]
    walk.write(new TextEncoder().encode(`${printMemoryStart("en")}${printMemoryUnits([{ id: "1", texts }])}`))
    assert.deepStrictEqual(visited, [{ id: "1", texts }])
  })

  it.each([
    ["20260131T235959Z", "2026-01-31T23:59:59.000Z"],
    ["20260231T000000Z", null],
    ["20260131", null],
    ["", null],
    ["18990101T000000Z", null]
  ])("the date %s is %s", (text, expected) => {
    const millis = parseMemoryDate(text)
    assert.strictEqual(millis === null ? null : new Date(millis).toISOString(), expected)
    if (millis !== null) assert.strictEqual(printMemoryDate(millis), text)
  })
})
