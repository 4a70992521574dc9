import { assert, describe, it } from "vitest"
import { type ComputedPermission, computePermission, hasScope, type PermissionFacts } from "./compute-permission.ts"
import {
  allLanguages,
  type Permission,
  permissionOfScopes,
  permissionOfType,
  permissionTypes,
  rawScopesOfType
} from "./permission.ts"
import { expandScopes, type Scope, scopes } from "./scope.ts"
import { makeRandom, randomRounds } from "./testing/random-facts.ts"

describe("compute permission", () => {
  const english = 11
  const german = 12

  const stranger: PermissionFacts = {
    organizationRole: null,
    basePermission: permissionOfType("VIEW"),
    directPermission: null,
    serverRole: "USER"
  }
  const member: PermissionFacts = { ...stranger, organizationRole: "MEMBER" }
  const everything = expandScopes(["admin"])

  type Result = Pick<ComputedPermission, "origin" | "type"> & { readonly scopes: ReadonlyArray<Scope> }

  describe("computed permission", () => {
    it.each([
      [
        "a member has the base permission",
        member,
        { origin: "ORGANIZATION_BASE", type: "VIEW", scopes: expandScopes(rawScopesOfType.VIEW) }
      ],
      [
        "a direct NONE locks a member out, whatever the base",
        { ...member, basePermission: permissionOfType("MANAGE"), directPermission: permissionOfType("NONE") },
        { origin: "DIRECT", type: "NONE", scopes: [] }
      ],
      [
        "a direct permission does not lower an owner",
        { ...stranger, organizationRole: "OWNER", directPermission: permissionOfType("VIEW") },
        { origin: "ORGANIZATION_OWNER", type: "MANAGE", scopes: everything }
      ],
      [
        "a server administrator may do everything",
        { ...stranger, serverRole: "ADMIN" },
        { origin: "SERVER_ADMIN", type: "MANAGE", scopes: everything }
      ],
      [
        "a server administrator is raised above a direct EDIT",
        { ...stranger, serverRole: "ADMIN", directPermission: permissionOfType("EDIT") },
        { origin: "SERVER_ADMIN", type: "MANAGE", scopes: everything }
      ],
      [
        "a server administrator keeps a direct MANAGE as the reason",
        { ...stranger, serverRole: "ADMIN", directPermission: permissionOfType("MANAGE") },
        { origin: "DIRECT", type: "MANAGE", scopes: everything }
      ],
      [
        "a server administrator keeps a granular admin as the reason",
        { ...member, serverRole: "ADMIN", basePermission: permissionOfScopes(["admin"]) },
        { origin: "ORGANIZATION_BASE", type: null, scopes: everything }
      ],
      [
        "a server administrator who owns the organization stays its owner",
        { ...stranger, serverRole: "ADMIN", organizationRole: "OWNER" },
        { origin: "ORGANIZATION_OWNER", type: "MANAGE", scopes: everything }
      ],
      [
        "a stranger has nothing, whatever the base",
        { ...stranger, basePermission: permissionOfType("MANAGE") },
        { origin: "NONE", type: "NONE", scopes: [] }
      ],
      [
        "a visitor of a public project may view texts",
        { ...stranger, isVisit: true },
        { origin: "PUBLIC", type: null, scopes: expandScopes(["translations.view"]) }
      ],
      [
        "a member whom the base permission locks out visits a public project as everyone else",
        { ...member, basePermission: permissionOfType("NONE"), isVisit: true },
        { origin: "PUBLIC", type: null, scopes: expandScopes(["translations.view"]) }
      ],
      [
        "a member of a public project keeps the base permission",
        { ...member, isVisit: true },
        { origin: "ORGANIZATION_BASE", type: "VIEW", scopes: expandScopes(rawScopesOfType.VIEW) }
      ],
      [
        "a direct NONE keeps a user out of a public project",
        { ...stranger, directPermission: permissionOfType("NONE"), isVisit: true },
        { origin: "DIRECT", type: "NONE", scopes: [] }
      ],
      [
        "an operation that is not open to visitors gives a stranger nothing",
        { ...stranger, isVisit: false },
        { origin: "NONE", type: "NONE", scopes: [] }
      ],
      [
        "a granular base permission has no type",
        { ...member, basePermission: permissionOfScopes(["keys.view"]) },
        { origin: "ORGANIZATION_BASE", type: null, scopes: ["keys.view"] }
      ],
      [
        "a base NONE is still the base",
        { ...member, basePermission: permissionOfType("NONE") },
        { origin: "ORGANIZATION_BASE", type: "NONE", scopes: [] }
      ]
    ] satisfies ReadonlyArray<[string, PermissionFacts, Result]>)("%s", (_, facts, expected) => {
      const { scopeBits, ...shown } = computePermission(facts)
      assert.deepStrictEqual(shown, { ...expected, ...allLanguages })
      assert.strictEqual(scopeBits === 0, expected.scopes.length === 0)
    })

    it("a direct permission brings its languages", () => {
      const directPermission = permissionOfType("TRANSLATE", { ...allLanguages, translateLanguageIds: [german] })
      const { scopeBits: _, ...shown } = computePermission({ ...member, directPermission })
      assert.deepStrictEqual(shown, {
        origin: "DIRECT",
        type: "TRANSLATE",
        scopes: [
          "keys.view",
          "translations.view",
          "translations.edit",
          "screenshots.view",
          "activity.view",
          "translation-comments.add",
          "translation-comments.set-state",
          "tasks.view"
        ],
        translateLanguageIds: [german],
        viewLanguageIds: null,
        stateChangeLanguageIds: null
      })
    })

    it("a granular permission is expanded, and editors and reviewers of a language see it", () => {
      const directPermission = permissionOfScopes(["translations.edit", "translations.state-edit"], {
        translateLanguageIds: [english],
        stateChangeLanguageIds: [german],
        viewLanguageIds: [english]
      })
      const { scopeBits: _, ...shown } = computePermission({ ...stranger, directPermission })
      assert.deepStrictEqual(shown, {
        origin: "DIRECT",
        type: null,
        scopes: ["keys.view", "translations.view", "translations.edit", "translations.state-edit"],
        translateLanguageIds: [english],
        viewLanguageIds: [english, german],
        stateChangeLanguageIds: [german]
      })
    })

    it("an empty list means all languages, and is shown as null", () => {
      const directPermission: Permission = { ...permissionOfType("TRANSLATE"), translateLanguageIds: [] }
      assert.isNull(computePermission({ ...member, directPermission }).translateLanguageIds)
    })

    it("a server administrator has no limits of languages", () => {
      const directPermission = permissionOfType("TRANSLATE", { ...allLanguages, translateLanguageIds: [german] })
      assert.isNull(computePermission({ ...member, directPermission, serverRole: "ADMIN" }).translateLanguageIds)
    })

    it("agrees with the precedence read as a table, for random users", { tags: ["random"] }, () => {
      const random = makeRandom(2)
      for (let round = 0; round < randomRounds(20_000); round++) {
        const facts = random.facts()
        const computed = computePermission(facts)
        const { scopeBits: _, ...shown } = computed
        assert.deepStrictEqual(shown, naiveCompute(facts))
        for (const scope of scopes) assert.strictEqual(hasScope(computed, scope), computed.scopes.includes(scope))
      }
    })

    it("an owner is never lowered and a direct permission always replaces the base, for random users", {
      tags: ["random"]
    }, () => {
      const random = makeRandom(3)
      for (let round = 0; round < randomRounds(20_000); round++) {
        const facts = random.facts()
        assert.deepStrictEqual(computePermission({ ...facts, organizationRole: "OWNER" }).scopes, everything)
        if (facts.directPermission === null || facts.organizationRole === "OWNER") continue
        const otherBase = { ...facts, basePermission: random.facts().basePermission }
        assert.deepStrictEqual(computePermission(otherBase), computePermission(facts))
      }
    })
  })

  /** The five steps as the reference writes them, one row each. */
  const naiveCompute = (facts: PermissionFacts): Omit<ComputedPermission, "scopeBits"> => {
    const show = (origin: ComputedPermission["origin"], { type, scopes: granular, ...languages }: Permission) => ({
      origin,
      type,
      scopes: expandScopes(type === null ? (granular ?? []) : rawScopesOfType[type]),
      ...languages
    })
    const steps = [
      { holds: facts.organizationRole === "OWNER", gives: show("ORGANIZATION_OWNER", permissionOfType("MANAGE")) },
      {
        holds: facts.directPermission !== null,
        gives: show("DIRECT", facts.directPermission ?? permissionOfType("NONE"))
      },
      { holds: facts.organizationRole === "MEMBER", gives: show("ORGANIZATION_BASE", facts.basePermission) }
    ]
    const first = steps.find((step) => step.holds)?.gives ?? show("NONE", permissionOfType(permissionTypes[0]))
    const isRaised = facts.serverRole === "ADMIN" && first.scopes.length < scopes.length
    return isRaised ? show("SERVER_ADMIN", permissionOfType("MANAGE")) : first
  }
})
