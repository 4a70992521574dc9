import { useQueryClient } from "@tanstack/react-query"
import { announce } from "../announcement/announcement.ts"
import { call } from "../api/call.ts"
import type { ListedKeyModel } from "../api/contract.ts"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { errorSentence } from "../ui/error-details.tsx"
import { patchKey } from "./key-pages.ts"
import { stateText } from "./state-mark.tsx"

/** Makes a translated text reviewed, and a reviewed one translated; a text that is not there has no state to change. */
export const useSetState = (projectId: number) => {
  const t = useText()
  const client = useQueryClient()
  return async (key: ListedKeyModel, languageTag: string): Promise<void> => {
    const translation = key.translations[languageTag]
    if (translation === undefined || translation.id === null || translation.text === null) return
    const state = translation.state === "REVIEWED" ? "TRANSLATED" : "REVIEWED"
    try {
      const changed = await call("translation", "setState", {
        params: { projectId, translationId: translation.id, state }
      })
      patchKey(client, projectId, key.keyId, (shown) => ({
        ...shown,
        translations: { ...shown.translations, [languageTag]: { ...translation, ...changed } }
      }))
      announce(t(stateText(changed.state)))
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
}
