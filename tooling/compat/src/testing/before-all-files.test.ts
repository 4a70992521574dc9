import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"

const vitest = join(import.meta.dirname, "../../../../node_modules/vitest/vitest.mjs")
const setup = join(import.meta.dirname, "before-all-files.ts")

describe("a run of all test files with the servers that they share", () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman exit code "))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ["ends with 0 when every test passes", "expect(1).toBe(1)", 0],
    ["ends with 1 when a test fails", "expect(1).toBe(2)", 1]
  ])(
    "%s",
    (_, body, expected) => {
      writeFileSync(join(folder, "one.test.js"), `test("one", () => { ${body} })`)
      writeFileSync(
        join(folder, "vitest.config.js"),
        `export default { test: { globals: true, globalSetup: [${JSON.stringify(setup)}] } }`
      )
      const { status, stdout } = spawnSync(process.execPath, [vitest, "run", "--root", folder], { encoding: "utf8" })
      assert.strictEqual(status, expected, stdout)
    },
    120_000
  )
})
