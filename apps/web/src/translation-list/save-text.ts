import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useRef, useState } from "react"
import { ApiError } from "../api/api-error.ts"
import { call } from "../api/call.ts"
import type { LanguageModel, ListedKeyModel, ListedTranslationModel } from "../api/contract.ts"
import { type DraftPlace, discardDraft, keepDraft } from "../draft/draft.ts"
import { projectStatsQuery } from "../project/project-queries.ts"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import type { SavedText } from "../translation-editor/translation-editor.tsx"
import { errorSentence } from "../ui/error-details.tsx"
import { noTranslation, patchTranslation } from "./key-pages.ts"
import { recallWrite, rememberWrite, type UndoableWrite } from "./undo-stack.ts"

export type SaveStatus = "saving" | "failed"

/** Name of a text in the map of saves. */
const nameOf = (keyId: number, languageTag: string) => `${keyId}:${languageTag}`

/** A text that is written over the one that is expected there. */
interface TextWrite extends UndoableWrite {
  readonly isReviewed: boolean
}

/** Own texts of a cell that are remembered: events about them tell nothing new. */
const ownTextsMax = 20

/**
 * Saves texts while the list already shows them. A text that could not be saved is "Not saved" in its cell, and stays as a
 * draft. The last writes can be undone, as long as no other user has changed the text since.
 */
export const useSaveText = (projectId: number) => {
  const t = useText()
  const client = useQueryClient()
  const [statuses, setStatuses] = useState<ReadonlyMap<string, SaveStatus>>(new Map())
  const undoable = useRef<ReadonlyArray<UndoableWrite>>([])
  const ownTexts = useRef(new Map<string, ReadonlyArray<string>>())

  const setStatus = (name: string, status: SaveStatus | null) =>
    setStatuses((before) => {
      const after = new Map(before)
      if (status === null) after.delete(name)
      else after.set(name, status)
      return after
    })
  const show = (
    keyId: number,
    languageTag: string,
    change: (shown: ListedTranslationModel) => ListedTranslationModel
  ) => patchTranslation(client, projectId, keyId, languageTag, change)

  /** The text as the server has it now; fails as `call` does. */
  const write = async ({ keyId, keyName, keyNamespace, languageTag, after, before, isReviewed }: TextWrite) => {
    const name = nameOf(keyId, languageTag)
    ownTexts.current.set(name, [after.text, ...(ownTexts.current.get(name) ?? [])].slice(0, ownTextsMax))
    const saved = await call("translation", "set", {
      params: { projectId },
      payload: {
        key: keyName,
        namespace: keyNamespace,
        translations: { [languageTag]: after.text },
        expectedTexts: { [languageTag]: before.text },
        languagesToReturn: [languageTag]
      }
    })
    const written = saved.translations[languageTag] ?? { id: null, text: null, state: "UNTRANSLATED" as const }
    show(keyId, languageTag, (shown) => ({ ...shown, ...written }))
    if (isReviewed && written.id !== null && written.state === "TRANSLATED")
      await review(keyId, languageTag, written.id)
    void client.invalidateQueries({ queryKey: projectStatsQuery(projectId).queryKey })
  }

  /** Reviews a text that is saved: when that fails, the text stays saved and is shown as not reviewed. */
  const review = async (keyId: number, languageTag: string, translationId: number) => {
    try {
      const reviewed = await call("translation", "setState", {
        params: { projectId, translationId, state: "REVIEWED" }
      })
      show(keyId, languageTag, (shown) => ({ ...shown, ...reviewed }))
    } catch (error) {
      showToast({ kind: "failed", text: t("editor.not-reviewed", { reason: errorSentence(error, t) }), error })
    }
  }

  /** Shows the stored text when another user was faster. Returns whether that was the reason. */
  const showPresentText = (error: unknown, keyId: number, languageTag: string): boolean => {
    if (!(error instanceof ApiError) || error.code !== "text_changed") return false
    const present = (error.params[0] ?? {}) as Readonly<Record<string, string | null>>
    const text = present[languageTag] ?? null
    show(keyId, languageTag, (shown) => ({
      ...shown,
      text,
      state: text === null ? "UNTRANSLATED" : shown.state === "UNTRANSLATED" ? "TRANSLATED" : shown.state
    }))
    return true
  }

  const save = async (
    key: ListedKeyModel,
    language: LanguageModel,
    saved: SavedText,
    place: DraftPlace,
    options: { readonly offersUndo: boolean; readonly onConflict: () => void }
  ): Promise<void> => {
    const { keyId, keyName, keyNamespace } = key
    const { tag } = language
    const name = nameOf(keyId, tag)
    const before = key.translations[tag] ?? noTranslation
    const { text, expectedText, isReviewed } = saved
    if (text === expectedText && !(isReviewed && before.state === "TRANSLATED")) {
      return discardDraft(localStorage, place)
    }
    keepDraft(localStorage, place, { text, from: expectedText, at: Date.now() })
    setStatus(name, "saving")
    const state = text === "" ? "UNTRANSLATED" : isReviewed ? "REVIEWED" : "TRANSLATED"
    show(keyId, tag, (shown) => ({ ...shown, text, state, outdated: false, auto: false }))
    const undo: UndoableWrite = {
      keyId,
      keyName,
      keyNamespace,
      languageTag: tag,
      before: { text: expectedText, isReviewed: before.state === "REVIEWED" },
      after: { text }
    }
    try {
      await write({ ...undo, isReviewed })
      discardDraft(localStorage, place)
      setStatus(name, null)
      undoable.current = rememberWrite(undoable.current, undo)
      if (!options.offersUndo) return
      showToast({
        kind: "done",
        text: t("editor.saved"),
        group: undoGroup,
        action: { label: t("action.undo"), run: () => void undoLast() }
      })
    } catch (error) {
      if (showPresentText(error, keyId, tag)) {
        setStatus(name, null)
        return options.onConflict()
      }
      show(keyId, tag, () => before)
      setStatus(name, "failed")
      showToast({ kind: "failed", text: t("editor.not-saved", { reason: errorSentence(error, t) }), error })
    }
  }

  /** Writes the text that was there before the last write, unless it has changed since. */
  const undoLast = async (): Promise<void> => {
    const { write: last, rest } = recallWrite(undoable.current)
    if (last === null) return
    undoable.current = rest
    const { keyId, keyName, languageTag } = last
    const name = nameOf(keyId, languageTag)
    setStatus(name, "saving")
    try {
      const opposite = { ...last, before: { text: last.after.text, isReviewed: false }, after: last.before }
      await write({ ...opposite, isReviewed: last.before.isReviewed })
      showToast({ kind: "done", text: t("undo.done", { key: keyName, language: languageTag }), group: undoGroup })
    } catch (error) {
      const isChanged = showPresentText(error, keyId, languageTag)
      const reason = isChanged ? t("undo.changed", { key: keyName, language: languageTag }) : errorSentence(error, t)
      showToast({ kind: "failed", text: reason, group: undoGroup, ...(isChanged ? {} : { error }) })
    }
    setStatus(name, null)
  }

  // Another function only when there are other statuses: rows are drawn again then.
  const statusOf = useCallback(
    (keyId: number, languageTag: string): SaveStatus | null => statuses.get(nameOf(keyId, languageTag)) ?? null,
    [statuses]
  )
  return {
    save,
    undoLast,
    statusOf,
    /** Whether a text comes from here: events about it tell nothing new. */
    isOwnText: (keyId: number, languageTag: string, text: string): boolean =>
      ownTexts.current.get(nameOf(keyId, languageTag))?.includes(text) === true
  }
}

/** One toast about undoing at a time. */
const undoGroup = "undo"
