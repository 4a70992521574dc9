import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import { checkInvitee, ownOrganization, validateInvitedPerson, validateOrganization } from "./organization-rules.ts"

describe("organization body", () => {
  it.each([
    ["a name is required", {}, { name: "must not be blank" }],
    ["a blank name is none", { name: "   " }, { name: "must not be blank" }],
    ["a name has 3 letters at least", { name: "ab" }, { name: "size must be between 3 and 50" }],
    ["a name has 50 letters at most", { name: "a".repeat(51) }, { name: "size must be between 3 and 50" }],
    ["a slug has 3 letters at least", { name: "abc", slug: "a" }, { slug: "size must be between 3 and 60" }],
    ["a slug has 60 letters at most", { name: "abc", slug: "a".repeat(61) }, { slug: "size must be between 3 and 60" }],
    ["a slug has no capitals", { name: "abc", slug: "Abc" }, { slug: "invalid_pattern" }],
    ["a slug of digits only would be an id", { name: "abc", slug: "123" }, { slug: "invalid_pattern" }],
    ["both are reported", { slug: "" }, { name: "must not be blank", slug: "size must be between 3 and 60" }]
  ])("%s", (_, input, messages) => {
    const checked = validateOrganization(input)
    assert.deepStrictEqual(!checked.ok && checked.error, { kind: "standardValidation", messages })
  })

  it.each([
    [{ name: "Acme" }, { name: "Acme", description: null, slug: null }],
    [
      { name: "Acme", description: "", slug: "1-a" },
      { name: "Acme", description: "", slug: "1-a" }
    ]
  ])("%j is valid", (input, value) => {
    assert.deepStrictEqual(validateOrganization(input), { ok: true, value })
  })
})

describe("invited person", () => {
  it.each([
    ["an address is well-formed", { email: "ada" }, { email: "must be a well-formed email address" }],
    ["an address is not too long", { email: `${"a".repeat(250)}@b` }, { email: "size must be between 0 and 250" }],
    ["a name is not too long", { name: "a".repeat(251) }, { name: "size must be between 0 and 250" }]
  ])("%s", (_, input, messages) => {
    const checked = validateInvitedPerson(input)
    assert.deepStrictEqual(!checked.ok && checked.error, { kind: "standardValidation", messages })
  })

  it("needs neither name nor address", () => {
    const unnamed = { ok: true, value: { name: null, email: null } } as const
    assert.deepStrictEqual(validateInvitedPerson({}), unnamed)
    assert.deepStrictEqual(validateInvitedPerson({ name: "", email: "" }), unnamed)
    assert.deepStrictEqual(validateInvitedPerson({ name: "Jana", email: "jana@example.com" }), {
      ok: true,
      value: { name: "Jana", email: "jana@example.com" }
    })
  })
})

describe("accepting an invitation", () => {
  it.each([
    ["by the user it was sent to", "a@example.org", "a@example.org", null],
    ["in another case", "A@Example.org", "a@example.ORG", null],
    ["that was sent to no address", null, "a@example.org", null],
    ["by another user is rejected", "b@example.org", "a@example.org", domainError("invitation_email_mismatch")]
  ])("%s", (_, email, username, expected) => {
    assert.deepStrictEqual(checkInvitee(email, username), expected)
  })
})

describe("the organization of a new user", () => {
  it.each([
    ["has the name of the user", "Ada", "Ada"],
    ["has at most 50 letters of it", "a".repeat(60), "a".repeat(50)],
    ["does not end in half a surrogate pair", `${"a".repeat(49)}😀`, "a".repeat(49)]
  ])("%s", (_, name, expected) => {
    assert.deepStrictEqual(ownOrganization(name), { name: expected, description: null, slug: null })
  })
})
