import { assert, describe, it } from "vitest"
import { validateAdministeredUser, validateNewPassword, validateNewUser } from "./administered-user.ts"

const messagesOf = (
  validated: ReturnType<typeof validateNewUser> | ReturnType<typeof validateAdministeredUser>
): unknown => (validated.ok || validated.error.kind !== "standardValidation" ? null : validated.error.messages)

const badName = "must be an email address, or letters, digits, dots, underscores and hyphens"

describe("an account that an administrator creates", () => {
  const complete = { username: "Jana@Example.com", name: " Jana " }

  it.each([
    ["no user name", { username: " " }, { username: "must not be blank" }],
    ["a user name with a blank", { username: "jana nová" }, { username: badName }],
    ["half an address as its user name", { username: "jana@" }, { username: badName }],
    ["a user name that begins with a hyphen", { username: "--help" }, { username: badName }],
    ["a long user name", { username: "j".repeat(256) }, { username: "size must be between 1 and 255" }],
    ["no name", { name: null }, { name: "must not be blank" }],
    ["a long name", { name: "j".repeat(256) }, { name: "size must be between 1 and 255" }],
    ["a short password", { password: "1234567" }, { password: "size must be between 8 and 50" }],
    ["its user name as the password", { password: "jana@example.com" }, { password: "must differ from the user name" }]
  ])("with %s is invalid", (_, change, messages) => {
    assert.deepStrictEqual(messagesOf(validateNewUser({ ...complete, ...change })), messages)
  })

  it.each(["build-server", "jana.nova", "жана", "release_2"])("may have the plain user name %s", (username) => {
    assert.isTrue(validateNewUser({ ...complete, username }).ok)
  })

  it("has a user name in small letters, no password and no organization unless they are given", () => {
    assert.deepStrictEqual(validateNewUser({ ...complete, password: "" }), {
      ok: true,
      value: { username: "jana@example.com", name: "Jana", password: null, serverRole: "USER", organization: null }
    })
  })

  it("becomes a member of its organization unless another role is given", () => {
    for (const [roleType, role] of [
      [null, "MEMBER"],
      ["OWNER", "OWNER"]
    ] as const) {
      const validated = validateNewUser({ ...complete, organizationId: 3, roleType, globalServerRole: "ADMIN" })
      assert.deepInclude(validated.ok && validated.value, {
        serverRole: "ADMIN",
        organization: { organizationId: 3, role }
      })
    }
  })
})

describe("an account that an administrator edits", () => {
  it("keeps a user name that is no address, and gets no other such name", () => {
    const edit = (username: string) => messagesOf(validateAdministeredUser({ username, name: "Jana" }, "the boss"))
    assert.isNull(edit("The Boss"))
    assert.isNull(edit("jana@example.com"))
    assert.deepStrictEqual(edit("the bosses"), { username: badName })
  })

  it("needs a name", () => {
    assert.deepStrictEqual(messagesOf(validateAdministeredUser({ username: "jana", name: "" }, "jana")), {
      name: "must not be blank"
    })
  })
})

describe("a password that an operator sets", () => {
  it("keeps the rules of a new password", () => {
    assert.isTrue(validateNewPassword("correct horse", "jana").ok)
    assert.isFalse(validateNewPassword("short", "jana").ok)
    assert.isFalse(validateNewPassword("janajana", "janajana").ok)
  })
})
