import { type RefObject, useRef, useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import type { TextIssue } from "./check-message.ts"
import type { TextEditorHandle } from "./text-editor.ts"

interface IssueStepsFacts {
  readonly field: RefObject<TextEditorHandle | null>
  /** The form in the field. */
  readonly selector: string
  /** The issues that are shown. */
  readonly issues: ReadonlyArray<TextIssue>
  /** Checks the text as it is now. */
  readonly checkNow: () => ReadonlyArray<TextIssue>
  readonly sentenceOf: (issue: TextIssue) => string
  readonly onSelectForm: (selector: string) => void
  readonly canIgnore: (issue: TextIssue) => boolean
  readonly onIgnore: (issue: TextIssue) => void
}

/** Goes from issue to issue, fixes one where that is certain, or ignores it. */
export const useIssueSteps = (facts: IssueStepsFacts) => {
  const { field, selector, issues, checkNow, sentenceOf, onSelectForm, canIgnore, onIgnore } = facts
  const t = useText()
  const [chosen, setChosen] = useState<string | null>(null)
  /** Waits for the field of another form. */
  const waiting = useRef<{ readonly selector: string; readonly run: (handle: TextEditorHandle) => void } | null>(null)
  const isChosen = ({ identity }: TextIssue) => identity === chosen
  const isFixable = ({ replacement }: TextIssue) => replacement !== null

  const inForm = (issue: TextIssue, run: (handle: TextEditorHandle) => void) => {
    if (issue.selector !== null && issue.selector !== selector) {
      waiting.current = { selector: issue.selector, run }
      return onSelectForm(issue.selector)
    }
    if (field.current !== null) run(field.current)
  }
  const attach = (handle: TextEditorHandle | null) => {
    field.current = handle
    const { current } = waiting
    if (handle === null || current?.selector !== selector) return
    waiting.current = null
    current.run(handle)
  }
  const goToNext = () => {
    const now = checkNow()
    const next = now[(now.findIndex(isChosen) + 1) % now.length]
    if (next === undefined) return announce(t("issue.none"))
    const { identity, range } = next
    setChosen(identity)
    const sentences = [
      sentenceOf(next),
      ...(isFixable(next) ? [`${t("issue.fix")}: Alt+Enter`] : []),
      ...(canIgnore(next) ? [`${t("issue.ignore")}: Alt+Shift+Enter`] : [])
    ]
    announce(sentences.join(". "))
    inForm(next, (handle) => (range === null ? handle.focus() : handle.select(range)))
  }
  /** Positions are those of now: the user may have typed since the issue was shown. */
  const fix = (shown?: TextIssue) => {
    const now = checkNow()
    const issue =
      shown === undefined
        ? (now.find(isChosen) ?? now.find(isFixable))
        : now.find(({ identity }) => identity === shown.identity)
    if (issue === undefined || issue.range === null || issue.replacement === null) return announce(t("issue.no-fix"))
    const { range, replacement } = issue
    setChosen(null)
    announce(t("issue.fixed", { issue: sentenceOf(issue) }))
    inForm(issue, (handle) => handle.replace(range, replacement))
  }
  /** Ignores the issue that the user went to last; absent: the first one that can be ignored. */
  const ignore = (shown?: TextIssue) => {
    const now = checkNow()
    const issue = shown ?? now.find(isChosen) ?? now.find(canIgnore)
    if (issue === undefined || !canIgnore(issue)) return announce(t("issue.no-ignore"))
    setChosen(null)
    field.current?.focus()
    onIgnore(issue)
  }
  const current = issues.find(isChosen) ?? null
  const fixable = [current ?? issues.find(isFixable)].find((issue) => issue !== undefined && isFixable(issue)) ?? null
  return { current, fixable, attach, goToNext, fix, ignore }
}
