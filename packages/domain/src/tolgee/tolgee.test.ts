import { assert, describe, it } from "vitest"
import type { Scope } from "../permission/scope.ts"
import { expandScopes, scopes } from "../permission/scope.ts"
import { assignIds } from "./assign-ids.ts"
import { identityTypeOfDatabase, scopeOfDatabase } from "./database-names.ts"
import { describeFinding, type MoveOutcome, mergeOutcomes } from "./move-outcome.ts"
import { permissionOfSource } from "./source-permission.ts"
import { servicesOfSource } from "./source-services.ts"
import { translationOfSource } from "./source-text.ts"

describe("a translation of a server of Tolgee", () => {
  const flags = { outdated: true, auto: false, mtProvider: null, promptId: null }
  it.each([
    ["Text", "TRANSLATED", "Text", "TRANSLATED"],
    ["Text", "REVIEWED", "Text", "REVIEWED"],
    ["Text", "UNTRANSLATED", "Text", "TRANSLATED"],
    ["Text", "MACHINE_TRANSLATED", "Text", "TRANSLATED"],
    ["Text", null, "Text", "TRANSLATED"],
    ["Text", "DISABLED", null, "DISABLED"],
    ["", "TRANSLATED", null, "UNTRANSLATED"],
    [null, "REVIEWED", null, "UNTRANSLATED"],
    [null, "DISABLED", null, "DISABLED"]
  ])("%j in the state %s is %j in the state %s", (text, state, expectedText, expectedState) => {
    const expected = { text: expectedText, state: expectedState, ...flags }
    assert.deepStrictEqual<object>(translationOfSource({ text, state, ...flags }), expected)
  })
})

describe("a permission of a server of Tolgee", () => {
  const none = { translateLanguageIds: null, viewLanguageIds: null, stateChangeLanguageIds: null }
  const languageOf = (id: number) => (id === 404 ? undefined : id + 1_000)

  it.each<[ReadonlyArray<Scope>]>([
    [["admin"]],
    [["keys.view"]],
    [["translations.state-edit", "keys.create"]],
    [["members.edit", "webhooks.manage", "screenshots.delete"]]
  ])("keeps the granted scopes %j of all that they include", (granted) => {
    const { permission } = permissionOfSource({ type: null, scopes: expandScopes(granted), ...none }, languageOf)
    assert.sameMembers([...(permission.scopes ?? [])], [...granted])
  })

  it("has a type or scopes, and names scopes that are unknown", () => {
    const typed = permissionOfSource({ type: "EDIT", scopes: ["keys.view"], ...none }, languageOf)
    assert.deepInclude(typed.permission, { type: "EDIT", scopes: null })
    const granular = permissionOfSource({ type: null, scopes: ["prompts.view", "keys.view"], ...none }, languageOf)
    assert.deepStrictEqual(granular.unknown, ["prompts.view"])
    assert.deepInclude(granular.permission, { type: null, scopes: ["keys.view"] })
  })

  it("names languages by their ids here, and never all of them when the last one is gone", () => {
    const source = { type: "REVIEW", scopes: null, ...none, viewLanguageIds: [2, 404], stateChangeLanguageIds: [404] }
    const { permission } = permissionOfSource(source, languageOf)
    assert.deepStrictEqual(permission.translateLanguageIds, null)
    assert.deepStrictEqual(permission.viewLanguageIds, [0, 1_002])
    assert.deepStrictEqual(permission.stateChangeLanguageIds, [0])
  })
})

describe("names in Tolgee's database", () => {
  it("say every scope", () => {
    for (const scope of scopes) {
      if (scope.startsWith("translation-comments.") || scope.startsWith("translations.batch-")) continue
      assert.strictEqual(scopeOfDatabase(scope.toUpperCase().replaceAll(/[.-]/g, "_")), scope)
    }
    assert.strictEqual(scopeOfDatabase("TRANSLATIONS_COMMENTS_SET_STATE"), "translation-comments.set-state")
    assert.strictEqual(scopeOfDatabase("BATCH_MACHINE_TRANSLATE"), "translations.batch-machine")
    assert.isNull(scopeOfDatabase("PROMPTS_VIEW"))
  })

  it("say the services of logins", () => {
    assert.deepStrictEqual(
      ["github", "google", "oauth2", "sso", "sso_global", "SSO", "carrier pigeon"].map(identityTypeOfDatabase),
      ["GITHUB", "GOOGLE", "OAUTH2", "SSO", "SSO_GLOBAL", "SSO", null]
    )
  })
})

describe("services of machine translation of a server of Tolgee", () => {
  const facts = {
    hasServices: true,
    languageOf: (id: number) => (id === 404 ? undefined : id + 1_000),
    promptOf: (id: number) => (id === 404 ? undefined : id + 2_000)
  }
  const plain = (service: string) => ({ service, formality: null, promptId: null })

  it("keep formality, prompt and language, in the order in which results are listed", () => {
    const read = servicesOfSource(
      [
        {
          targetLanguageId: 7,
          primaryServiceInfo: { serviceType: "DEEPL", formality: "FORMAL", promptId: null },
          enabledServicesInfo: [{ serviceType: "GOOGLE" }, { serviceType: "PROMPT", promptId: 5 }]
        },
        { targetLanguageId: null, enabledServicesInfo: [] },
        { targetLanguageId: null, enabledServicesInfo: [{ serviceType: "PROMPT", promptId: 404 }] },
        { targetLanguageId: 404, enabledServicesInfo: [{ serviceType: "AZURE" }] }
      ],
      facts
    )
    assert.deepStrictEqual<object>(read, {
      named: ["DEEPL", "GOOGLE", "PROMPT", "AZURE"],
      settings: [
        {
          languageId: 1_007,
          primary: { ...plain("DEEPL"), formality: "FORMAL" },
          enabled: [{ ...plain("PROMPT"), promptId: 2_005 }, plain("GOOGLE")]
        },
        { languageId: null, primary: null, enabled: [plain("PROMPT")] }
      ]
    })
  })

  it("are read from servers that know names alone, without those that do not exist here", () => {
    const entry = { primaryService: "AWS", enabledServices: ["TOLGEE", "AWS"] }
    assert.deepStrictEqual<object>(servicesOfSource([entry], facts), {
      named: ["AWS", "TOLGEE"],
      settings: [{ languageId: null, primary: plain("AWS"), enabled: [plain("AWS")] }]
    })
  })

  it("are a choice of none only where the server has services", () => {
    const none = [{ targetLanguageId: null, primaryServiceInfo: null, enabledServicesInfo: [] }]
    assert.deepStrictEqual<object>(servicesOfSource(none, facts).settings ?? [], [
      { languageId: null, primary: null, enabled: [] }
    ])
    assert.isNull(servicesOfSource(none, { ...facts, hasServices: false }).settings)
  })
})

describe("ids of moved rows", () => {
  it.each([
    [[5, 7], [], 3, [5, 7]],
    [[5, 7], [5], 3, [8, 7]],
    [[5, 7], [5, 7], 100, [101, 102]],
    [[9, 9], [9], 4, [10, 11]]
  ])("%j, of which %j are taken and %i was the last, are %j", (wanted, taken, last, expected) => {
    assert.deepStrictEqual(assignIds(wanted, new Set(taken), last), expected)
  })
})

describe("the outcome of a move", () => {
  it("adds up its parts, and says each finding once", () => {
    const part: MoveOutcome = {
      counts: { key: { added: 1, changed: 2, unchanged: 3 } },
      findings: [{ kind: "trash", where: "Project", detail: "4" }]
    }
    const sum = mergeOutcomes([part, { counts: { user: { added: 1, changed: 0, unchanged: 0 } }, findings: [] }, part])
    assert.deepStrictEqual(sum.counts, {
      key: { added: 2, changed: 4, unchanged: 6 },
      user: { added: 1, changed: 0, unchanged: 0 }
    })
    assert.lengthOf(sum.findings, 1)
    assert.include(describeFinding({ kind: "trash", where: "Project", detail: "4" }), {
      what: "Keys in the trash",
      where: "Project"
    })
  })
})
