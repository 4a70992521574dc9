import { assert, describe, it } from "vitest"
import { runShare } from "./testing/hostile/run-share.ts"
import type { HostileComplaint } from "./testing/hostile/try-share.ts"
import { watchedSeeds } from "./testing/hostile/watched-seeds.ts"

describe("the watchdog of the hostile files", () => {
  it("stops a file that never ends, and names it and those that take too long or end the thread; all others are tried", async () => {
    const complaints: Array<HostileComplaint> = []
    const figures = await runShare(
      { start: 1, end: 10, step: 1 },
      {
        worker: new URL("testing/hostile/hanging-worker.ts", import.meta.url),
        silentMillisMax: 4_000,
        complain: (complaint) => complaints.push(complaint)
      }
    )
    // A message of a thread may come after the end of the thread.
    const inOrder = complaints.toSorted((one, other) => one.seed - other.seed)
    assert.deepStrictEqual(
      inOrder.map(({ seed, complaint }) => [seed, complaint.replace(/\d+/, "N")]),
      [
        [watchedSeeds.hanging, "hangs"],
        [watchedSeeds.slow, "took N ms"],
        [watchedSeeds.throwing, "ends the thread: a reader that throws"]
      ]
    )
    // The last thread goes on behind the one that threw.
    assert.deepStrictEqual(
      figures.map(({ files }) => files),
      [3]
    )
  }, 60_000)
})
