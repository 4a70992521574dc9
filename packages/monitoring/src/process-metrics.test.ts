import { assert, it } from "vitest"
import { delayResolutionMillis, delaySeconds, heapsByKind } from "./process-metrics.ts"

const nanosPerMilli = 1e6

it.each([
  ["nothing before the first sample", Number.NaN, 0],
  ["nothing when samples came in time", delayResolutionMillis * nanosPerMilli, 0],
  ["nothing when one came early", (delayResolutionMillis - 1) * nanosPerMilli, 0],
  ["the excess over the sampling interval, in seconds", (delayResolutionMillis + 1_500) * nanosPerMilli, 1.5]
])("the delay of the event loop is %s", (_, nanos, seconds) => {
  assert.closeTo(delaySeconds(nanos), seconds, 1e-9)
})

it("heaps of threads of one kind are added up, and one whose threads have ended is empty", () => {
  const heaps = [
    { thread: "main", usedBytes: 5, sizeBytes: 9 },
    { thread: "reading-worker", usedBytes: 1, sizeBytes: 2 },
    { thread: "reading-worker", usedBytes: 10, sizeBytes: 20 }
  ]
  assert.sameDeepMembers(
    [...heapsByKind(heaps, ["main", "image-worker"])],
    [
      { thread: "main", usedBytes: 5, sizeBytes: 9 },
      { thread: "reading-worker", usedBytes: 11, sizeBytes: 22 },
      { thread: "image-worker", usedBytes: 0, sizeBytes: 0 }
    ]
  )
})
