import { assert, describe, it } from "vitest"
import { isFilteredTrash, parseTrashSearch, printChosenNames, toTrashQuery } from "./trash-search.ts"

describe("the search of the trash", () => {
  it("keeps what it understands of the address", () => {
    assert.deepStrictEqual(parseTrashSearch({ q: "cart", by: "12,x,-3,40", ns: "", colour: "red", tag: 5 }), {
      q: "cart",
      by: "12,40"
    })
  })

  it("has the branch, which is no filter", () => {
    const search = parseTrashSearch({ branch: "release/2" })
    assert.deepStrictEqual(toTrashQuery(search), { branch: "release/2" })
    assert.isFalse(isFilteredTrash(search))
  })

  it("has the filters of the translation list, and the users who deleted", () => {
    assert.deepStrictEqual(toTrashQuery({ q: "cart", ns: "web,none,-old", tag: "ios", by: "12,40" }), {
      search: "cart",
      filterNamespace: ["web", ""],
      filterNoNamespace: ["old"],
      filterTag: ["ios"],
      filterDeletedByUserId: [12, 40]
    })
    assert.deepStrictEqual(toTrashQuery({}), {})
  })

  it("is in the address as it was chosen, or not at all", () => {
    assert.deepStrictEqual([printChosenNames(["", "web"]), printChosenNames([])], ["none,web", undefined])
    assert.deepStrictEqual([isFilteredTrash({ tag: "ios" }), isFilteredTrash({ q: undefined })], [true, false])
  })
})
