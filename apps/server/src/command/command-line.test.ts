import { flagOf, settingFieldsOf, variableOf } from "@dragoman/settings"
import { assert, describe, it } from "vitest"
import { help, readArguments } from "./command-line.ts"

describe("the command line", () => {
  it.each([
    [[], { command: "help", file: "", flags: {} }],
    [["--help"], { command: "help", file: "", flags: {} }],
    [["serve", "-h"], { command: "help", file: "serve", flags: {} }],
    [["help", "backup"], { command: "help", file: "backup", flags: {} }],
    [["--version"], { command: "version", file: "", flags: {} }],
    [["serve"], { command: "serve", file: "", flags: {} }],
    [["serve", "--port", "0"], { command: "serve", file: "", flags: { port: "0" } }],
    [["--port=0", "serve"], { command: "serve", file: "", flags: { port: "0" } }],
    [["serve", "--jwt-secret-file", "/x"], { command: "serve", file: "", flags: { "jwt-secret-file": "/x" } }],
    [["serve", "--port"], { command: "serve", file: "", flags: { port: null } }],

    [["config", "schema"], { command: "config schema", file: "", flags: {} }],
    [["backup", "a b.sqlite"], { command: "backup", file: "a b.sqlite", flags: {} }],
    [["mail", "test", "a@example.com"], { command: "mail", file: "a@example.com", flags: {} }],
    [["restore", "--data-dir", "d", "f"], { command: "restore", file: "f", flags: { "data-dir": "d" } }]
  ])("%j is understood", (words, expected) => {
    assert.deepEqual(readArguments(words), expected as ReturnType<typeof readArguments>)
  })

  it.each([
    [["serv"], /Do you mean serve\?/],
    [["dance-the-night-away"], /--help/],
    [["backup"], /dragoman backup FILE/],
    [["backup", "a", "b"], /What does b mean/],
    [["mail"], /dragoman mail test ADDRESS/],
    [["mail", "test"], /dragoman mail test ADDRESS/],
    [["mail", "test", "a@example.com", "b@example.com"], /dragoman mail test ADDRESS/],
    [["lnt"], /Do you mean lint\?/],
    [["--port", "1", "lint", "a.json"], /dragoman lint FILE/],
    [["serve", "now"], /What does now mean/],
    [["serve", "--prot", "18502"], /--prot is not a flag. Do you mean --port\?/],
    [["serve", "--config-file", "d.yaml"], /Do you mean --config\?/]
  ])("%j is rejected with what to write instead", (words, problem) => {
    const read = readArguments(words)
    assert.match("problem" in read ? read.problem : "", problem)
  })

  it.each(["serve", "config", "openapi", "backup", "restore", "rotate-encryption-key", "mail", "health"])(
    "`%s --help` explains this command, and lists no settings",
    (command) => {
      const lines = help(command).split("\n")
      assert.match(lines[0] ?? "", new RegExp(`^  dragoman ${command}( |$)`))
      assert.isBelow(lines.length, 15)
    }
  )

  it("prints names and meanings in columns, however long a name is", () => {
    const text = help()
    for (const field of settingFieldsOf("server")) {
      assert.match(text, new RegExp(`^  --${flagOf(field)} {2,}${variableOf(field)}$`, "m"))
    }
    const columns = new Set(text.match(/^ {2}--.*(?=DRAGOMAN_)/gm)?.map(({ length }) => length))
    assert.strictEqual(columns.size, 1)
  })
})
