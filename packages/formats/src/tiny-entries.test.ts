import { assert, describe, it } from "vitest"
import { memoryBytesMax } from "./testing/hostile/grown-memory.ts"
import { measureTinyFile as measure } from "./testing/hostile/measure-tiny-file.ts"
import type { TinyKind } from "./testing/hostile/tiny-entries.ts"

const fileBytes = 2_000_000

// The peak of a process is known to the kernel of Linux only.
describe.skipIf(process.platform !== "linux")("files of very many tiny entries", () => {
  const expectLittleMemory = async (kind: TinyKind) => {
    const { bytes, grownBytes } = await measure(kind, fileBytes, false)
    assert.isAtMost(grownBytes, memoryBytesMax(bytes))
  }

  it.each(["properties", "yaml keys behind signs", "xlsx rows"] satisfies ReadonlyArray<TinyKind>)(
    "%s: are read or refused with ten times their size and 50 MB of memory",
    expectLittleMemory
  )

  // The others are measured by `testing/hostile/try-hostile-files.ts`.
  it.each([
    ...(["fluent", "csv", "xcstrings", "json", "yaml", "po", "php expressions", "android", "xliff 2"] as const)
  ] satisfies ReadonlyArray<TinyKind>)(
    "%s: are read or refused with ten times their size and 50 MB of memory",
    { tags: ["exhaustive"] },
    expectLittleMemory
  )

  it.each([
    ["properties", 1_000_000],
    ["json", 1_200_000]
  ] satisfies ReadonlyArray<readonly [TinyKind, number]>)("100,000 of them are read: %s", async (kind, bytesMax) => {
    const { keyCount, failure } = await measure(kind, bytesMax, false)
    assert.isNull(failure)
    assert.isAbove(keyCount, 100_000)
  })

  it("a file with too many of them is refused with the number that it may have", async () => {
    const { failure } = await measure("properties", fileBytes, true)
    assert.strictEqual(
      failure,
      "The file has too many keys: one of its size may have at most 166666; split it into several files"
    )
  })
})
