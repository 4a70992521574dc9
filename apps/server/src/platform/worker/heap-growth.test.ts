import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { type JobRow, makeHeapGrowth } from "./heap-growth.ts"

describe("makeHeapGrowth", () => {
  const modes: Array<string> = []
  const make = () => makeHeapGrowth((mode) => void modes.push(mode))

  beforeEach(() => {
    vi.useFakeTimers()
    modes.length = 0
  })
  afterEach(() => void vi.useRealTimers())

  const run = ({ jobBegins, jobEnds }: JobRow, millis: number): void => {
    jobBegins()
    vi.advanceTimersByTime(millis)
    jobEnds()
  }

  it("leaves heaps alone in a program that does not ask for small ones", () => {
    run(make().makeJobRow(), 5_000)
    vi.advanceTimersByTime(5_000)
    assert.deepStrictEqual(modes, [])
  })

  it("lets heaps grow while a job takes long, and for a moment after it", () => {
    const growth = make()
    growth.keepSmall()
    const { jobBegins, jobEnds } = growth.makeJobRow()
    jobBegins()
    vi.advanceTimersByTime(199)
    assert.deepStrictEqual(modes, ["small"])
    vi.advanceTimersByTime(1)
    assert.deepStrictEqual(modes, ["small", "growing"])
    jobEnds()
    vi.advanceTimersByTime(499)
    assert.deepStrictEqual(modes, ["small", "growing"])
    vi.advanceTimersByTime(1)
    assert.deepStrictEqual(modes, ["small", "growing", "small"])
  })

  it("keeps them small through short jobs, also of several workers", () => {
    const growth = make()
    growth.keepSmall()
    const [first, second] = [growth.makeJobRow(), growth.makeJobRow()]
    for (let job = 0; job < 20; job++) {
      run(first, 60)
      run(second, 60)
    }
    assert.deepStrictEqual(modes, ["small"])
  })

  it("takes jobs of a worker that follow one another, or run beside each other, for a long one", () => {
    const growth = make()
    growth.keepSmall()
    const row = growth.makeJobRow()
    for (let piece = 0; piece < 20; piece++) {
      run(row, 15)
      vi.advanceTimersByTime(5)
    }
    assert.deepStrictEqual(modes, ["small", "growing"])
    row.jobBegins()
    run(row, 10)
    vi.advanceTimersByTime(5_000)
    assert.deepStrictEqual(modes, ["small", "growing"])
    row.jobEnds()
    vi.advanceTimersByTime(500)
    assert.deepStrictEqual(modes, ["small", "growing", "small"])
  })

  it("begins after a long job that runs already", () => {
    const growth = make()
    const { jobBegins, jobEnds } = growth.makeJobRow()
    jobBegins()
    vi.advanceTimersByTime(1_000)
    growth.keepSmall()
    assert.deepStrictEqual(modes, [])
    jobEnds()
    vi.advanceTimersByTime(500)
    assert.deepStrictEqual(modes, ["small"])
  })

  it("lets them grow until the last long job ends", () => {
    const growth = make()
    growth.keepSmall()
    const [first, second] = [growth.makeJobRow(), growth.makeJobRow()]
    first.jobBegins()
    run(second, 1_000)
    vi.advanceTimersByTime(5_000)
    assert.deepStrictEqual(modes, ["small", "growing"])
    first.jobEnds()
    vi.advanceTimersByTime(500)
    assert.deepStrictEqual(modes, ["small", "growing", "small"])
  })
})

describe("heapGrowth", () => {
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
    const script = `const { heapGrowth } = await import(${module});${start};${churn}`
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script])
    return Number(stdout)
  }

  it("makes V8 keep the heap of a program small", async () => {
    const [small, usual] = [await averageAfter("heapGrowth.keepSmall()"), await averageAfter("")]
    assert.isBelow(small, usual * 0.8)
  })
})
