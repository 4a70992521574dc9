import { assert, describe, it } from "vitest"
import type { AssignableState } from "../translation/translation.ts"
import {
  checkStates,
  creationLanguages,
  editActivityType,
  type KeyComplexUpdateInput,
  type KeyCreationInput,
  type KeyEditKinds,
  splitByFreePlace,
  toNamespaceName,
  validateKeyComplexUpdate,
  validateKeyCreation,
  validateKeyEdit
} from "./key-rules.ts"

const errorOf = (checked: ReturnType<typeof validateKeyCreation>): unknown => (checked.ok ? null : checked.error)

const fields = (messages: object) => ({ kind: "standardValidation", messages })

describe("the body of a creation", () => {
  it.each([
    ["needs a name", {}, { name: "must not be blank" }],
    ["needs a name that is not blank", { name: " " }, { name: "must not be blank" }],
    ["has a name of at most 2000", { name: "x".repeat(2001) }, { name: "length must be between 1 and 2000" }],
    [
      "has a namespace of at most 100",
      { name: "a", namespace: "x".repeat(101) },
      { namespace: "size must be between 0 and 100" }
    ],
    [
      "has a description of at most 2000",
      { name: "a", description: "x".repeat(2001) },
      { description: "size must be between 0 and 2000" }
    ],
    ["has a limit from 1 on", { name: "a", maxCharLimit: 0 }, { maxCharLimit: "must be greater than or equal to 1" }],
    [
      "names an argument that does not break the texts",
      { name: "a", pluralArgName: "a}" },
      { pluralArgName: "must be the name of an ICU argument" }
    ],
    [
      "has at most 1000 tags",
      { name: "a", tags: Array.from({ length: 1001 }, (_, index) => `tag ${index}`) },
      { tags: "size must be between 0 and 1000" }
    ],
    [
      "names its related keys",
      { name: "a", relatedKeysInOrder: [{ keyName: "b" }, { keyName: "" }] },
      { "relatedKeysInOrder[1].keyName": "must not be empty" }
    ]
  ] satisfies ReadonlyArray<[string, KeyCreationInput, object]>)("%s", (_, input, messages) => {
    assert.deepStrictEqual(errorOf(validateKeyCreation(input)), fields(messages))
  })

  it.each([
    ["is too long", "x".repeat(101), "tag_too_log"],
    ["is blank", " ", "tag_is_blank"]
  ])("a tag that %s is invalid", (_, tag, code) => {
    const error = errorOf(validateKeyCreation({ name: "a", tags: ["b", tag] }))
    assert.deepStrictEqual(error, { kind: "code", status: 400, code, params: null })
  })

  it("keeps spaces around a name; empty texts are none, blank namespaces the default one, tags are trimmed", () => {
    const checked = validateKeyCreation({
      name: " a ",
      namespace: " ",
      description: "",
      translations: { en: "", de: " ", __proto__: null },
      tags: ["b", " a ", "b "],
      relatedKeysInOrder: [{ keyName: "c", namespace: "", branch: "b" }]
    })
    assert.deepStrictEqual(checked.ok && checked.value, {
      name: " a ",
      namespace: null,
      description: null,
      maxCharLimit: null,
      texts: new Map([
        ["en", null],
        ["de", " "]
      ]),
      states: new Map(),
      tags: ["a", "b"],
      relatedKeys: [{ name: "c", namespace: null, branch: "b" }],
      isPlural: false,
      pluralArgumentName: null
    })
  })

  it("has a text for each state", () => {
    const texts = new Map([["en", null]])
    assert.isNull(checkStates({ texts, states: new Map([["en", "REVIEWED"]]) }))
    assert.deepStrictEqual(checkStates({ texts, states: new Map([["de", "REVIEWED"]]) }), {
      kind: "code",
      status: 400,
      code: "cannot_set_state_for_missing_translation",
      params: null
    })
  })
})

describe("the body of an edit", () => {
  it("replaces everything but the limit", () => {
    const checked = validateKeyEdit({ name: "a" })
    const expected = { name: "a", namespace: null, description: null, maxCharLimit: null }
    assert.deepStrictEqual(checked.ok && checked.value, expected)
  })
})

describe("the body of a complex update", () => {
  const update = (input: KeyComplexUpdateInput) => {
    const checked = validateKeyComplexUpdate({ name: "a", ...input })
    return checked.ok ? checked.value : checked.error
  }

  it("keeps absent fields, except the namespace", () => {
    assert.deepStrictEqual(update({}), {
      name: "a",
      namespace: null,
      description: undefined,
      maxCharLimit: undefined,
      customValues: undefined,
      texts: new Map(),
      states: new Map(),
      tags: undefined,
      relatedKeys: [],
      isPlural: undefined,
      pluralArgumentName: undefined,
      warnOnDataLoss: false
    })
  })

  it("clears a description by null, a limit by 0 and less, tags by an empty list", () => {
    const expected = { description: null, maxCharLimit: null, tags: [] }
    assert.deepInclude(update({ description: null, maxCharLimit: 0, tags: [] }), expected)
    assert.deepInclude(update({ description: "", maxCharLimit: -1, tags: [] }), expected)
    assert.deepInclude(update({ maxCharLimit: null, tags: null }), { maxCharLimit: undefined, tags: undefined })
  })

  it("has custom values of at most 5000 as JSON", () => {
    // {"a":"…"} has 8 units beside the text.
    assert.notDeepInclude(update({ custom: { a: "x".repeat(4992) } }), { kind: "code" })
    assert.deepInclude(update({ custom: { a: "x".repeat(4993) } }), { code: "custom_values_json_too_long" })
  })
})

it.each([
  [undefined, null],
  [null, null],
  ["", null],
  [" ", null],
  [" a", " a"]
])("the namespace of %j is %j", (name, expected) => {
  assert.strictEqual(toNamespaceName(name), expected)
})

const [en, de] = [1, 2]

describe("creating a key", () => {
  it.each<[string, ReadonlyArray<[number, string | null]>, ReadonlyArray<[number, AssignableState]>, unknown]>([
    ["needs no language without texts", [], [], { translate: [], stateChange: [] }],
    [
      "needs the languages of its texts",
      [
        [en, "Hello"],
        [de, "Hallo"]
      ],
      [],
      { translate: [en, de], stateChange: [] }
    ],
    ["needs no language for an empty text", [[en, null]], [], { translate: [], stateChange: [] }],
    [
      "needs no right to states for TRANSLATED",
      [[en, "Hello"]],
      [[en, "TRANSLATED"]],
      { translate: [en], stateChange: [] }
    ],
    [
      "needs the right to states for REVIEWED",
      [[en, "Hello"]],
      [[en, "REVIEWED"]],
      { translate: [en], stateChange: [en] }
    ],
    [
      "needs it also for the state of an empty text",
      [[de, null]],
      [[de, "REVIEWED"]],
      { translate: [], stateChange: [de] }
    ]
  ])("%s", (_, texts, states, expected) => {
    assert.deepStrictEqual(creationLanguages(new Map(texts), new Map(states)), expected)
  })
})

const nothing: KeyEditKinds = {
  translations: false,
  states: false,
  tags: false,
  name: false,
  maxCharLimit: false,
  screenshotsAdded: false,
  screenshotsDeleted: false,
  suggestions: false
}

it.each([
  ["texts alone", { translations: true }, "SET_TRANSLATIONS"],
  ["states alone", { states: true }, "SET_TRANSLATION_STATE"],
  ["tags alone", { tags: true }, "KEY_TAGS_EDIT"],
  ["the name alone", { name: true }, "KEY_NAME_EDIT"],
  ["texts that became suggestions alone", { suggestions: true }, "CREATE_SUGGESTION"],
  ["the limit alone", { maxCharLimit: true }, "KEY_CHARACTER_LIMIT_EDIT"],
  ["added screenshots alone", { screenshotsAdded: true }, "SCREENSHOT_ADD"],
  ["deleted screenshots alone", { screenshotsDeleted: true }, "SCREENSHOT_DELETE"],
  ["screenshots that replace others", { screenshotsAdded: true, screenshotsDeleted: true }, "COMPLEX_EDIT"],
  ["none of these", {}, "COMPLEX_EDIT"],
  ["two of these", { translations: true, states: true }, "COMPLEX_EDIT"]
] satisfies ReadonlyArray<[string, Partial<KeyEditKinds>, string]>)("a change of %s", (_, changed, type) => {
  assert.strictEqual(editActivityType({ ...nothing, ...changed }), type)
})

const key = (id: number, name: string, namespace: string | null = null) => ({ id, name, namespace })

const split = (keys: ReadonlyArray<ReturnType<typeof key>>, occupied: Parameters<typeof splitByFreePlace>[2]) => {
  const { free, taken } = splitByFreePlace(keys, (wanted) => wanted, occupied)
  return [free.map(({ id }) => id), taken.map(({ id }) => id)]
}

describe("a key gets its place", () => {
  it.each([
    ["where no key is", [key(1, "a")], [], [[1], []]],
    ["not where another key is", [key(1, "a"), key(2, "b")], [key(9, "a")], [[2], [1]]],
    ["beside a key of the same name in another namespace", [key(1, "a", "x")], [key(9, "a")], [[1], []]],
    ["in the default namespace beside one with the name null", [key(1, "a")], [key(9, "a", "null")], [[1], []]],
    ["before the others that want the same one", [key(2, "a"), key(1, "a"), key(3, "a")], [], [[2], [1, 3]]],
    ["never, all of them, where one key is", [key(1, "a"), key(2, "a")], [key(9, "a")], [[], [1, 2]]]
  ])("%s", (_, keys, occupied, expected) => {
    assert.deepStrictEqual(split(keys, occupied), expected)
  })
})
