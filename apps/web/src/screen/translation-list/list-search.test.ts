import { parseSearchLine } from "@dragoman/domain/translation-list"
import { assert, describe, it } from "vitest"
import {
  clearedFilters,
  filtersOf,
  isFiltered,
  isOnlyTask,
  parseIssues,
  parseLabels,
  parseListSearch,
  parseNames,
  parseStates,
  printIssues,
  printLabels,
  printNames,
  printStates,
  setFilterNames,
  sortOf,
  toListQuery
} from "./list-search.ts"

describe("the address of the list", () => {
  it("keeps what it understands and names what it drops", () => {
    const { search, dropped } = parseListSearch({
      search: "menu",
      state: "cs:TRANSLATED,cs:WRONG",
      key: "x:cs",
      colour: "red"
    })
    assert.deepStrictEqual(search, { search: "menu", state: "cs:TRANSLATED" })
    assert.deepStrictEqual(dropped, ["state", "key", "colour"])
  })

  it("has the branch, which is no filter", () => {
    const { search, dropped } = parseListSearch({ branch: "release/2" })
    assert.deepStrictEqual([search, dropped], [{ branch: "release/2" }, []])
    assert.deepStrictEqual(toListQuery(search, ["en"]), { languages: ["en"], branch: "release/2" })
    assert.isFalse(isFiltered(search))
    assert.deepStrictEqual(filtersOf(search), {})
  })

  it("has the task, whose keys are a part of the list that stays when filters are cleared", () => {
    const { search, dropped } = parseListSearch({ task: "12", done: "soon", search: "a" })
    assert.deepStrictEqual([search, dropped], [{ task: "12", search: "a" }, ["done"]])
    assert.deepStrictEqual(
      [isFiltered({ task: "12" }), isOnlyTask({ task: "12" }), isOnlyTask(search)],
      [true, true, false]
    )
    assert.deepStrictEqual(filtersOf({ task: "12", done: "all" }), { task: "12", done: "all" })
    assert.deepStrictEqual(filtersOf({ ...search, ...clearedFilters }), { task: "12" })
  })

  it("opens the sections of the panel that there are", () => {
    assert.deepStrictEqual(parseListSearch({ panel: "history", id: "42,x" }), {
      search: { panel: "history", id: "42" },
      dropped: ["id"]
    })
    assert.deepStrictEqual(parseListSearch({ panel: "weather" }), { search: {}, dropped: ["panel"] })
  })

  it("has issues of a language, or of one check in it", () => {
    const { search, dropped } = parseListSearch({ issues: "zh-Hans:MISSING_NUMBERS,cs,de:x y" })
    assert.deepStrictEqual([search, dropped], [{ issues: "zh-Hans:MISSING_NUMBERS,cs" }, ["issues"]])
    assert.strictEqual(printIssues(parseIssues(search.issues)), search.issues)
  })

  it("has labels of a language by their ids", () => {
    const { search, dropped } = parseListSearch({ label: "zh-Hans:14,cs,de:x" })
    assert.deepStrictEqual([search, dropped], [{ label: "zh-Hans:14" }, ["label"]])
    assert.strictEqual(printLabels(parseLabels(search.label)), search.label)
  })

  it("has people by their ids, days, and what keys have or have not", () => {
    const { search, dropped } = parseListSearch({
      "created-by": "12,x",
      created: "2026-02-30..2026-03-01",
      edited: "..",
      screenshots: "no",
      description: "maybe"
    })
    assert.deepStrictEqual(search, { "created-by": "12", created: "..2026-03-01", screenshots: "no" })
    assert.deepStrictEqual(dropped, ["created-by", "created", "edited", "description"])
    assert.deepStrictEqual(setFilterNames({ ...search, search: "menu" }), ["screenshots", "created-by", "created"])
    const query = toListQuery({ ...search, "edited-by": "3,4", edited: "2026-03-01..2026-03-01", auto: "cs" }, ["en"])
    const first = new Date(2026, 2, 1).getTime()
    const next = new Date(2026, 2, 2).getTime()
    assert.deepStrictEqual(query, {
      languages: ["en"],
      filterAutoTranslatedInLang: ["cs"],
      filterHasNoScreenshot: true,
      filterCreatedByUserId: [12],
      filterCreatedBefore: next,
      filterEditedByUserId: [3, 4],
      filterEditedAfter: first,
      filterEditedBefore: next
    } as object)
  })

  it("is empty for empty values, without a notification", () => {
    assert.deepStrictEqual(parseListSearch({ search: "" }), { search: {}, dropped: [] })
  })

  it.each([
    [{ q: "cart" }, "cart"],
    [{ q: "to pay" }, '"to pay"'],
    [{ q: "-https://a" }, '"-https://a"'],
    [{ q: String.raw`"a\b"` }, String.raw`"\"a\\b\""`],
    [{ q: "_one", in: "names" }, "key:_one"],
    [{ q: "a b", in: "zh-Hans" }, 'zh-Hans:"a b"'],
    [{ q: "a*b", in: "names" }, "key:*a*b*"],
    [{ q: "a*b*c*d*e", in: "names" }, "key:abcde"],
    [{ q: "*****", in: "names" }, "key:*"],
    [{ q: "before", search: "key:now" }, "key:now"]
  ])("makes a search line of the text in a link: %o", (link, line) => {
    const { search, dropped } = parseListSearch(link)
    assert.deepStrictEqual([search, dropped], [{ search: line }, []])
    const languages = [{ id: 1, tag: "zh-Hans" }]
    assert.isTrue(parseSearchLine(line, { selected: languages, viewable: languages }, new Map()).ok)
  })

  it.each(["ios,-old", "none,-none", "a:b"])("prints the names %s as it read them", (names) => {
    assert.strictEqual(printNames(parseNames(names)), names)
  })

  it("prints states as it read them", () => {
    assert.strictEqual(printStates(parseStates("cs:UNTRANSLATED,zh-Hans:REVIEWED")), "cs:UNTRANSLATED,zh-Hans:REVIEWED")
  })
})

describe("the filters of the API", () => {
  it.each([
    ["search by a line", { search: "a -key:b" }, { q: "a -key:b" }],
    [
      "issues of any check and of one",
      { issues: "cs,de:MISSING_NUMBERS" },
      { filterHasQaIssuesInLang: ["cs"], filterQaCheckType: ["de,MISSING_NUMBERS"] }
    ],
    ["name labels by language", { label: "cs:14,de:15" }, { filterLabel: ["cs,14", "de,15"] }],
    ["name scores by language", { quality: "cs:70,de:55" }, { filterQualityBelow: ["cs,70", "de,55"] }],
    ["name languages with suggestions", { suggestions: "cs,de" }, { filterHasSuggestionsInLang: ["cs", "de"] }],
    ["name states by language", { state: "cs:REVIEWED" }, { filterState: ["cs,REVIEWED"] }],
    ["include and exclude", { tag: "ios,-old" }, { filterTag: ["ios"], filterNoTag: ["old"] }],
    ["name the keys that a job failed on", { "failed-job": "31" }, { filterFailedKeysOfJob: 31 }],
    ["name the keys that a task has left", { task: "12" }, { filterTaskNumber: [12], filterTaskKeysNotDone: true }],
    [
      "name the done keys of a task",
      { task: "12", done: "done" },
      { filterTaskNumber: [12], filterTaskKeysDone: true }
    ],
    ["name all keys of a task", { task: "12", done: "all" }, { filterTaskNumber: [12] }],
    ["name keys by id", { id: "42,43" }, { filterKeyId: [42, 43] }],
    ["have an empty name for none", { ns: "none", tag: "none" }, { filterNamespace: [""], filterTag: [""] }]
  ])("%s", (_, search, expected) => {
    assert.deepStrictEqual(toListQuery(search, ["en"]), { languages: ["en"], ...expected })
  })
})

describe("the order of the list", () => {
  it.each([
    ["by name", {}, ["keyNamespace", "keyName"]],
    [
      "by quality where one language needs a review",
      { quality: "cs:70" },
      ["translations.cs.qualityScore", "keyNamespace", "keyName"]
    ],
    ["by name where several do", { quality: "cs:70,en:70" }, ["keyNamespace", "keyName"]],
    ["by name where the language is not shown", { quality: "de:70" }, ["keyNamespace", "keyName"]]
  ])("%s", (_, search, expected) => {
    assert.deepStrictEqual(sortOf(search, ["en", "cs"]), expected)
  })
})
