import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, it } from "vitest"
import { codecFile, missingCodecFiles } from "./codec-file.ts"

it("the codec comes from the folder of the operator where there is one, which needs both files", () => {
  assert.deepStrictEqual(missingCodecFiles(dirname(codecFile(null))), [])
  const folder = mkdtempSync(join(tmpdir(), "dragoman-codec-"))
  try {
    assert.strictEqual(dirname(codecFile(folder)), folder)
    assert.deepStrictEqual(missingCodecFiles(folder), ["vips-node.mjs", "vips.wasm"])
    writeFileSync(codecFile(folder), "")
    assert.deepStrictEqual(missingCodecFiles(folder), ["vips.wasm"])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
