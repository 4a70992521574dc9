import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

export const dailyActivityQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "daily-activity"],
    queryFn: ({ signal }) => call("stats", "getDailyActivity", { params: { projectId } }, { signal })
  })

/** Counts the keys of a branch with an outdated text, or an unresolved comment, in one of the languages. */
export const keyCountQuery = (
  projectId: number,
  branch: string | undefined,
  filter: "filterOutdatedLanguage" | "filterHasUnresolvedCommentsInLang",
  languageTags: ReadonlyArray<string>
) =>
  queryOptions({
    queryKey: ["project", projectId, "key-count", branch, filter, languageTags],
    queryFn: async ({ signal }) => {
      const query = { branch, [filter]: languageTags, languages: languageTags.slice(0, 1), size: 1 }
      const { page } = await call("translationList", "list", { params: { projectId }, query }, { signal })
      return page.totalElements
    },
    enabled: languageTags.length > 0
  })

/** Counts the webhooks that the server turned off after failures. */
export const brokenWebhooksQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "broken-webhooks"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: 1_000 } }
      const { _embedded } = await call("webhook", "list", request, { signal })
      return (_embedded?.webhookConfigs ?? []).filter(({ autoDisabled }) => autoDisabled).length
    }
  })

/** Invitations that wait; null: the password would be needed first, and a dashboard does not ask for it. */
export const waitingInvitationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "waiting-invitations"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId } }
      const listed = call("invitation", "listOfProject", request, { signal, withoutDialogs: true })
      return listed.then(
        ({ _embedded }) => _embedded?.invitations?.length ?? 0,
        () => null
      )
    }
  })
