import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import type { ErrorCode } from "../error/error-code.ts"
import { invalid, valid } from "../validation/validation.ts"
import {
  checkLeaveProject,
  checkResetPermission,
  checkRevokeAccess,
  type ProjectUserFacts,
  type RequestedLanguages,
  type SetDirectPermissionFacts,
  setBasePermissionScopes,
  setDirectPermissionScopes,
  setDirectPermissionType
} from "./change-permission.ts"
import { allLanguages, permissionOfScopes, permissionOfType, permissionTypes } from "./permission.ts"

describe("set direct permission", () => {
  const english = 5
  const german = 6
  const foreign = 7
  const unknown = 8

  const member: SetDirectPermissionFacts = {
    projectId: 1,
    projectIdsByLanguageId: new Map([
      [english, 1],
      [german, 1],
      [foreign, 2]
    ]),
    callerId: 100,
    userId: 101,
    user: { organizationRole: "MEMBER", hasDirectPermission: false }
  }
  const self = { ...member, userId: member.callerId }
  const stranger = { ...member, user: { organizationRole: null, hasDirectPermission: false } }
  const invited = { ...member, user: { organizationRole: null, hasDirectPermission: true } }
  const owner = { ...member, user: { organizationRole: "OWNER", hasDirectPermission: true } } as const
  const missing = { ...member, user: null }

  const translate = (...ids: ReadonlyArray<number>) => ({ translateLanguageIds: ids })
  const stateChange = (...ids: ReadonlyArray<number>) => ({ stateChangeLanguageIds: ids })
  const view = (...ids: ReadonlyArray<number>) => ({ viewLanguageIds: ids })
  /** Breaks all the rules about languages. */
  const allLists = { ...translate(english), ...stateChange(german), ...view(english) }

  describe("a direct permission by type", () => {
    it.each([
      ["by the caller for themselves", self, "EDIT", translate(foreign), "cannot_set_your_own_permissions"],
      ["with a language of another project", member, "NONE", translate(foreign), "language_not_from_project"],
      ["with languages of which none exists", member, "TRANSLATE", translate(unknown), "language_not_from_project"],
      [
        "with view languages",
        member,
        "TRANSLATE",
        allLists,
        "cannot_set_view_languages_without_for_level_based_permissions"
      ],
      [
        "TRANSLATE with state-change languages",
        member,
        "TRANSLATE",
        stateChange(english),
        "only_review_permission_accepts_state_change_languages"
      ],
      [
        "EDIT with state-change and translate languages",
        stranger,
        "EDIT",
        { ...translate(english), ...stateChange(english) },
        "only_review_permission_accepts_state_change_languages"
      ],
      [
        "EDIT with translate languages",
        member,
        "EDIT",
        translate(english),
        "only_translate_or_review_permission_accepts_translate_languages"
      ],
      [
        "REVIEW with translate languages only",
        stranger,
        "REVIEW",
        translate(english),
        "cannot_set_different_translate_and_state_change_languages_for_level_based_permissions"
      ],
      [
        "REVIEW with different languages",
        member,
        "REVIEW",
        { ...translate(english), ...stateChange(english, german) },
        "cannot_set_different_translate_and_state_change_languages_for_level_based_permissions"
      ],
      ["for an owner of the organization", owner, "VIEW", {}, "user_is_organization_owner"]
    ] satisfies ReadonlyArray<[string, SetDirectPermissionFacts, string, RequestedLanguages, ErrorCode]>)(
      "is invalid %s",
      (_, facts, type, requested, code) => {
        assert.deepStrictEqual(setDirectPermissionType(facts, type, requested), invalid(domainError(code)))
      }
    )

    it("is invalid with an unknown type before anything else", () => {
      assert.deepStrictEqual(
        setDirectPermissionType(self, "ADMIN", {}),
        invalid(domainError("wrong_param_type", ["permissionType"]))
      )
    })

    it("is invalid for a user who does not exist", () => {
      for (const facts of [missing, stranger]) {
        assert.deepStrictEqual(setDirectPermissionType(facts, "VIEW", {}), invalid(domainError("user_not_found")))
      }
    })

    it("REVIEW takes the same languages in any order", () => {
      const requested = { ...translate(german, english), ...stateChange(english, german, english) }
      assert.deepStrictEqual(
        setDirectPermissionType(member, "REVIEW", requested),
        valid({
          type: "REVIEW",
          scopes: null,
          translateLanguageIds: [english, german],
          viewLanguageIds: null,
          stateChangeLanguageIds: [english, german]
        })
      )
    })

    it("drops languages that do not exist when others are left", () => {
      assert.deepStrictEqual(
        setDirectPermissionType(invited, "TRANSLATE", translate(unknown, english)),
        valid(permissionOfType("TRANSLATE", { ...allLanguages, translateLanguageIds: [english] }))
      )
    })

    it.each(permissionTypes)("%s without languages is set for a member and for an invited user", (type) => {
      const empty = { ...translate(), ...stateChange(), viewLanguageIds: null }
      for (const facts of [member, invited]) {
        assert.deepStrictEqual(setDirectPermissionType(facts, type, empty), valid(permissionOfType(type)))
      }
    })
  })

  describe("a granular direct permission", () => {
    it.each([
      ["by the caller for themselves", self, ["keys.view"], translate(foreign), "cannot_set_your_own_permissions"],
      ["with a language of another project", member, [], view(foreign), "language_not_from_project"],
      ["without scopes", stranger, ["", ","], {}, "scopes_has_to_be_set"],
      [
        "with admin and languages",
        stranger,
        ["keys.view", "admin"],
        view(english),
        "cannot_set_language_permissions_for_admin_scope"
      ],
      [
        "with view languages, but no scope that includes seeing texts",
        member,
        ["screenshots.view"],
        allLists,
        "cannot_set_view_languages_without_translations_view_scope"
      ],
      [
        "with translate languages, but no scope that includes translating",
        member,
        ["translations.state-edit"],
        allLists,
        "cannot_set_translate_languages_without_translations_edit_scope"
      ],
      [
        "with state-change languages, but no scope to change states",
        stranger,
        ["translations.edit"],
        allLists,
        "cannot_set_state_change_languages_without_translations_state_edit_scope"
      ],
      ["for an owner of the organization", owner, ["keys.view"], {}, "user_is_organization_owner"]
    ] satisfies ReadonlyArray<
      [string, SetDirectPermissionFacts, ReadonlyArray<string>, RequestedLanguages, ErrorCode]
    >)("is invalid %s", (_, facts, scopeValues, requested, code) => {
      assert.deepStrictEqual(setDirectPermissionScopes(facts, scopeValues, requested), invalid(domainError(code)))
    })

    it("is invalid with an unknown scope before anything else", () => {
      assert.deepStrictEqual(
        setDirectPermissionScopes(self, ["keys.view,keys.fly"], {}),
        invalid(domainError("scope_not_found", ["keys.fly"]))
      )
    })

    it("is invalid for a user who does not exist", () => {
      for (const facts of [missing, stranger]) {
        assert.deepStrictEqual(
          setDirectPermissionScopes(facts, ["keys.view"], {}),
          invalid(domainError("user_not_found"))
        )
      }
    })

    it("stores the scopes as given, and different languages for translating and reviewing, all of them visible", () => {
      const requested = { ...translate(english), ...stateChange(german), ...view(english) }
      const scopeValues = ["translations.edit,translations.state-edit", "translations.edit"]
      assert.deepStrictEqual(
        setDirectPermissionScopes(member, scopeValues, requested),
        valid({
          type: null,
          scopes: ["translations.edit", "translations.state-edit"],
          translateLanguageIds: [english],
          viewLanguageIds: [english, german],
          stateChangeLanguageIds: [german]
        })
      )
    })

    it("takes languages for a scope that another one includes", () => {
      assert.deepStrictEqual(
        setDirectPermissionScopes(member, ["translations.batch-machine"], translate(german)),
        valid(permissionOfScopes(["translations.batch-machine"], { ...allLanguages, translateLanguageIds: [german] }))
      )
    })
  })
})

describe("remove direct permission", () => {
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
    ] satisfies ReadonlyArray<[string, number, ProjectUserFacts, ErrorCode | null]>)(
      "of %s",
      (_, userId, user, code) => {
        assert.deepStrictEqual(checkRevokeAccess({ callerId: 1, userId, user }), failsWith(code))
      }
    )

    it("of a user without access is like that of no user", () => {
      assert.deepStrictEqual(
        checkRevokeAccess({ callerId: 1, userId: 2, user: stranger }),
        domainError("user_not_found")
      )
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
})

describe("a granular base permission", () => {
  it("keeps the scopes as given, for all languages", () => {
    const scopes = ["keys.edit", "translations.view", "keys.edit"]
    assert.deepStrictEqual(
      setBasePermissionScopes(scopes),
      valid(permissionOfScopes(["keys.edit", "translations.view"]))
    )
  })

  it("needs scopes that exist, at least one", () => {
    assert.deepStrictEqual(
      setBasePermissionScopes(["keys.view", "KEYS_EDIT"]),
      invalid(domainError("scope_not_found", ["KEYS_EDIT"]))
    )
    assert.deepStrictEqual(setBasePermissionScopes([]), invalid(domainError("scopes_has_to_be_set")))
  })
})
