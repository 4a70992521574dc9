import { assert, describe, it } from "vitest"
import {
  brokenPasswordRules,
  emailDomain,
  signUpUsernames,
  validateLogin,
  validatePasswordChange,
  validateSignUp,
  validateStoredValue,
  validateUserEdit
} from "./user-rules.ts"

const messagesOf = (validated: ReturnType<typeof validateSignUp> | ReturnType<typeof validateLogin>) =>
  validated.ok || validated.error.kind !== "standardValidation" ? null : validated.error.messages

describe("login", () => {
  it("needs a user name and a password; the name may be spelled in any case", () => {
    assert.deepStrictEqual(messagesOf(validateLogin({})), {
      username: "must not be blank",
      password: "must not be empty"
    })
    assert.deepStrictEqual(validateLogin({ username: "Jana", password: " " }), {
      ok: true,
      value: { username: "jana", password: " " }
    })
  })
})

describe("sign-up", () => {
  const complete = { name: "Jana", email: "Jana@Example.com", password: "12345678" }

  it.each([
    ["no name", { name: " " }, { name: "must not be blank" }],
    ["no address", { email: null }, { email: "must not be blank" }],
    ["a bad address", { email: "jana" }, { email: "must be a well-formed email address" }],
    ["no password", { password: undefined }, { password: "must not be blank" }],
    ["a short password", { password: "1234567" }, { password: "size must be between 8 and 50" }],
    ["a long password", { password: "1".repeat(51) }, { password: "size must be between 8 and 50" }],
    ["a short organization", { organizationName: "ab" }, { organizationName: "size must be between 3 and 50" }],
    ["a long source", { userSource: "u".repeat(256) }, { userSource: "size must be between 0 and 255" }]
  ])("with %s is invalid", (_, change, messages) => {
    assert.deepStrictEqual(messagesOf(validateSignUp({ ...complete, ...change })), messages)
  })

  it("stores the address in small letters; empty texts are absent", () => {
    assert.deepStrictEqual(validateSignUp({ ...complete, organizationName: "", invitationCode: "" }), {
      ok: true,
      value: {
        name: "Jana",
        username: "jana@example.com",
        password: "12345678",
        organizationName: null,
        invitationCode: null
      }
    })
  })

  it.each([
    ["a@h", ["a@h"]],
    ["a+x@h", ["a+x@h", "a@h"]],
    ["a+x+y@h", ["a+x+y@h", "a@h"]],
    ["+x@h", ["+x@h"]],
    ["admin", ["admin"]]
  ])("%s is taken by each of %j", (username, taken) => {
    assert.deepStrictEqual(signUpUsernames(username), taken)
  })
})

describe("user edit", () => {
  it("keeps a user name that is no address, and takes no other one", () => {
    assert.isTrue(validateUserEdit({ name: "Root", email: "Admin" }, "admin").ok)
    assert.deepStrictEqual(validateUserEdit({ name: "Root", email: "boss" }, "admin"), {
      ok: false,
      error: { kind: "customValidation", codes: { validation_email_is_not_valid: [] } }
    })
  })

  it("needs the current password for another user name only", () => {
    const edit = { name: "Jana", email: "jana@example.com" }
    assert.deepStrictEqual(validateUserEdit(edit, "jana"), {
      ok: false,
      error: { kind: "code", status: 400, code: "current_password_required", params: null }
    })
    assert.isTrue(validateUserEdit({ ...edit, currentPassword: "correct horse" }, "jana").ok)
    assert.isTrue(validateUserEdit(edit, "jana@example.com").ok)
  })

  it("names every blank field", () => {
    assert.deepStrictEqual(validateUserEdit({ currentPassword: "p".repeat(51) }, "admin"), {
      ok: false,
      error: {
        kind: "standardValidation",
        messages: {
          name: "must not be blank",
          email: "must not be blank",
          currentPassword: "size must be between 0 and 50"
        }
      }
    })
  })
})

describe("password change", () => {
  it("needs the current password and a new one of 8 to 50 characters", () => {
    assert.deepStrictEqual(validatePasswordChange({ currentPassword: "", password: "short" }, "admin"), {
      ok: false,
      error: {
        kind: "standardValidation",
        messages: { currentPassword: "must not be blank", password: "size must be between 8 and 50" }
      }
    })
  })
})

describe("the rules that a new password breaks", () => {
  const email = "jana@example.com"

  it.each([
    ["", ["length"]],
    ["1234567", ["length"]],
    ["        ", ["length"]],
    ["1".repeat(51), ["length"]],
    ["jana", ["length", "notUserName"]],
    ["JANA@example.com", ["notUserName"]],
    ["12345678", []],
    ["1".repeat(50), []]
  ] as const)("of %j are %j, and with any of them signing up is invalid", (password, broken) => {
    assert.deepStrictEqual(brokenPasswordRules(password, email), broken)
    assert.strictEqual(validateSignUp({ name: "Jana", email, password }).ok, broken.length === 0)
  })

  it("count without an address too", () => {
    assert.deepStrictEqual(brokenPasswordRules("jana", ""), ["length"])
  })
})

describe("a password that is the user name", () => {
  const message = "must differ from the user name"

  it.each([
    ["the address", "jana.nova@example.com"],
    ["the address in another spelling", "Jana.Nova@EXAMPLE.com"],
    ["the part before the @", "jana.nova"]
  ])("is invalid for a new account: %s", (_, password) => {
    const checked = validateSignUp({ name: "Jana", email: "jana.nova@example.com", password })
    assert.deepStrictEqual(checked, {
      ok: false,
      error: { kind: "standardValidation", messages: { password: message } }
    })
  })

  it("is invalid as a new password", () => {
    const change = { currentPassword: "correct horse", password: "administrator" }
    assert.deepStrictEqual(validatePasswordChange(change, "administrator"), {
      ok: false,
      error: { kind: "standardValidation", messages: { password: message } }
    })
    assert.isTrue(validatePasswordChange(change, "admin").ok)
  })

  it("does not come about by another user name either", () => {
    const edit = { name: "Jana", email: "Jana.Nova@example.com", currentPassword: "jana.nova@example.com" }
    assert.deepStrictEqual(validateUserEdit(edit, "jana"), {
      ok: false,
      error: { kind: "standardValidation", messages: { email: "must differ from the password" } }
    })
  })
})

describe("a value kept for a user", () => {
  it.each([
    ["a long name", { field: "f".repeat(101), data: null }, { field: "size must be between 1 and 100" }],
    ["no name", { field: "", data: null }, { field: "size must be between 1 and 100" }],
    ["long data", { field: "f", data: "1".repeat(100_001) }, { data: "size must be between 0 and 100000" }]
  ])("with %s is invalid", (_, stored, messages) => {
    assert.deepStrictEqual(validateStoredValue(stored), {
      ok: false,
      error: { kind: "standardValidation", messages }
    })
  })

  it("may be as long as the limits", () => {
    const value = { field: "f".repeat(100), data: "1".repeat(100_000) }
    assert.deepStrictEqual(validateStoredValue(value), { ok: true, value })
  })
})

describe("domain of a user name", () => {
  it.each([
    ["jana@example.com", "example.com"],
    ["admin", null]
  ])("of %s is %s", (username, domain) => {
    assert.strictEqual(emailDomain(username), domain)
  })
})
