import { assert, it } from "vitest"
import { delayResolutionMillis, delaySeconds } from "./event-loop-delay.ts"

const nanosPerMilli = 1e6

it.each([
  ["nothing before the first measurement", Number.NaN, 0],
  ["nothing when measurements came in time", delayResolutionMillis * nanosPerMilli, 0],
  ["nothing when one came early", (delayResolutionMillis - 1) * nanosPerMilli, 0],
  ["what exceeds the distance of two measurements, in seconds", (delayResolutionMillis + 1_500) * nanosPerMilli, 1.5]
])("the delay of the event loop is %s", (_, nanos, seconds) => {
  assert.closeTo(delaySeconds(nanos), seconds, 1e-9)
})
