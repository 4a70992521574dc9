import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import { invalid, valid } from "../validation/validation.ts"
import { type Scope, scopes } from "./scope.ts"
import { parseScopes, scopesOfNewerName, storedOrganizationRole } from "./written-names.ts"

describe("the scopes of a request", () => {
  it.each<[string, ReadonlyArray<Scope>]>([
    ["translations.suggest", ["translations.view"]],
    ["prompts.view", ["keys.view"]],
    ["organization-quotas.view", ["keys.view"]],
    [
      "all.view",
      [
        "keys.view",
        "translations.view",
        "screenshots.view",
        "tasks.view",
        "activity.view",
        "members.view",
        "batch-jobs.view"
      ]
    ],
    ["translation-suggestions.manage", ["translations.edit"]],
    ["translation-labels.assign", ["translations.state-edit"]],
    ["translation-labels.manage", ["project.edit"]],
    ["prompts.edit", ["project.edit"]],
    ["branch.management", ["project.edit"]],
    ["branch.protected-modify", ["project.edit"]]
  ])("may name %s of newer clients: it becomes %j", (name, expected) => {
    assert.deepStrictEqual(parseScopes([name]), valid(expected))
  })

  it("know ten newer names, none of which is a scope here, and all of viewing", () => {
    assert.strictEqual(scopesOfNewerName.size, 10)
    for (const scope of scopes) assert.isFalse(scopesOfNewerName.has(scope), scope)
    const viewing = scopes.filter((scope) => scope.endsWith(".view"))
    assert.sameMembers([...(scopesOfNewerName.get("all.view") ?? [])], viewing)
  })

  it("are themselves, each once, with newer names among them", () => {
    for (const scope of scopes) assert.deepStrictEqual(parseScopes([scope]), valid([scope]))
    assert.deepStrictEqual(
      parseScopes(["project.edit, translations.suggest", "", "prompts.edit,translations.view"]),
      valid(["project.edit", "translations.view"])
    )
    assert.deepStrictEqual(parseScopes(["", " , "]), valid([]))
  })

  it("are no other names", () => {
    for (const name of ["prompts.fly", "toString", "constructor", "PROMPTS_VIEW", "__proto__"]) {
      assert.deepStrictEqual(parseScopes(["keys.view", name]), invalid(domainError("scope_not_found", [name])))
    }
  })
})

it("stores the role MAINTAINER of newer clients as MEMBER, and the others as they are", () => {
  assert.deepStrictEqual((["MAINTAINER", "MEMBER", "OWNER"] as const).map(storedOrganizationRole), [
    "MEMBER",
    "MEMBER",
    "OWNER"
  ])
})
