import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { LabelModel, LanguageModel, ListedKeyModel, ListedTranslationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { projectStatsKey } from "../../feature/project/project-queries.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { noTranslation, patchTranslation } from "./key-pages.ts"

/** Adds labels to texts and removes them, while the list already shows it. */
export const useSetLabels = (projectId: number) => {
  const t = useText()
  const client = useQueryClient()
  return async (
    key: ListedKeyModel,
    language: LanguageModel,
    label: LabelModel,
    isAssigned: boolean
  ): Promise<void> => {
    const { keyId } = key
    const show = (isShown: boolean) =>
      patchTranslation(client, projectId, keyId, language.tag, (shown) => withLabel(shown, label, isShown))
    show(isAssigned)
    try {
      const translation = key.translations[language.tag] ?? noTranslation
      if (isAssigned) await assign(client, { projectId, keyId, language }, label.id, translation.id)
      else await unassign({ projectId, keyId, language }, label.id, translation.id)
      announce(t(isAssigned ? "label.assigned" : "label.unassigned", { label: label.name }))
      void client.invalidateQueries({ queryKey: projectStatsKey(projectId) })
    } catch (error) {
      show(!isAssigned)
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
}

interface LabelledText {
  readonly projectId: number
  readonly keyId: number
  readonly language: LanguageModel
}

/** A text that is not there gets its row, whose id the list has to know. */
const assign = async (
  client: QueryClient,
  { projectId, keyId, language }: LabelledText,
  labelId: number,
  translationId: number | null
): Promise<void> => {
  const payload = { keyId, languageId: language.id, labelId }
  await call("label", "assignToKey", { params: { projectId }, payload })
  if (translationId !== null) return
  const written = await readTranslation(projectId, keyId, language.tag)
  patchTranslation(client, projectId, keyId, language.tag, (shown) => ({ ...shown, id: written?.id ?? null }))
}

const unassign = async (
  { projectId, keyId, language }: LabelledText,
  labelId: number,
  knownId: number | null
): Promise<void> => {
  const translationId = knownId ?? (await readTranslation(projectId, keyId, language.tag))?.id ?? null
  if (translationId !== null) await call("label", "unassign", { params: { projectId, translationId, labelId } })
}

/** Reads what the list shows of one text. */
export const readTranslation = async (
  projectId: number,
  keyId: number,
  languageTag: string
): Promise<ListedTranslationModel | undefined> => {
  const query = { filterKeyId: [keyId], languages: [languageTag], size: 1 }
  const { _embedded } = await call("translationList", "list", { params: { projectId }, query })
  return _embedded.keys[0]?.translations[languageTag]
}

/** A text with a label, or without it. */
const withLabel = (shown: ListedTranslationModel, label: LabelModel, isShown: boolean): ListedTranslationModel => {
  const others = shown.labels.filter(({ id }) => id !== label.id)
  return { ...shown, labels: isShown ? [...others, label].toSorted(byName) : others }
}

const byName = (one: LabelModel, other: LabelModel): number => one.name.localeCompare(other.name)
