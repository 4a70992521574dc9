import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../api/call.ts"
import type { LanguageModel, ListedKeyModel, ListedTranslationModel } from "../api/contract.ts"
import { type DraftPlace, discardDraft, keepDraft } from "../draft/draft.ts"
import { projectStatsQuery } from "../project/project-queries.ts"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { errorSentence } from "../ui/error-details.tsx"
import { patchKey } from "./key-pages.ts"

export type SaveStatus = "saving" | "failed"

const noTranslation: ListedTranslationModel = {
  id: null,
  text: null,
  state: "UNTRANSLATED",
  outdated: false,
  auto: false,
  fromTranslationMemory: false,
  mtProvider: null,
  commentCount: 0,
  unresolvedCommentCount: 0
}

/** Name of a text in the map of saves. */
const nameOf = (keyId: number, languageTag: string) => `${keyId}:${languageTag}`

/**
 * Saves texts while the list already shows them. A text that could not be saved is "Not saved" in its cell, and stays as a
 * draft.
 */
export const useSaveText = () => {
  const t = useText()
  const client = useQueryClient()
  const [statuses, setStatuses] = useState<ReadonlyMap<string, SaveStatus>>(new Map())

  const setStatus = (name: string, status: SaveStatus | null) =>
    setStatuses((before) => {
      const after = new Map(before)
      if (status === null) after.delete(name)
      else after.set(name, status)
      return after
    })

  const save = async (key: ListedKeyModel, language: LanguageModel, text: string, place: DraftPlace): Promise<void> => {
    const name = nameOf(key.keyId, language.tag)
    const before = key.translations[language.tag] ?? noTranslation
    if (text === (before.text ?? "")) return discardDraft(localStorage, place)
    const show = (translation: ListedTranslationModel) =>
      patchKey(client, place.projectId, key.keyId, (shown) => ({
        ...shown,
        translations: { ...shown.translations, [language.tag]: translation }
      }))
    keepDraft(localStorage, place, { text, at: Date.now() })
    setStatus(name, "saving")
    show({ ...before, text, state: text === "" ? "UNTRANSLATED" : "TRANSLATED", outdated: false, auto: false })
    try {
      const saved = await call("translation", "set", {
        params: { projectId: place.projectId },
        payload: {
          key: key.keyName,
          namespace: key.keyNamespace,
          translations: { [language.tag]: text },
          languagesToReturn: [language.tag]
        }
      })
      const translation = saved.translations[language.tag]
      show({ ...before, ...(translation ?? { id: null, text: null, state: "UNTRANSLATED" }) })
      discardDraft(localStorage, place)
      setStatus(name, null)
      void client.invalidateQueries({ queryKey: projectStatsQuery(place.projectId).queryKey })
    } catch (error) {
      show(before)
      setStatus(name, "failed")
      showToast({ kind: "failed", text: t("editor.not-saved", { reason: errorSentence(error, t) }), error })
    }
  }

  return {
    save,
    statusOf: (keyId: number, languageTag: string): SaveStatus | null =>
      statuses.get(nameOf(keyId, languageTag)) ?? null
  }
}
