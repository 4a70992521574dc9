import { assert, describe, it } from "vitest"
import { makeBackOff } from "./back-off.ts"

const failing = (count: number) => {
  const backOff = makeBackOff()
  for (let index = 0; index < count; index++) backOff.failed(1, 0, 10)
  return backOff
}
const nothingLeased = () => false

describe("the back-off of an endpoint", () => {
  it("begins after eight failures in a row", () => {
    assert.deepStrictEqual(failing(7).restingIds(11, nothingLeased), [])
    assert.isFalse(failing(7).isProbed(1))
    assert.deepStrictEqual(failing(8).restingIds(11, nothingLeased), [1])
    assert.isTrue(failing(8).isProbed(1))
  })

  it("pauses for a second, and twice as long after each failed probe, up to a minute", () => {
    const backOff = failing(8)
    let now = 10
    const pauses: Array<number> = []
    for (let probe = 0; probe < 9; probe++) {
      const startedAt = now
      while (backOff.restingIds(now, nothingLeased).length > 0) now += 500
      pauses.push(now - startedAt)
      backOff.failed(1, now, now)
    }
    assert.deepStrictEqual(
      pauses.map((millis) => millis / 1_000),
      [1, 2, 4, 8, 16, 32, 60, 60, 60]
    )
  })

  it("is not lengthened by attempts that began before the pause", () => {
    const backOff = failing(60)
    assert.deepStrictEqual(backOff.restingIds(1_009, nothingLeased), [1])
    assert.deepStrictEqual(backOff.restingIds(1_010, nothingLeased), [])
  })

  it("sends one probe at a time", () => {
    assert.deepStrictEqual(
      failing(8).restingIds(1_010, () => true),
      [1]
    )
  })

  it("ends with a success", () => {
    const backOff = failing(8)
    backOff.delivered(1)
    assert.deepStrictEqual(backOff.restingIds(11, nothingLeased), [])
    assert.isFalse(backOff.isProbed(1))
  })
})
