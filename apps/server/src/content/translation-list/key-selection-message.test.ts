import { type KeyFilters, parseKeyConditions, toKeyOrder } from "@dragoman/domain/translation-list"
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { SentKeySelection, SentSortValues } from "./key-selection-message.ts"

const en = { id: 1, tag: "en" }

const selectionOf = (filters: KeyFilters) => {
  const parsed = parseKeyConditions(filters, { selected: [en], viewable: [en] }, ["TRIM_CHECK"])
  const sort = ["translations.en.text", "keyName", "deletedAt", "screenshotCount"].map((property) => ({
    property,
    direction: "asc" as const
  }))
  const conditions = parsed.ok ? parsed.value : []
  return {
    place: { projectId: 1, branchId: null },
    trashed: false,
    languageIds: [1],
    conditions,
    order: toKeyOrder(sort, [en])
  }
}

const crosses = Schema.is(SentKeySelection)

it.each<[string, KeyFilters, conditions: number]>([
  ["no condition", {}, 0],
  [
    "every filter of keys",
    {
      search: "a",
      filterKeyName: ["a"],
      filterKeyId: [1],
      filterNamespace: ["a"],
      filterNoNamespace: ["b"],
      filterTag: ["a"],
      filterNoTag: ["b"],
      filterHasScreenshot: true,
      filterHasNoDescription: true,
      filterUntranslatedAny: true,
      filterRevisionId: [1],
      filterFailedKeysOfJob: 1,
      filterKeyPattern: ["a*"],
      filterTranslationPattern: ["en,a"],
      filterDeletedByUserId: [1],
      filterTaskNumber: [1],
      filterCreatedByUserId: [1],
      filterCreatedAfter: 5,
      filterEditedByUserId: [1],
      filterEditedBefore: 9
    },
    19
  ],
  [
    "every filter of translations",
    {
      filterState: ["en,REVIEWED"],
      filterUntranslatedInLang: ["en"],
      filterAutoTranslatedInLang: ["en"],
      filterOutdatedLanguage: ["en"],
      filterHasCommentsInLang: ["en"],
      filterHasQaIssuesInLang: ["en"],
      filterQaCheckType: ["en,TRIM_CHECK"],
      filterQaChecksStaleInLang: ["en"],
      filterLabel: ["en,5"],
      filterQualityBelow: ["en,70"]
    },
    1
  ]
])("a list with %s crosses to the reading thread", (_, filters, conditions) => {
  const selection = selectionOf(filters)
  assert.lengthOf(selection.conditions, conditions)
  assert.isTrue(crosses(selection))
})

it("nothing else crosses", () => {
  const selection = selectionOf({})
  assert.isFalse(crosses({ ...selection, conditions: [{ kind: "id", ids: ["1"] }] }))
  assert.isFalse(crosses({ ...selection, conditions: [{ kind: "all" }] }))
  assert.isFalse(crosses({ ...selection, order: [{ property: "branch", languageId: null, direction: "asc" }] }))
  assert.isFalse(crosses({ ...selection, place: { projectId: null, branchId: null } }))
  assert.isFalse(Schema.is(SentSortValues)([true]))
})

it("values of an order cross", () => {
  assert.isTrue(Schema.is(SentSortValues)(["a", null, 5]))
})
