import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { ListedTranslationModel } from "../../base/api/contract.ts"

/** A text that a user suggests, as far as lists have it. */
export type Suggestion = ListedTranslationModel["suggestions"][number]

/** More suggestions than a user reads for one text. */
const suggestionsMax = 50

/** The suggestions for a text that wait for a decision, the newest first. */
export const suggestionsOfTextQuery = (projectId: number, keyId: number, languageId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "suggestions", keyId, languageId],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Suggestion>> => {
      const params = { projectId, keyId, languageId }
      const query = { filterState: ["ACTIVE"], size: suggestionsMax } as const
      const options = { signal, withoutDialogs: true }
      return (await call("suggestion", "list", { params, query }, options))._embedded?.suggestions ?? []
    },
    // Other users suggest and decide meanwhile.
    staleTime: 0
  })
