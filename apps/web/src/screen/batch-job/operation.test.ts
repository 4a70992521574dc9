import type { BatchOperation } from "@dragoman/domain/batch-job"
import { assert, describe, it } from "vitest"
import { isDestructive, oppositeOf } from "./operation.ts"

describe("what undoes an operation on many keys", () => {
  it.each([
    ["deleting: restoring", { type: "DELETE_KEYS" }, { type: "RESTORE_KEYS" }],
    ["a tag: taking it away", { type: "TAG_KEYS", tags: ["ios"] }, { type: "UNTAG_KEYS", tags: ["ios"] }],
    ["taking a tag away: the tag", { type: "UNTAG_KEYS", tags: ["ios"] }, { type: "TAG_KEYS", tags: ["ios"] }],
    ["several tags: nothing, a key may have had one of them", { type: "TAG_KEYS", tags: ["ios", "web"] }, null],
    ["clearing: nothing", { type: "CLEAR_TRANSLATIONS", languageIds: [1] }, null],
    ["another namespace: nothing", { type: "SET_KEYS_NAMESPACE", namespace: "web" }, null]
  ] satisfies ReadonlyArray<[string, BatchOperation, BatchOperation | null]>)("%s", (_, operation, opposite) => {
    assert.deepStrictEqual(oppositeOf(operation), opposite)
  })
})

describe("operations that remove keys or texts", () => {
  it.each([
    ["deleting", { type: "DELETE_KEYS" }, true],
    ["clearing", { type: "CLEAR_TRANSLATIONS", languageIds: [1] }, true],
    ["copying over texts", { type: "COPY_TRANSLATIONS", sourceLanguageId: 1, targetLanguageIds: [2] }, true],
    [
      "translating over texts",
      { type: "MACHINE_TRANSLATE", targetLanguageIds: [2], onlyEmpty: false, overwriteReviewed: false },
      true
    ],
    [
      "not translating empty texts",
      { type: "MACHINE_TRANSLATE", targetLanguageIds: [2], onlyEmpty: true, overwriteReviewed: false },
      false
    ],
    ["disabling", { type: "SET_TRANSLATIONS_STATE", languageIds: [1], state: "DISABLED" }, true],
    ["not reviewing", { type: "SET_TRANSLATIONS_STATE", languageIds: [1], state: "REVIEWED" }, false],
    ["not tagging", { type: "TAG_KEYS", tags: ["ios"] }, false]
  ] satisfies ReadonlyArray<[string, BatchOperation, boolean]>)("%s", (_, operation, expected) => {
    assert.strictEqual(isDestructive(operation), expected)
  })
})
