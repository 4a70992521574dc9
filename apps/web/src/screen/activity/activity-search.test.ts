import { assert, describe, it } from "vitest"
import { dayOf } from "../../widget/ui/day.ts"
import { isFilteredActivity, parseActivitySearch, toActivityQuery } from "./activity-search.ts"

describe("filters of the activity in the address", () => {
  it("keep what they understand and drop the rest", () => {
    const raw = {
      author: "3,me,-1",
      type: "IMPORT,NOTHING",
      language: "cs",
      from: "2026-02-30",
      to: "2026-02-28",
      q: "x"
    }
    assert.deepStrictEqual(parseActivitySearch(raw), { author: "3", type: "IMPORT", language: "cs", to: "2026-02-28" })
    assert.deepStrictEqual(parseActivitySearch({ type: "NOTHING", from: 7 }), {})
  })

  it("have the branch beside them", () => {
    const search = parseActivitySearch({ branch: "release/2" })
    assert.deepStrictEqual(toActivityQuery(search), { branch: "release/2" })
    assert.isFalse(isFilteredActivity(search))
  })

  it("become the filters of the API, the last day included", () => {
    const query = toActivityQuery({
      author: "3,4",
      type: "IMPORT",
      language: "cs,de",
      from: "2026-03-01",
      to: "2026-03-01"
    })
    assert.deepInclude(query, { filterAuthorId: [3, 4], filterType: ["IMPORT"], filterLanguage: ["cs", "de"] })
    assert.strictEqual(dayOf(query.createdAfter ?? 0), "2026-03-01")
    assert.strictEqual(dayOf((query.createdBefore ?? 0) - 1), "2026-03-01")
    assert.strictEqual(dayOf(query.createdBefore ?? 0), "2026-03-02")
    assert.deepStrictEqual(toActivityQuery({}), {})
  })
})
