import { assert, describe, it } from "vitest"
import { makeWriteTurns } from "./write-turns.ts"

/** Transactions of 2 ms, one right after the other; when each began, waits included. */
const transactions = (count: number, versionOf: (index: number) => number): ReadonlyArray<number> => {
  const turns = makeWriteTurns()
  let now = 0
  return Array.from({ length: count }, (_, index) => {
    now += turns.beforeBegin(now, versionOf(index))
    const began = now
    now += 2
    turns.afterEnd(now)
    return began
  })
}

describe("turns of writing", () => {
  it("a connection that is alone never waits", () => {
    assert.deepStrictEqual(
      transactions(5, () => 1),
      [0, 2, 4, 6, 8]
    )
  })

  it("while another one writes too, there is a gap after each turn", () => {
    assert.deepStrictEqual(
      transactions(7, (index) => (index === 0 ? 1 : 2)),
      [0, 2, 4, 9, 11, 13, 18]
    )
  })

  it("a second after the other one has written there are no gaps any more", () => {
    const began = transactions(600, (index) => (index === 0 ? 1 : 2))
    const last = began.slice(-100)
    assert.isTrue(last.every((at, index) => index === 0 || at - (last[index - 1] ?? 0) === 2))
  })

  it("who lets the lock go by himself need not wait", () => {
    const turns = makeWriteTurns()
    for (let now = 0; now < 100; now += 10) {
      assert.strictEqual(turns.beforeBegin(now, now), 0)
      turns.afterEnd(now + 6)
    }
  })
})
