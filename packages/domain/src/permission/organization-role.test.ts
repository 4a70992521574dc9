import { assert, describe, it } from "vitest"
import { customErrors, type DomainError, domainError } from "../error/domain-error.ts"
import {
  checkLeaveOrganization,
  checkOrganizationAccess,
  checkRemoveMember,
  checkSetOrganizationRole,
  checkTransferProject,
  type OrganizationAccessFacts,
  type OrganizationLevel,
  type OrganizationMemberFacts,
  type SetOrganizationRoleFacts,
  type TransferProjectFacts
} from "./organization-role.ts"

describe("access to an organization", () => {
  const stranger: OrganizationAccessFacts = { role: null, hasProjectPermission: false, serverRole: "USER" }
  const guest = { ...stranger, hasProjectPermission: true }
  const member = { ...stranger, role: "MEMBER" } as const
  const owner = { ...stranger, role: "OWNER" } as const
  const administrator = { ...stranger, serverRole: "ADMIN" } as const
  const hidden = domainError("resource_not_found")
  const tooLow = domainError("operation_not_permitted")

  it.each([
    ["a stranger", stranger, { VIEWER: hidden, MEMBER: hidden, OWNER: hidden }],
    ["a guest of one project", guest, { VIEWER: null, MEMBER: tooLow, OWNER: tooLow }],
    ["a member", member, { VIEWER: null, MEMBER: null, OWNER: tooLow }],
    ["an owner", owner, { VIEWER: null, MEMBER: null, OWNER: null }],
    ["a server administrator", administrator, { VIEWER: null, MEMBER: null, OWNER: null }]
  ] satisfies ReadonlyArray<[string, OrganizationAccessFacts, Record<OrganizationLevel, DomainError | null>]>)(
    "of %s",
    (_, facts, expected) => {
      for (const level of ["VIEWER", "MEMBER", "OWNER"] as const) {
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
  const other = { callerId: 1, userId: 2 }
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
      "fails for oneself",
      { callerId: 1, userId: 1, user: { role: "OWNER", hasOtherOwner: true }, role: "MEMBER" },
      domainError("cannot_set_your_own_role")
    ],
    ["fails for an unknown user", { ...other, user: null, role: "MEMBER" }, domainError("resource_not_found")],
    [
      "fails for a user without a role",
      { ...other, user: { role: null, hasOtherOwner: true }, role: "MEMBER" },
      domainError("resource_not_found")
    ]
  ] satisfies ReadonlyArray<[string, SetOrganizationRoleFacts, DomainError | null]>)("%s", (_, facts, expected) => {
    assert.deepStrictEqual(checkSetOrganizationRole(facts), expected)
  })
})

describe("leaving an organization, being removed from it", () => {
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
    ["leaving reports the missing owner first", { ...stranger, hasOtherOwner: false }, noOwner, noMember]
  ] satisfies ReadonlyArray<[string, OrganizationMemberFacts, DomainError | null, DomainError | null]>)(
    "%s",
    (_, facts, leaving, removal) => {
      assert.deepStrictEqual(checkLeaveOrganization(facts), leaving)
      assert.deepStrictEqual(checkRemoveMember(facts), removal)
    }
  )
})

describe("giving a project to another organization", () => {
  const own: TransferProjectFacts = {
    effectiveScopes: ["project.edit", "admin"],
    targetRole: "OWNER",
    serverRole: "USER"
  }
  const notOwner = domainError("user_is_not_owner_of_organization")

  it.each([
    ["is for those who may do everything in it and own the target", own, null],
    [
      "is not for those who may only edit it: it would be theirs",
      { ...own, effectiveScopes: ["project.edit"] },
      domainError("operation_not_permitted", ["admin"])
    ],
    ["is not possible into an organization where one is a member", { ...own, targetRole: "MEMBER" }, notOwner],
    ["is not possible into an organization of others", { ...own, targetRole: null }, notOwner],
    [
      "is possible into every organization for server administrators",
      { ...own, targetRole: null, serverRole: "ADMIN" },
      null
    ]
  ] satisfies ReadonlyArray<[string, TransferProjectFacts, DomainError | null]>)("%s", (_, facts, expected) => {
    assert.deepStrictEqual(checkTransferProject(facts), expected)
  })
})
