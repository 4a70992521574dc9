import { activityTypes, isCounted } from "@dragoman/domain/activity"
import { assert, describe, it } from "vitest"
import type { ActivityModel, ModifiedEntityModel } from "../../base/api/contract.ts"
import ar from "../../base/texts/activity/ar.json"
import cs from "../../base/texts/activity/cs.json"
import de from "../../base/texts/activity/de.json"
import en from "../../base/texts/activity/en.json"
import enTexts from "../../base/texts/en.json"
import { makeText } from "../../base/texts/text.ts"
import { activitySentence } from "./activity-sentence.ts"
import { joinRevisions, singleTextOf } from "./join-revisions.ts"

const sentences = { en, cs, de, ar }
type Language = keyof typeof sentences

const minute = 60_000
const jana = { id: 7, username: "jana", name: "Jana", avatar: null, deleted: false }

const textOf = (keyId: number, tag: string, old: string | null, now: string | null): ModifiedEntityModel => ({
  entityClass: "Translation",
  entityId: keyId * 100 + tag.length,
  description: {},
  modifications: { text: { old, new: now } },
  relations: {
    key: { entityClass: "Key", entityId: keyId, data: { name: `labels.${keyId}` }, relations: {}, exists: true },
    language: { entityClass: "Language", entityId: 3, data: { tag }, relations: {}, exists: true }
  },
  exists: null
})

const revisionOf = (
  type: string,
  entities: ReadonlyArray<ModifiedEntityModel>,
  other: Partial<ActivityModel> = {}
): ActivityModel => ({
  revisionId: 1,
  timestamp: 100 * minute,
  type,
  branch: null,
  author: jana,
  modifiedEntities:
    entities.length === 0 ? null : Object.fromEntries(Map.groupBy(entities, ({ entityClass }) => entityClass)),
  meta: null,
  counts: null,
  params: null,
  ...other
})

const sentencesOf = (revisions: ReadonlyArray<ActivityModel>, language: Language = "en"): ReadonlyArray<string> =>
  joinRevisions(revisions, "en").map((group) =>
    activitySentence(group, sentences[language], makeText(language, enTexts))
      .map(({ text }) => text)
      .join("")
  )

const named = (entityClass: string, name: string, old: string | null = null): ModifiedEntityModel => ({
  entityClass,
  entityId: 1,
  description: {},
  modifications: { name: { old, new: name } },
  relations: {},
  exists: true
})

const task = (name: string | null): ModifiedEntityModel => ({
  ...named("Task", name ?? ""),
  description: { number: 1 },
  modifications: name === null ? { state: { old: "NEW", new: "FINISHED" } } : { name: { old: null, new: name } }
})

describe("the sentence of an activity", () => {
  it("is there for every type that the server records", () => {
    for (const [language, texts] of Object.entries(sentences)) {
      assert.deepStrictEqual(
        activityTypes.filter((type) => !Object.hasOwn(texts, type)),
        [],
        language
      )
    }
  })

  it("has all its facts for every type that has numbers only", () => {
    const params = { source: "main", target: "release" }
    for (const type of activityTypes.filter(isCounted)) {
      for (const count of [0, 1, 2, 5, 11, 100]) {
        const revision = revisionOf(type, [], { counts: { Key: count, Translation: count }, params })
        for (const language of ["en", "cs", "de", "ar"] as const) {
          const [sentence = ""] = sentencesOf([revision], language)
          assert.notInclude(sentence, enTexts[`activity-type.${type}`], `${type} ${language}`)
          assert.notMatch(sentence, /[{}#]/)
        }
      }
    }
  })

  it.each([
    ["en", "Jana translated 27 texts into Czech"],
    ["de", "Jana hat 27 Texte übersetzt (Tschechisch)"],
    ["cs", "Jana: přeloženo 27 textů (čeština)"],
    ["ar", "Jana – ترجمة 27 نصًا (التشيكية)"]
  ] as const)("counts what one person did within 15 minutes, %s", (language, expected) => {
    const revisions = Array.from({ length: 27 }, (_, index) =>
      revisionOf("SET_TRANSLATIONS", [textOf(index + 1, "cs", null, "Kopírovat")], {
        revisionId: 100 - index,
        timestamp: 100 * minute - index * 30_000
      })
    )
    assert.deepStrictEqual(sentencesOf(revisions, language), [expected])
  })

  it("names the key of a single text, and has the text before the first and after the last edit", () => {
    const revisions = [
      revisionOf("SET_TRANSLATIONS", [textOf(5, "cs", "Kopie", "Kopírovat")], { revisionId: 2 }),
      revisionOf("SET_TRANSLATIONS", [textOf(5, "cs", "Opis", "Kopie")], { timestamp: 99 * minute })
    ]
    assert.deepStrictEqual(sentencesOf(revisions), ["Jana changed labels.5 in Czech"])
    const [group] = joinRevisions(revisions, "en")
    assert.deepStrictEqual(group && singleTextOf(group), { languageTag: "cs", before: "Opis", after: "Kopírovat" })
  })

  it("stays apart for others, for later edits, for another language and another kind of change", () => {
    const edit = (keyId: number, other: Partial<ActivityModel>, tag = "cs", old: string | null = null) =>
      revisionOf("SET_TRANSLATIONS", [textOf(keyId, tag, old, "x")], other)
    const at = (minutes: number) => ({ timestamp: minutes * minute })
    assert.deepStrictEqual(
      sentencesOf([
        edit(1, at(100)),
        edit(2, { ...at(99), author: { ...jana, id: 8, name: "Karel" } }),
        edit(3, at(98)),
        edit(4, at(97), "de"),
        edit(5, at(96), "cs", "y"),
        edit(6, at(95), "en"),
        edit(7, at(84))
      ]),
      [
        "Jana translated 2 texts into Czech",
        "Karel translated labels.2 into Czech",
        "Jana translated labels.4 into German",
        "Jana changed labels.5 in Czech",
        "Jana changed labels.6 in English",
        "Jana translated labels.7 into Czech"
      ]
    )
  })

  it.each([
    ["SET_TRANSLATIONS", [textOf(5, "cs", "Kopie", null)], "Jana cleared labels.5 in Czech"],
    [
      "SET_TRANSLATIONS",
      ["cs", "pt-BR", "zh-Hant"].map((tag) => textOf(5, tag, "a", "b")),
      "Jana changed 3 texts in Czech, Brazilian Portuguese, and Traditional Chinese"
    ],
    // Texts that became outdated with it are no change of the person.
    [
      "SET_TRANSLATIONS",
      [
        textOf(5, "en", "a", "b"),
        { ...textOf(5, "cs", null, null), modifications: { outdated: { old: false, new: true } } }
      ],
      "Jana changed labels.5 in English"
    ],
    [
      "CREATE_KEY",
      [{ ...named("Key", "labels.5"), entityId: 5 }, textOf(5, "en", null, "a"), textOf(5, "cs", null, "b")],
      "Jana created labels.5"
    ],
    ["SET_TRANSLATIONS", [], "Jana changed texts"],
    ["TRANSLATION_LABEL_CREATE", [named("Label", "urgent")], "Jana created the label urgent"],
    ["BRANCH_RENAME", [named("Branch", "new", "old")], "Jana renamed the branch old to new"],
    ["TASK_CREATE", [task("Release 2.4")], "Jana created the task #1 Release 2.4"],
    ["TASK_FINISH", [task(null)], "Jana finished the task #1"],
    ["TASKS_CREATE", [task(null), { ...task(null), entityId: 2 }], "Jana created 2 tasks"],
    ["REVERT", [], "Jana undid changes"],
    ["KEY_NAME_EDIT", [named("Key", "new", "old")], "Jana renamed old to new"],
    ["EDIT_PROJECT", [], "Jana changed the project settings"],
    // Without the name that the sentence needs, the type is shown.
    ["TRANSLATION_LABEL_CREATE", [], "Jana: Label created"],
    ["A_NEWER_TYPE", [], "Jana: A_NEWER_TYPE"]
  ] as const)("of %s is made of its facts", (type, entities, expected) => {
    assert.deepStrictEqual(sentencesOf([revisionOf(type, entities)]), [expected])
  })

  it("keeps names apart from the sentence around them", () => {
    const [group] = joinRevisions([revisionOf("KEY_NAME_EDIT", [named("Key", "\u2069new", "old")])], null)
    assert.deepStrictEqual(group && activitySentence(group, en, makeText("en", enTexts)), [
      { kind: "author", text: "Jana" },
      { kind: "plain", text: " renamed " },
      { kind: "name", text: "old" },
      { kind: "plain", text: " to " },
      { kind: "name", text: "new" }
    ])
  })
})
