import { assert, describe, it } from "vitest"
import { type CachedPage, neighboursIn } from "./key-neighbours.ts"

const page = (list: string, number: number, readAt: number, ids: ReadonlyArray<number>): CachedPage => ({
  list,
  page: number,
  readAt,
  keys: ids.map((keyId) => ({ keyId })) as unknown as CachedPage["keys"]
})

const idsOf = (pages: ReadonlyArray<CachedPage>, keyId: number) => {
  const { before, after } = neighboursIn(pages, keyId)
  return [before?.keyId ?? null, after?.keyId ?? null]
}

describe("the neighbours of a key", () => {
  it.each([
    ["are beside it in its list", [page("a", 0, 1, [1, 2, 3])], 2, [1, 3]],
    ["are none at the ends of the list", [page("a", 0, 1, [1, 2])], 1, [null, 2]],
    ["are on the pages beside its own", [page("a", 0, 1, [1, 2]), page("a", 1, 1, [3, 4])], 3, [2, 4]],
    ["are not those of another list", [page("a", 0, 1, [1, 2]), page("b", 1, 1, [3, 4])], 2, [1, null]],
    ["are those of the list that was read last", [page("a", 0, 1, [1, 2, 3]), page("b", 0, 2, [7, 2, 8])], 2, [7, 8]],
    ["are not known when no list has the key", [page("a", 0, 1, [1])], 9, [null, null]]
  ] as const)("%s", (_, pages, keyId, expected) => {
    assert.deepStrictEqual(idsOf(pages, keyId), [...expected])
  })
})
