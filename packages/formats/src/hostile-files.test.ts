import { assert, describe, it } from "vitest"
import { makeHostileFile } from "./testing/hostile/hostile-file.ts"
import { judgeHostileFile } from "./testing/hostile/judge-hostile-file.ts"

// A share of what `testing/hostile/try-hostile-files.ts` tries; its files are others.
const firstSeed = 5_000_000
const fileCount = 6_000

describe("files of bad will", () => {
  it("are read or refused with a reason and a place, and nothing else happens", () => {
    const complaints: Array<string> = []
    const outcomes = { file: 0, failure: 0, crash: 0 }
    const first = makeHostileFile(firstSeed)
    for (let seed = firstSeed; seed < firstSeed + fileCount; seed++) {
      const file = makeHostileFile(seed)
      const also = { lint: seed % 8 === 0, write: seed % 8 === 1 ? Math.floor(seed / 8) : null }
      const { outcome, complaint } = judgeHostileFile(file, also)
      outcomes[outcome]++
      if (complaint !== null) complaints.push(`seed ${seed}, ${file.path}: ${complaint}`)
    }
    assert.deepStrictEqual(complaints, [])
    // Both happen often: the files are neither all noise nor all in order.
    assert.isAbove(Math.min(outcomes.file, outcomes.failure), fileCount / 4)
    // A seed stays the same file, whatever was made and read since: a complaint can be repeated.
    assert.deepStrictEqual(makeHostileFile(firstSeed), first)
  })
})
