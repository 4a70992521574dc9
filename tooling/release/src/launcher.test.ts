import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { asFunction, launcher } from "./launcher.ts"

describe("the launcher of the program", () => {
  let folder = ""
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dragoman-launcher-"))
    writeFileSync(join(folder, "main.js"), launcher)
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const program = (code: string) => writeFileSync(join(folder, "server.cjs"), asFunction(code))
  const run = (env: Readonly<Record<string, string>> = {}): string =>
    execFileSync(process.execPath, [join(folder, "main.js"), "serve"], {
      encoding: "utf8",
      env: { NODE_COMPILE_CACHE: join(folder, "kept"), ...env }
    })
  const kept = () => join(folder, "kept", "server.cjs.serve")

  it("keeps compiled code, and uses it at the next start", () => {
    program(`console.log("first", __dirname === ${JSON.stringify(folder)})`)
    assert.strictEqual(run(), "first true\n")
    const { mtimeMs } = statSync(kept())
    assert.strictEqual(run(), "first true\n")
    assert.strictEqual(statSync(kept()).mtimeMs, mtimeMs)
  })

  it("keeps what a server has compiled that keeps its heaps small", () => {
    program(`require("node:v8").setFlagsFromString("--optimize-for-size")`)
    run()
    const { mtimeMs } = statSync(kept())
    run()
    assert.strictEqual(statSync(kept()).mtimeMs, mtimeMs)
  })

  it("compiles another program of the same length", () => {
    program(`console.log("first")`)
    run()
    program(`console.log("other")`)
    assert.strictEqual(run(), "other\n")
  })

  it("replaces compiled code that is damaged", () => {
    program(`console.log("first")`)
    run()
    const whole = readFileSync(kept())
    writeFileSync(kept(), whole.subarray(0, whole.length - 1))
    assert.strictEqual(run(), "first\n")
    assert.strictEqual(readFileSync(kept()).length, whole.length)
  })

  it("runs where nothing can be kept, or should be", () => {
    program(`console.log("first")`)
    assert.strictEqual(run({ NODE_COMPILE_CACHE: join(folder, "main.js") }), "first\n")
    assert.strictEqual(run({ NODE_DISABLE_COMPILE_CACHE: "1" }), "first\n")
    assert.throws(() => statSync(kept()))
  })
})
