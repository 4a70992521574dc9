import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundleServer } from "@dragoman/release/bundle-server"
import { afterAll, assert, describe, it } from "vitest"
import { killRounds } from "./kill-rounds.ts"

const kills = 8

describe("a server that is killed during imports and exports", () => {
  const world = mkdtempSync(join(tmpdir(), "dragoman killed "))

  afterAll(() => rmSync(world, { recursive: true, force: true }))

  it("has all of the work or nothing of it when it starts again, without repair", { timeout: 120_000 }, async () => {
    const main = await bundleServer(join(world, "dist"))
    const rounds = await killRounds({ main, folder: world, kills })
    assert.strictEqual(rounds.length, kills)
    assert.deepStrictEqual(
      rounds.filter(({ broken }) => broken.length > 0),
      []
    )
  })
})
