import { crc32 as crc32OfZlib } from "node:zlib"
import { assert, describe, it } from "vitest"
import { seededRandom } from "../testing/seeded-random.ts"
import { crc32 } from "./crc-32.ts"

describe("crc32", () => {
  it("is that of zlib, whatever the bytes and wherever they are cut", () => {
    const random = seededRandom(12)
    for (let round = 0; round < 2_000; round++) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 50) }, () => Math.floor(random() * 256))
      const cut = Math.floor(random() * (bytes.length + 1))
      assert.strictEqual(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut))), crc32OfZlib(bytes))
    }
  })

  it("has the check value of its catalogue", () => {
    assert.strictEqual(crc32(new TextEncoder().encode("123456789")), 0xcb_f4_39_26)
  })
})
