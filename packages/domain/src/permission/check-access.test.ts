import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import {
  admittingScope,
  checkLanguages,
  checkProjectAccess,
  checkPublishProject,
  checkScopes,
  checkTransferProject,
  includesLanguage,
  languageOperationOf,
  narrowLanguages,
  type ProjectAccessFacts,
  type PublishProjectFacts,
  stateChangeLanguages,
  type TransferProjectFacts
} from "./check-access.ts"
import { computePermission, type PermissionFacts } from "./compute-permission.ts"
import { effectiveScopes } from "./effective-scopes.ts"
import {
  allLanguages,
  expandPermission,
  type Permission,
  type PermissionType,
  permissionOfScopes,
  permissionOfType
} from "./permission.ts"
import type { Scope } from "./scope.ts"
import { languageIds, makeRandom } from "./testing/random-facts.ts"

describe("check access", () => {
  const scopesOf = (type: PermissionType) => expandPermission(permissionOfType(type))
  const notPermitted = (...missing: ReadonlyArray<Scope>) => domainError("operation_not_permitted", missing)

  describe("entering a project", () => {
    it.each([
      ["a viewer does not create keys", scopesOf("VIEW"), ["keys.create"], false, notPermitted("keys.create")],
      ["a stranger finds no project", [], ["keys.create"], false, domainError("project_not_found")],
      ["a stranger finds no project with any permission either", [], [], false, domainError("project_not_found")],
      [
        "a translator does not manage webhooks",
        scopesOf("TRANSLATE"),
        ["webhooks.manage"],
        false,
        notPermitted("webhooks.manage")
      ],
      ["any scope will do when none is required", ["keys.view"], [], false, null],
      ["all required scopes are there", scopesOf("VIEW"), ["keys.view", "screenshots.view"], false, null],
      [
        "missing scopes are named as required, without what they include",
        ["keys.view"],
        ["translations.edit", "keys.view", "screenshots.view"],
        false,
        notPermitted("translations.edit", "screenshots.view")
      ],
      [
        "a key of another project fails although its user may enter",
        scopesOf("VIEW"),
        [],
        true,
        domainError("pak_created_for_different_project")
      ],
      [
        "a key of another project finds nothing when its user may not enter",
        [],
        [],
        true,
        domainError("project_not_found")
      ],
      [
        "the missing scope of a key of another project is reported first",
        scopesOf("VIEW"),
        ["keys.edit"],
        true,
        notPermitted("keys.edit")
      ]
    ] satisfies ReadonlyArray<[string, ReadonlyArray<Scope>, ReadonlyArray<Scope>, boolean, DomainError | null]>)(
      "%s",
      (_, effective, requiredScopes, keyOfOtherProject, expected) => {
        const facts: ProjectAccessFacts = { effectiveScopes: effective, requiredScopes, keyOfOtherProject }
        assert.deepStrictEqual(checkProjectAccess(facts), expected)
      }
    )

    const administrator: PermissionFacts = {
      organizationRole: null,
      basePermission: permissionOfType("VIEW"),
      directPermission: null,
      serverRole: "ADMIN"
    }

    it("a server administrator enters every project, but a key of theirs only with its own scopes", () => {
      const computed = computePermission(administrator)
      const enter = (keyScopes: ReadonlyArray<Scope> | null) =>
        checkProjectAccess({
          effectiveScopes: effectiveScopes(computed, keyScopes),
          requiredScopes: ["webhooks.manage"],
          keyOfOtherProject: false
        })
      assert.isNull(enter(null))
      assert.deepStrictEqual(enter(["translations.view"]), notPermitted("webhooks.manage"))
    })
  })
})

describe("the scope that admits, of several", () => {
  it.each<[string, ReadonlyArray<Scope>, Scope | null, ReadonlyArray<string>]>([
    ["is the first one that the request has", ["keys.edit", "tasks.view", "keys.view"], "keys.edit", []],
    ["is a later one without the first", ["keys.view", "tasks.view"], "tasks.view", []],
    ["is the first one without any of them, and missing", ["keys.view"], "keys.edit", ["keys.edit"]]
  ])("%s", (_, scopes, expected, missing) => {
    const admitting = admittingScope(scopes, ["keys.edit", "tasks.view"])
    assert.strictEqual(admitting, expected)
    const required = admitting === null ? [] : [admitting]
    assert.deepStrictEqual(
      checkScopes(scopes, required),
      missing.length === 0 ? null : domainError("operation_not_permitted", missing)
    )
  })

  it("is null, any scope, without those before it", () => {
    assert.strictEqual(admittingScope(["keys.edit"], ["keys.edit", null]), "keys.edit")
    assert.isNull(admittingScope(["keys.view"], ["keys.edit", null]))
  })
})

describe("check language", () => {
  const english = 1
  const german = 2

  const computedFrom = (directPermission: Permission) =>
    computePermission({
      organizationRole: null,
      basePermission: permissionOfType("NONE"),
      directPermission,
      serverRole: "USER"
    })
  const germanOnly = { ...allLanguages, translateLanguageIds: [german] }
  const germanTranslator = computedFrom(permissionOfType("TRANSLATE", germanOnly))
  const translator = computedFrom(permissionOfType("TRANSLATE"))
  const stranger = computedFrom(permissionOfType("NONE"))
  const manager = computedFrom({ ...permissionOfScopes(["admin"]), ...germanOnly })

  const notPermitted = (...ids: ReadonlyArray<number>) => domainError("language_not_permitted", [ids, null])

  describe("checking languages", () => {
    it.each([
      ["a language of the list is permitted", germanTranslator, [german], null],
      ["a language outside the list is not permitted", germanTranslator, [english], notPermitted(english)],
      [
        "one language outside the list fails the check for all",
        germanTranslator,
        [german, english],
        notPermitted(english)
      ],
      ["naming no language is not permitted when only some are", germanTranslator, null, notPermitted()],
      ["an empty list of languages names none", germanTranslator, [], notPermitted()],
      ["without a list every language is permitted", translator, [english, german], null],
      ["without a list none needs to be named", translator, null, null],
      ["lists do not limit admin", manager, [english], null],
      ["admin needs to name none", manager, null, null],
      ["without any scope no language is permitted", stranger, [german], notPermitted(german)],
      ["without any scope naming none is not permitted", stranger, null, notPermitted()]
    ] satisfies ReadonlyArray<[string, typeof stranger, ReadonlyArray<number> | null, DomainError | null]>)(
      "%s",
      (_, computed, ids, expected) => {
        assert.deepStrictEqual(checkLanguages(computed, "translate", ids), expected)
      }
    )

    it("each operation has its own list", () => {
      assert.isNull(checkLanguages(germanTranslator, "view", [english]))
      assert.isNull(checkLanguages(germanTranslator, "stateChange", null))
    })

    it("the error names the tags when they are known", () => {
      const tags = new Map([
        [english, "en"],
        [german, "de"]
      ])
      assert.deepStrictEqual(
        checkLanguages(germanTranslator, "translate", [german, english], tags),
        domainError("language_not_permitted", [[english], ["en"]])
      )
    })

    it("scopes about texts have an operation, others have none", () => {
      assert.strictEqual(languageOperationOf("translations.view"), "view")
      assert.strictEqual(languageOperationOf("translations.edit"), "translate")
      assert.strictEqual(languageOperationOf("translations.batch-by-tm"), "translate")
      assert.strictEqual(languageOperationOf("translations.batch-machine"), "translate")
      assert.strictEqual(languageOperationOf("translations.state-edit"), "stateChange")
      assert.isNull(languageOperationOf("keys.view"))
    })
  })

  describe("narrowing languages", () => {
    it.each([
      ["the languages outside the list are left out", germanTranslator, [english, german], [german]],
      ["naming none gives all that are permitted", germanTranslator, null, [german]],
      ["nothing may be left", germanTranslator, [english], []],
      ["without a list all named are left", translator, [german, english], [german, english]],
      ["without a list naming none gives all", translator, null, null],
      ["without any scope nothing is left", stranger, null, []]
    ] satisfies ReadonlyArray<[string, typeof stranger, ReadonlyArray<number> | null, ReadonlyArray<number> | null]>)(
      "%s",
      (_, computed, ids, expected) => {
        assert.deepStrictEqual(narrowLanguages(computed, "translate", ids), expected)
      }
    )

    it("leaves exactly the languages that the check permits, for 20,000 random permissions", () => {
      const random = makeRandom(5)
      for (let round = 0; round < 20_000; round++) {
        const computed = computePermission(random.facts())
        const operation = random.pick(["view", "translate", "stateChange"])
        const named = random.some(languageIds, 4)
        assert.deepStrictEqual(
          narrowLanguages(computed, operation, named),
          named.filter((id) => checkLanguages(computed, operation, [id]) === null)
        )
        const isUnlimited = narrowLanguages(computed, operation, null) === null
        assert.strictEqual(checkLanguages(computed, operation, null) === null, isUnlimited)
      }
    })
  })

  it("states are changed where scope and language list allow it, for 20,000 random callers", () => {
    const random = makeRandom(6)
    const translatorScopes = expandPermission(permissionOfType("TRANSLATE"))
    for (let round = 0; round < 20_000; round++) {
      const computedPermission = computePermission(random.facts())
      const caller = { computedPermission, effectiveScopes: random.pick([computedPermission.scopes, translatorScopes]) }
      const languages = stateChangeLanguages(caller)
      for (const languageId of languageIds) {
        const isAllowed =
          checkScopes(caller.effectiveScopes, ["translations.state-edit"]) === null &&
          checkLanguages(computedPermission, "stateChange", [languageId]) === null
        assert.strictEqual(includesLanguage(languages, languageId), isAllowed)
      }
    }
  })
})

describe("giving a project to another organization", () => {
  const own: TransferProjectFacts = {
    effectiveScopes: ["project.edit", "admin"],
    targetRole: "OWNER",
    serverRole: "USER"
  }
  const notOwner = domainError("user_is_not_owner_of_organization")

  it.each([
    ["is open to a user who may do everything in it and owns the target", own, null],
    [
      "is not open to a user who may only edit it: it would become theirs",
      { ...own, effectiveScopes: ["project.edit"] },
      domainError("operation_not_permitted", ["admin"])
    ],
    ["is not possible into an organization where the caller is a member", { ...own, targetRole: "MEMBER" }, notOwner],
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

describe("making a project public", () => {
  const owner: PublishProjectFacts = {
    organizationRole: "OWNER",
    serverRole: "USER",
    isPublic: true,
    arePublicProjectsAllowed: true
  }
  const notOwner = domainError("user_is_not_owner_of_organization")
  const forbidding = { ...owner, arePublicProjectsAllowed: false }

  it.each([
    ["is open to owners of its organization", owner, null],
    ["is open to server administrators", { ...owner, organizationRole: null, serverRole: "ADMIN" }, null],
    ["is not open to members, whatever their permission", { ...owner, organizationRole: "MEMBER" }, notOwner],
    ["is not open to users of the project alone", { ...owner, organizationRole: null }, notOwner],
    ["is not possible where the server forbids it", forbidding, domainError("public_projects_not_allowed")],
    ["can be undone where the server forbids it", { ...forbidding, isPublic: false }, null]
  ] satisfies ReadonlyArray<[string, PublishProjectFacts, DomainError | null]>)("%s", (_, facts, expected) => {
    assert.deepStrictEqual(checkPublishProject(facts), expected)
  })
})
