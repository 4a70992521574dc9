import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useRef, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import type { LanguageModel, ListedKeyModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { type DraftPlace, discardDraft, holdDraft, keepDraft } from "../../feature/draft/draft.ts"
import type { SavedText } from "../../feature/translation-editor/translation-editor.tsx"
import { announce } from "../../widget/announcement/announcement.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { noTranslation, patchTranslation } from "./key-pages.ts"
import { recallWrite, rememberWrite, type UndoableWrite } from "./undo-stack.ts"
import { showPresentText, writeText } from "./write-text.ts"

export type SaveStatus = "saving"

/** Name of a text in the map of saves. */
const nameOf = (keyId: number, languageTag: string) => `${keyId}:${languageTag}`

interface UndoableTextWrite extends UndoableWrite {
  readonly isReviewed: boolean
}

/** Own texts of a cell that are remembered: events about them tell nothing new. */
const ownTextsMax = 20

/**
 * Saves texts while the list already shows them. A text that could not be saved stays as a draft, which its cell shows as
 * "Not saved". The last writes can be undone, as long as no other user has changed the text since.
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
  const write = ({
    keyId,
    keyName,
    keyNamespace,
    branch,
    languageTag,
    after,
    before,
    isReviewed
  }: UndoableTextWrite) => {
    const name = nameOf(keyId, languageTag)
    ownTexts.current.set(name, [after.text, ...(ownTexts.current.get(name) ?? [])].slice(0, ownTextsMax))
    const place = { projectId, keyId, keyName, keyNamespace, branch, languageTag }
    return writeText(client, t, { ...place, text: after.text, expectedText: before.text, isReviewed })
  }

  /** Returns whether the project has the text now. */
  const save = async (
    key: ListedKeyModel,
    language: LanguageModel,
    saved: SavedText,
    place: DraftPlace,
    options: { readonly offersUndo: boolean; readonly onConflict: () => void }
  ): Promise<boolean> => {
    const { keyId, keyName, keyNamespace, branch } = key
    const { tag } = language
    const name = nameOf(keyId, tag)
    const before = key.translations[tag] ?? noTranslation
    const { text, expectedText, isReviewed } = saved
    if (text === expectedText && !(isReviewed && before.state === "TRANSLATED")) {
      discardDraft(localStorage, place)
      return true
    }
    keepDraft(localStorage, place, {
      text,
      from: expectedText,
      at: Date.now(),
      save: { keyName, keyNamespace, branch, isReviewed }
    })
    const release = holdDraft(place)
    setStatus(name, "saving")
    const state = text === "" ? "UNTRANSLATED" : isReviewed ? "REVIEWED" : "TRANSLATED"
    patchTranslation(client, projectId, keyId, tag, (shown) => ({
      ...shown,
      text,
      state,
      outdated: false,
      auto: false
    }))
    const undo: UndoableWrite = {
      keyId,
      keyName,
      keyNamespace,
      branch,
      languageTag: tag,
      before: { text: expectedText, isReviewed: before.state === "REVIEWED" },
      after: { text }
    }
    try {
      const written = await write({ ...undo, isReviewed })
      discardDraft(localStorage, place)
      if (written === "suggested") {
        showToast({ kind: "done", text: t("suggestion.made") })
        return false
      }
      undoable.current = rememberWrite(undoable.current, undo)
      if (!options.offersUndo) return true
      showToast({
        kind: "done",
        text: t("editor.saved"),
        group: undoGroup,
        action: { label: t("action.undo"), run: () => void undoLast() }
      })
      return true
    } catch (error) {
      const present = showPresentText(client, error, { projectId, keyId, languageTag: tag })
      // The same text: an earlier request arrived, and only its response was lost.
      if (present === text) {
        discardDraft(localStorage, place)
        return true
      }
      if (present !== null) {
        options.onConflict()
        return false
      }
      patchTranslation(client, projectId, keyId, tag, () => before)
      const sentence = t("editor.not-saved", { reason: errorSentence(error, t) })
      // The bar says it for all texts while the server is out of reach.
      if (error instanceof ApiError && error.isOffline) announce(sentence, "assertive")
      else showToast({ kind: "failed", text: sentence, error, group: notSavedGroup })
      return false
    } finally {
      setStatus(name, null)
      release()
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
      const isChanged = showPresentText(client, error, { projectId, keyId, languageTag }) !== null
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
    /** Returns whether a text was saved here: its event is no news. */
    isOwnText: (keyId: number, languageTag: string, text: string): boolean =>
      ownTexts.current.get(nameOf(keyId, languageTag))?.includes(text) === true
  }
}

/** One toast about the last text that could not be saved. */
const notSavedGroup = "not-saved"

/** One toast about undoing at a time. */
const undoGroup = "undo"
