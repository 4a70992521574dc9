import { assert, describe, it } from "@effect/vitest"
import { makeFixedWindows } from "./fixed-windows.ts"

const size = { requests: 2, windowMillis: 1_000 }

describe("a limit", () => {
  it("lets a bucket have so many requests in a window, and says how long the rest of it lasts", () => {
    const windows = makeFixedWindows<string>(size, 10)
    assert.deepStrictEqual(
      [100, 200, 300, 1_099].map((now) => windows.take("a", now)),
      [null, null, 800, 1]
    )
    assert.isNull(windows.take("b", 300))
    assert.isNull(windows.take("a", 1_100))
  })

  it("is asked without being used up, and without being remembered", () => {
    const windows = makeFixedWindows<string>(size, 10)
    for (let count = 0; count < 5; count++) assert.isNull(windows.check("a", 0))
    assert.strictEqual(windows.size(), 0)
    windows.take("a", 0)
    windows.take("a", 0)
    assert.strictEqual(windows.check("a", 400), 600)
    assert.isNull(windows.check("a", 1_000))
  })

  it("gives back what did not count, never more than was taken", () => {
    const windows = makeFixedWindows<string>(size, 10)
    windows.giveBack("a", 0)
    windows.take("a", 0)
    windows.giveBack("a", 0)
    windows.giveBack("a", 0)
    assert.deepStrictEqual(
      [0, 0, 0].map((now) => windows.take("a", now)),
      [null, null, 1_000]
    )
    windows.giveBack("a", 5_000)
    assert.isNull(windows.take("a", 5_000))
  })

  it("counts a window to its end, in whatever order others begin", () => {
    const windows = makeFixedWindows<number>(size, 1_000)
    const openedAt = new Map<number, number>()
    for (let now = 0; now < 20_000; now += 7) {
      const bucket = now % 131
      const opened = openedAt.get(bucket)
      const isOpen = opened !== undefined && opened + size.windowMillis > now
      if (!isOpen) openedAt.set(bucket, now)
      windows.take(bucket, now)
      windows.take(bucket, now)
      assert.strictEqual(windows.check(bucket, now), (openedAt.get(bucket) ?? 0) + size.windowMillis - now)
    }
  })

  it("keeps a bounded number of windows, however many addresses an attacker has", () => {
    const windows = makeFixedWindows<number>(size, 100)
    for (let bucket = 0; bucket < 10_000; bucket++) windows.take(bucket, 0)
    assert.isAtMost(windows.size(), 200)
    windows.take(0, 50_000)
    windows.take(0, 90_000)
    assert.isAtMost(windows.size(), 2)
  })
})
