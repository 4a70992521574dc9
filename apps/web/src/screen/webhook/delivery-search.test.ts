import { assert, describe, it } from "vitest"
import { isFilteredLog, parseDeliverySearch, toDeliveryFilter } from "./delivery-search.ts"

describe("the filters of the log", () => {
  it("keep what they understand of the address", () => {
    const search = parseDeliverySearch({
      state: "FAILED,LOST,PENDING",
      type: "NOTHING",
      from: "2026-02-29",
      to: "2026-03-01",
      other: "x"
    })
    assert.deepStrictEqual(search, { state: "FAILED,PENDING", type: undefined, from: undefined, to: "2026-03-01" })
    assert.isTrue(isFilteredLog(search))
    assert.isFalse(isFilteredLog(parseDeliverySearch({ state: "LOST", from: "yesterday" })))
  })

  it("include both days, in the time zone of the browser", () => {
    assert.deepStrictEqual(toDeliveryFilter({ type: "IMPORT", from: "2026-03-01", to: "2026-03-31" }), {
      type: ["IMPORT"],
      createdAfter: new Date(2026, 2, 1).getTime(),
      createdBefore: new Date(2026, 3, 1).getTime()
    })
  })
})
