import { assert, describe, it } from "vitest"
import { type KeyModification, keyIdsOf } from "../branch/base-of-key.ts"
import { isSameKey } from "../branch/merge-branches.ts"
import { editAtRandom, makeProject, type SimulatedProject, setKey } from "../branch/testing/random-histories.ts"
import { makeRandom, randomRounds } from "../permission/testing/random-facts.ts"
import { type Translation, untranslated } from "../translation/translation.ts"
import { type RevertContext, type RevertibleKey, type RevertRights, revertKey } from "./revert-key.ts"

const allRights: RevertRights = {
  editsKeys: true,
  createsKeys: true,
  deletesKeys: true,
  translateLanguageIds: null,
  stateLanguageIds: null,
  protection: "NONE"
}

const context: RevertContext = {
  shared: { namespaces: new Map(), languageIds: new Set([1, 2]), labelIds: new Set() },
  rights: allRights,
  baseLanguageId: 1
}

const keyWith = (texts: Readonly<Record<number, Partial<Translation>>>, isDeleted = false): RevertibleKey => {
  const translations = Object.entries(texts).map(
    ([id, text]) => [Number(id), { ...untranslated, state: "TRANSLATED", ...text } as Translation] as const
  )
  return {
    isDeleted,
    version: {
      ...{ name: "title", namespace: null, isPlural: false, pluralArgumentName: null, maxCharLimit: null },
      ...{ description: null, customValues: null, tags: [], screenshotIds: [] },
      texts: Object.fromEntries(translations.map(([id, { text, state }]) => [id, { text, state, labelIds: [] }]))
    },
    translations: new Map(translations)
  }
}

const change = (
  entityClass: "Key" | "KeyMeta" | "Translation",
  modifications: KeyModification["modifications"],
  kind: KeyModification["kind"] = "MOD",
  languageId = 1
): KeyModification => ({
  entityClass,
  entityId: entityClass === "Translation" ? 100 + languageId : 5,
  kind,
  description: {},
  modifications,
  relations:
    entityClass === "Translation"
      ? {
          key: { entityClass: "Key", entityId: 5 },
          language: { entityClass: "Language", entityId: languageId }
        }
      : {}
})

const text = (old: string | null, now: string | null, languageId = 1) =>
  change("Translation", { text: { old, new: now } }, "MOD", languageId)

const reasons = (reverted: ReturnType<typeof revertKey>) =>
  reverted.conflicts.map(({ reason, field }) => `${reason} ${field}`)

const textOf = (reverted: ReturnType<typeof revertKey>, languageId = 1) => reverted.translations.get(languageId)?.text

describe("reverting the changes of a key", () => {
  it("brings a text back that is still what the change wrote", () => {
    const reverted = revertKey(keyWith({ 1: { text: "new" } }), [text("old", "new")], context)
    assert.strictEqual(reverted.action, "CHANGE")
    assert.strictEqual(textOf(reverted), "old")
    assert.deepStrictEqual(reverted.conflicts, [])
  })

  it("leaves a text that was written since, and says so", () => {
    const reverted = revertKey(keyWith({ 1: { text: "newer" } }), [text("old", "new")], context)
    assert.strictEqual(reverted.action, "NONE")
    assert.deepStrictEqual(reverted.conflicts, [
      { reason: "CHANGED", field: "text", languageId: 1, current: "newer", reverted: "old" }
    ])
  })

  it("does nothing where the value is the old one already", () => {
    const reverted = revertKey(keyWith({ 1: { text: "old" } }), [text("old", "new")], context)
    assert.strictEqual(reverted.action, "NONE")
    assert.deepStrictEqual(reverted.conflicts, [])
  })

  it("joins changes that follow each other, and brings the value back that another user wrote in between", () => {
    const following = revertKey(keyWith({ 1: { text: "c" } }), [text("b", "c"), text("a", "b")], context)
    assert.strictEqual(textOf(following), "a")
    const interrupted = revertKey(keyWith({ 1: { text: "c" } }), [text("other", "c"), text("a", "b")], context)
    assert.strictEqual(textOf(interrupted), "other")
  })

  it("puts a created key into the trash, unless it has been changed since", () => {
    const created = [change("Key", { name: { old: null, new: "title" } }, "ADD"), text(null, "new")]
    const state = change("Translation", { text: { old: null, new: "new" }, state: { old: null, new: "TRANSLATED" } })
    const changes = [created[0] as KeyModification, state]
    assert.strictEqual(revertKey(keyWith({ 1: { text: "new" } }), changes, context).action, "TRASH")
    const translated = revertKey(keyWith({ 1: { text: "new" }, 2: { text: "neu" } }), changes, context)
    assert.strictEqual(translated.action, "NONE")
    assert.deepStrictEqual(reasons(translated), ["CHANGED key"])
  })

  it("takes a deleted key out of the trash; an erased one cannot come back", () => {
    const deleted = [change("Key", { deletedAt: { old: null, new: "2026-01-01T00:00:00.000Z" } })]
    assert.strictEqual(revertKey(keyWith({}, true), deleted, context).action, "RESTORE")
    assert.deepStrictEqual(reasons(revertKey(null, deleted, context)), ["KEY_ERASED key"])
    assert.deepStrictEqual(reasons(revertKey(keyWith({}, true), [text("a", "b")], context)), ["KEY_DELETED key"])
  })

  it("says that a text of a deleted language cannot come back", () => {
    const reverted = revertKey(keyWith({}), [text("old", "new", 3)], context)
    assert.deepStrictEqual(reasons(reverted), ["LANGUAGE_DELETED text"])
  })

  it("leaves values that the caller may not write", () => {
    const rights: RevertRights = { ...allRights, editsKeys: false, translateLanguageIds: [2], stateLanguageIds: [] }
    const key = keyWith({ 1: { text: "new" }, 2: { text: "neu" } })
    const renamed = change("KeyMeta", { description: { old: "was", new: null } })
    const reverted = revertKey(key, [text("old", "new"), text("alt", "neu", 2), renamed], { ...context, rights })
    assert.deepStrictEqual(reasons(reverted), ["NOT_PERMITTED description", "NOT_PERMITTED text"])
    assert.deepStrictEqual([...reverted.translations.keys()], [2])
    const created = [change("Key", { name: { old: null, new: "title" } }, "ADD")]
    const denied = { ...context, rights: { ...allRights, deletesKeys: false } }
    assert.deepStrictEqual(reasons(revertKey(keyWith({}), created, denied)), ["NOT_PERMITTED key"])
  })

  it("asks for the right to change states where a reviewed text is protected", () => {
    const rights: RevertRights = { ...allRights, stateLanguageIds: [], protection: "PROTECT_REVIEWED" }
    const reviewed = keyWith({ 1: { text: "new", state: "REVIEWED" } })
    assert.deepStrictEqual(reasons(revertKey(reviewed, [text("old", "new")], { ...context, rights })), [
      "NOT_PERMITTED text",
      "NOT_PERMITTED state"
    ])
  })

  it("does not call a text reviewed because another one was", () => {
    const reviewed = keyWith({ 1: { text: "new", state: "REVIEWED" } })
    const reverted = revertKey(reviewed, [text("old", "new")], context)
    assert.deepInclude(reverted.translations.get(1), { text: "old", state: "TRANSLATED" })
  })

  it("brings marks back, and marks other texts as outdated when the base text goes back", () => {
    const outdated = change("Translation", { outdated: { old: false, new: true } }, "MOD", 2)
    const key = keyWith({ 1: { text: "new" }, 2: { text: "neu", outdated: true } })
    const marked = revertKey(key, [text("old", "new"), outdated], context)
    assert.strictEqual(marked.translations.get(2)?.outdated, false)
    const later = keyWith({ 1: { text: "new" }, 2: { text: "neu" } })
    assert.strictEqual(revertKey(later, [text("old", "new")], context).translations.get(2)?.outdated, true)
  })

  it("gives the former state for random histories", () => {
    let reverts = 0
    for (let round = 0; round < randomRounds(300); round++) {
      const random = makeRandom(round)
      const project = makeProject(random)
      editAtRandom(project, random, 10)
      const first = project.changes.length
      const labels = project.shared.labelIds.size
      const names = JSON.stringify([...project.shared.namespaces])
      const before = new Map(project.keys.map(({ id, isDeleted, version }) => [id, { isDeleted, version }]))
      editAtRandom(project, random, 10)
      if (project.shared.labelIds.size !== labels || JSON.stringify([...project.shared.namespaces]) !== names) continue
      revertAll(project, first)
      for (const { id, isDeleted, version } of project.keys) {
        const former = before.get(id)
        const title = `history ${round}, key ${id}`
        assert.strictEqual(isDeleted, former?.isDeleted ?? true, title)
        if (former === undefined || former.isDeleted) continue
        const { screenshotIds } = version
        assert.isTrue(isSameKey(version, { ...former.version, screenshotIds }), title)
        reverts++
      }
    }
    assert.isAbove(reverts, 100)
  })
})

/** Reverts all recorded changes from this one on, as a server does for each key. */
const revertAll = (project: SimulatedProject, first: number): void => {
  const newestFirst = project.changes.slice(first).toReversed()
  for (const key of project.keys) {
    const changes = newestFirst
      .map(({ modification }) => modification)
      .filter((modification) => keyIdsOf(modification).includes(key.id))
    if (changes.length === 0) continue
    const translations = Object.entries(key.version.texts).map(
      ([id, { text: value, state }]) => [Number(id), { ...untranslated, text: value, state }] as const
    )
    const { action, version, conflicts } = revertKey({ ...key, translations: new Map(translations) }, changes, {
      ...context,
      shared: project.shared
    })
    assert.deepStrictEqual(conflicts, [])
    if (action === "TRASH") setKey(project, key, null)
    else if (action !== "NONE") setKey(project, key, version)
  }
}
