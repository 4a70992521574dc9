import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { unlinked } from "../linked-list.ts"
import { makeDeadlines } from "./delivery-sender.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] }))
afterEach(() => void vi.useRealTimers())

/** Adds a deadline in so many milliseconds; `expired` has the names of those that have expired. */
const add = (deadlines: ReturnType<typeof makeDeadlines>, expired: Array<string>, name: string, millis: number) => {
  const deadline = { ...unlinked, endsAt: performance.now() + millis, expire: () => void expired.push(name) }
  deadlines.add(deadline)
  return deadline
}

describe("deadlines", () => {
  it("expire each at its time, in whichever order they came", () => {
    const [deadlines, expired] = [makeDeadlines(), [] as Array<string>]
    add(deadlines, expired, "second", 200)
    add(deadlines, expired, "first", 100)
    add(deadlines, expired, "third", 300)
    vi.advanceTimersByTime(99)
    assert.deepStrictEqual(expired, [])
    vi.advanceTimersByTime(2)
    assert.deepStrictEqual(expired, ["first"])
    vi.advanceTimersByTime(100)
    assert.deepStrictEqual(expired, ["first", "second"])
    vi.advanceTimersByTime(100)
    assert.deepStrictEqual(expired, ["first", "second", "third"])
  })

  it("that are removed in time do not expire, and leave no timer", () => {
    const [deadlines, expired] = [makeDeadlines(), [] as Array<string>]
    const [first, second] = [add(deadlines, expired, "first", 100), add(deadlines, expired, "second", 100)]
    deadlines.remove(first)
    assert.strictEqual(vi.getTimerCount(), 1)
    deadlines.remove(second)
    assert.strictEqual(vi.getTimerCount(), 0)
    vi.advanceTimersByTime(200)
    assert.deepStrictEqual(expired, [])
  })

  it("that are added or removed while another expires count", () => {
    const [deadlines, expired] = [makeDeadlines(), [] as Array<string>]
    const added = { ...unlinked, endsAt: 100, expire: () => void expired.push("added") }
    deadlines.add({
      ...unlinked,
      endsAt: performance.now() + 100,
      expire: () => {
        expired.push("first")
        deadlines.remove(removed)
        added.endsAt = performance.now() + 50
        deadlines.add(added)
      }
    })
    const removed = add(deadlines, expired, "removed", 100)
    vi.advanceTimersByTime(101)
    assert.deepStrictEqual(expired, ["first"])
    vi.advanceTimersByTime(51)
    assert.deepStrictEqual(expired, ["first", "added"])
    assert.strictEqual(vi.getTimerCount(), 0)
  })
})
