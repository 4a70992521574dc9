import { assert, it } from "vitest"
import { delayResolutionMillis, delaySeconds } from "./process-metrics.ts"

const nanosPerMilli = 1e6

it.each([
  ["nothing before the first sample", Number.NaN, 0],
  ["nothing when samples came in time", delayResolutionMillis * nanosPerMilli, 0],
  ["nothing when one came early", (delayResolutionMillis - 1) * nanosPerMilli, 0],
  ["the excess over the sampling interval, in seconds", (delayResolutionMillis + 1_500) * nanosPerMilli, 1.5]
])("the delay of the event loop is %s", (_, nanos, seconds) => {
  assert.closeTo(delaySeconds(nanos), seconds, 1e-9)
})
