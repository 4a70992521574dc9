import { assert, it } from "vitest"
import type { AuditValues } from "./audit-entry.ts"
import { changedFields } from "./changed-fields.ts"

it.each([
  ["equal states have no changed fields", { name: "a", scopes: ["x"] }, { name: "a", scopes: ["x"] }, null],
  [
    "only the fields that differ are kept",
    { name: "a", description: null },
    { name: "b", description: null },
    { before: { name: "a" }, after: { name: "b" } }
  ],
  [
    "lists are compared by their elements",
    { scopes: ["x"], type: "VIEW" },
    { scopes: ["x", "y"], type: "VIEW" },
    { before: { scopes: ["x"] }, after: { scopes: ["x", "y"] } }
  ],
  [
    "a field that one state lacks counts as null there",
    { type: "VIEW" },
    { scopes: ["x"] },
    { before: { type: "VIEW", scopes: null }, after: { type: null, scopes: ["x"] } }
  ],
  ["a missing field is the same as null", { expiresAt: null }, {}, null]
] satisfies ReadonlyArray<[string, AuditValues, AuditValues, ReturnType<typeof changedFields>]>)(
  "%s",
  (_, before, after, expected) => {
    assert.deepStrictEqual(changedFields(before, after), expected)
  }
)
