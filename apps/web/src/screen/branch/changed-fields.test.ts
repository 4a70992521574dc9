import { assert, describe, it } from "vitest"
import type { BranchMergeChangeModel, BranchMergeKeyModel } from "../../base/api/contract.ts"
import { changedFields, outcomeOf } from "./changed-fields.ts"

type Texts = Readonly<Record<string, readonly [text: string, state: "TRANSLATED" | "REVIEWED"]>>

const key = (texts: Texts, own: Partial<BranchMergeKeyModel> = {}): BranchMergeKeyModel => ({
  keyId: 1,
  keyName: "save",
  keyIsPlural: false,
  keyDescription: null,
  namespace: null,
  translations: Object.fromEntries(
    Object.entries(texts).map(([language, [text, state]]) => [
      language,
      { id: 1, language, text, state, outdated: false }
    ])
  ),
  ...own
})

const change = (own: Partial<BranchMergeChangeModel>): BranchMergeChangeModel => ({
  id: 1,
  type: "CONFLICT",
  sourceKey: null,
  targetKey: null,
  mergedKey: null,
  changedTranslations: null,
  resolution: null,
  effectiveResolution: null,
  ...own
})

describe("the values in which two branches differ", () => {
  it("are names and texts, those of languages in the order of the project, without equal ones", () => {
    const fields = changedFields(
      change({
        targetKey: key({ en: ["Save", "REVIEWED"], cs: ["Uložit", "TRANSLATED"], de: ["Sichern", "TRANSLATED"] }),
        sourceKey: key(
          { en: ["Store", "REVIEWED"], cs: ["Uložit", "TRANSLATED"], de: ["Speichern", "TRANSLATED"] },
          { keyName: "store" }
        )
      }),
      ["de", "en", "cs"]
    )
    assert.deepStrictEqual(
      fields.map(({ kind, languageTag, target, source, merged }) => [
        kind,
        languageTag,
        target?.text,
        source?.text,
        merged
      ]),
      [
        ["name", null, "save", "store", null],
        ["text", "de", "Sichern", "Speichern", null],
        ["text", "en", "Save", "Store", null]
      ]
    )
  })

  it("have their states where those differ, also of equal texts", () => {
    const [field] = changedFields(
      change({ targetKey: key({ en: ["Save", "TRANSLATED"] }), sourceKey: key({ en: ["Save", "REVIEWED"] }) }),
      ["en"]
    )
    assert.deepStrictEqual([field?.target?.state, field?.source?.state], ["TRANSLATED", "REVIEWED"])
  })

  it("are all texts of a key that one branch lacks", () => {
    const fields = changedFields(
      change({ type: "ADD", sourceKey: key({ en: ["Save", "TRANSLATED"] }), effectiveResolution: "SOURCE" }),
      ["en", "cs"]
    )
    assert.deepStrictEqual(fields, [
      {
        kind: "text",
        languageTag: "en",
        target: null,
        source: { text: "Save", state: null },
        merged: { text: "Save", state: null }
      }
    ])
  })
})

describe("the key after a merge", () => {
  const [sourceKey, targetKey] = [key({ en: ["Store", "TRANSLATED"] }), key({ en: ["Save", "TRANSLATED"] })]

  it("is that of the chosen side, or what the server makes of both", () => {
    assert.strictEqual(outcomeOf(change({ sourceKey, targetKey, effectiveResolution: "TARGET" })), targetKey)
    const mergedKey = key({})
    assert.strictEqual(outcomeOf(change({ sourceKey, targetKey, mergedKey, effectiveResolution: "SOURCE" })), mergedKey)
  })

  it("is none after a deletion, and not known before a conflict is resolved", () => {
    assert.isNull(outcomeOf(change({ type: "DELETE", targetKey, effectiveResolution: "SOURCE" })))
    assert.isUndefined(outcomeOf(change({ sourceKey, targetKey })))
  })
})
