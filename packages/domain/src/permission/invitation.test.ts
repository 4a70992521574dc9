import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import { invalid, valid } from "../validation/validation.ts"
import type { PermissionFacts } from "./compute-permission.ts"
import {
  checkWithdrawOrganizationInvitation,
  checkWithdrawProjectInvitation,
  type InvitationEnd,
  type InvitationFacts,
  invitationPermission,
  organizationInvitationEnd,
  projectInvitationEnd,
  type RequestedInvitation
} from "./invitation.ts"
import { allLanguages, type Permission, permissionOfScopes, permissionOfType } from "./permission.ts"
import type { OrganizationAccessFacts } from "./role.ts"
import type { Scope } from "./scope.ts"

const english = 5
const foreign = 7

const free: InvitationFacts = {
  projectId: 1,
  projectIdsByLanguageId: new Map([
    [english, 1],
    [foreign, 2]
  ]),
  emailTaken: false
}
const taken = { ...free, emailTaken: true }

describe("the permission of an invitation", () => {
  it.each([
    [
      "with neither type nor scopes, before languages",
      taken,
      { translateLanguageIds: [foreign] },
      domainError("set_exactly_one_of_scopes_or_type")
    ],
    [
      "with a type and scopes",
      free,
      { type: "VIEW", scopes: ["keys.view"] },
      domainError("set_exactly_one_of_scopes_or_type")
    ],
    ["with empty scopes only", free, { scopes: [] }, domainError("set_exactly_one_of_scopes_or_type")],
    [
      "with a language of another project, before the e-mail address",
      taken,
      { type: "VIEW", translateLanguageIds: [foreign] },
      domainError("language_not_from_project")
    ],
    [
      "of a taken e-mail address, before unknown scopes",
      taken,
      { scopes: ["keys.fly"] },
      domainError("email_already_invited_or_member")
    ],
    [
      "with an unknown scope, before the rules of languages",
      free,
      { scopes: ["keys.view", "keys.fly"], viewLanguageIds: [english] },
      domainError("scope_not_found", ["keys.fly"])
    ],
    [
      "with languages that the type does not take",
      free,
      { type: "EDIT", translateLanguageIds: [english] },
      domainError("only_translate_or_review_permission_accepts_translate_languages")
    ],
    [
      "with languages that the scopes do not take",
      free,
      { scopes: ["keys.view"], viewLanguageIds: [english] },
      domainError("cannot_set_view_languages_without_translations_view_scope")
    ]
  ] satisfies ReadonlyArray<[string, InvitationFacts, RequestedInvitation, DomainError]>)(
    "is invalid %s",
    (_, facts, requested, error) => {
      assert.deepStrictEqual(invitationPermission(facts, requested), invalid(error))
    }
  )

  it("is one by type, with an empty list of scopes beside it", () => {
    assert.deepStrictEqual(
      invitationPermission(free, { type: "TRANSLATE", scopes: [], translateLanguageIds: [english] }),
      valid(permissionOfType("TRANSLATE", { ...allLanguages, translateLanguageIds: [english] }))
    )
  })

  it("or a granular one", () => {
    assert.deepStrictEqual(
      invitationPermission(free, { type: null, scopes: ["translations.view"], viewLanguageIds: [english] }),
      valid(permissionOfScopes(["translations.view"], { ...allLanguages, viewLanguageIds: [english] }))
    )
  })
})

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
