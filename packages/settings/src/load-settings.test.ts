import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { loadSettings } from "./load-settings.ts"

const folder = mkdtempSync(join(tmpdir(), "dragoman settings "))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const load = async (
  flags: Readonly<Record<string, string | null>>,
  environment: Readonly<Record<string, string>> = {}
) => {
  const read = await loadSettings("server", { flags, environment, isTerminal: false })
  return "problems" in read ? read.problems : read.settings.port
}

describe("the configuration file", () => {
  it("is named by a flag or, without one, by a variable", async () => {
    const [one, two] = [fileOf("one.yaml", "port: 1001"), fileOf("two.yaml", "port: 1002")]
    assert.strictEqual(await load({ config: one }, { DRAGOMAN_CONFIG_FILE: two }), 1001)
    assert.strictEqual(await load({}, { DRAGOMAN_CONFIG_FILE: two }), 1002)
    assert.strictEqual(await load({}, { DRAGOMAN_CONFIG_FILE: "" }), 8080)
  })

  it("stops the start when it is named and cannot be read", async () => {
    const missing = join(folder, "missing.yaml")
    assert.deepStrictEqual(await load({ config: missing }), [`--config: the file ${missing} cannot be read.`])
    assert.deepStrictEqual(await load({}, { DRAGOMAN_CONFIG_FILE: folder }), [
      `DRAGOMAN_CONFIG_FILE: the file ${folder} cannot be read.`
    ])
    assert.deepStrictEqual(await load({ config: null }), ["--config needs a file."])
  })
})
