import type { QueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { TranslationListModel } from "../../base/api/contract.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { issueCountsKey } from "../../feature/quality-check/quality-check-queries.ts"
import { patchTranslation } from "./key-pages.ts"

/** Reads again how many issues the texts of a key have: a base text is compared with all of them. */
export const readIssueCounts = async (client: QueryClient, projectId: number, keyId: number): Promise<void> => {
  if (client.getQueryData(projectQuery(projectId).queryKey)?.useQaChecks !== true) return
  const shown = client
    .getQueriesData<TranslationListModel>({ queryKey: ["project", projectId, "translations"] })
    .flatMap(([, page]) => page?._embedded.keys ?? [])
    .filter((key) => key.keyId === keyId)
  const languages = [...new Set(shown.flatMap(({ translations }) => Object.keys(translations)))]
  if (languages.length === 0) return
  try {
    const query = { filterKeyId: [keyId], languages, size: 1 }
    const { _embedded } = await call("translationList", "list", { params: { projectId }, query })
    for (const [tag, { qaIssueCount }] of Object.entries(_embedded.keys[0]?.translations ?? {})) {
      patchTranslation(client, projectId, keyId, tag, (before) => ({ ...before, qaIssueCount }))
    }
  } catch {
    // The text is saved; a count of before is only a hint, and the next reading of the list mends it.
  }
  await client.invalidateQueries({ queryKey: ["project", projectId, "text-issues"] })
  await client.invalidateQueries({ queryKey: issueCountsKey(projectId) })
}
