import { assert, describe, it } from "vitest"
import { isFilteredTaskList, parseTaskListSearch, toTaskQuery } from "./task-search.ts"

const languages = [{ id: 102, tag: "de" }]

describe("the filters of a list of tasks", () => {
  it("show open tasks unless the address says otherwise", () => {
    assert.deepStrictEqual(toTaskQuery({}, languages), { filterState: ["NEW", "IN_PROGRESS"] })
    assert.deepStrictEqual(toTaskQuery({ state: "closed" }, languages), { filterState: ["FINISHED", "CANCELED"] })
    assert.deepStrictEqual(toTaskQuery({ state: "all" }, languages), {})
    assert.isFalse(isFilteredTaskList({ sort: "due" }))
    assert.isTrue(isFilteredTaskList({ state: "all" }))
  })

  it("name languages by their tags, and users by their ids", () => {
    const search = { q: "12", state: "all", type: "REVIEW", language: "de", assignee: "7", sort: "name" }
    assert.deepStrictEqual(toTaskQuery(search, languages), {
      search: "12",
      filterType: ["REVIEW"],
      filterLanguage: [102],
      filterAssignee: [7],
      sort: [{ property: "name", direction: "asc" }]
    })
  })

  it("find nothing in a language that the project does not have", () => {
    assert.deepStrictEqual(toTaskQuery({ state: "all", language: "xx" }, languages), { filterLanguage: [0] })
  })

  it("drop parameters that nobody offers", () => {
    const raw = { state: "open", type: "SING", assignee: "me", sort: "colour", q: "", other: "1", language: "de" }
    assert.deepStrictEqual(parseTaskListSearch(raw), { language: "de" })
  })
})
