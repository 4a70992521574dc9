import { assert, describe, it } from "vitest"
import { type NamedKey, positionNewKeys } from "./key-position.ts"

const old = (position: number, namespace: string | null = null): NamedKey => ({ namespace, position })
const added = (namespace: string | null = null): NamedKey => ({ namespace, position: null })

describe("new keys of a file", () => {
  it.each([
    ["stand behind all keys when the file has only new ones", [added(), added()], [null, null]],
    ["stand behind the key before them", [old(1), added(), added(), old(2)], [1, 1, 1, 2]],
    ["stand before the first key when they begin the file", [added(), added(), old(7)], [6, 6, 7]],
    ["stand behind the last key of the file at its end", [old(1), old(2), added()], [1, 2, 2]],
    ["follow the file, although its keys stand in another order", [old(9), added(), old(2), added()], [9, 9, 2, 2]],
    ["look at their own namespace only", [old(5, "app"), added(), added("app"), old(3)], [5, 2, 5, 3]]
  ] as const)("%s", (_, keys, expected) => {
    assert.deepStrictEqual(positionNewKeys(keys, new Map()), expected)
  })

  it("stand behind the last key of the batch before", () => {
    const last = new Map<string | null, number>()
    positionNewKeys([old(1), old(4)], last)
    assert.deepStrictEqual(positionNewKeys([added(), old(8)], last), [4, 8])
  })
})
