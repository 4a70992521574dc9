import type { QueryClient } from "@tanstack/react-query"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { ListedTranslationModel } from "../../base/api/contract.ts"
import type { Text } from "../../base/texts/text.ts"
import { projectStatsKey } from "../../feature/project/project-queries.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { readIssueCounts } from "./issue-counts.ts"
import { patchTranslation } from "./key-pages.ts"

/** A text that is written over the one that is expected there. */
export interface TextWrite {
  readonly projectId: number
  readonly keyId: number
  readonly keyName: string
  readonly keyNamespace: string | null
  /** Name of the branch of the key; null: the project uses no branches. */
  readonly branch: string | null
  readonly languageTag: string
  readonly text: string
  readonly expectedText: string
  readonly isReviewed: boolean
}

type TextPlace = Pick<TextWrite, "projectId" | "keyId" | "languageTag">

const show = (
  client: QueryClient,
  { projectId, keyId, languageTag }: TextPlace,
  change: (shown: ListedTranslationModel) => ListedTranslationModel
) => patchTranslation(client, projectId, keyId, languageTag, change)

/**
 * Writes a text, and shows it as the server has it now; fails as `call` does. `suggested`: the text was reviewed meanwhile, and the
 * project makes a suggestion of the write.
 */
export const writeText = async (client: QueryClient, t: Text, write: TextWrite): Promise<"written" | "suggested"> => {
  const { projectId, languageTag } = write
  const saved = await call("translation", "set", {
    params: { projectId },
    payload: {
      key: write.keyName,
      namespace: write.keyNamespace,
      branch: write.branch,
      translations: { [languageTag]: write.text },
      expectedTexts: { [languageTag]: write.expectedText },
      languagesToReturn: [languageTag]
    }
  })
  const written = saved.translations[languageTag] ?? { id: null, text: null, state: "UNTRANSLATED" as const }
  show(client, write, (shown) => ({ ...shown, ...written }))
  if (write.isReviewed && written.id !== null && written.state === "TRANSLATED") {
    await review(client, t, write, written.id)
  }
  void client.invalidateQueries({ queryKey: projectStatsKey(projectId) })
  void readIssueCounts(client, projectId, write.keyId)
  return saved.suggestedLanguages.includes(languageTag) ? "suggested" : "written"
}

/** Reviews a text that is saved: when that fails, the text stays saved and is shown as not reviewed. */
const review = async (client: QueryClient, t: Text, place: TextPlace, translationId: number) => {
  try {
    const params = { projectId: place.projectId, translationId, state: "REVIEWED" as const }
    const reviewed = await call("translation", "setState", { params })
    show(client, place, (shown) => ({ ...shown, ...reviewed }))
  } catch (error) {
    showToast({ kind: "failed", text: t("editor.not-reviewed", { reason: errorSentence(error, t) }), error })
  }
}

/** Shows the stored text when another user was faster, and returns it; null: the write failed for another reason. */
export const showPresentText = (client: QueryClient, error: unknown, place: TextPlace): string | null => {
  if (!(error instanceof ApiError) || error.code !== "text_changed") return null
  const present = (error.params[0] ?? {}) as Readonly<Record<string, string | null>>
  const text = present[place.languageTag] ?? null
  show(client, place, (shown) => ({
    ...shown,
    text,
    state: text === null ? "UNTRANSLATED" : shown.state === "UNTRANSLATED" ? "TRANSLATED" : shown.state
  }))
  return text ?? ""
}
