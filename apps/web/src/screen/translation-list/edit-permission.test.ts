import { assert, describe, it } from "vitest"
import { disableObstacle, editObstacle, stateObstacle, writingMode } from "./edit-permission.ts"

type Arguments = Parameters<typeof editObstacle>

const project = (permission: object, translationProtection = "NONE", suggestionsMode = "DISABLED") =>
  ({
    computedPermission: {
      viewLanguageIds: null,
      translateLanguageIds: null,
      stateChangeLanguageIds: null,
      ...permission
    },
    translationProtection,
    suggestionsMode
  }) as unknown as Arguments[0]
const czech = { id: 2 } as Arguments[1]
const inState = (state: string) => ({ state }) as Arguments[2]

describe("a text", () => {
  it.each([
    ["can be edited with the scope", project({ scopes: ["translations.edit"] }), "TRANSLATED", null],
    ["cannot without it", project({ scopes: ["translations.view"] }), "TRANSLATED", "obstacle.no-scope"],
    [
      "cannot in other languages than mine",
      project({ scopes: ["translations.edit"], translateLanguageIds: [3] }),
      "TRANSLATED",
      "obstacle.other-language"
    ],
    ["cannot while it is disabled", project({ scopes: ["translations.edit"] }), "DISABLED", "obstacle.disabled"],
    [
      "that is reviewed can be edited where nothing protects it",
      project({ scopes: ["translations.edit"] }),
      "REVIEWED",
      null
    ],
    [
      "that is reviewed and protected cannot",
      project({ scopes: ["translations.edit"] }, "PROTECT_REVIEWED"),
      "REVIEWED",
      "obstacle.reviewed"
    ],
    [
      "that is reviewed and protected can by a reviewer",
      project({ scopes: ["translations.edit", "translations.state-edit"] }, "PROTECT_REVIEWED"),
      "REVIEWED",
      null
    ]
  ] as const)("%s", (_, facts, state, expected) => {
    assert.strictEqual(editObstacle(facts, czech, inState(state)), expected)
  })
})

describe("a text that may not be edited", () => {
  const viewer = { scopes: ["translations.view"] }
  const translator = { scopes: ["translations.view", "translations.edit"] }
  const reviewer = { scopes: [...translator.scopes, "translations.state-edit"] }
  it.each([
    ["is read only where nobody suggests", project(viewer), "TRANSLATED", null],
    ["gets suggestions of those who view it", project(viewer, "NONE", "ENABLED"), "TRANSLATED", "suggest"],
    ["gets none while it is disabled", project(viewer, "NONE", "ENABLED"), "DISABLED", null],
    [
      "gets none in languages that I may not view",
      project({ ...viewer, viewLanguageIds: [3] }, "NONE", "ENABLED"),
      "TRANSLATED",
      null
    ],
    [
      "gets suggestions in other languages than mine",
      project({ ...translator, translateLanguageIds: [3] }, "NONE", "ENABLED"),
      "TRANSLATED",
      "suggest"
    ],
    [
      "gets suggestions of translators once it is reviewed, where that is enforced",
      project(translator, "NONE", "ENFORCED"),
      "REVIEWED",
      "suggest"
    ],
    ["is edited before", project(translator, "NONE", "ENFORCED"), "TRANSLATED", "edit"],
    ["is edited by reviewers all the same", project(reviewer, "NONE", "ENFORCED"), "REVIEWED", "edit"],
    ["is edited where suggestions are only possible", project(translator, "NONE", "ENABLED"), "REVIEWED", "edit"],
    [
      "gets suggestions of translators where it is protected",
      project(translator, "PROTECT_REVIEWED", "ENABLED"),
      "REVIEWED",
      "suggest"
    ]
  ] as const)("%s", (_, facts, state, expected) => {
    assert.strictEqual(writingMode(facts, czech, inState(state)), expected)
  })
})

describe("a text of an open task", () => {
  const viewer = project({ scopes: ["translations.view"] })
  const hidden = project({ scopes: ["keys.view"] }, "PROTECT_REVIEWED", "ENABLED")
  const task = (type: "TRANSLATE" | "REVIEW", change: object = {}) => ({
    ...{ number: 1, languageId: 2, languageTag: "cs", done: false, userAssigned: true, type },
    ...change
  })
  it.each([
    [
      "to translate is edited by its assignee",
      viewer,
      [task("TRANSLATE")],
      "TRANSLATED",
      ["edit", "obstacle.no-review"]
    ],
    ["to review gets a state", viewer, [task("REVIEW")], "TRANSLATED", [null, null]],
    ["to review gets suggestions", hidden, [task("REVIEW")], "TRANSLATED", ["suggest", null]],
    ["is protected once it is reviewed", hidden, [task("TRANSLATE")], "REVIEWED", ["suggest", "obstacle.no-review"]],
    [
      "is for its assignees alone",
      viewer,
      [task("TRANSLATE", { userAssigned: false })],
      "TRANSLATED",
      [null, "obstacle.no-review"]
    ],
    [
      "is that in its language",
      viewer,
      [task("TRANSLATE", { languageId: 3 })],
      "TRANSLATED",
      [null, "obstacle.no-review"]
    ]
  ] as const)("%s", (_, facts, tasks, state, expected) => {
    const mode = writingMode(facts, czech, inState(state), tasks)
    assert.deepStrictEqual([mode, stateObstacle(facts, czech, tasks)], [...expected])
  })
})

describe("a key in a language", () => {
  it.each([
    ["can be disabled with the scope for keys", project({ scopes: ["keys.edit"] }), null],
    ["cannot without it", project({ scopes: ["translations.edit"] }), "obstacle.no-key-edit"],
    [
      "cannot in other languages than mine",
      project({ scopes: ["keys.edit"], translateLanguageIds: [3] }),
      "obstacle.other-language"
    ]
  ] as const)("%s", (_, facts, expected) => {
    assert.strictEqual(disableObstacle(facts, czech), expected)
  })
})
