import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ListedKeyModel, ListedTranslationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { type DraftPlace, discardDraft, keepDraft } from "../../feature/draft/draft.ts"
import { projectStatsKey } from "../../feature/project/project-queries.ts"
import { type Suggestion, suggestionsOfTextQuery } from "../../feature/suggestion/suggestion-queries.ts"
import type { SavedText } from "../../feature/translation-editor/translation-editor.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { readIssueCounts } from "./issue-counts.ts"
import { patchTranslation } from "./key-pages.ts"
import { readTranslation } from "./set-labels.ts"

/** One toast about suggestions at a time. */
const suggestionGroup = "suggestion"

/** Suggestions that the list keeps of a text. */
const listedMax = 3

/** Makes suggestions for texts, and decides about those of others. Counts and texts of the list follow. */
export const useSuggestions = (projectId: number) => {
  const t = useText()
  const client = useQueryClient()

  const patch = (
    keyId: number,
    language: LanguageModel,
    change: (shown: ListedTranslationModel) => ListedTranslationModel
  ) => {
    patchTranslation(client, projectId, keyId, language.tag, change)
    return client.invalidateQueries({ queryKey: suggestionsOfTextQuery(projectId, keyId, language.id).queryKey })
  }
  const fail = (error: unknown, keyId: number, language: LanguageModel) => {
    showToast({ kind: "failed", text: errorSentence(error, t), error })
    // Another user may have been faster.
    void showTranslation(client, projectId, keyId, language)
  }

  const withdraw = async (keyId: number, language: LanguageModel, { id }: Suggestion): Promise<void> => {
    try {
      const params = { projectId, keyId, languageId: language.id, suggestionId: id }
      await call("suggestion", "delete", { params })
      void patch(keyId, language, (shown) => {
        const rest = withoutSuggestions(shown, [id])
        return { ...rest, totalSuggestionCount: Math.max(0, shown.totalSuggestionCount - 1) }
      })
      showToast({ kind: "done", group: suggestionGroup, text: t("suggestion.withdrawn") })
    } catch (error) {
      fail(error, keyId, language)
    }
  }

  const setActive = async (keyId: number, language: LanguageModel, suggestion: Suggestion): Promise<void> => {
    try {
      const params = { projectId, keyId, languageId: language.id, suggestionId: suggestion.id }
      await call("suggestion", "setActive", { params })
      void patch(keyId, language, (shown) => withSuggestion(shown, suggestion))
    } catch (error) {
      fail(error, keyId, language)
    }
  }

  return {
    withdraw,

    /** Suggests what was typed. A suggestion that could not be made stays a draft. */
    suggest: async (
      { keyId }: ListedKeyModel,
      language: LanguageModel,
      { text, expectedText }: SavedText,
      place: DraftPlace,
      options: { readonly offersUndo: boolean }
    ): Promise<void> => {
      if (text === expectedText) return discardDraft(localStorage, place)
      keepDraft(localStorage, place, { text, from: expectedText, at: Date.now() })
      try {
        const params = { projectId, keyId, languageId: language.id }
        const made = await call("suggestion", "create", { params, payload: { translation: text } })
        discardDraft(localStorage, place)
        void patch(keyId, language, (shown) => ({
          ...withSuggestion(shown, made),
          totalSuggestionCount: shown.totalSuggestionCount + 1
        }))
        if (!options.offersUndo) return
        const undo = { label: t("action.undo"), run: () => void withdraw(keyId, language, made) }
        showToast({ kind: "done", group: suggestionGroup, text: t("suggestion.made"), action: undo })
      } catch (error) {
        showToast({ kind: "failed", text: t("suggestion.not-made", { reason: errorSentence(error, t) }), error })
      }
    },

    /** Makes a suggestion the text. */
    accept: async (
      { keyId }: ListedKeyModel,
      language: LanguageModel,
      suggestion: Suggestion,
      declinesOthers: boolean
    ): Promise<void> => {
      try {
        const params = { projectId, keyId, languageId: language.id, suggestionId: suggestion.id }
        await call("suggestion", "accept", { params, query: { declineOther: declinesOthers } })
        await showTranslation(client, projectId, keyId, language)
        showToast({ kind: "done", group: suggestionGroup, text: t("suggestion.accepted") })
        void client.invalidateQueries({ queryKey: projectStatsKey(projectId) })
        void readIssueCounts(client, projectId, keyId)
      } catch (error) {
        fail(error, keyId, language)
      }
    },

    decline: async (keyId: number, language: LanguageModel, suggestion: Suggestion): Promise<void> => {
      try {
        const params = { projectId, keyId, languageId: language.id, suggestionId: suggestion.id }
        await call("suggestion", "decline", { params })
        void patch(keyId, language, (shown) => withoutSuggestions(shown, [suggestion.id]))
        const undo = { label: t("action.undo"), run: () => void setActive(keyId, language, suggestion) }
        showToast({ kind: "done", group: suggestionGroup, text: t("suggestion.declined"), action: undo })
      } catch (error) {
        fail(error, keyId, language)
      }
    }
  }
}

/** Shows a text as the server has it now. */
const showTranslation = async (
  client: QueryClient,
  projectId: number,
  keyId: number,
  language: LanguageModel
): Promise<void> => {
  const present = await readTranslation(projectId, keyId, language.tag).catch(() => undefined)
  if (present !== undefined) patchTranslation(client, projectId, keyId, language.tag, () => present)
  await client.invalidateQueries({ queryKey: suggestionsOfTextQuery(projectId, keyId, language.id).queryKey })
}

const withSuggestion = (shown: ListedTranslationModel, suggestion: Suggestion): ListedTranslationModel => ({
  ...shown,
  activeSuggestionCount: shown.activeSuggestionCount + 1,
  suggestions: [suggestion, ...shown.suggestions].slice(0, listedMax)
})

const withoutSuggestions = (shown: ListedTranslationModel, ids: ReadonlyArray<number>): ListedTranslationModel => ({
  ...shown,
  activeSuggestionCount: Math.max(0, shown.activeSuggestionCount - ids.length),
  suggestions: shown.suggestions.filter(({ id }) => !ids.includes(id))
})
