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

  const expectExitCode = (body: string, expected: number) => {
    writeFileSync(join(folder, "one.test.js"), `test("one", () => { ${body} })`)
    writeFileSync(
      join(folder, "vitest.config.js"),
      `export default { test: { globals: true, globalSetup: [${JSON.stringify(setup)}] } }`
    )
    const { status, stdout } = spawnSync(process.execPath, [vitest, "run", "--root", folder], { encoding: "utf8" })
    assert.strictEqual(status, expected, stdout)
  }

  it("ends with 1 when a test fails", () => expectExitCode("expect(1).toBe(2)", 1))

  it("ends with 0 when every test passes", { tags: ["exhaustive"] }, () => expectExitCode("expect(1).toBe(1)", 0))
})
