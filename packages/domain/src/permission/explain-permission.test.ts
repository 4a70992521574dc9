import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import { checkLanguages, languageListOf, languageOperationOf } from "./check-access.ts"
import { computePermission, type PermissionFacts } from "./compute-permission.ts"
import { effectiveScopes } from "./effective-scopes.ts"
import {
  checkExplain,
  type ExplainedUserFacts,
  explainedUser,
  explainPermission,
  type PermissionExplanation
} from "./explain-permission.ts"
import { allLanguages, type Permission, permissionOfScopes, permissionOfType, rawScopes } from "./permission.ts"
import type { OrganizationRole } from "./role.ts"
import { includedScopes, type Scope, scopes } from "./scope.ts"
import { languageIds, makeRandom, randomRounds } from "./testing/random-facts.ts"

const english = 1
const german = 2

const member: PermissionFacts = {
  organizationRole: "MEMBER",
  basePermission: permissionOfType("EDIT"),
  directPermission: null,
  serverRole: "USER"
}
const germanTranslator: PermissionFacts = {
  ...member,
  directPermission: permissionOfType("TRANSLATE", { ...allLanguages, translateLanguageIds: [german] })
}
const stranger: PermissionFacts = { ...member, organizationRole: null }

const statesOf = (explanation: PermissionExplanation) => explanation.rules.map(({ state, reason }) => [state, reason])
const remediesOf = (explanation: PermissionExplanation) =>
  explanation.obstacles.map(({ code, remedies }) => [code, ...remedies.map((remedy) => remedy.code)])

describe("the rules of an explanation", () => {
  it("the base permission decides for a member", () => {
    assert.deepStrictEqual(statesOf(explainPermission(member, "keys.view")), [
      ["NOT_APPLICABLE", "ROLE_IS_NOT_OWNER"],
      ["NOT_APPLICABLE", "NO_DIRECT_PERMISSION"],
      ["DECIDED", "ROLE_IS_MEMBER"],
      ["NOT_APPLICABLE", "ANOTHER_RULE_APPLIES"],
      ["NOT_APPLICABLE", "SERVER_ROLE_IS_NOT_ADMIN"]
    ])
  })

  it("a direct permission shadows the base permission, which shows its own scopes", () => {
    const { rules } = explainPermission(germanTranslator, "keys.create")
    assert.deepInclude(rules[1], { rule: "DIRECT", state: "DECIDED", type: "TRANSLATE", grantsScope: false })
    assert.deepInclude(rules[2], { rule: "ORGANIZATION_BASE", state: "SHADOWED", type: "EDIT", grantsScope: true })
  })

  it("an owner shadows a direct permission", () => {
    const explanation = explainPermission({ ...germanTranslator, organizationRole: "OWNER" }, "admin")
    assert.deepStrictEqual(statesOf(explanation).slice(0, 3), [
      ["DECIDED", "ROLE_IS_OWNER"],
      ["SHADOWED", "DIRECT_PERMISSION_EXISTS"],
      ["NOT_APPLICABLE", "ROLE_IS_NOT_MEMBER"]
    ])
  })

  it("an administrator shadows the other rules", () => {
    assert.deepStrictEqual(statesOf(explainPermission({ ...stranger, serverRole: "ADMIN" }, "admin")).slice(3), [
      ["SHADOWED", "NO_ROLE_AND_NO_PERMISSION"],
      ["DECIDED", "SERVER_ROLE_IS_ADMIN"]
    ])
  })

  it("a public project has one more rule, which decides for visitors", () => {
    const visited = explainPermission({ ...stranger, isVisit: true }, "translations.view")
    assert.deepStrictEqual(statesOf(visited).slice(2), [
      ["NOT_APPLICABLE", "ROLE_IS_NOT_MEMBER"],
      ["DECIDED", "PROJECT_IS_PUBLIC"],
      ["SHADOWED", "NO_ROLE_AND_NO_PERMISSION"],
      ["NOT_APPLICABLE", "SERVER_ROLE_IS_NOT_ADMIN"]
    ])
    assert.deepInclude(visited, { allowed: true, origin: "PUBLIC" })
    assert.isFalse(explainPermission({ ...stranger, isVisit: true }, "activity.view").allowed)
    assert.deepStrictEqual(statesOf(explainPermission({ ...member, isVisit: true }, "keys.view"))[3], [
      "SHADOWED",
      "PROJECT_IS_PUBLIC"
    ])
  })

  it("an administrator who has everything already is not raised", () => {
    const facts = { ...member, basePermission: permissionOfType("MANAGE"), serverRole: "ADMIN" } as const
    assert.deepStrictEqual(statesOf(explainPermission(facts, "admin"))[4], [
      "NOT_APPLICABLE",
      "EVERYTHING_GRANTED_ALREADY"
    ])
  })
})

describe("the path of an explanation", () => {
  it.each([
    [["keys.view"], "keys.view", ["keys.view"]],
    [
      ["translations.batch-by-tm"],
      "keys.view",
      ["translations.batch-by-tm", "translations.edit", "translations.view", "keys.view"]
    ],
    [["translations.edit", "keys.edit"], "keys.view", ["keys.edit", "keys.view"]],
    [["admin"], "members.view", ["admin", "members.edit", "members.view"]],
    [["keys.edit"], "keys.delete", null]
  ] satisfies ReadonlyArray<[ReadonlyArray<Scope>, Scope, ReadonlyArray<Scope> | null]>)(
    "from %j to %s is %j",
    (granted, scope, expected) => {
      const facts = { ...member, basePermission: permissionOfScopes(granted) }
      assert.deepStrictEqual(explainPermission(facts, scope).scopePath, expected)
    }
  )
})

describe("the languages of an explanation", () => {
  it("a permitted language is allowed", () => {
    const explanation = explainPermission(germanTranslator, "translations.edit", german)
    assert.isTrue(explanation.allowed)
    assert.deepStrictEqual(explanation.language, { operation: "translate", languageIds: [german], permitted: true })
  })

  it("another language is denied, and the base permission would be enough", () => {
    const explanation = explainPermission(germanTranslator, "translations.edit", english)
    assert.isFalse(explanation.allowed)
    assert.deepStrictEqual(remediesOf(explanation), [
      ["LANGUAGE_NOT_PERMITTED", "ADD_LANGUAGE", "RESET_DIRECT_PERMISSION"]
    ])
  })

  it("without a language the result is about the scope, and names the limit", () => {
    const explanation = explainPermission(germanTranslator, "translations.edit")
    assert.isTrue(explanation.allowed)
    assert.deepStrictEqual(explanation.language, { operation: "translate", languageIds: [german], permitted: null })
    assert.include(explanation.sentence, "in the languages 2 only")
  })

  it("translating in batches is limited like translating by hand", () => {
    const directPermission = permissionOfScopes(["translations.batch-machine"], {
      ...allLanguages,
      translateLanguageIds: [german]
    })
    const explain = (languageId: number) =>
      explainPermission({ ...member, directPermission }, "translations.batch-machine", languageId)
    assert.isTrue(explain(german).allowed)
    assert.deepStrictEqual(remediesOf(explain(english)), [
      ["LANGUAGE_NOT_PERMITTED", "ADD_LANGUAGE", "RESET_DIRECT_PERMISSION"]
    ])
  })

  it("each scope has its own list, or none", () => {
    assert.isNull(explainPermission(germanTranslator, "translations.view", english).language?.languageIds ?? null)
    assert.isNull(explainPermission(germanTranslator, "keys.view", english).language)
  })
})

describe("remedies", () => {
  it.each([
    ["a member", member, [["SCOPE_MISSING", "SET_DIRECT_PERMISSION", "RAISE_BASE_PERMISSION"]]],
    ["a member with a direct permission", germanTranslator, [["SCOPE_MISSING", "CHANGE_DIRECT_PERMISSION"]]],
    ["a stranger", stranger, [["SCOPE_MISSING", "INVITE_TO_PROJECT"]]],
    [
      "a stranger whom the base permission would serve",
      { ...stranger, basePermission: permissionOfType("MANAGE") },
      [["SCOPE_MISSING", "INVITE_TO_PROJECT", "ADD_TO_ORGANIZATION"]]
    ],
    [
      "a member whom the base permission would serve",
      { ...germanTranslator, basePermission: permissionOfType("MANAGE") },
      [["SCOPE_MISSING", "CHANGE_DIRECT_PERMISSION", "RESET_DIRECT_PERMISSION"]]
    ],
    ["none, for an owner", { ...member, organizationRole: "OWNER" }, []]
  ] satisfies ReadonlyArray<[string, PermissionFacts, ReadonlyArray<ReadonlyArray<string>>]>)(
    "for %s",
    (_, facts, expected) => {
      assert.deepStrictEqual(remediesOf(explainPermission(facts, "webhooks.manage")), expected)
    }
  )

  it("a key that lacks the scope is an obstacle of its own", () => {
    const explanation = explainPermission(member, "keys.create", null, ["keys.edit"])
    assert.deepStrictEqual(explanation.key, { scopes: ["keys.edit"], scopePath: null })
    assert.deepStrictEqual(remediesOf(explanation), [["KEY_SCOPE_MISSING", "MAKE_KEY_WITH_SCOPE"]])
  })

  it("a key says which of its scopes brought the asked one in", () => {
    const explanation = explainPermission(member, "keys.view", null, ["webhooks.manage", "keys.edit"])
    assert.isTrue(explanation.allowed)
    assert.deepStrictEqual(explanation.key?.scopePath, ["keys.edit", "keys.view"])
  })

  it("the sentence names the types and the scope that would do", () => {
    const [obstacle] = explainPermission(
      { ...member, basePermission: permissionOfType("VIEW") },
      "keys.create"
    ).obstacles
    assert.include(obstacle?.remedies[0]?.sentence ?? "", "EDIT or MANAGE, or the scope keys.create")
  })
})

describe("an explanation", () => {
  it("agrees with the computed permission in random cases", { tags: ["random"] }, () => {
    const random = makeRandom(7)
    for (let round = 0; round < randomRounds(100_000); round++) {
      const facts = random.facts()
      const scope = random.pick(scopes)
      const languageId = random.happens(0.5) ? random.pick(languageIds) : null
      const keyScopes = random.happens(0.3) ? random.scopes() : null
      const explanation = explainPermission(facts, scope, languageId, keyScopes)

      const computed = computePermission(facts)
      const operation = languageOperationOf(scope)
      const isLanguagePermitted =
        operation === null || languageId === null || checkLanguages(computed, operation, [languageId]) === null
      const allowed = effectiveScopes(computed, keyScopes).includes(scope) && isLanguagePermitted
      if (explanation.allowed !== allowed) assert.fail(JSON.stringify([facts, explanation]))

      const decided = explanation.rules.filter((rule) => rule.state === "DECIDED")
      assert.strictEqual(decided.length, 1)
      assert.strictEqual(decided[0]?.rule, computed.origin)
      assert.strictEqual(explanation.scopePath !== null, computed.scopes.includes(scope))
    }
  })

  it("has paths that follow the hierarchy from a granted scope, and remedies that work, in random cases", {
    tags: ["random"]
  }, () => {
    const random = makeRandom(8)
    for (let round = 0; round < randomRounds(20_000); round++) {
      const facts = random.facts()
      const scope = random.pick(scopes)
      const languageId = random.pick(languageIds)
      const explanation = explainPermission(facts, scope, languageId)
      const decided = explanation.rules.find((rule) => rule.state === "DECIDED")
      explanation.scopePath?.forEach((step, index, path) => {
        const before = path[index - 1]
        assert.include(before === undefined ? (decided?.scopes ?? []) : includedScopes[before], step)
      })
      for (const { code } of explanation.obstacles.flatMap((obstacle) => obstacle.remedies)) {
        if (explanation.obstacles.length > 1) continue
        assert.isTrue(explainPermission(applied(facts, code, scope, languageId), scope, languageId).allowed, code)
      }
    }
  })
})

/** The facts after the remedy was applied. */
const applied = (facts: PermissionFacts, code: string, scope: Scope, languageId: number): PermissionFacts => {
  const direct = facts.directPermission
  switch (code) {
    case "RESET_DIRECT_PERMISSION":
      return { ...facts, directPermission: null }
    case "ADD_TO_ORGANIZATION":
      return { ...facts, organizationRole: "MEMBER" }
    case "RAISE_BASE_PERMISSION":
      return { ...facts, basePermission: permissionOfScopes([...rawScopes(facts.basePermission), scope]) }
    case "ADD_LANGUAGE": {
      const list = languageListOf[languageOperationOf(scope) ?? "view"]
      return direct === null
        ? facts
        : { ...facts, directPermission: { ...direct, [list]: [...(direct[list] ?? []), languageId] } }
    }
    default:
      return { ...facts, directPermission: permissionOfScopes([scope]) }
  }
}

describe("asking for an explanation", () => {
  it.each([
    ["about oneself needs no scope", 1, [], null],
    ["about another member needs members.view", 2, ["members.view"], null],
    [
      "about another member is rejected with other scopes",
      2,
      ["keys.view"],
      domainError("operation_not_permitted", ["members.view"])
    ]
  ] satisfies ReadonlyArray<[string, number, ReadonlyArray<Scope>, DomainError | null]>)(
    "%s",
    (_, userId, scopes, expected) => {
      assert.deepStrictEqual(checkExplain(1, userId, scopes), expected)
    }
  )
})

describe("the user of an explanation", () => {
  interface User {
    readonly organizationRole: OrganizationRole | null
    readonly directPermission: Permission | null
  }
  const stranger: User = { organizationRole: null, directPermission: null }
  const other = { callerId: 1, userId: 2, seesAccounts: false, user: stranger }

  it.each([
    ["is visible with a role", { ...other, user: { ...stranger, organizationRole: "MEMBER" } }],
    [
      "is visible with a direct permission, also NONE",
      { ...other, user: { ...stranger, directPermission: permissionOfType("NONE") } }
    ],
    ["is always visible to themselves", { ...other, userId: 1 }],
    ["is visible to a caller who may see all accounts", { ...other, seesAccounts: true }]
  ] satisfies ReadonlyArray<[string, ExplainedUserFacts<User>]>)("%s", (_, facts) => {
    assert.deepStrictEqual(explainedUser(facts), { ok: true, value: facts.user })
  })

  it.each([
    ["is hidden without any relation to the project", other],
    ["must exist", { ...other, seesAccounts: true, user: null }]
  ] satisfies ReadonlyArray<[string, ExplainedUserFacts<User>]>)("%s", (_, facts) => {
    assert.deepStrictEqual(explainedUser(facts), { ok: false, error: domainError("user_not_found") })
  })
})
