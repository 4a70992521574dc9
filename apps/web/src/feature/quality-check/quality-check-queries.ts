import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { type CheckRules, readRules } from "./check-rules.ts"

/** The stored issues of a text, those that are ignored as well. null: the text has no row yet, so it has none. */
export const textIssuesQuery = (projectId: number, translationId: number | null) =>
  queryOptions({
    queryKey: ["project", projectId, "text-issues", translationId],
    queryFn: async ({ signal }) => {
      const params = { projectId, translationId: translationId ?? 0 }
      return (await call("qualityCheck", "listIssues", { params }, { signal }))._embedded.qaIssues
    },
    enabled: translationId !== null
  })

/** The severities of a project and of each of its languages. */
export const checkRulesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "check-rules"],
    queryFn: async ({ signal }): Promise<CheckRules> => {
      const params = { projectId }
      const [settings, languages] = await Promise.all([
        call("qualityCheck", "getSettings", { params }, { signal }),
        call("qualityCheck", "listLanguages", { params }, { signal })
      ])
      return readRules(settings, languages)
    }
  })

export const issueCountsKey = (projectId: number) => ["project", projectId, "issue-counts"] as const

/** The open issues of some languages of a branch by type. */
export const issueCountsQuery = (projectId: number, branch: string | undefined, languageIds: ReadonlyArray<number>) =>
  queryOptions({
    queryKey: [...issueCountsKey(projectId), branch, languageIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, Readonly<Record<string, number>>>> => {
      const params = { projectId }
      const counts = await Promise.all(
        languageIds.map((languageId) =>
          call("qualityCheck", "countIssues", { params, query: { languageId, branch } }, { signal })
        )
      )
      return new Map(languageIds.map((id, index) => [id, counts[index] ?? {}]))
    }
  })
