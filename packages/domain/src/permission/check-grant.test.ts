import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import { narrowLanguages } from "./check-access.ts"
import { checkChangePermission, checkGrant } from "./check-grant.ts"
import { computePermission, hasScope, type PermissionFacts } from "./compute-permission.ts"
import {
  allLanguages,
  type LanguageRestrictions,
  type Permission,
  type PermissionType,
  permissionOfScopes,
  permissionOfType
} from "./permission.ts"
import type { Scope } from "./scope.ts"
import { languageIds, makeRandom } from "./testing/random-facts.ts"

const german = 1
const french = 2

const stranger: PermissionFacts = {
  organizationRole: null,
  basePermission: permissionOfType("VIEW"),
  directPermission: null,
  serverRole: "USER"
}
const withDirect = (directPermission: Permission): PermissionFacts => ({ ...stranger, directPermission })
const granterWith = (scopes: ReadonlyArray<Scope>, languages: Partial<LanguageRestrictions> = {}) =>
  computePermission(withDirect(permissionOfScopes(scopes, { ...allLanguages, ...languages })))
const translator = (...translateLanguageIds: ReadonlyArray<number>) =>
  permissionOfType("TRANSLATE", { ...allLanguages, translateLanguageIds })

const manager = granterWith(["admin"])
const memberEditor = granterWith(["members.edit"])
const leadOfGerman = granterWith(
  [
    "members.edit",
    "translations.edit",
    "activity.view",
    "screenshots.view",
    "tasks.view",
    "translation-comments.add",
    "translation-comments.set-state"
  ],
  { translateLanguageIds: [german] }
)
const notPermitted = (...scopes: ReadonlyArray<Scope>) => domainError("operation_not_permitted", scopes)
const notInAllLanguages = domainError("language_not_permitted", [[], null])

describe("granting", () => {
  it.each([
    ["MANAGE by those who have it", manager, permissionOfType("MANAGE"), null],
    ["NONE by all who edit members", memberEditor, permissionOfType("NONE"), null],
    ["members.edit by those who have it", memberEditor, permissionOfScopes(["members.edit"]), null],
    ["not MANAGE by a mere editor of members", memberEditor, permissionOfType("MANAGE"), notPermitted("admin")],
    ["not admin as a scope either", memberEditor, permissionOfScopes(["admin"]), notPermitted("admin")],
    [
      "not what a type includes: the scopes that are named include the others",
      memberEditor,
      permissionOfType("VIEW"),
      notPermitted("screenshots.view", "activity.view", "tasks.view")
    ],
    [
      "not a scope that includes one which the granter has",
      granterWith(["members.edit", "keys.view"]),
      permissionOfScopes(["keys.create", "members.view"]),
      notPermitted("keys.create")
    ],
    ["the granter's own language", leadOfGerman, translator(german), null],
    [
      "not another language",
      leadOfGerman,
      translator(german, french),
      domainError("language_not_permitted", [[french], null])
    ],
    ["not all languages by leaving the list out", leadOfGerman, permissionOfType("TRANSLATE"), notInAllLanguages],
    ["a right without languages, whatever lists the granter has", leadOfGerman, permissionOfType("VIEW"), null],
    [
      "not views of all languages by those who view one",
      granterWith(["members.edit", "translations.view"], { viewLanguageIds: [german] }),
      permissionOfScopes(["translations.view"]),
      notInAllLanguages
    ],
    [
      "not states of another language",
      granterWith(["members.edit", "translations.state-edit"], { stateChangeLanguageIds: [german] }),
      permissionOfScopes(["translations.state-edit"], { ...allLanguages, stateChangeLanguageIds: [french] }),
      domainError("language_not_permitted", [[french], null])
    ]
  ] satisfies ReadonlyArray<[string, ReturnType<typeof granterWith>, Permission, DomainError | null]>)(
    "%s",
    (_, granter, permission, expected) => {
      assert.deepStrictEqual(checkGrant(granter, permission), expected)
    }
  )

  it("never more than the granter has, scope by scope and language by language", () => {
    const random = makeRandom(11)
    let granted = 0
    for (let round = 0; round < 20_000; round++) {
      const granter = computePermission(random.facts())
      const permission = random.permission()
      const result = computePermission(withDirect(permission))
      const isMore =
        result.scopes.some((scope) => !hasScope(granter, scope)) ||
        languageIds.some((id) =>
          (["view", "translate", "stateChange"] as const).some((operation) => {
            const scope = {
              view: "translations.view",
              translate: "translations.edit",
              stateChange: "translations.state-edit"
            } as const
            const may = (computed: typeof granter) =>
              hasScope(computed, scope[operation]) && narrowLanguages(computed, operation, [id])?.length === 1
            return may(result) && !may(granter)
          })
        )
      const error = checkGrant(granter, permission)
      if (error === null) granted++
      assert.isFalse(isMore && error === null, JSON.stringify({ granter, permission }))
    }
    assert.isAbove(granted, 1000)
  })
})

describe("changing the permission of a member", () => {
  const member = (base: PermissionType, direct: PermissionType | null): PermissionFacts => ({
    ...stranger,
    organizationRole: "MEMBER",
    basePermission: permissionOfType(base),
    directPermission: direct && permissionOfType(direct)
  })

  it.each([
    ["a manager lowers another manager", manager, member("VIEW", "MANAGE"), permissionOfType("VIEW"), null],
    [
      "an editor of members does not lower a manager",
      memberEditor,
      withDirect(permissionOfType("MANAGE")),
      permissionOfType("NONE"),
      notPermitted("admin")
    ],
    [
      "an editor of members does not remove a manager",
      memberEditor,
      withDirect(permissionOfType("MANAGE")),
      null,
      notPermitted("admin")
    ],
    [
      "resetting to a base permission that gives more is granting it",
      memberEditor,
      member("MANAGE", "NONE"),
      null,
      notPermitted("admin")
    ],
    ["resetting to what the granter has", leadOfGerman, member("VIEW", "NONE"), null, null],
    [
      "resetting a member without a direct permission, who may have more",
      memberEditor,
      member("MANAGE", null),
      null,
      null
    ],
    [
      "a lead of German does not remove the translator of French",
      leadOfGerman,
      withDirect(translator(french)),
      null,
      domainError("language_not_permitted", [[french], null])
    ],
    ["a lead of German removes a translator of German", leadOfGerman, withDirect(translator(german)), null, null],
    [
      "an administrator of the server counts as the member that is recorded",
      leadOfGerman,
      { ...withDirect(translator(german)), serverRole: "ADMIN" },
      null,
      null
    ]
  ] satisfies ReadonlyArray<
    [string, ReturnType<typeof granterWith>, PermissionFacts, Permission | null, DomainError | null]
  >)("%s", (_, granter, user, permission, expected) => {
    assert.deepStrictEqual(checkChangePermission(granter, user, permission), expected)
  })
})
