import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import type { OrganizationAccessFacts } from "./organization-role.ts"
import type { Scope } from "./scope.ts"
import { checkWithdrawOrganizationInvitation, checkWithdrawProjectInvitation } from "./withdraw-invitation.ts"

const hidden = domainError("resource_not_found")

describe("withdrawing an invitation into a project", () => {
  it.each([
    ["is open to a user with the scope admin", ["keys.view", "admin"], null],
    ["is not open to other members", ["keys.view", "members.edit"], domainError("operation_not_permitted", ["admin"])],
    ["is hidden from a user without any scope", [], hidden],
    ["is not possible in a project that does not exist", null, hidden]
  ] satisfies ReadonlyArray<[string, ReadonlyArray<Scope> | null, DomainError | null]>)("%s", (_, scopes, expected) => {
    assert.deepStrictEqual(checkWithdrawProjectInvitation(scopes), expected)
  })
})

describe("withdrawing an invitation into an organization", () => {
  const stranger: OrganizationAccessFacts = { role: null, hasProjectPermission: false, serverRole: "USER" }
  const notOwner = domainError("user_is_not_owner_of_organization")

  it.each([
    ["is open to an owner", { ...stranger, role: "OWNER" }, null],
    ["is open to a server administrator", { ...stranger, serverRole: "ADMIN" }, null],
    ["is not open to a member", { ...stranger, role: "MEMBER" }, notOwner],
    ["is not open to a guest of one project", { ...stranger, hasProjectPermission: true }, notOwner],
    ["is hidden from a stranger", stranger, hidden],
    ["is not possible in an organization that does not exist", null, hidden]
  ] satisfies ReadonlyArray<[string, OrganizationAccessFacts | null, DomainError | null]>)(
    "%s",
    (_, user, expected) => {
      assert.deepStrictEqual(checkWithdrawOrganizationInvitation(user), expected)
    }
  )
})
