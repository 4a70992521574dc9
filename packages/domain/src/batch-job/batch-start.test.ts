import { assert, describe, it } from "vitest"
import type { Validated } from "../validation/validation.ts"
import {
  validateClearStart,
  validateCopyStart,
  validateKeysStart,
  validateMachineTranslateStart,
  validateNamespaceStart,
  validatePreTranslateStart,
  validateReplaceStart,
  validateStateStart,
  validateTagsStart
} from "./batch-start.ts"

const empty = "must not be empty"
const missing = "must not be null"

const messagesOf = (checked: Validated<unknown>): unknown => {
  if (checked.ok) return null
  const { error } = checked
  return error.kind === "standardValidation" ? error.messages : error.kind === "code" ? error.code : null
}

describe("the start of a batch job", () => {
  it.each([
    ["needs keys", validateKeysStart("DELETE_KEYS", { keyIds: [] }), { keyIds: empty }],
    [
      "needs keys, languages and a state",
      validateStateStart({}),
      { keyIds: empty, languageIds: empty, state: missing }
    ],
    ["needs languages to clear", validateClearStart({ keyIds: [1], languageIds: [] }), { languageIds: empty }],
    [
      "needs languages to copy between",
      validateCopyStart({ keyIds: [1] }),
      { sourceLanguageId: missing, targetLanguageIds: empty }
    ],
    [
      "needs languages, what is sought and what comes in its place",
      validateReplaceStart({ keyIds: [1] }),
      { languageIds: empty, search: empty, replacement: missing }
    ],
    [
      "needs the revision of the preview",
      validateReplaceStart({ keyIds: [1], languageIds: [2], search: "a", replacement: "" }),
      { revisionId: missing }
    ],
    [
      "seeks no longer text than others have",
      validateReplaceStart({ keyIds: [1], languageIds: [2], search: "a".repeat(501), replacement: "", revisionId: 1 }),
      { search: "size must be between 1 and 500" }
    ],
    [
      "needs languages to translate into",
      validatePreTranslateStart({ keyIds: [1], targetLanguageIds: [] }),
      { targetLanguageIds: empty }
    ],
    [
      "needs languages for a machine",
      validateMachineTranslateStart({ keyIds: [1], targetLanguageIds: [] }),
      { targetLanguageIds: empty }
    ],
    [
      "takes no longer name of a namespace than keys have",
      validateNamespaceStart({ keyIds: [1], namespace: "n".repeat(101) }),
      { namespace: "size must be between 0 and 100" }
    ],
    ["needs tags", validateTagsStart("TAG_KEYS", { keyIds: [1], tags: [] }), { tags: empty }],
    ["needs tags that have a name", validateTagsStart("UNTAG_KEYS", { keyIds: [1], tags: ["a", " "] }), "tag_is_blank"],
    ["needs tags that fit", validateTagsStart("TAG_KEYS", { keyIds: [1], tags: ["t".repeat(101)] }), "tag_too_log"],
    ["looks at the keys before the tags", validateTagsStart("TAG_KEYS", { tags: [" "] }), { keyIds: empty }]
  ] satisfies ReadonlyArray<[string, Validated<unknown>, unknown]>)("%s", (_, checked, expected) => {
    assert.deepStrictEqual(messagesOf(checked), expected)
  })

  it("keeps tags and languages once, and a blank namespace as the default one", () => {
    const tags = validateTagsStart("TAG_KEYS", { keyIds: [1], tags: [" a ", "a", "b"] })
    assert.deepStrictEqual(tags.ok && tags.value.operation, { type: "TAG_KEYS", tags: ["a", "b"] })
    const languages = validateClearStart({ keyIds: [1], languageIds: [2, 2] })
    assert.deepStrictEqual(languages.ok && languages.value.operation.languageIds, [2])
    const namespace = validateNamespaceStart({ keyIds: [1], namespace: " " })
    assert.isNull(namespace.ok && namespace.value.operation.namespace)
  })

  it("keeps repeated keys, which fail like missing ones", () => {
    const keys = validateKeysStart("DELETE_KEYS", { keyIds: [1, 1] })
    assert.deepStrictEqual(keys.ok && keys.value.keyIds, [1, 1])
  })
})
