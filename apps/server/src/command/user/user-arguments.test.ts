import { assert, describe, it } from "vitest"
import { readUserArguments } from "./user-arguments.ts"

const generated = { kind: "generated" } as const

describe("the words after `dragoman user`", () => {
  it.each([
    [["list"], { action: "list", search: "", disabledOnly: false }],
    [["list", "--search", "nela", "--disabled"], { action: "list", search: "nela", disabledOnly: true }],
    [
      ["create", "nela@example.com"],
      {
        action: "create",
        username: "nela@example.com",
        name: null,
        role: "USER",
        organization: null,
        organizationRole: "MEMBER",
        password: generated
      }
    ],
    [
      ["create", "nela", "--name", "Nela", "--role", "ADMIN", "--organization=harbour", "--owner", "--ask-password"],
      {
        action: "create",
        username: "nela",
        name: "Nela",
        role: "ADMIN",
        organization: "harbour",
        organizationRole: "OWNER",
        password: { kind: "prompt" }
      }
    ],
    [["reset-password", "nela"], { action: "reset-password", username: "nela", password: generated }],
    [
      ["reset-password", "nela", "--password-file", "-"],
      { action: "reset-password", username: "nela", password: { kind: "file", path: "-" } }
    ],
    [["reset-mfa", "nela"], { action: "reset-mfa", username: "nela" }],
    [["disable", "nela"], { action: "disable", username: "nela" }],
    [["enable", "nela"], { action: "enable", username: "nela" }],
    [["delete", "nela"], { action: "delete", username: "nela", deleteOwnedOrganizations: false }],
    [
      ["delete", "nela", "--delete-owned-organizations"],
      { action: "delete", username: "nela", deleteOwnedOrganizations: true }
    ],
    [["set-role", "nela", "admin"], { action: "set-role", username: "nela", role: "ADMIN" }]
  ])("%j are understood", (words, action) => {
    assert.deepStrictEqual(readUserArguments(words), { action, json: false, flags: {} } as never)
  })

  it("hold settings, as those of the server, and the form of the output", () => {
    assert.deepInclude(
      readUserArguments(["list", "--json", "--data-dir", "/d", "--database-url-file=/u", "--config=c"]),
      {
        json: true,
        flags: { "data-dir": "/d", "database-url-file": "/u", config: "c" }
      }
    )
  })

  it.each([
    [["lsit"], /Do you mean list\?/],
    [["dance-the-night-away"], /`dragoman user --help` lists them/],
    [["disable"], /Which user\? Write: dragoman user disable NAME/],
    [["reset-mfa"], /Which user\? Write: dragoman user reset-mfa NAME/],
    [["set-role", "nela"], /Which role\? Write USER or ADMIN/],
    [["set-role", "nela", "KING"], /Which role\?/],
    [["create", "nela", "--role", "KING"], /Which role\?/],
    [["create", "nela", "--owner"], /--owner needs --organization/],
    [["create", "nela", "--ask-password", "--password-file", "f"], /not both/],
    [["disable", "nela", "--role", "ADMIN"], /does not take --role/],
    [["list", "nela"], /more words/],
    [["list", "--nonsense"], /--nonsense/],
    [["create", "nela", "--name"], /--name/]
  ])("%j are rejected with what to write instead", (words, problem) => {
    const read = readUserArguments(words)
    assert.match("problem" in read ? read.problem : "", problem)
  })

  it.each([
    [["create", "nela", "hunter2hunter2"]],
    [["reset-password", "nela", "hunter2hunter2"]],
    [["create", "nela", "--password", "hunter2hunter2"]],
    [["create", "nela", "--password=hunter2hunter2"]]
  ])("take no password: %j", (words) => {
    const read = readUserArguments(words)
    const problem = "problem" in read ? read.problem : ""
    assert.match(problem, /--ask-password or --password-file/)
    assert.notInclude(problem, "hunter2")
  })

  it.each([[[]], [["--help"]], [["create", "-h"]]])("%j show the help", (words) => {
    const read = readUserArguments(words)
    assert.match("help" in read ? read.help : "", /reset-password NAME {5}sets a new password/)
  })
})
