import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import { checkExplain, type ExplainedUserFacts, explainedUser } from "./explain-access.ts"
import type { OrganizationRole } from "./organization-role.ts"
import { type Permission, permissionOfType } from "./permission.ts"
import type { Scope } from "./scope.ts"

describe("asking for an explanation", () => {
  it.each([
    ["about oneself needs no scope", 1, [], null],
    ["about another member needs members.view", 2, ["members.view"], null],
    [
      "about another member is rejected with other scopes",
      2,
      ["keys.view"],
      domainError("operation_not_permitted", ["members.view"])
    ]
  ] satisfies ReadonlyArray<[string, number, ReadonlyArray<Scope>, DomainError | null]>)(
    "%s",
    (_, userId, scopes, expected) => {
      assert.deepStrictEqual(checkExplain(1, userId, scopes), expected)
    }
  )
})

describe("the user of an explanation", () => {
  interface User {
    readonly organizationRole: OrganizationRole | null
    readonly directPermission: Permission | null
  }
  const stranger: User = { organizationRole: null, directPermission: null }
  const other = { callerId: 1, userId: 2, seesAccounts: false, user: stranger }

  it.each([
    ["is visible with a role", { ...other, user: { ...stranger, organizationRole: "MEMBER" } }],
    [
      "is visible with a direct permission, also NONE",
      { ...other, user: { ...stranger, directPermission: permissionOfType("NONE") } }
    ],
    ["is always visible to themselves", { ...other, userId: 1 }],
    ["is visible to a caller who may see all accounts", { ...other, seesAccounts: true }]
  ] satisfies ReadonlyArray<[string, ExplainedUserFacts<User>]>)("%s", (_, facts) => {
    assert.deepStrictEqual(explainedUser(facts), { ok: true, value: facts.user })
  })

  it.each([
    ["is hidden without any relation to the project", other],
    ["must exist", { ...other, seesAccounts: true, user: null }]
  ] satisfies ReadonlyArray<[string, ExplainedUserFacts<User>]>)("%s", (_, facts) => {
    assert.deepStrictEqual(explainedUser(facts), { ok: false, error: domainError("user_not_found") })
  })
})
