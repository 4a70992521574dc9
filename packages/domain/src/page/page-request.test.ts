import { assert, describe, it } from "vitest"
import { pageEnvelope } from "./page-envelope.ts"
import { type PageQuery, pageOffset, parsePageRequest } from "./page-request.ts"

const sortable = ["name", "slug", "createdAt"] as const
const byId = { property: "id", direction: "asc" } as const

describe("page request", () => {
  it("has page 0, size 20 and the order of ids by default", () => {
    assert.deepStrictEqual(parsePageRequest({}, sortable), { ok: true, value: { page: 0, size: 20, sort: [byId] } })
  })

  it("takes the default order of the list when the query names none", () => {
    const request = parsePageRequest({ sort: [""] }, sortable, [{ property: "name", direction: "asc" }])
    assert.deepStrictEqual(request.ok && request.value.sort, [{ property: "name", direction: "asc" }, byId])
  })

  it.each([
    ["the largest size is 2000", { size: "2000" }, 2000],
    ["larger sizes are cut", { size: "10000" }, 2000],
    ["sizes beyond all numbers are cut", { size: "9".repeat(400) }, 2000],
    ["the smallest size is 1", { size: "1" }, 1]
  ] satisfies ReadonlyArray<[string, PageQuery, number]>)("%s", (_, query, size) => {
    const request = parsePageRequest(query, sortable)
    assert.strictEqual(request.ok && request.value.size, size)
  })

  const tooSmallSize = "must be greater than or equal to 1"
  const negativePage = "must be greater than or equal to 0"
  it.each([
    ["size 0 is refused", { size: "0" }, { size: tooSmallSize }],
    ["a negative size is refused", { size: "-1" }, { size: tooSmallSize }],
    ["a size that is no number is refused", { size: "many" }, { size: tooSmallSize }],
    ["an empty size is refused", { size: "" }, { size: tooSmallSize }],
    ["a size with a fraction is refused", { size: "1.5" }, { size: tooSmallSize }],
    ["a negative page is refused", { page: "-1" }, { page: negativePage }],
    ["a page that is no number is refused", { page: "first" }, { page: negativePage }],
    ["a page in hexadecimal is refused", { page: "0x10" }, { page: negativePage }],
    [
      "a page beyond all pages is refused",
      { page: "9".repeat(20) },
      { page: "must be less than or equal to 2147483647" }
    ],
    ["both are reported", { page: "-1", size: "0", sort: ["nonsense"] }, { page: negativePage, size: tooSmallSize }]
  ] satisfies ReadonlyArray<[string, PageQuery, Record<string, string>]>)("%s", (_, query, messages) => {
    const request = parsePageRequest(query, sortable)
    assert.deepStrictEqual(!request.ok && request.error, { kind: "standardValidation", messages })
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
  ])("%s", (_, sort, expected) => {
    const request = parsePageRequest({ sort }, sortable)
    assert.deepStrictEqual(
      request.ok && request.value.sort.map(({ property, direction }) => `${property} ${direction}`),
      expected
    )
  })

  it.each(["nonsense", "name,sideways", "Name", "constructor", "name;drop"])(
    "sorting by %s is refused as an unknown property",
    (entry) => {
      const request = parsePageRequest({ sort: ["name", entry] }, sortable)
      assert.deepStrictEqual(!request.ok && request.error, {
        kind: "code",
        status: 400,
        code: "unknown_sort_property",
        params: null
      })
    }
  )
})

describe("page envelope", () => {
  it.each([
    [0, 20, 0],
    [1, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [5, 2, 3]
  ])("%i items in pages of %i make %i pages", (totalElements, size, totalPages) => {
    assert.deepStrictEqual(pageEnvelope({ page: 7, size }, totalElements), {
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
        const { totalPages } = pageEnvelope({ page: 0, size }, length)
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
