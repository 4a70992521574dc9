import { type QueryKey, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import type { SupportedService } from "./service-choice.ts"

/** Automatic translation into a language. null as the language: into all without settings of their own. */
export type AutoTranslation = Response<"autoTranslation", "listSettings">["_embedded"]["configs"][number]

/** Services that translate into each language, by its id; `null`: into any. */
export const supportedServicesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "supported-services"],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number | null, ReadonlyArray<SupportedService>>> => {
      const { _embedded } = await call("machineTranslation", "listLanguages", { params: { projectId } }, { signal })
      return new Map(_embedded.languageInfos.map((info) => [info.languageId, info.supportedServices]))
    }
  })

/** Settings of automatic translation of a project, the default first. */
export const autoTranslationQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "auto-translation"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<AutoTranslation>> =>
      (await call("autoTranslation", "listSettings", { params: { projectId } }, { signal }))._embedded.configs
  })

/** The template that prompts without one of their own have. */
export const defaultTemplateQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "default-template"],
    queryFn: async ({ signal }) =>
      (await call("prompt", "getDefault", { params: { projectId } }, { signal })).template ?? ""
  })

/** The note about a project for language models, and those about its languages, by their ids. */
export const notesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "translation-notes"],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number | null, string>> => {
      const params = { projectId }
      const [note, { _embedded }] = await Promise.all([
        call("machineTranslation", "getNote", { params }, { signal }),
        call("machineTranslation", "listLanguageNotes", { params }, { signal })
      ])
      const ofLanguages = _embedded.promptCustomizations.map(
        ({ language, description }) => [language.id, description ?? ""] as const
      )
      return new Map([[null, note.description ?? ""], ...ofLanguages])
    }
  })

/** Names of the providers of language models that prompts of an organization can choose. */
export const availableProvidersQuery = (organization: string) =>
  queryOptions({
    queryKey: ["organization", organization, "available-llm-providers"],
    queryFn: async ({ signal }) =>
      (await call("llmProvider", "listAvailable", { params: { organization } }, { signal }))._embedded.providers
  })

/** Returns the numbers that a setting offers, and its value if it is another one, the highest first. */
export const offered = (numbers: ReadonlyArray<number>, value: number): ReadonlyArray<number> =>
  [...new Set([...numbers, value])].toSorted((a, b) => b - a)

/** Requests of one scope are sent one after the other. */
export const replaceScope = (queryKey: QueryKey): string => ["replace", ...queryKey].join("/")

/**
 * Shows a change of a list at once and sends the whole list. Changes are sent one after the other, so that a quick second one does
 * not take back the first.
 */
export const useReplaceAll = <A>(queryKey: QueryKey, send: (all: A) => Promise<unknown>) => {
  const t = useText()
  const client = useQueryClient()
  const mutationKey = ["replace", ...queryKey]
  return useMutation({
    mutationKey,
    scope: { id: replaceScope(queryKey) },
    mutationFn: send,
    onMutate: async (all: A) => {
      client.setQueryData(queryKey, all)
      await client.cancelQueries({ queryKey }, { revert: false })
    },
    onError: (error) => showToast({ kind: "failed", text: errorSentence(error, t), error }),
    // Others are still on their way: they would be taken back on the screen.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined)
  }).mutate
}
