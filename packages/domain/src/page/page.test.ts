import { assert, describe, it } from "vitest"
import { parseSort, withTotalOrder } from "./lists.ts"
import { pageMetadata, pageOffset, pageRequest, parsePageNumber, parsePageSize } from "./page.ts"

const sortable = ["name", "slug", "createdAt"] as const
const byId = { property: "id", direction: "asc" } as const

describe("page request", () => {
  it("has page 0, size 20 and the order of ids by default", () => {
    assert.deepStrictEqual(pageRequest("users", {}), { page: 0, size: 20, sort: [byId] })
  })

  it("has the order of its list when the query names none", () => {
    const byName = { property: "name", direction: "asc" } as const
    assert.deepStrictEqual(pageRequest("tags", { sort: [] }).sort, [byName, byId])
    assert.deepStrictEqual(pageRequest("tags", { sort: [byId] }).sort, [byId])
  })

  it.each([
    ["the largest size is 2000", "2000", 2000],
    ["larger sizes are cut", "10000", 2000],
    ["sizes beyond all numbers are cut", "9".repeat(400), 2000],
    ["the smallest size is 1", "1", 1]
  ])("%s", (_, text, size) => {
    assert.deepStrictEqual(parsePageSize(text), { ok: true, value: size })
  })

  it("size 0 is valid where a list may be asked for its total alone", () => {
    assert.deepStrictEqual(parsePageSize("0", 0), { ok: true, value: 0 })
    assert.isFalse(parsePageSize("-1", 0).ok)
  })

  it.each([
    ["size 0 is rejected", "0"],
    ["a negative size is rejected", "-1"],
    ["a size that is not a number is rejected", "many"],
    ["an empty size is rejected", ""],
    ["a size with a fraction is rejected", "1.5"]
  ])("%s", (_, text) => {
    const messages = { size: "must be greater than or equal to 1" }
    assert.deepStrictEqual(parsePageSize(text), { ok: false, error: { kind: "standardValidation", messages } })
  })

  const negativePage = "must be greater than or equal to 0"
  it.each([
    ["a negative page is rejected", "-1", negativePage],
    ["a page that is not a number is rejected", "first", negativePage],
    ["a page in hexadecimal is rejected", "0x10", negativePage],
    ["a page beyond all pages is rejected", "9".repeat(20), "must be less than or equal to 2147483647"]
  ])("%s", (_, text, page) => {
    assert.deepStrictEqual(parsePageNumber(text), {
      ok: false,
      error: { kind: "standardValidation", messages: { page } }
    })
  })

  it.each([
    ["ascending is the default", ["name"], ["name asc", "id asc"]],
    ["the direction holds for all properties of its entry", ["name,slug,desc"], ["name desc", "slug desc", "id asc"]],
    ["the direction has no case", ["name,DESC"], ["name desc", "id asc"]],
    ["entries add up", ["name,desc", "slug"], ["name desc", "slug asc", "id asc"]],
    ["the first mention of a property decides", ["name,desc", "name,asc"], ["name desc", "id asc"]],
    ["id is not added when it is asked for", ["id,desc"], ["id desc"]],
    ["a direction alone asks for nothing", ["desc"], ["id asc"]],
    ["blanks do not matter", [" name , desc "], ["name desc", "id asc"]]
  ])("%s", (_, entries, expected) => {
    const sort = parseSort(entries, sortable)
    assert.deepStrictEqual(
      sort.ok && withTotalOrder(sort.value).map(({ property, direction }) => `${property} ${direction}`),
      expected
    )
  })

  it.each(["nonsense", "name,sideways", "Name", "constructor", "name;drop"])(
    "sorting by %s is rejected as an unknown property",
    (entry) => {
      const sort = parseSort(["name", entry], sortable)
      assert.deepStrictEqual(!sort.ok && sort.error, {
        kind: "code",
        status: 400,
        code: "unknown_sort_property",
        params: null
      })
    }
  )
})

describe("page metadata", () => {
  it.each([
    [0, 20, 0],
    [1, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [5, 2, 3]
  ])("%i items in pages of %i make %i pages", (totalElements, size, totalPages) => {
    assert.deepStrictEqual(pageMetadata({ page: 7, size }, totalElements), {
      size,
      totalElements,
      totalPages,
      number: 7
    })
  })

  it("paging through a list gives every item once, whatever its length and the size", () => {
    for (let length = 0; length <= 45; length++) {
      for (const size of [1, 2, 7, 20, 44, 45, 46]) {
        const items = Array.from({ length }, (_, index) => index)
        const { totalPages } = pageMetadata({ page: 0, size }, length)
        const seen = Array.from({ length: totalPages }, (_, page) => {
          const offset = pageOffset({ page, size })
          return items.slice(offset, offset + size)
        })
        assert.deepStrictEqual(seen.flat(), items)
        assert.isTrue(seen.every((page) => page.length > 0))
      }
    }
  })
})
