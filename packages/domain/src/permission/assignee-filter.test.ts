import { assert, describe, it } from "vitest"
import { type AssigneeFilter, matchesAssigneeFilter } from "./assignee-filter.ts"
import { computePermission, type PermissionFacts } from "./compute-permission.ts"
import { type Permission, permissionOfType } from "./permission.ts"

describe("a possible assignee", () => {
  const facts = (change: Partial<PermissionFacts>): PermissionFacts => ({
    organizationRole: null,
    basePermission: permissionOfType("NONE"),
    directPermission: null,
    serverRole: "USER",
    ...change
  })
  const direct = (change: Partial<Permission>) =>
    facts({ directPermission: { ...permissionOfType("REVIEW"), ...change } })
  const member = facts({ organizationRole: "MEMBER", basePermission: permissionOfType("VIEW") })
  const limited = direct({ viewLanguageIds: [1, 2], translateLanguageIds: [1], stateChangeLanguageIds: [2] })

  it.each<readonly [string, PermissionFacts, AssigneeFilter, boolean]>([
    ["a member whom the base permission lets in", member, {}, true],
    ["a member without any right", facts({ organizationRole: "MEMBER" }), {}, false],
    ["an owner, for each right and language", facts({ organizationRole: "OWNER" }), { editLanguageId: 7 }, true],
    ["an owner, for a scope", facts({ organizationRole: "OWNER" }), { minimalScope: "webhooks.manage" }, true],
    ["a viewer, for a scope that the type has", member, { minimalScope: "translations.view" }, true],
    ["a viewer, for a scope that the type lacks", member, { minimalScope: "translations.edit" }, false],
    ["a viewer, to view any language", member, { viewLanguageId: 7 }, true],
    ["a viewer, to translate", member, { editLanguageId: 7 }, false],
    ["a reviewer of all languages", direct({}), { stateLanguageId: 7 }, true],
    ["a reviewer, to view a language of the list", limited, { viewLanguageId: 2 }, true],
    ["a reviewer, to view another language", limited, { viewLanguageId: 3 }, false],
    ["a reviewer, to translate a language of the list", limited, { editLanguageId: 1 }, true],
    ["a reviewer, to translate another language", limited, { editLanguageId: 2 }, false],
    ["a reviewer, to review a language of the list", limited, { stateLanguageId: 2 }, true],
    ["a reviewer, to review another language", limited, { stateLanguageId: 1 }, false],
    ["a reviewer who lacks one of two rights", limited, { editLanguageId: 1, stateLanguageId: 1 }, false]
  ])("is %s, or is not", (_, permission, filter, isListed) => {
    assert.strictEqual(matchesAssigneeFilter(computePermission(permission), filter), isListed)
  })
})
