import { queryOptions } from "@tanstack/react-query"
import { streamLines } from "../../base/api/call.ts"
import { loadSentences } from "../../base/api/error-sentences.ts"
import { type MachineSuggestion, withLine, withoutWaiting } from "./machine-suggestions.ts"
import type { ServiceInfo, ServiceSetting } from "./service-queries.ts"

/**
 * Translations of a text by the services of its language, as they come. `refetch` asks, nothing else does: it costs money.
 * `baseText` names what they belong to.
 */
export const machineSuggestionsQuery = (projectId: number, keyId: number, languageId: number, baseText: string) =>
  queryOptions({
    queryKey: ["project", projectId, "machine-suggestions", keyId, languageId, baseText],
    queryFn: async ({ client, queryKey, signal }): Promise<ReadonlyArray<MachineSuggestion>> => {
      const request = { params: { projectId }, payload: { keyId, targetLanguageId: languageId } }
      let suggestions: ReadonlyArray<MachineSuggestion> = []
      for await (const line of streamLines("machineSuggestion", "suggestStreamed", request, { signal })) {
        if (line === "") continue
        suggestions = withLine(suggestions, JSON.parse(line))
        if (suggestions.some(({ end }) => end.kind === "failed")) await loadSentences()
        client.setQueryData(queryKey, suggestions)
      }
      return withoutWaiting(suggestions)
    },
    enabled: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY
  })

/** Returns the services that suggest texts in a language. */
export const suggestingServices = (
  settings: ReadonlyArray<ServiceSetting>,
  languageId: number
): ReadonlyArray<ServiceInfo> => {
  const settingOf = (id: number | null) => settings.find(({ targetLanguageId }) => targetLanguageId === id)
  return (settingOf(languageId) ?? settingOf(null))?.enabledServicesInfo ?? []
}
