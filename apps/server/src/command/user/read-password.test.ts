import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { generatePassword, readPassword } from "./read-password.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-password-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const noTerminal = { input: Object.assign(new PassThrough(), { isTTY: false }), output: { write: () => {} } }

/** A terminal on which these lines are typed, each after its question; null: it is closed instead. */
const terminalThatTypes = (...lines: ReadonlyArray<string | null>) => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  let shown = ""
  const left = [...lines]
  const write = (text: string) => {
    shown += text
    if (!text.endsWith(": ")) return
    const line = left.shift()
    setImmediate(() => (line === null || line === undefined ? input.end() : input.write(`${line}\r`)))
  }
  return { terminal: { input, output: { write } }, shown: () => shown }
}

const failureOf = async (reading: Promise<string>): Promise<string> => {
  try {
    return `read ${await reading}`
  } catch (error) {
    return String((error as { readonly sentence?: string }).sentence ?? error)
  }
}

describe("a password from a file", () => {
  it.each([
    ["correct horse\n", "correct horse"],
    ["correct horse\r\n", "correct horse"],
    [" correct horse ", " correct horse "],
    ["two\nlines\n", "two\nlines"]
  ])("is the text %j without the last line end", async (text, password) => {
    const path = join(folder, "password")
    writeFileSync(path, text)
    assert.strictEqual(await readPassword({ kind: "file", path }, noTerminal), password)
  })

  it("that cannot be read fails without naming anything of it", async () => {
    const failed = await failureOf(readPassword({ kind: "file", path: join(folder, "nothing") }, noTerminal))
    assert.strictEqual(failed, "The file of --password-file cannot be read (ENOENT).")
  })
})

describe("a password that is typed", () => {
  it("is asked for twice, and not shown", async () => {
    const { terminal, shown } = terminalThatTypes("correct horse", "correct horse")
    assert.strictEqual(await readPassword({ kind: "prompt" }, terminal), "correct horse")
    assert.strictEqual(shown(), "New password: \nRepeat it: \n")
  })

  it("may be typed, or pasted, before it is asked for", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    input.write("correct horse\rcorrect horse\r")
    assert.strictEqual(await readPassword({ kind: "prompt" }, { input, output: { write: () => {} } }), "correct horse")
  })

  it.each([
    ["differs the second time", ["correct horse", "correct house"], "The two passwords differ. Nothing was changed."],
    ["is not typed", [null], "No password was typed. Nothing was changed."]
  ])("that %s is not taken", async (_, lines, sentence) => {
    const { terminal, shown } = terminalThatTypes(...lines)
    assert.strictEqual(await failureOf(readPassword({ kind: "prompt" }, terminal)), sentence)
    assert.notInclude(shown(), "correct")
  })

  it("needs a terminal", async () => {
    assert.match(await failureOf(readPassword({ kind: "prompt" }, noTerminal)), /^There is no terminal/)
  })
})

describe("a generated password", () => {
  it("has 20 letters and digits that are not mistaken for each other, others each time", () => {
    const passwords = Array.from({ length: 50 }, generatePassword)
    for (const password of passwords) assert.match(password, /^[^\W_0O1lI]{20}$/)
    assert.strictEqual(new Set(passwords).size, 50)
  })
})
