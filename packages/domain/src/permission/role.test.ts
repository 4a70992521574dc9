import { assert, describe, it } from "vitest"
import { customErrors, type DomainError, domainError } from "../error/domain-error.ts"
import {
  type AdministratorFacts,
  checkCreateProject,
  checkDisableUser,
  checkLeaveOrganization,
  checkLoseAdministrator,
  checkOrganizationAccess,
  checkRemoveMember,
  checkSetOrganizationRole,
  checkSetServerRole,
  type OrganizationAccessFacts,
  type OrganizationLevel,
  type OrganizationMemberFacts,
  type OrganizationRole,
  type ServerRole,
  type SetOrganizationRoleFacts
} from "./role.ts"

describe("an administrator of the server is demoted, disabled or deleted", () => {
  it("while there is another one", () => {
    assert.isNull(checkLoseAdministrator({ serverRole: "ADMIN", hasOtherAdministrator: true }))
  })

  it("but not as the last one", () => {
    assert.deepStrictEqual(
      checkLoseAdministrator({ serverRole: "ADMIN", hasOtherAdministrator: false }),
      domainError("server_has_no_other_administrator")
    )
  })

  it("and other users at any time", () => {
    assert.isNull(checkLoseAdministrator({ serverRole: "USER", hasOtherAdministrator: false }))
  })
})

const user: AdministratorFacts = { serverRole: "USER", hasOtherAdministrator: true }
const administrator = { ...user, serverRole: "ADMIN" } as const
const last = { ...administrator, hasOtherAdministrator: false }
const isLast = domainError("server_has_no_other_administrator")
const absent = domainError("user_not_found")

describe("disabling an account", () => {
  it.each([
    ["of a user is allowed", 2, user, null],
    ["of one of several administrators is allowed", 2, administrator, null],
    ["of the last administrator is rejected", 2, last, isLast],
    ["of the caller is rejected", 1, administrator, domainError("cannot_disable_your_own_account")],
    ["that does not exist is rejected", 2, null, absent]
  ] satisfies ReadonlyArray<[string, number, AdministratorFacts | null, DomainError | null]>)(
    "%s",
    (_, userId, facts, expected) => {
      assert.deepStrictEqual(checkDisableUser({ callerId: 1, userId, user: facts }), expected)
    }
  )
})

describe("setting the role of an account on the server", () => {
  it.each([
    ["makes a user an administrator", 1, user, "ADMIN", null],
    ["demotes one of several administrators", 1, administrator, "USER", null],
    ["does not demote the last administrator", 1, last, "USER", isLast],
    ["not even by the operator", null, last, "USER", isLast],
    ["leaves the last administrator one", 2, last, "ADMIN", null],
    ["does not demote the caller", 2, administrator, "USER", domainError("cannot_set_your_own_role")],
    ["names the last administrator first", 2, last, "USER", isLast],
    ["is done by the operator, who is no user", null, administrator, "USER", null],
    ["needs an account that exists", 1, null, "ADMIN", absent]
  ] satisfies ReadonlyArray<[string, number | null, AdministratorFacts | null, ServerRole, DomainError | null]>)(
    "%s",
    (_, callerId, facts, role, expected) => {
      assert.deepStrictEqual(checkSetServerRole({ callerId, userId: 2, user: facts, role }), expected)
    }
  )
})

describe("access to an organization", () => {
  const stranger: OrganizationAccessFacts = { role: null, hasProjectPermission: false, serverRole: "USER" }
  const guest = { ...stranger, hasProjectPermission: true }
  const member = { ...stranger, role: "MEMBER" } as const
  const owner = { ...stranger, role: "OWNER" } as const
  const administrator = { ...stranger, serverRole: "ADMIN" } as const
  const hidden = domainError("resource_not_found")
  const tooLow = domainError("operation_not_permitted")

  it.each([
    ["a stranger", stranger, { VIEWER: hidden, MEMBER: hidden, EDITOR: hidden, OWNER: hidden }],
    ["a guest of one project", guest, { VIEWER: null, MEMBER: tooLow, EDITOR: tooLow, OWNER: tooLow }],
    ["a member", member, { VIEWER: null, MEMBER: null, EDITOR: null, OWNER: tooLow }],
    ["an owner", owner, { VIEWER: null, MEMBER: null, EDITOR: null, OWNER: null }],
    ["a server administrator", administrator, { VIEWER: null, MEMBER: null, EDITOR: null, OWNER: null }]
  ] satisfies ReadonlyArray<[string, OrganizationAccessFacts, Record<OrganizationLevel, DomainError | null>]>)(
    "of %s",
    (_, facts, expected) => {
      for (const level of ["VIEWER", "MEMBER", "EDITOR", "OWNER"] as const) {
        assert.deepStrictEqual(checkOrganizationAccess(facts, level), expected[level])
      }
    }
  )

  it("is hidden under the code of the endpoint", () => {
    assert.deepStrictEqual(
      checkOrganizationAccess(stranger, "OWNER", "organization_not_found"),
      domainError("organization_not_found")
    )
  })
})

describe("setting the role of a member", () => {
  const owner = { userId: 1, role: "OWNER", serverRole: "USER" } as const
  const other = { caller: owner, userId: 2 }
  it.each([
    ["is open for a member", { ...other, user: { role: "MEMBER", hasOtherOwner: true }, role: "OWNER" }, null],
    ["is open for an owner", { ...other, user: { role: "OWNER", hasOtherOwner: true }, role: "MEMBER" }, null],
    [
      "fails for the last owner",
      { ...other, user: { role: "OWNER", hasOtherOwner: false }, role: "MEMBER" },
      customErrors({ organization_has_no_other_owner: [] })
    ],
    [
      "is open for the last owner, who stays one",
      { ...other, user: { role: "OWNER", hasOtherOwner: false }, role: "OWNER" },
      null
    ],
    [
      "fails for the caller",
      { caller: owner, userId: 1, user: { role: "OWNER", hasOtherOwner: true }, role: "MEMBER" },
      domainError("cannot_set_your_own_role")
    ],
    ["fails for an unknown user", { ...other, user: null, role: "MEMBER" }, domainError("resource_not_found")],
    [
      "fails for a user without a role",
      { ...other, user: { role: null, hasOtherOwner: true }, role: "MEMBER" },
      domainError("resource_not_found")
    ],
    [
      "fails when the caller was demoted meanwhile",
      { ...other, caller: { ...owner, role: "MEMBER" }, user: { role: "MEMBER", hasOtherOwner: true }, role: "OWNER" },
      domainError("operation_not_permitted")
    ],
    [
      "fails when the caller was removed meanwhile",
      { ...other, caller: { ...owner, role: null }, user: { role: "MEMBER", hasOtherOwner: true }, role: "OWNER" },
      domainError("operation_not_permitted")
    ],
    [
      "is open to a server administrator without a role",
      {
        ...other,
        caller: { userId: 1, role: null, serverRole: "ADMIN" },
        user: { role: "MEMBER", hasOtherOwner: true },
        role: "OWNER"
      },
      null
    ]
  ] satisfies ReadonlyArray<[string, SetOrganizationRoleFacts, DomainError | null]>)("%s", (_, facts, expected) => {
    assert.deepStrictEqual(checkSetOrganizationRole(facts), expected)
  })
})

describe("leaving an organization or being removed from it", () => {
  const noOwner = customErrors({ organization_has_no_other_owner: [] })
  const noMember = domainError("user_is_not_member_of_organization")
  const member: OrganizationMemberFacts = { role: "MEMBER", hasDirectPermission: false, hasOtherOwner: true }
  const guest: OrganizationMemberFacts = { role: null, hasDirectPermission: true, hasOtherOwner: true }
  const stranger: OrganizationMemberFacts = { ...guest, hasDirectPermission: false }
  const owner: OrganizationMemberFacts = { ...member, role: "OWNER" }

  it.each([
    ["a member may", member, null, null],
    ["a guest of one project may", guest, null, null],
    ["one of several owners may", owner, null, null],
    ["the last owner may not", { ...owner, hasOtherOwner: false }, noOwner, noOwner],
    ["a stranger cannot", stranger, noMember, noMember],
    ["an account that does not exist is no member", null, noMember, noMember],
    ["leaving reports the missing owner first", { ...stranger, hasOtherOwner: false }, noOwner, noMember]
  ] satisfies ReadonlyArray<[string, OrganizationMemberFacts | null, DomainError | null, DomainError | null]>)(
    "%s",
    (_, facts, leaving, removal) => {
      assert.deepStrictEqual(checkLeaveOrganization(facts), leaving)
      assert.deepStrictEqual(checkRemoveMember({ userId: 1, role: "OWNER", serverRole: "USER" }, facts), removal)
    }
  )

  it.each([
    ["an owner may", "OWNER", "USER", null],
    ["a caller who was demoted meanwhile may not", "MEMBER", "USER", domainError("operation_not_permitted")],
    ["a caller who was removed meanwhile may not", null, "USER", domainError("operation_not_permitted")],
    ["a server administrator without a role may", null, "ADMIN", null]
  ] satisfies ReadonlyArray<[string, OrganizationRole | null, ServerRole, DomainError | null]>)(
    "removing another member: %s",
    (_, role, serverRole, expected) => {
      assert.deepStrictEqual(checkRemoveMember({ userId: 1, role, serverRole }, owner), expected)
    }
  )
})

describe("creating a project in an organization", () => {
  const notOwner = domainError("user_is_not_owner_or_maintainer_of_organization")

  it.each([
    ["is open to an owner", "USER", { role: "OWNER" }, null],
    ["is not open to a member", "USER", { role: "MEMBER" }, notOwner],
    ["is not open to a stranger", "USER", { role: null }, notOwner],
    ["is open to a server administrator", "ADMIN", { role: null }, null],
    ["needs an organization that exists", "ADMIN", null, notOwner]
  ] satisfies ReadonlyArray<
    [string, ServerRole, { readonly role: OrganizationRole | null } | null, DomainError | null]
  >)("%s", (_, serverRole, organization, expected) => {
    assert.deepStrictEqual(checkCreateProject(serverRole, organization), expected)
  })
})
