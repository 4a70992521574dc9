import type { BatchOperation, BatchOperationType } from "@dragoman/domain/batch-job"
import { assert, describe, it } from "vitest"
import { emptyChoice, languagesIn, type OperationChoice, toOperation } from "./operation-choice.ts"

type Case = readonly [string, BatchOperationType, Partial<OperationChoice>, BatchOperation | null]

describe("the operation that was filled in", () => {
  it.each([
    ["needs a language to set a state", "SET_TRANSLATIONS_STATE", {}, null],
    [
      "has the state and the languages",
      "SET_TRANSLATIONS_STATE",
      { languageIds: [2, 3] },
      { type: "SET_TRANSLATIONS_STATE", languageIds: [2, 3], state: "REVIEWED" }
    ],
    ["needs a tag", "TAG_KEYS", { otherTags: " , " }, null],
    [
      "has each tag once, chosen or typed",
      "TAG_KEYS",
      { tags: ["ios"], otherTags: "web, ios ,new one" },
      { type: "TAG_KEYS", tags: ["ios", "web", "new one"] }
    ],
    ["needs a source to copy", "COPY_TRANSLATIONS", { languageIds: [2] }, null],
    ["does not copy a language over itself", "COPY_TRANSLATIONS", { languageIds: [2], sourceLanguageId: 2 }, null],
    [
      "copies to the others",
      "COPY_TRANSLATIONS",
      { languageIds: [1, 2], sourceLanguageId: 1 },
      { type: "COPY_TRANSLATIONS", sourceLanguageId: 1, targetLanguageIds: [2] }
    ],
    [
      "translates only empty texts by machine",
      "MACHINE_TRANSLATE",
      { languageIds: [2] },
      { type: "MACHINE_TRANSLATE", targetLanguageIds: [2], onlyEmpty: true, overwriteReviewed: false }
    ],
    [
      "translates reviewed texts by machine, when asked to",
      "MACHINE_TRANSLATE",
      { languageIds: [2], machineTexts: "all" },
      { type: "MACHINE_TRANSLATE", targetLanguageIds: [2], onlyEmpty: false, overwriteReviewed: true }
    ],
    ["needs a label", "ASSIGN_TRANSLATION_LABEL", { languageIds: [2] }, null],
    [
      "has the labels and the languages",
      "UNASSIGN_TRANSLATION_LABEL",
      { languageIds: [2], labelIds: [14] },
      { type: "UNASSIGN_TRANSLATION_LABEL", languageIds: [2], labelIds: [14] }
    ],
    [
      "goes to the default namespace without a name",
      "SET_KEYS_NAMESPACE",
      { namespace: " " },
      { type: "SET_KEYS_NAMESPACE", namespace: null }
    ],
    ["needs nothing to delete", "DELETE_KEYS", {}, { type: "DELETE_KEYS" }]
  ] satisfies ReadonlyArray<Case>)("%s", (_, type, choice, expected) => {
    assert.deepStrictEqual(toOperation(type, { ...emptyChoice, ...choice }), expected)
  })

  it("says in how many languages texts change", () => {
    const counts = [
      languagesIn({ type: "CLEAR_TRANSLATIONS", languageIds: [1, 2] }),
      languagesIn({ type: "COPY_TRANSLATIONS", sourceLanguageId: 1, targetLanguageIds: [2] }),
      languagesIn({ type: "DELETE_KEYS" })
    ]
    assert.deepStrictEqual(counts, [2, 1, 0])
  })
})
