import { useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ListedKeyModel, ListedTranslationModel } from "../../base/api/contract.ts"
import { type TextKey, useText } from "../../base/texts/text.ts"
import { readDisabledLanguages } from "../../feature/key-form/disabled-languages.ts"
import { projectStatsKey } from "../../feature/project/project-queries.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { noTranslation, patchTranslation } from "./key-pages.ts"
import { stateText } from "./state-mark.tsx"

/** Changes of a text that leave its words as they are, or take the text away with its language. Each shows what the server made of it. */
export const useSetState = (projectId: number) => {
  const t = useText()
  const client = useQueryClient()

  const change = async (
    { keyId }: ListedKeyModel,
    languageTag: string,
    write: () => Promise<Partial<ListedTranslationModel>>,
    said: (changed: Partial<ListedTranslationModel>) => TextKey
  ): Promise<void> => {
    try {
      const changed = await write()
      patchTranslation(client, projectId, keyId, languageTag, (shown) => ({ ...shown, ...changed }))
      void client.invalidateQueries({ queryKey: projectStatsKey(projectId) })
      announce(t(said(changed)))
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }

  /** A text that is not there has no state to change. */
  const setState = async (key: ListedKeyModel, languageTag: string, state: "TRANSLATED" | "REVIEWED") => {
    const { id, text } = key.translations[languageTag] ?? noTranslation
    if (id === null || text === null) return
    const params = { projectId, translationId: id, state }
    await change(
      key,
      languageTag,
      () => call("translation", "setState", { params }),
      (changed) => stateText(changed.state ?? state)
    )
  }

  return {
    setState,
    clearOutdated: async (key: ListedKeyModel, languageTag: string) => {
      const { id } = key.translations[languageTag] ?? noTranslation
      if (id === null) return
      const params = { projectId, translationId: id, state: false as const }
      await change(
        key,
        languageTag,
        () => call("translation", "setOutdatedFlag", { params }),
        () => "text.not-outdated"
      )
    },
    /** The text counts as one of a person from then on. */
    dismissMachine: async (key: ListedKeyModel, languageTag: string) => {
      const { id } = key.translations[languageTag] ?? noTranslation
      if (id === null) return
      const params = { projectId, translationId: id }
      await change(
        key,
        languageTag,
        () => call("translation", "dismissAutoTranslatedState", { params }),
        () => "text.by-person"
      )
    },
    /** Disabling takes the text away; enabling does not bring it back. */
    setDisabled: (key: ListedKeyModel, language: LanguageModel, isDisabled: boolean) =>
      change(
        key,
        language.tag,
        async () => {
          const others = (await readDisabledLanguages(projectId, key.keyId)).filter((id) => id !== language.id)
          const languageIds = isDisabled ? [...others, language.id] : others
          await call("disabledLanguage", "set", { params: { projectId, keyId: key.keyId }, payload: { languageIds } })
          return { text: null, outdated: false, auto: false, state: isDisabled ? "DISABLED" : "UNTRANSLATED" }
        },
        ({ state }) => stateText(state ?? "UNTRANSLATED")
      )
  }
}
