import { assert, describe, it } from "vitest"
import { bytesText } from "./bytes.ts"

describe("a size", () => {
  it.each([
    [0, "0 byte"],
    [999, "999 byte"],
    [1_000, "1 kB"],
    [3_440_000, "3.4 MB"],
    [12_000_000_000, "12 GB"],
    [5e15, "5,000 TB"]
  ])("of %d bytes is %s", (bytes, shown) => {
    assert.strictEqual(bytesText(bytes, "en"), shown)
  })
})
