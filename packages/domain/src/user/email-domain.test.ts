import { assert, describe, it } from "vitest"
import { checkEmailDomain } from "./email-domain.ts"

const all = { allowedEmailDomains: [], blockedEmailDomains: [] }
const only = { allowedEmailDomains: ["example.org"], blockedEmailDomains: ["*"] }
const some = { allowedEmailDomains: ["good.bad.example"], blockedEmailDomains: ["bad.example"] }

describe("the domain of an address that signs up", () => {
  it.each([
    ["any, without rules", "jana@example.com", all, true],
    ["the allowed one of a server that blocks all", "jana@example.org", only, true],
    ["one below it", "jana@mail.example.org", only, true],
    ["another one", "jana@example.com", only, false],
    ["one that only ends alike", "jana@myexample.org", only, false],
    ["one that has the allowed one before it", "jana@example.org.evil.example", only, false],
    ["the allowed one in the part before the @", "example.org@evil.example", only, false],
    ["a second @", "jana@example.org@evil.example", only, false],
    ["a user name without a domain", "jana", only, false],
    ["a blocked one", "jana@bad.example", some, false],
    ["one below it", "jana@very.bad.example", some, false],
    ["its absolute form", "jana@bad.example.", some, false],
    ["the exception", "jana@good.bad.example", some, true],
    ["one that is not blocked", "jana@example.com", some, true]
  ] as const)("%s: %s", (_, username, rules, isAllowed) => {
    const error = checkEmailDomain(username, rules)
    assert.strictEqual(
      error === null ? null : error.kind === "code" && error.code,
      isAllowed ? null : "email_domain_not_allowed"
    )
  })
})
