import { assert, describe, it } from "vitest"
import { type KeyCondition, type KeyFilters, parseKeyConditions } from "./key-conditions.ts"

const en = { id: 1, tag: "en" }
const de = { id: 2, tag: "de" }
/** May be viewed, and is not selected. */
const cs = { id: 3, tag: "cs" }

const conditionsOf = (filters: KeyFilters, languages = [en, de]) => {
  const parsed = parseKeyConditions(filters, { selected: languages, viewable: [en, de, cs] }, ["TRIM_CHECK"])
  return parsed.ok ? parsed.value : parsed.error
}

const anyOf = (...translations: Extract<KeyCondition, { kind: "anyOf" }>["translations"]): KeyCondition => ({
  kind: "anyOf",
  translations
})

describe("filters of the translation list", () => {
  it.each([
    ["none", {}, []],
    ["an empty search asks for nothing", { search: "" }, []],
    ["a switch that is off asks for nothing", { filterUntranslatedAny: false, filterHasScreenshot: false }, []],
    ["a key without a screenshot", { filterHasNoScreenshot: true }, [{ kind: "screenshot", exists: false }]],
    ["a key with a screenshot", { filterHasScreenshot: true }, [{ kind: "screenshot", exists: true }]],
    ["keys that failed in a job", { filterFailedKeysOfJob: 5 }, [{ kind: "failedInJob", jobId: 5 }]],
    [
      "keys by their creator and the time of it",
      { filterCreatedByUserId: [4], filterCreatedBefore: 9 },
      [
        { kind: "createdBy", userIds: [4] },
        { kind: "created", after: null, before: 9 }
      ]
    ],
    [
      "one edit by its author and its time",
      { filterEditedByUserId: [4, 5], filterEditedAfter: 0 },
      [{ kind: "edited", userIds: [4, 5], after: 0, before: null }]
    ],
    ["an edit by any user", { filterEditedBefore: 9 }, [{ kind: "edited", userIds: null, after: null, before: 9 }]],
    ["names with commas are one name", { filterKeyName: ["a,b", "c"] }, [{ kind: "name", names: ["a,b", "c"] }]],
    ["an empty list of ids names no key", { filterKeyId: [] }, [{ kind: "id", ids: [] }]],
    [
      "an empty namespace is the default one",
      { filterNamespace: [""], filterNoNamespace: ["x"] },
      [
        { kind: "namespace", names: [""], isOneOf: true },
        { kind: "namespace", names: ["x"], isOneOf: false }
      ]
    ],
    [
      "a pattern without a star is looked for anywhere",
      { filterKeyPattern: ["a,b"] },
      [{ kind: "pattern", field: "name", pattern: ["", "a,b", ""], matches: true }]
    ],
    [
      "a pattern with stars matches from start to end",
      { filterNoDescriptionPattern: ["a*b", "*c"] },
      [
        { kind: "pattern", field: "description", pattern: ["a", "b"], matches: false },
        { kind: "pattern", field: "description", pattern: ["", "c"], matches: false }
      ]
    ],
    [
      "a text pattern begins behind the first comma",
      { filterTranslationPattern: ["de,a,b", "*,c"] },
      [
        { kind: "textPattern", languageIds: [2], pattern: ["", "a,b", ""], matches: true },
        { kind: "textPattern", languageIds: [1, 2], pattern: ["", "c", ""], matches: true }
      ]
    ],
    [
      "a state as it is written",
      { filterState: ["en,REVIEWED", "de,UNTRANSLATED"] },
      [
        anyOf(
          { languageId: 1, kind: "state", state: "REVIEWED" },
          { languageId: 2, kind: "state", state: "UNTRANSLATED" }
        )
      ]
    ],
    [
      "a state that was split on its comma",
      { filterState: ["en", "REVIEWED"] },
      [anyOf({ languageId: 1, kind: "state", state: "REVIEWED" })]
    ],
    [
      "filters look at languages that the list does not show",
      { filterState: ["cs,REVIEWED"], filterTranslatedInLang: ["cs"] },
      [anyOf({ languageId: 3, kind: "state", state: "REVIEWED" }, { languageId: 3, kind: "text", exists: true })]
    ],
    [
      "filters of translations are one group",
      {
        filterUntranslatedInLang: ["de"],
        filterTranslatedInLang: ["en"],
        filterAutoTranslatedInLang: ["de"],
        filterOutdatedLanguage: ["de"],
        filterNotOutdatedLanguage: ["en"],
        filterHasCommentsInLang: ["en"]
      },
      [
        anyOf(
          { languageId: 2, kind: "text", exists: false },
          { languageId: 1, kind: "text", exists: true },
          { languageId: 2, kind: "auto" },
          { languageId: 2, kind: "outdated", isOutdated: true },
          { languageId: 1, kind: "outdated", isOutdated: false },
          { languageId: 1, kind: "comment", isUnresolved: false }
        )
      ]
    ],
    [
      "unresolved comments",
      { filterHasUnresolvedCommentsInLang: ["en", ""] },
      [anyOf({ languageId: 1, kind: "comment", isUnresolved: true })]
    ],
    [
      "suggestions, or none",
      { filterHasSuggestionsInLang: ["de"], filterHasNoSuggestionsInLang: ["en"] },
      [anyOf({ languageId: 2, kind: "suggestion", exists: true }, { languageId: 1, kind: "suggestion", exists: false })]
    ],
    [
      "issues of quality checks and texts that wait for them",
      {
        filterHasQaIssuesInLang: ["de", ""],
        filterQaCheckType: ["en,TRIM_CHECK", "cs", "TRIM_CHECK"],
        filterQaChecksStaleInLang: ["en"],
        filterLabel: ["en,5", "de", "6"],
        filterQualityBelow: ["de,70", "cs", "0"]
      },
      [
        anyOf(
          { languageId: 2, kind: "qualityIssue", type: null },
          { languageId: 1, kind: "qualityIssue", type: "TRIM_CHECK" },
          { languageId: 3, kind: "qualityIssue", type: "TRIM_CHECK" },
          { languageId: 1, kind: "staleChecks" },
          { languageId: 1, kind: "label", labelId: 5 },
          { languageId: 2, kind: "label", labelId: 6 },
          { languageId: 2, kind: "qualityBelow", score: 70 },
          { languageId: 3, kind: "qualityBelow", score: 0 }
        )
      ]
    ],
    ["tasks", { filterTaskNumber: [3, 4] }, [{ kind: "task", numbers: [3, 4], isDone: null }]],
    [
      "keys that are left to do in a task",
      { filterTaskNumber: [3], filterTaskKeysNotDone: true },
      [{ kind: "task", numbers: [3], isDone: false }]
    ],
    [
      "keys that are done in a task",
      { filterTaskNumber: [3], filterTaskKeysDone: true },
      [{ kind: "task", numbers: [3], isDone: true }]
    ],
    [
      "keys that are done and those that are not",
      { filterTaskNumber: [3], filterTaskKeysDone: true, filterTaskKeysNotDone: true },
      [{ kind: "task", numbers: [3], isDone: null }]
    ],
    ["no task, whose keys are done", { filterTaskKeysDone: true }, []]
  ] satisfies ReadonlyArray<[string, KeyFilters, ReadonlyArray<KeyCondition>]>)("%s", (_, filters, expected) => {
    assert.deepStrictEqual(conditionsOf(filters), expected)
  })

  it("of translated and untranslated texts need a selected language", () => {
    assert.deepStrictEqual(conditionsOf({ filterUntranslatedAny: true }, []), [])
    assert.deepStrictEqual(conditionsOf({ filterTranslatedAny: true }, []), [{ kind: "nothing" }])
    assert.deepStrictEqual(conditionsOf({ filterUntranslatedAny: true, filterTranslatedAny: true }), [
      { kind: "anyText", exists: false },
      { kind: "anyText", exists: true }
    ])
  })

  it.each([
    ["a state without a language", { filterState: ["REVIEWED"] }, "filter_by_value_state_not_valid"],
    ["an unknown state", { filterState: ["en,DONE"] }, "filter_by_value_state_not_valid"],
    [
      "an unknown state of a language that is not selected",
      { filterState: ["fr,DONE"] },
      "filter_by_value_state_not_valid"
    ],
    ["a label without an id", { filterLabel: ["en"] }, "filter_by_value_label_not_valid"],
    ["a label whose id is none", { filterLabel: ["en,x"] }, "filter_by_value_label_not_valid"],
    ["a label whose id is 0", { filterLabel: ["en,0"] }, "filter_by_value_label_not_valid"],
    ["a label whose id is too large", { filterLabel: ["en,9007199254740993"] }, "filter_by_value_label_not_valid"],
    ["an empty pattern", { filterKeyPattern: [""] }, "filter_pattern_not_valid"],
    ["a pattern of 501 characters", { filterNoKeyPattern: ["a".repeat(501)] }, "filter_pattern_not_valid"],
    ["six stars", { filterNamespacePattern: ["*".repeat(6)] }, "filter_pattern_not_valid"],
    ["21 patterns", { filterDescriptionPattern: Array(21).fill("a") }, "filter_pattern_not_valid"],
    ["a text pattern without a language", { filterTranslationPattern: ["abc"] }, "filter_pattern_not_valid"],
    ["an empty text pattern", { filterTranslationPattern: ["en,"] }, "filter_pattern_not_valid"],
    [
      "a text pattern in a language that is not selected",
      { filterNoTranslationPattern: ["fr,a"] },
      "filter_pattern_language_not_valid"
    ]
  ] satisfies ReadonlyArray<[string, KeyFilters, string]>)("%s is invalid", (_, filters, code) => {
    assert.deepStrictEqual(conditionsOf(filters), { kind: "code", status: 400, code, params: null } as never)
  })

  it.each([
    ["an unknown type", ["en,TRIM_CHECK", "en,NO_SUCH"], ["NO_SUCH"]],
    ["a type without a language", ["TRIM_CHECK"], null]
  ])("%s of quality checks is invalid, and named", (_, filterQaCheckType, params) => {
    const code = "filter_by_value_qa_check_type_not_valid"
    assert.deepStrictEqual(conditionsOf({ filterQaCheckType }), { kind: "code", status: 400, code, params } as never)
  })

  it("patterns may have 500 characters, five stars, and be 20", () => {
    const filters = { filterKeyPattern: [`${"a".repeat(495)}*****`, ...Array(19).fill("a")] }
    assert.strictEqual((conditionsOf(filters) as ReadonlyArray<unknown>).length, 20)
  })
})
