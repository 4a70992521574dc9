import { assert, describe, it } from "vitest"
import { splitByFreePlace } from "./free-place.ts"

const key = (id: number, name: string, namespace: string | null = null) => ({ id, name, namespace })

const split = (keys: ReadonlyArray<ReturnType<typeof key>>, occupied: Parameters<typeof splitByFreePlace>[2]) => {
  const { free, taken } = splitByFreePlace(keys, (wanted) => wanted, occupied)
  return [free.map(({ id }) => id), taken.map(({ id }) => id)]
}

describe("a key gets its place", () => {
  it.each([
    ["where no key is", [key(1, "a")], [], [[1], []]],
    ["not where another key is", [key(1, "a"), key(2, "b")], [key(9, "a")], [[2], [1]]],
    ["beside a key of the same name in another namespace", [key(1, "a", "x")], [key(9, "a")], [[1], []]],
    ["in the default namespace beside one with the name null", [key(1, "a")], [key(9, "a", "null")], [[1], []]],
    ["before the others that want the same one", [key(2, "a"), key(1, "a"), key(3, "a")], [], [[2], [1, 3]]],
    ["never, all of them, where one key is", [key(1, "a"), key(2, "a")], [key(9, "a")], [[], [1, 2]]]
  ])("%s", (_, keys, occupied, expected) => {
    assert.deepStrictEqual(split(keys, occupied), expected)
  })
})
