import { assert, describe, it } from "vitest"
import { discardDraft, holdDraft, keepDraft, listUnsaved, readDraft } from "./draft.ts"

/** A storage as browsers have it: its items are its keys. */
const makeStorage = (): Storage => {
  const items: Record<string, string> = {}
  return new Proxy(items, {
    get: (_, name) =>
      ({
        getItem: (key: string) => items[key] ?? null,
        setItem: (key: string, value: string) => {
          items[key] = value
        },
        removeItem: (key: string) => {
          delete items[key]
        }
      })[String(name)]
  }) as unknown as Storage
}

const place = { userId: 1, projectId: 2, keyId: 3, languageTag: "cs" }
const day = 86_400_000

describe("drafts", () => {
  it("are kept by user, project, key and language", () => {
    const storage = makeStorage()
    keepDraft(storage, place, { text: "Ahoj", at: 5 })
    assert.deepStrictEqual(readDraft(storage, place, 6), { text: "Ahoj", at: 5 })
    assert.isNull(readDraft(storage, { ...place, userId: 9 }, 6))
    assert.isNull(readDraft(storage, { ...place, languageTag: "de" }, 6))
  })

  it("are gone when they are discarded, and after 30 days", () => {
    const storage = makeStorage()
    keepDraft(storage, place, { text: "Ahoj", at: 0 })
    assert.isNull(readDraft(storage, place, 31 * day))
    discardDraft(storage, place)
    assert.isNull(readDraft(storage, place, 1))
  })

  it("are 200 at most: the oldest goes", () => {
    const storage = makeStorage()
    for (let keyId = 1; keyId <= 201; keyId++) keepDraft(storage, { ...place, keyId }, { text: "x", at: keyId })
    assert.isNull(readDraft(storage, { ...place, keyId: 1 }, 300))
    assert.isNotNull(readDraft(storage, { ...place, keyId: 2 }, 300))
    assert.lengthOf(Object.keys(storage), 200)
  })

  it("that the user asked to save are listed by age, also after a reload, and without those of others", () => {
    const storage = makeStorage()
    const save = { keyName: "berth.title", keyNamespace: null, isReviewed: false }
    const later = { ...place, languageTag: "zh-Hans" }
    keepDraft(storage, later, { text: "泊位", from: "", at: 9, save })
    keepDraft(storage, place, { text: "Stání", from: "", at: 5, save })
    keepDraft(storage, { ...place, keyId: 4 }, { text: "Rozepsáno", from: "", at: 6 })
    keepDraft(storage, { ...place, userId: 9 }, { text: "Cizí", from: "", at: 7, save })
    assert.deepStrictEqual(listUnsaved(storage, 1, 10), [
      { place, draft: { text: "Stání", from: "", at: 5, save } },
      { place: later, draft: { text: "泊位", from: "", at: 9, save } }
    ])
  })

  it("are not listed as unsaved while an editor or a request holds them", () => {
    const storage = makeStorage()
    const save = { keyName: "berth.title", keyNamespace: null, isReviewed: false }
    keepDraft(storage, place, { text: "Stání", from: "", at: 5, save })
    const closeEditor = holdDraft(place)
    const endRequest = holdDraft(place)
    assert.lengthOf(listUnsaved(storage, 1, 6), 0)
    closeEditor()
    assert.lengthOf(listUnsaved(storage, 1, 6), 0)
    endRequest()
    assert.lengthOf(listUnsaved(storage, 1, 6), 1)
  })
})
