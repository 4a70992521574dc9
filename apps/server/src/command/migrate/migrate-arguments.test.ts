import { assert, describe, it } from "vitest"
import { readMigrateArguments } from "./migrate-arguments.ts"

describe("the words after `dragoman migrate` and `dragoman rollback`", () => {
  it.each([
    [["migrate", "status"], { action: "status" }],
    [["migrate", "up"], { action: "up" }],
    [["migrate", "down"], { action: "down", to: null, acceptLoss: false }],
    [["migrate", "down", "--to=22", "--accept-loss"], { action: "down", to: 22, acceptLoss: true }],
    [["migrate", "forget", "a copy"], { action: "forget", copy: "a copy" }],
    [["rollback"], { action: "rollback", copy: null }],
    [["rollback", "a copy"], { action: "rollback", copy: "a copy" }]
  ])("%j are understood", (words, action) => {
    assert.deepStrictEqual(readMigrateArguments(words), { action, json: false, flags: {} } as never)
  })

  it("hold settings, as those of the server, and the form of the output", () => {
    assert.deepInclude(readMigrateArguments(["rollback", "--json", "--data-dir", "/d", "--config", "c"]), {
      json: true,
      flags: { "data-dir": "/d", config: "c" }
    })
  })

  it.each([
    [["migrate"], /dragoman migrate status/],
    [["migrate", "dwon"], /Do you mean down\?/],
    [["migrate", "rollback"], /not a command about migrations/],
    [["migrate", "up", "22"], /What does 22 mean\?/],
    [["migrate", "up", "--to", "22"], /--to goes with `dragoman migrate down` only/],
    [["rollback", "--accept-loss"], /--accept-loss goes with/],
    [["migrate", "down", "--to", "last"], /--to last is not a schema version/],
    [["migrate", "forget"], /Which copy\?/],
    [["migrate", "status", "--wrong"], /dragoman migrate --help/]
  ])("%j are wrong", (words, problem) => {
    const read = readMigrateArguments(words)
    assert.match("problem" in read ? read.problem : "understood", problem)
  })

  it.each([
    ["migrate", "--help"],
    ["rollback", "-h"]
  ])("%s %s explains all of them", (...words) => {
    const read = readMigrateArguments(words)
    assert.include("help" in read ? read.help : "", "migrate forget COPY")
  })
})
