import { useDeferredValue, useMemo } from "react"
import type { CheckFacts, TextIssue } from "./check-message.ts"

type CheckMessage = (facts: CheckFacts) => ReadonlyArray<TextIssue>

/** The issues to show: those of a moment ago while the user types, so that a key never waits for the checks. */
export const useTextIssues = (check: CheckMessage | null, facts: CheckFacts): ReadonlyArray<TextIssue> => {
  const { languageTag, isIcu, isPlural, maxCharacters, severities } = facts
  const message = useDeferredValue(facts.message)
  const baseText = facts.base?.text ?? null
  const baseTag = facts.base?.languageTag ?? ""
  return useMemo(() => {
    const base = baseText === null ? null : { text: baseText, languageTag: baseTag }
    return check?.({ message, languageTag, isIcu, isPlural, base, maxCharacters, severities }) ?? noIssues
  }, [check, message, languageTag, isIcu, isPlural, baseText, baseTag, maxCharacters, severities])
}

const noIssues: ReadonlyArray<TextIssue> = []
