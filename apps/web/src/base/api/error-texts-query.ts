import { queryOptions } from "@tanstack/react-query"
import type { ConsoleLanguage } from "../texts/console-language.ts"
import { type ErrorTexts, loadErrorTexts } from "../texts/load-texts.ts"

/** Sentences for reasons that a screen shows beside what it has read. Without them the English ones of the server are shown. */
export const errorTextsQuery = (language: ConsoleLanguage) =>
  queryOptions({
    queryKey: ["texts", "error", language],
    queryFn: () => loadErrorTexts(language).catch((): ErrorTexts => ({})),
    staleTime: Number.POSITIVE_INFINITY
  })
