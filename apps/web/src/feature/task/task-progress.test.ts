import { assert, describe, it } from "vitest"
import { dayOfDueDate, donePart, dueDateOfDay, isOverdue } from "./task-progress.ts"

describe("the due date of a task", () => {
  it("is the end of the chosen day, which the field shows again", () => {
    const dueDate = dueDateOfDay("2026-02-28")
    assert.strictEqual(dayOfDueDate(dueDate), "2026-02-28")
    assert.strictEqual(dayOfDueDate((dueDate ?? 0) + 1), "2026-03-01")
  })

  it("is absent when the field is empty", () => {
    assert.strictEqual(dueDateOfDay(""), null)
    assert.strictEqual(dayOfDueDate(null), "")
  })

  it("passes for open tasks alone", () => {
    const dueDate = 1_000
    assert.isFalse(isOverdue({ state: "NEW", dueDate }, 1_000))
    assert.isTrue(isOverdue({ state: "IN_PROGRESS", dueDate }, 1_001))
    assert.isFalse(isOverdue({ state: "FINISHED", dueDate }, 1_001))
    assert.isFalse(isOverdue({ state: "NEW", dueDate: null }, 1_001))
  })
})

describe("the progress of a task", () => {
  it("is complete without keys, since nothing is left to do", () => {
    assert.strictEqual(donePart({ doneItems: 0, totalItems: 0 }), 1)
    assert.strictEqual(donePart({ doneItems: 14, totalItems: 56 }), 0.25)
  })
})
