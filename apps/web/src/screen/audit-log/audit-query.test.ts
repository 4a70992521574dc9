import { assert, describe, it } from "vitest"
import { toAuditQuery } from "./audit-query.ts"
import { isFilteredLog, parseAuditSearch } from "./audit-search.ts"

const queryOf = (raw: Record<string, unknown>) => toAuditQuery(parseAuditSearch(raw))

describe("the filters of the audit log in the address", () => {
  it("become those of the API", () => {
    assert.deepStrictEqual(
      queryOf({
        user: "nela",
        action: "LOGIN,LOGIN_FAILED",
        outcome: "FAILURE",
        address: " 203.0.113.7 ",
        object: "USER.12",
        from: "2026-08-01",
        to: "2026-08-31"
      }),
      {
        search: "nela",
        filterAction: ["LOGIN", "LOGIN_FAILED"],
        filterOutcome: "FAILURE",
        filterAddress: "203.0.113.7",
        filterObjectKind: "USER",
        filterObjectId: 12,
        createdAfter: new Date(2026, 7, 1).getTime(),
        createdBefore: new Date(2026, 8, 1).getTime()
      }
    )
  })

  it.each([
    ["an action that the log does not know", { action: "FLEW" }],
    ["an outcome that is none", { outcome: "MAYBE" }],
    ["an object without an id", { object: "USER" }],
    ["an object of an unknown kind", { object: "BOAT.1" }],
    ["a day that does not exist", { from: "2026-02-31", to: "tomorrow" }],
    ["what is no text", { user: ["a"], page: 2 }]
  ])("are left out when they are %s", (_, raw) => {
    assert.deepStrictEqual(queryOf(raw), {})
  })

  it("say whether there are any", () => {
    assert.isFalse(isFilteredLog(parseAuditSearch({ page: "1" })))
    assert.isTrue(isFilteredLog(parseAuditSearch({ user: "a" })))
  })
})
