import { assert, describe, it } from "vitest"
import { fieldErrors } from "../error/domain-error.ts"
import {
  validatePasswordReset,
  validatePasswordResetLink,
  validatePasswordResetRequest
} from "./password-reset-rules.ts"

const reset = { email: "Ann@Example.com", code: "abc", password: "correct-horse" }

describe("a password reset", () => {
  it("finds the user in any spelling", () => {
    assert.deepStrictEqual(validatePasswordReset(reset), {
      ok: true,
      value: {
        username: "ann@example.com",
        code: "abc",
        password: "correct-horse",
        keptPasskeyIds: [],
        keptAccessTokenIds: []
      }
    })
    assert.deepStrictEqual(validatePasswordResetLink(reset), {
      ok: true,
      value: { username: "ann@example.com", code: "abc" }
    })
    assert.deepStrictEqual(validatePasswordResetRequest({ email: "Ann@Example.com" }), {
      ok: true,
      value: { username: "ann@example.com" }
    })
  })

  it.each([
    ["an address", { email: " " }, { email: "must not be blank" }],
    ["a code", { code: "" }, { code: "must not be blank" }],
    ["a password", { password: undefined }, { password: "must not be blank" }],
    ["a password of eight characters", { password: "1234567" }, { password: "size must be between 8 and 50" }],
    ["a password of at most fifty", { password: "x".repeat(51) }, { password: "size must be between 8 and 50" }],
    [
      "a password that is not the user name",
      { email: "harbour8@example.com", password: "Harbour8" },
      { password: "must differ from the user name" }
    ]
  ])("needs %s", (_, change, fields) => {
    assert.deepStrictEqual(validatePasswordReset({ ...reset, ...change }), { ok: false, error: fieldErrors(fields) })
  })

  it("is requested with an address", () => {
    assert.deepStrictEqual(validatePasswordResetRequest({ email: null }), {
      ok: false,
      error: fieldErrors({ email: "must not be blank" })
    })
  })
})
