import { assert, describe, it } from "vitest"
import { progressOfFiles } from "./upload-progress.ts"

const files = [
  { path: "a.json", size: 100 },
  { path: "b.json", size: 300 }
]

describe("the progress of an upload", () => {
  it.each([
    [0, [0, 0]],
    [0.125, [0.5, 0]],
    [0.625, [1, 0.5]],
    [1, [1, 1]]
  ] as const)("at %d is that of its files in their order", (part, expected) => {
    assert.deepStrictEqual(
      progressOfFiles(files, part).map((file) => file.part),
      [...expected]
    )
  })

  it("of an empty file is that of all", () => {
    assert.deepStrictEqual(progressOfFiles([{ path: "empty.json", size: 0 }], 0.5), [{ path: "empty.json", part: 0.5 }])
  })
})
