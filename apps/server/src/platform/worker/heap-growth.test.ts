import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { makeHeapGrowth } from "./heap-growth.ts"

describe("makeHeapGrowth", () => {
  /** Each mode once until the next. */
  const modes: Array<string> = []
  const collect = vi.fn()
  let growth = makeHeapGrowth(() => {}, collect)

  beforeEach(() => {
    vi.useFakeTimers()
    modes.length = 0
    collect.mockClear()
    growth = makeHeapGrowth((mode) => {
      if (modes.at(-1) !== mode) modes.push(mode)
    }, collect)
  })
  afterEach(() => void vi.useRealTimers())

  const makeThread = () => {
    let active = 0
    let idle = 0
    const thread: Parameters<typeof growth.watch>[0] = {
      eventLoopUtilization: (now = { active, idle, utilization: 0 }, last = { active: 0, idle: 0, utilization: 0 }) => {
        const [busy, quiet] = [now.active - last.active, now.idle - last.idle]
        return { active: busy, idle: quiet, utilization: busy + quiet === 0 ? 0 : busy / (busy + quiet) }
      }
    }
    const pass = (millis: number, busyShare: number): void => {
      active += millis * busyShare
      idle += millis * (1 - busyShare)
    }
    return { thread, pass }
  }
  type Thread = ReturnType<typeof makeThread>

  /** Time passes, and each of the threads is busy for a share of it. */
  const pass = (millis: number, ...shares: ReadonlyArray<readonly [Thread, number]>): void => {
    for (let passed = 0; passed < millis; passed += 10) {
      for (const [thread, share] of shares) thread.pass(10, share)
      vi.advanceTimersByTime(10)
    }
  }

  const watched = (): Thread => {
    const made = makeThread()
    growth.watch(made.thread)
    return made
  }

  it("leaves heaps alone in a program that does not ask for small ones", () => {
    pass(5_000, [watched(), 0])
    assert.deepStrictEqual(modes, [])
  })

  it("collects once, in the first calm moment, what the start left behind", () => {
    const thread = watched()
    growth.keepSmall()
    pass(2_000, [thread, 1])
    pass(800, [thread, 0])
    assert.strictEqual(collect.mock.calls.length, 0)
    pass(100, [thread, 0])
    assert.strictEqual(collect.mock.calls.length, 1)
    pass(2_000, [thread, 1])
    pass(2_000, [thread, 0])
    assert.strictEqual(collect.mock.calls.length, 1)
  })

  it("lets heaps grow while a thread works long, and for a moment after it", () => {
    const thread = watched()
    growth.keepSmall()
    pass(190, [thread, 1])
    assert.deepStrictEqual(modes, ["small"])
    pass(5_010, [thread, 1])
    assert.deepStrictEqual(modes, ["small", "growing"])
    pass(490, [thread, 0])
    assert.deepStrictEqual(modes, ["small", "growing"])
    pass(10, [thread, 0])
    assert.deepStrictEqual(modes, ["small", "growing", "small"])
  })

  it("keeps them small while several threads work a little", () => {
    const [first, second] = [watched(), watched()]
    growth.keepSmall()
    pass(5_000, [first, 0.5], [second, 0.5])
    for (let turn = 0; turn < 20; turn++) {
      pass(100, [first, 1], [second, 0])
      pass(100, [first, 0], [second, 1])
    }
    assert.deepStrictEqual(modes, ["small"])
  })

  it("lets them grow through the pauses of long work, and until the last thread ends it", () => {
    const [first, second] = [watched(), watched()]
    growth.keepSmall()
    for (let piece = 0; piece < 20; piece++) {
      pass(300, [first, 0.7], [second, 1])
      pass(200, [first, 0], [second, 1])
    }
    pass(1_000, [first, 1], [second, 0])
    assert.deepStrictEqual(modes, ["small", "growing"])
    pass(500, [first, 0], [second, 0])
    assert.deepStrictEqual(modes, ["small", "growing", "small"])
  })

  it("lets them grow for a thread that rests, as long as its limits say", () => {
    const thread = makeThread()
    growth.watch(thread.thread, { busyShareMin: 0.85, calmLooksMin: 30 })
    growth.keepSmall()
    pass(5_000, [thread, 0.8])
    assert.deepStrictEqual(modes, ["small"])
    pass(300, [thread, 0.9])
    pass(2_900, [thread, 0])
    assert.deepStrictEqual(modes, ["small", "growing"])
    pass(100, [thread, 0])
    assert.deepStrictEqual(modes, ["small", "growing", "small"])
  })

  it("says again that heaps grow, as long as they do", () => {
    const thread = watched()
    growth.keepSmall()
    pass(1_000, [thread, 1])
    modes.push("small")
    pass(100, [thread, 1])
    assert.strictEqual(modes.at(-1), "growing")
  })

  it("forgets a thread that ended in the middle of its work", () => {
    const { thread, pass: threadPasses } = makeThread()
    const endWatching = growth.watch(thread)
    growth.keepSmall()
    pass(1_000, [{ thread, pass: threadPasses }, 1])
    endWatching()
    pass(500)
    assert.deepStrictEqual(modes, ["small", "growing", "small"])
  })
})

describe("setHeapMode", () => {
  /** What the heap takes on average, in bytes, while most of what is made lives for a thousand turns. */
  const churn = `
    const { getHeapStatistics } = await import("node:v8")
    const recent = []
    let sum = 0
    for (let turn = 0; turn < 30_000; turn++) {
      recent[turn % 1_000] = Array.from({ length: 100 }, (_, index) => ({ index, turn }))
      if (turn % 100 === 0) await new Promise(setImmediate)
      if (turn % 100 === 0) sum += getHeapStatistics().total_heap_size
    }
    process.stdout.write(String(sum / 300))`

  const averageAfter = async (start: string): Promise<number> => {
    const module = JSON.stringify(new URL("./heap-growth.ts", import.meta.url).href)
    const script = `const { setHeapMode } = await import(${module});${start};${churn}`
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script])
    return Number(stdout)
  }

  it("makes V8 keep the heap of a program small", async () => {
    const [small, usual] = [await averageAfter(`setHeapMode("small")`), await averageAfter("")]
    assert.isBelow(small, usual * 0.8)
  })
})
