import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useMemo } from "react"
import { call } from "../../base/api/call.ts"
import type { QualityIssueModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { allOff, type Severities } from "../quality-check/check-rules.ts"
import { checkRulesQuery, issueCountsKey, textIssuesQuery } from "../quality-check/quality-check-queries.ts"
import type { CheckFacts, matchStored, TextIssue } from "./check-message.ts"

/** The text whose checks the server knows. */
export interface CheckedPlace {
  readonly projectId: number
  readonly languageTag: string
  /** null: the text has no row yet. */
  readonly translationId: number | null
  /** Whether the project checks its texts. */
  readonly isUsed: boolean
  /** Called when people have ignored an issue, or brought it back, with the number of those that are open. */
  readonly onIssueCount: (count: number) => void
}

/** Reads the severities that hold in a language; null: not known yet, the editor uses those of a new project. */
export const useSeverities = ({ projectId, languageTag, isUsed }: CheckedPlace): Severities | null => {
  const { data } = useQuery(checkRulesQuery(projectId))
  const language = data?.languages.find((rules) => rules.languageTag === languageTag)
  return useMemo(
    () => (language === undefined ? null : isUsed ? language.severities : allOff(language.severities)),
    [language, isUsed]
  )
}

/** Knows which issues people ignore, and lets them ignore more. */
export const useIgnoredIssues = (
  { projectId, translationId, onIssueCount }: CheckedPlace,
  match: typeof matchStored | null,
  facts: CheckFacts,
  storedText: string,
  sentenceOf: (issue: TextIssue) => string
) => {
  const t = useText()
  const client = useQueryClient()
  const { data: stored = noIssues } = useQuery(textIssuesQuery(projectId, translationId))
  const { languageTag, isIcu, isPlural, base, maxCharacters, severities } = facts
  const baseText = base?.text ?? null
  const baseTag = base?.languageTag ?? ""
  const storedOf = useMemo(() => {
    if (match === null || stored.length === 0) return () => null
    const comparedBase = baseText === null ? null : { text: baseText, languageTag: baseTag }
    const message = { choice: null, forms: [{ selector: "", text: storedText }] }
    return match({ message, languageTag, isIcu, isPlural, base: comparedBase, maxCharacters, severities }, stored)
  }, [match, stored, storedText, languageTag, isIcu, isPlural, baseText, baseTag, maxCharacters, severities])

  const setIgnored = async (issue: TextIssue, isIgnored: boolean): Promise<void> => {
    const { finding } = issue
    if (translationId === null || finding === null) return announce(t("issue.no-ignore"), "assertive")
    const found = storedOf(issue)
    try {
      if (found === null) {
        const { type, message, replacement, params, start, end, form } = finding
        const payload = {
          type,
          message,
          replacement,
          params,
          positionStart: start,
          positionEnd: end,
          pluralVariant: form
        }
        await call("qualityCheck", isIgnored ? "suppress" : "unsuppress", {
          params: { projectId, translationId },
          payload
        })
      } else {
        const params = { projectId, translationId, qualityIssueId: found.id }
        await call("qualityCheck", isIgnored ? "ignore" : "unignore", { params })
      }
      announce(t(isIgnored ? "issue.ignored" : "issue.brought-back", { issue: sentenceOf(issue) }))
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await client.invalidateQueries({ queryKey: issueCountsKey(projectId) })
    const now = await client.fetchQuery({ ...textIssuesQuery(projectId, translationId), staleTime: 0 })
    onIssueCount(now.filter(({ state }) => state === "OPEN").length)
  }
  return {
    isIgnored: (issue: TextIssue): boolean => storedOf(issue)?.state === "IGNORED",
    canIgnore: (issue: TextIssue): boolean => translationId !== null && issue.finding !== null,
    setIgnored
  }
}

const noIssues: ReadonlyArray<QualityIssueModel> = []
