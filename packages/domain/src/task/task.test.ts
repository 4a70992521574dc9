import { assert, describe, it } from "vitest"
import { domainError, fieldErrors } from "../error/domain-error.ts"
import {
  checkFinished,
  checkTaskOpen,
  type TaskInput,
  type TaskState,
  taskNumbers,
  validateDone,
  validateTaskEdit,
  validateTaskInput,
  validateTaskList,
  workingState
} from "./task.ts"
import { changedTaskWork, isBlockedBy, isTaskWorkDone } from "./task-order.ts"
import { scopeOfTask, type TaskCandidate, type TaskFilter } from "./task-scope.ts"

describe("a task", () => {
  const good = {
    name: "Release 3",
    description: "",
    dueDate: null,
    assignees: [4],
    type: "REVIEW",
    languageId: 2,
    keys: [7]
  } as const

  it.each<readonly [string, TaskInput, object]>([
    ["as it is", {}, good],
    ["without name, description and due date", { name: null, description: undefined }, { ...good, name: null }],
    ["with each key and assignee once", { keys: [7, 8, 7], assignees: [4, 4] }, { ...good, keys: [7, 8] }],
    ["with empty lists", { keys: [], assignees: [] }, { ...good, keys: [], assignees: [] }]
  ])("is created %s", (_, change, value) => {
    assert.deepStrictEqual(validateTaskInput({ ...good, ...change }), { ok: true, value } as never)
  })

  it.each<readonly [string, TaskInput, Readonly<Record<string, string>>]>([
    ["a short name", { name: "ab" }, { name: "size must be between 3 and 255" }],
    ["a long name", { name: "x".repeat(256) }, { name: "size must be between 3 and 255" }],
    ["a long description", { description: "x".repeat(2001) }, { description: "size must be between 0 and 2000" }],
    [
      "nothing that is required",
      { type: null, languageId: null, keys: null, assignees: null },
      {
        type: "must not be null",
        languageId: "must not be null",
        keys: "must not be null",
        assignees: "must not be null"
      }
    ]
  ])("is rejected with %s", (_, change, messages) => {
    assert.deepStrictEqual(validateTaskInput({ ...good, ...change }), { ok: false, error: fieldErrors(messages) })
  })

  it("is edited as a whole: absent fields become empty", () => {
    const empty = { name: null, description: "", dueDate: null, assignees: [] }
    assert.deepStrictEqual(validateTaskEdit({}), { ok: true, value: empty })
    assert.isFalse(validateTaskEdit({ name: "ab" }).ok)
  })

  it.each([null, undefined])("needs to be listed, and its keys to be done or not: %s is neither", (nothing) => {
    assert.deepStrictEqual(validateTaskList(nothing), { ok: false, error: fieldErrors({ tasks: "must not be null" }) })
    assert.deepStrictEqual(validateDone(nothing), { ok: false, error: fieldErrors({ done: "must not be null" }) })
    assert.deepStrictEqual(validateDone(false), { ok: true, value: false })
  })

  it("is new until a key is done", () => {
    assert.strictEqual(workingState({ doneItems: 0 }), "NEW")
    assert.strictEqual(workingState({ doneItems: 1 }), "IN_PROGRESS")
  })

  it.each([
    [3, 2, domainError("task_not_finished")],
    [3, 3, null],
    [0, 0, null]
  ])("of %i keys with %i done can be finished or not", (totalItems, doneItems, error) => {
    assert.deepStrictEqual(checkFinished({ totalItems, doneItems }), error)
  })

  it.each<readonly [TaskState, boolean]>([
    ["NEW", true],
    ["IN_PROGRESS", true],
    ["FINISHED", false],
    ["CANCELED", false]
  ])("that is %s can be worked on: %s", (state, isOpen) => {
    assert.deepStrictEqual(checkTaskOpen(state), isOpen ? null : domainError("task_not_open"))
  })

  it("gets the next number of its project", () => {
    assert.deepStrictEqual(taskNumbers(0, 1), [1])
    assert.deepStrictEqual(taskNumbers(41, 3), [42, 43, 44])
    assert.deepStrictEqual(taskNumbers(41, 0), [])
  })
})

describe("a task that shares keys with another one", () => {
  const translate = { number: 5, type: "TRANSLATE" } as const
  const review = { number: 5, type: "REVIEW" } as const
  const other = (number: number, type: "TRANSLATE" | "REVIEW", state: TaskState = "NEW") => ({ number, type, state })

  it.each([
    ["a review waits for an earlier translation", review, other(4, "TRANSLATE"), true],
    ["a review waits for a later translation", review, other(6, "TRANSLATE", "IN_PROGRESS"), true],
    ["a translation waits for no review", translate, other(4, "REVIEW"), false],
    ["a translation waits for no later review", translate, other(6, "REVIEW"), false],
    ["a later task of the type goes first", translate, other(6, "TRANSLATE"), true],
    ["an earlier task of the type does not", review, other(4, "REVIEW"), false],
    ["a finished task blocks nothing", review, other(4, "TRANSLATE", "FINISHED"), false],
    ["a canceled task blocks nothing", review, other(4, "TRANSLATE", "CANCELED"), false],
    ["no task blocks itself", review, other(5, "REVIEW"), false]
  ])("%s", (_, task, sharing, isBlocked) => {
    assert.strictEqual(isBlockedBy(task, sharing), isBlocked)
  })
})

describe("the work on a text", () => {
  const text = { state: "TRANSLATED", outdated: false, auto: false } as const

  it.each([
    ["an untranslated one", { ...text, state: "UNTRANSLATED" }, false, false],
    ["a translated one", text, true, false],
    ["one of a machine", { ...text, auto: true }, false, false],
    ["an outdated one", { ...text, outdated: true }, false, false],
    ["a reviewed one", { ...text, state: "REVIEWED" }, true, true],
    ["a reviewed one of a machine", { ...text, state: "REVIEWED", auto: true }, true, true],
    ["an outdated reviewed one", { ...text, state: "REVIEWED", outdated: true }, false, false],
    ["a disabled one", { ...text, state: "DISABLED" }, true, true]
  ] as const)("of %s is done as its type asks", (_, translation, translated, reviewed) => {
    assert.strictEqual(isTaskWorkDone("TRANSLATE", translation), translated)
    assert.strictEqual(isTaskWorkDone("REVIEW", translation), reviewed)
  })
})

describe("a written text", () => {
  const text = { state: "TRANSLATED", outdated: false, auto: false } as const
  const empty = { ...text, state: "UNTRANSLATED" } as const
  const reviewed = { ...text, state: "REVIEWED" } as const
  const all = ["TRANSLATE", "REVIEW"] as const

  it.each([
    ["is translated", empty, text, ["TRANSLATE"], []],
    ["is translated otherwise", text, text, ["TRANSLATE"], []],
    ["is reviewed", text, reviewed, all, []],
    ["loses its review", reviewed, text, ["TRANSLATE"], ["REVIEW"]],
    ["is cleared", reviewed, empty, [], all],
    ["gets outdated", text, { ...text, outdated: true }, [], ["TRANSLATE"]],
    ["is written by a machine", empty, { ...text, auto: true }, [], []],
    ["is kept after a machine wrote it", { ...text, auto: true }, text, ["TRANSLATE"], []]
  ] as const)("that %s does and undoes the work of tasks", (_, before, after, done, undone) => {
    assert.deepStrictEqual(changedTaskWork(before, after), { done, undone })
  })
})

describe("the scope of a task", () => {
  const candidate = (keyId: number, change: Partial<TaskCandidate> = {}): TaskCandidate => ({
    keyId,
    state: "UNTRANSLATED",
    outdated: false,
    words: keyId,
    characters: 10 * keyId,
    isInOpenTask: false,
    ...change
  })
  const candidates = [
    candidate(1),
    candidate(2, { state: "TRANSLATED" }),
    candidate(3, { state: "REVIEWED", outdated: true }),
    candidate(4, { isInOpenTask: true })
  ]
  const all: TaskFilter = { states: [], outdated: false }

  it.each<readonly [string, TaskFilter, ReadonlyArray<number>, ReadonlyArray<number>]>([
    ["without a filter", all, [3, 1, 2], []],
    ["by state", { ...all, states: ["UNTRANSLATED"] }, [1], [3, 2]],
    ["by several states", { ...all, states: ["UNTRANSLATED", "TRANSLATED"] }, [1, 2], [3]],
    ["by outdated texts", { ...all, outdated: true }, [3], [1, 2, 4]],
    ["by state or outdated texts", { states: ["TRANSLATED"], outdated: true }, [3, 2], [1, 4]]
  ])("takes keys %s, in the order asked for", (_, filter, keyIds, filtered) => {
    const scope = scopeOfTask([3, 1, 2, 4, 9, 1], candidates, filter)
    assert.deepStrictEqual(scope.keyIds, keyIds)
    const skipped = (reason: string) => scope.skipped.flatMap((one) => (one.reason === reason ? [one.keyId] : []))
    assert.deepStrictEqual(skipped("FILTERED"), filtered)
    assert.deepStrictEqual(skipped("NOT_FOUND"), [9])
    assert.deepStrictEqual(skipped("IN_OTHER_TASK"), filtered.includes(4) ? [] : [4])
    assert.lengthOf(scope.skipped, 5 - keyIds.length)
  })

  it("counts words and characters of the keys taken, and keys of other tasks apart", () => {
    const { words, characters, countWithConflicts } = scopeOfTask([1, 3, 4], candidates, all)
    assert.deepStrictEqual([words, characters, countWithConflicts], [4, 40, 3])
  })

  it("of nothing is nothing", () => {
    assert.deepStrictEqual(scopeOfTask([], [], all), {
      keyIds: [],
      skipped: [],
      words: 0,
      characters: 0,
      countWithConflicts: 0
    })
  })
})
