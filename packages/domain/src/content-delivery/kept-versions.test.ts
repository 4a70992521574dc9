import { assert, describe, it } from "vitest"
import { keptVersions, nextVersion } from "./kept-versions.ts"
import { publishingRetryMillis } from "./publishing-schedule.ts"

const hour = 3_600_000

describe("versions that readers may still ask for", () => {
  const versions = [1, 2, 3, 4, 5, 6, 7, 8].map((version) => ({ version, createdAt: version * hour }))
  const kept = (liveVersion: number | null, now: number) => [...keptVersions(versions, liveVersion, now)].sort()

  it("are the five newest ones", () => {
    assert.deepStrictEqual(kept(8, 1_000 * hour), [4, 5, 6, 7, 8])
  })
  it("are those of the last day", () => {
    assert.deepStrictEqual(kept(8, 26 * hour), [3, 4, 5, 6, 7, 8])
  })
  it("are the live one", () => {
    assert.deepStrictEqual(kept(1, 1_000 * hour), [1, 4, 5, 6, 7, 8])
  })
  it("never get a number twice, also after a restore", () => {
    assert.strictEqual(nextVersion(null, 50_500), 50)
    assert.strictEqual(nextVersion(50, 50_900), 51)
    assert.strictEqual(nextVersion(90, 50_900), 91)
  })
})

describe("publishing that failed", () => {
  it("is retried after pauses that grow to an hour", () => {
    assert.deepStrictEqual([1, 2, 3, 4, 5].map(publishingRetryMillis), [5_000, 60_000, 600_000, 3_600_000, 3_600_000])
  })
})
