import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import {
  checkNarrowForeignKey,
  validateApiKeyCreation,
  validateApiKeyEdit,
  validateTokenDescription
} from "./key-rules.ts"

const invalid = (messages: Record<string, string>) =>
  ({ ok: false, error: { kind: "standardValidation", messages } }) as const

describe("project API key", () => {
  const complete = { projectId: 7, scopes: ["keys.view"] }

  it.each([
    ["no project", { projectId: null }, { projectId: "must not be null" }],
    ["project 0", { projectId: 0 }, { projectId: "must be greater than or equal to 1" }],
    ["no scopes", { scopes: [] }, { scopes: "must not be empty" }],
    ["blank scopes", { scopes: [" "] }, { scopes: "must not be empty" }],
    ["an empty description", { description: "" }, { description: "length must be between 1 and 250" }],
    ["a long description", { description: "d".repeat(251) }, { description: "length must be between 1 and 250" }]
  ])("with %s is invalid", (_, change, messages) => {
    assert.deepStrictEqual(validateApiKeyCreation({ ...complete, ...change }), invalid(messages))
  })

  it("with an unknown scope fails, and the error names the scope", () => {
    const error = { kind: "code", status: 400, code: "scope_not_found", params: ["keys.fly"] } as const
    assert.deepStrictEqual(validateApiKeyCreation({ ...complete, scopes: ["keys.fly"] }), { ok: false, error })
    assert.deepStrictEqual(validateApiKeyEdit({ scopes: ["keys.fly"] }), { ok: false, error })
  })

  it("holds each scope once; without expiry it never expires", () => {
    assert.deepStrictEqual(validateApiKeyCreation({ ...complete, scopes: ["keys.view", "admin", "keys.view"] }), {
      ok: true,
      value: { projectId: 7, scopes: ["keys.view", "admin"], description: null, expiresAt: null }
    })
  })
})

describe("the key of another user", () => {
  it.each([
    ["loses a scope", ["keys.view", "keys.create"], ["keys.view"], null],
    ["keeps less than a scope of it included", ["translations.edit"], ["translations.view"], null],
    ["stays as it is", ["keys.view"], ["keys.view"], null],
    ["gets no scope, not even one that the caller has", ["keys.view"], ["keys.view", "keys.create"], ["keys.create"]],
    ["does not get everything", ["keys.view"], ["admin"], ["admin"]]
  ] as const)("%s", (_, keyScopes, scopes, added) => {
    assert.deepStrictEqual(
      checkNarrowForeignKey(keyScopes, scopes),
      added && domainError("api_key_of_another_user", added)
    )
  })
})

describe("personal access token", () => {
  it.each([
    [undefined, "must not be blank"],
    [" ", "must not be blank"],
    ["d".repeat(251), "length must be between 1 and 250"]
  ])("described by %j is invalid", (description, message) => {
    assert.deepStrictEqual(validateTokenDescription({ description }), invalid({ description: message }))
  })

  it("keeps its description as it is written", () => {
    assert.deepStrictEqual(validateTokenDescription({ description: " CI " }), { ok: true, value: " CI " })
  })
})
