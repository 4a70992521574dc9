import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import type { ErrorCode } from "../error/error-code.ts"
import { checkLeaveProject, checkResetPermission, checkRevokeAccess } from "./remove-direct-permission.ts"
import type { ProjectUserFacts } from "./set-direct-permission.ts"

const stranger: ProjectUserFacts = { organizationRole: null, hasDirectPermission: false }
const invited: ProjectUserFacts = { organizationRole: null, hasDirectPermission: true }
const member: ProjectUserFacts = { organizationRole: "MEMBER", hasDirectPermission: true }
const owner: ProjectUserFacts = { organizationRole: "OWNER", hasDirectPermission: false }

const failsWith = (code: ErrorCode | null) => code && domainError(code)

describe("resetting to the base permission", () => {
  it("is for others only", () => {
    for (const user of [invited, member, owner]) {
      assert.isNull(checkResetPermission({ callerId: 1, userId: 2, user }))
    }
    assert.deepStrictEqual(
      checkResetPermission({ callerId: 1, userId: 1, user: invited }),
      domainError("cannot_set_your_own_permissions")
    )
    assert.deepStrictEqual(
      checkResetPermission({ callerId: 1, userId: 2, user: stranger }),
      domainError("user_not_found")
    )
  })
})

describe("revoking access", () => {
  it.each([
    ["an invited user", 2, invited, null],
    ["oneself", 1, invited, "can_not_revoke_own_permissions"],
    ["a member of the organization", 2, member, "user_is_organization_member"],
    ["an owner of the organization", 2, owner, "user_is_organization_member"]
  ] satisfies ReadonlyArray<[string, number, ProjectUserFacts, ErrorCode | null]>)("of %s", (_, userId, user, code) => {
    assert.deepStrictEqual(checkRevokeAccess({ callerId: 1, userId, user }), failsWith(code))
  })

  it("of a user without access is like that of no user", () => {
    assert.deepStrictEqual(checkRevokeAccess({ callerId: 1, userId: 2, user: stranger }), domainError("user_not_found"))
  })
})

describe("leaving a project", () => {
  it.each([
    ["is open to invited users", invited, null],
    ["is not for members of the organization", member, "cannot_leave_project_with_organization_role"],
    ["is not for owners of the organization", owner, "cannot_leave_project_with_organization_role"],
    ["needs a direct permission", stranger, "dont_have_direct_permissions"]
  ] satisfies ReadonlyArray<[string, ProjectUserFacts, ErrorCode | null]>)("%s", (_, caller, code) => {
    assert.deepStrictEqual(checkLeaveProject(caller), failsWith(code))
  })
})
