import { assert, describe, it } from "vitest"
import { computePermission, type PermissionFacts } from "./compute-permission.ts"
import { effectiveScopes } from "./effective-scopes.ts"
import { explainPermissionAt } from "./explain-permission.ts"
import { permissionOfScopes, permissionOfType } from "./permission.ts"
import type { Scope } from "./scope.ts"
import { checkPlaces, isGivenByTask, type TaskPlace } from "./task-access.ts"

const [en, de, fr] = [1, 2, 3]
const [hello, bye] = [10, 11]

const translate: TaskPlace = { keyId: hello, languageId: de, baseLanguageId: en, type: "TRANSLATE" }
const review: TaskPlace = { ...translate, type: "REVIEW" }

const facts = (scopes: ReadonlyArray<Scope>): PermissionFacts => ({
  organizationRole: null,
  basePermission: permissionOfType("NONE"),
  directPermission: permissionOfScopes(scopes),
  serverRole: "USER"
})

const callerOf = (of: PermissionFacts, keyScopes: ReadonlyArray<Scope> | null = null) => {
  const computedPermission = computePermission(of)
  return { computedPermission, keyScopes, effectiveScopes: effectiveScopes(computedPermission, keyScopes) }
}

const member = callerOf(facts(["keys.view"]))

describe("an open task gives its assignees", () => {
  const rows: ReadonlyArray<readonly [Scope, boolean, boolean]> = [
    ["keys.view", true, true],
    ["translations.view", true, true],
    ["translations.edit", true, false],
    ["translations.state-edit", false, true],
    ["translation-comments.add", true, true],
    ["translation-comments.set-state", true, true],
    ["translation-comments.edit", false, false],
    ["keys.edit", false, false],
    ["translations.batch-machine", false, false],
    ["tasks.view", false, false],
    ["admin", false, false]
  ]
  it.each(rows)("%s: to translate %s, to review %s", (scope, translates, reviews) => {
    const place = { keyId: hello, languageId: de }
    assert.strictEqual(isGivenByTask(member, [translate], scope, place), translates)
    assert.strictEqual(isGivenByTask(member, [review], scope, place), reviews)
    assert.isFalse(isGivenByTask(member, [], scope, place))
    assert.isFalse(isGivenByTask(member, [translate, review], scope, { keyId: bye, languageId: de }))
    assert.isFalse(isGivenByTask(member, [translate, review], scope, { keyId: hello, languageId: fr }))
  })

  it("the base texts of its keys, to read", () => {
    const base = { keyId: hello, languageId: en }
    assert.isTrue(isGivenByTask(member, [translate], "translations.view", base))
    assert.isFalse(isGivenByTask(member, [translate], "translations.edit", base))
    assert.isFalse(isGivenByTask(member, [translate], "translation-comments.add", base))
    assert.isFalse(isGivenByTask(member, [translate], "translations.view", { keyId: bye, languageId: en }))
  })

  it("nothing that a project API key does not have", () => {
    const place = { keyId: hello, languageId: de }
    const given = (keyScopes: ReadonlyArray<Scope>) =>
      isGivenByTask(callerOf(facts(["keys.view"]), keyScopes), [translate], "translations.edit", place)
    assert.deepStrictEqual(
      [given(["admin"]), given(["translations.edit"]), given(["translations.view"])],
      [true, true, false]
    )
  })

  it("nothing to users without any scope in the project, and nothing to visitors of a public one", () => {
    const place = { keyId: hello, languageId: de }
    const stranger = { ...facts([]), directPermission: null }
    for (const isVisit of [false, true]) {
      assert.isFalse(isGivenByTask(callerOf({ ...stranger, isVisit }), [translate], "translations.edit", place))
    }
  })
})

describe("an operation on texts of keys", () => {
  const tags = new Map([
    [en, "en"],
    [de, "de"],
    [fr, "fr"]
  ])
  const at = (languageId: number, keyId = hello) => ({ keyId, languageId })
  const inFrench = callerOf({
    ...facts([]),
    directPermission: { ...permissionOfScopes(["translations.edit"]), translateLanguageIds: [fr] }
  })

  it("is allowed by the permission, by tasks, or by both together", () => {
    assert.isNull(checkPlaces(inFrench, [], "translate", [at(fr), at(fr, bye)]))
    assert.isNull(checkPlaces(member, [translate], "translate", [at(de)]))
    assert.isNull(checkPlaces(inFrench, [translate], "translate", [at(fr), at(de)]))
    assert.isNull(checkPlaces(member, [], "translate", []))
  })

  it("is denied with what is missing: the scope, or the languages that neither covers", () => {
    assert.deepInclude(checkPlaces(member, [translate], "translate", [at(de), at(fr)]), {
      code: "operation_not_permitted",
      params: ["translations.edit"]
    })
    assert.deepInclude(checkPlaces(inFrench, [translate], "translate", [at(fr), at(de), at(en)], tags), {
      code: "language_not_permitted",
      params: [[en], ["en"]]
    })
    assert.deepInclude(checkPlaces(inFrench, [translate], "translate", [at(de), at(de, bye)], tags), {
      code: "language_not_permitted",
      params: [[de], ["de"]]
    })
  })
})

describe("the explanation for a key in a language", () => {
  const place = { keyId: hello, languageId: de }
  const explain = (
    scopes: ReadonlyArray<Scope>,
    scope: Scope,
    tasks: ReadonlyArray<TaskPlace>,
    keyScopes: ReadonlyArray<Scope> | null = null
  ) => {
    const { allowed, origin, rules, obstacles, sentence } = explainPermissionAt(
      facts(scopes),
      scope,
      place,
      tasks,
      keyScopes
    )
    const states = rules.flatMap(({ rule, state }) => (state === "NOT_APPLICABLE" ? [] : [`${rule} ${state}`]))
    const remedies = obstacles.map(({ code, remedies }) => [code, remedies.some((one) => one.code === "ASSIGN_TASK")])
    return { allowed, origin, states, remedies, sentence }
  }

  it("names the task that gives what the permission does not", () => {
    assert.deepStrictEqual(explain(["keys.view"], "translations.edit", [translate]), {
      ...{ allowed: true, origin: "TASK", states: ["DIRECT SHADOWED", "TASK DECIDED"], remedies: [] },
      sentence: "Allowed: An open task of the user has the key in this language and gives the scope."
    })
    assert.deepInclude(explain(["translations.edit"], "translations.edit", [translate]), {
      ...{ allowed: true, origin: "DIRECT", states: ["DIRECT DECIDED", "TASK SHADOWED"] }
    })
  })

  it("proposes a task where one would help", () => {
    assert.deepInclude(explain(["keys.view"], "translations.edit", [review]), {
      ...{ allowed: false, origin: "DIRECT", states: ["DIRECT DECIDED"], remedies: [["SCOPE_MISSING", true]] }
    })
    assert.deepInclude(explain(["keys.view"], "keys.edit", [translate]), { remedies: [["SCOPE_MISSING", false]] })
    assert.deepInclude(explain([], "translations.edit", [translate]), { remedies: [["SCOPE_MISSING", false]] })
  })

  it("names a project API key that lacks the scope", () => {
    assert.deepInclude(explain(["keys.view"], "translations.edit", [translate], ["keys.view"]), {
      ...{ allowed: false, origin: "TASK", remedies: [["KEY_SCOPE_MISSING", false]] },
      sentence:
        "Not allowed: The API key lacks the scope translations.edit. An open task of the user has the key in this language and gives the scope."
    })
  })
})
