import { assert, describe, it } from "vitest"
import type { PermissionFacts } from "./compute-permission.ts"
import { type InvitationEnd, organizationInvitationEnd, projectInvitationEnd } from "./invitation-end.ts"
import { allLanguages, type Permission, permissionOfScopes, permissionOfType } from "./permission.ts"

const owner = {
  isGone: false,
  organizationRole: "OWNER",
  basePermission: permissionOfType("VIEW"),
  directPermission: null,
  serverRole: "USER"
} as const
const member = { ...owner, organizationRole: "MEMBER" } as const
const outsider = { ...owner, organizationRole: null }
const manage = permissionOfType("MANAGE")
const view = permissionOfType("VIEW")

describe("an invitation into a project", () => {
  it.each([
    ["counts while its inviter owns the organization", owner, manage, null],
    ["counts for a manager of the project", { ...outsider, directPermission: manage }, manage, null],
    ["counts for an administrator of the server", { ...outsider, serverRole: "ADMIN" }, manage, null],
    ["ends when its inviter is disabled or deleted", { ...owner, isGone: true }, view, "INVITER_DISABLED"],
    ["ends when its inviter is removed", outsider, view, "INVITER_MAY_NOT_INVITE"],
    ["ends when its inviter is demoted", member, view, "INVITER_MAY_NOT_INVITE"],
    [
      "ends when it gives more than its inviter has left",
      { ...outsider, directPermission: permissionOfScopes(["members.edit", "translations.view"]) },
      manage,
      "INVITER_HAS_LESS"
    ],
    [
      "ends when its inviter is limited to other languages",
      {
        ...outsider,
        directPermission: permissionOfScopes(["members.edit", "translations.view"], {
          ...allLanguages,
          viewLanguageIds: [1]
        })
      },
      permissionOfScopes(["translations.view"]),
      "INVITER_HAS_LESS"
    ]
  ] satisfies ReadonlyArray<[string, { isGone: boolean } & PermissionFacts, Permission, InvitationEnd | null]>)(
    "%s",
    (_, inviter, permission, expected) => {
      assert.strictEqual(projectInvitationEnd(inviter, permission), expected)
    }
  )
})

describe("an invitation into an organization", () => {
  const inviter = { isGone: false, role: "OWNER", serverRole: "USER" } as const

  it.each([
    ["counts while its inviter is an owner", inviter, null],
    ["counts for an administrator of the server", { ...inviter, role: null, serverRole: "ADMIN" }, null],
    ["ends when its inviter is disabled or deleted", { ...inviter, isGone: true }, "INVITER_DISABLED"],
    ["ends when its inviter is removed", { ...inviter, role: null }, "INVITER_MAY_NOT_INVITE"],
    ["ends when its inviter is demoted", { ...inviter, role: "MEMBER" }, "INVITER_MAY_NOT_INVITE"]
  ] satisfies ReadonlyArray<[string, Parameters<typeof organizationInvitationEnd>[0], InvitationEnd | null]>)(
    "%s",
    (_, facts, expected) => {
      assert.strictEqual(organizationInvitationEnd(facts), expected)
    }
  )
})
