import { assert, describe, it } from "vitest"
import { type MonotonicClockState, stepMonotonicClock } from "./monotonic-clock.ts"

const hour = 3_600_000
const wallStart = 1_767_225_600_000

interface Passage {
  /** Real time while the machine ran. */
  readonly awakeMillis: number
  readonly suspendedMillis?: number
  readonly jumpMillis?: number
}

/** The monotonic time after the passages, since the start, on a machine whose monotonic clock stands still in suspension. */
const monotonicAfter = (passages: ReadonlyArray<Passage>, uptimeStepMillis = 1) => {
  let [wallMillis, elapsedMillis, suspendedMillis] = [wallStart, 500, 70_000]
  let state: MonotonicClockState = { wallMillis, elapsedMillis, aheadMillis: 0, suspendedMillis }
  for (const { awakeMillis, suspendedMillis: asleepMillis = 0, jumpMillis = 0 } of passages) {
    wallMillis += awakeMillis + asleepMillis + jumpMillis
    elapsedMillis += awakeMillis
    suspendedMillis += asleepMillis
    const uptimeMillis = Math.floor((elapsedMillis + suspendedMillis) / uptimeStepMillis) * uptimeStepMillis
    state = stepMonotonicClock(state, { wallMillis, elapsedMillis }, () => uptimeMillis - elapsedMillis)
  }
  return state.wallMillis - state.aheadMillis - wallStart
}

describe("the monotonic clock", () => {
  it.each<[string, ReadonlyArray<Passage>, number]>([
    ["goes with the wall clock", [{ awakeMillis: 250 }, { awakeMillis: 4_000 }], 4_250],
    ["passes over a jump ahead", [{ awakeMillis: 250, jumpMillis: hour }], 250],
    ["passes over a jump back", [{ awakeMillis: 250, jumpMillis: -hour }], 250],
    [
      "continues at the same pace after a jump",
      [{ awakeMillis: 250, jumpMillis: hour }, { awakeMillis: 1_000 }],
      1_250
    ],
    [
      "passes over a jump and its correction",
      [
        { awakeMillis: 1, jumpMillis: hour },
        { awakeMillis: 1, jumpMillis: -hour }
      ],
      2
    ],
    ["follows corrections of less than a second", [{ awakeMillis: 250, jumpMillis: -900 }], -650],
    ["counts the time of a suspension", [{ awakeMillis: 250, suspendedMillis: 8 * hour }], 8 * hour + 250],
    [
      "counts it also when the wall clock jumps meanwhile",
      [{ awakeMillis: 250, suspendedMillis: 8 * hour, jumpMillis: -hour }],
      8 * hour + 250
    ],
    [
      "does not take an earlier suspension for a later jump",
      [{ awakeMillis: 1, suspendedMillis: hour }, { awakeMillis: 1 }, { awakeMillis: 1, jumpMillis: hour }],
      hour + 3
    ],
    ["takes no long silence for a jump", [{ awakeMillis: 30 * 24 * hour }], 30 * 24 * hour]
  ])("%s", (_, passages, elapsedMillis) => {
    assert.strictEqual(monotonicAfter(passages), elapsedMillis)
  })

  it("is off by less than a second for each jump and suspension when the uptime is in whole seconds", () => {
    let seed = 7
    const below = (bound: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 8) % bound
    }
    for (let round = 0; round < 200; round++) {
      const passages = Array.from({ length: 20 }, () => ({
        awakeMillis: below(10_000),
        suspendedMillis: below(4) === 0 ? 5_000 + below(8 * hour) : 0,
        jumpMillis: below(4) === 0 ? (below(2) === 0 ? 1 : -1) * (5_000 + below(hour)) : 0
      }))
      const passed = passages.reduce((sum, { awakeMillis, suspendedMillis }) => sum + awakeMillis + suspendedMillis, 0)
      const events = passages.filter(({ suspendedMillis, jumpMillis }) => suspendedMillis + jumpMillis !== 0).length
      assert.isBelow(Math.abs(monotonicAfter(passages, 1_000) - passed), 1_000 * Math.max(1, events))
    }
  })
})
