import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { ConsoleLanguage } from "../../base/texts/console-language.ts"
import { type FindingTexts, loadFindingTexts } from "../../base/texts/load-texts.ts"

/** Poll interval of a visible health. */
const healthIntervalMillis = 10_000

export const serverHealthQuery = queryOptions({
  queryKey: ["server", "health"],
  queryFn: ({ signal }) => call("serverStatus", "getHealth", {}, { signal }),
  refetchInterval: healthIntervalMillis
})

/** An examination takes seconds, and logs in to the mail server: it is made again only when the user asks for it. */
export const serverFindingsQuery = queryOptions({
  queryKey: ["server", "findings"],
  queryFn: ({ signal }) => call("serverStatus", "getFindings", {}, { signal }),
  staleTime: 60_000,
  refetchOnWindowFocus: false
})

/** Sentences for the findings. Without them the English ones of the server are shown. */
export const findingTextsQuery = (language: ConsoleLanguage) =>
  queryOptions({
    queryKey: ["texts", "finding", language],
    queryFn: () => loadFindingTexts(language).catch((): FindingTexts => ({})),
    staleTime: Number.POSITIVE_INFINITY
  })

export const serverSizesQuery = queryOptions({
  queryKey: ["server", "sizes"],
  queryFn: ({ signal }) => call("serverStatus", "getSizes", {}, { signal })
})

export const serverSettingsQuery = queryOptions({
  queryKey: ["server", "settings"],
  queryFn: async ({ signal }) => (await call("serverStatus", "listSettings", {}, { signal }))._embedded.settings
})
