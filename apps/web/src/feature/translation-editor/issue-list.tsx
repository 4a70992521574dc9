import { CircleAlert, TriangleAlert } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import { shownKeys } from "../../widget/shortcut/shown-keys.ts"
import { Button } from "../../widget/ui/button.tsx"
import type { TextIssue } from "./check-message.ts"
import styles from "./translation-editor.module.css"

export interface IssueListProps {
  readonly issues: ReadonlyArray<TextIssue>
  readonly sentenceOf: (issue: TextIssue) => string
  /** The one that the user went to last; null: none. */
  readonly current: TextIssue | null
  /** The one that the key for it fixes; null: none. */
  readonly fixable: TextIssue | null
  /** The text was to be saved in spite of warnings: the next time does it. */
  readonly isConfirming: boolean
  readonly hasForms: boolean
  readonly onFix: (issue: TextIssue) => void
}

/** Lists the issues of the text, each with its form, and with a button where the fix is certain. */
export const IssueList = ({ issues, sentenceOf, current, fixable, isConfirming, hasForms, onFix }: IssueListProps) => {
  const t = useText()
  if (issues.length === 0) return null
  return (
    <div className={styles["issues"]}>
      <ul aria-label={t("issue.title")}>
        {issues.map((issue) => {
          const { severity, selector, identity, replacement } = issue
          return (
            <li key={identity} className={styles[severity]} aria-current={issue === current}>
              {severity === "error" ? <CircleAlert aria-hidden /> : <TriangleAlert aria-hidden />}
              <span>
                {hasForms && selector !== null && selector !== "" && (
                  <>
                    <bdi dir="ltr" className={styles["form"]}>
                      {selector.replace("=", "= ")}
                    </bdi>
                    {": "}
                  </>
                )}
                {sentenceOf(issue)}
              </span>
              {replacement !== null && (
                <Button
                  kind="quiet"
                  aria-label={t("issue.fix-this", { issue: sentenceOf(issue) })}
                  onPress={() => onFix(issue)}
                >
                  {t("issue.fix")} {issue === fixable && <kbd>{shownKeys("Alt ↵", t)}</kbd>}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {isConfirming && <p className={styles["confirm"]}>{t("issue.confirm")}</p>}
    </div>
  )
}
