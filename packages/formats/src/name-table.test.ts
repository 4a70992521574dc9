import { assert, describe, it } from "vitest"
import { hashName, NameTable } from "./name-table.ts"
import { seededRandom } from "./testing/seeded-random.ts"

describe("NameTable", () => {
  it("finds what a map finds, in the same order", () => {
    const random = seededRandom(7)
    for (let round = 0; round < 200; round++) {
      const names = Math.ceil(10 ** (1 + 3 * random()))
      compareWithMap(Array.from({ length: 300 }, () => `name ${Math.floor(random() * names)}`))
    }
  })

  it.each([
    ["names of prototypes", ["__proto__", "constructor", "toString", "__proto__"]],
    [
      "names that differ in one unit",
      ["", "\u0000", "a", "a\u0000", "\u0061", "ä", "a\u0308", "\ud83d", "\ud83d\ude00"]
    ]
  ])("finds %s", (_, names) => {
    compareWithMap(names)
  })

  it("finds names that all want the same place", () => {
    const names: Array<string> = []
    for (let number = 0; names.length < 200; number++) {
      const name = number.toString(36)
      if ((hashName(name) & 0x3fff) === 0) names.push(name)
    }
    compareWithMap([...names, ...names, "another"])
  })

  it("finds more names than a place can number", () => {
    const table = new NameTable<{ readonly name: string }>()
    const count = 2 ** 20 + 1
    for (let number = 0; number < count; number++) table.add({ name: String(number) })
    assert.strictEqual(table.size, count)
    for (const number of [0, 1, 2 ** 20 - 2, 2 ** 20 - 1, 2 ** 20]) {
      assert.strictEqual(table.get(String(number))?.name, String(number))
    }
    assert.isUndefined(table.get(String(count)))
  })
})

const compareWithMap = (names: ReadonlyArray<string>): void => {
  const table = new NameTable<{ readonly name: string; readonly number: number }>()
  const map = new Map<string, { readonly name: string; readonly number: number }>()
  for (const [number, name] of names.entries()) {
    assert.strictEqual(table.has(name), map.has(name), name)
    assert.strictEqual(table.get(name), map.get(name), name)
    if (map.has(name)) continue
    const thing = { name, number }
    map.set(name, thing)
    table.add(thing)
    assert.strictEqual(table.get(name), thing, name)
  }
  assert.strictEqual(table.size, map.size)
  assert.deepStrictEqual([...table], [...map])
  assert.deepStrictEqual([...table.keys()], [...map.keys()])
  assert.deepStrictEqual([...table.values()], [...map.values()])
  assert.deepStrictEqual([...table.entries()], [...map.entries()])
  const visited: Array<unknown> = []
  table.forEach((thing, name) => {
    visited.push([name, thing])
  })
  assert.deepStrictEqual(visited, [...map])
  for (const name of names) assert.strictEqual(table.get(name), map.get(name), name)
}
