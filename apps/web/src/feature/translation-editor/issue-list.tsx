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
  /** The issues that people have ignored. */
  readonly ignored: ReadonlyArray<TextIssue>
  readonly canIgnore: (issue: TextIssue) => boolean
  readonly onIgnore: (issue: TextIssue) => void
  readonly onBringBack: (issue: TextIssue) => void
}

/** Lists the issues of the text, each with its form, a button where the fix is certain, and one to ignore it. */
export const IssueList = ({
  issues,
  ignored,
  sentenceOf,
  current,
  fixable,
  isConfirming,
  hasForms,
  ...props
}: IssueListProps) => {
  const t = useText()
  const { onFix, canIgnore, onIgnore, onBringBack } = props
  if (issues.length === 0 && ignored.length === 0) return null
  const ignorable = current ?? issues.find(canIgnore)
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
                <Button kind="quiet" onPress={() => onFix(issue)}>
                  {t("issue.fix")}
                  <IssueName issue={sentenceOf(issue)} /> {issue === fixable && <kbd>{shownKeys("Alt ↵", t)}</kbd>}
                </Button>
              )}
              {canIgnore(issue) && (
                <Button kind="quiet" onPress={() => onIgnore(issue)}>
                  {t("issue.ignore")}
                  <IssueName issue={sentenceOf(issue)} />{" "}
                  {issue === ignorable && <kbd>{shownKeys("Alt Shift ↵", t)}</kbd>}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {ignored.length > 0 && (
        <details className={styles["ignored"]}>
          <summary>{t("issue.ignored-count", { count: ignored.length })}</summary>
          <ul aria-label={t("issue.ignored-title")}>
            {ignored.map((issue) => (
              <li key={issue.identity}>
                <span>{sentenceOf(issue)}</span>
                <Button kind="quiet" onPress={() => onBringBack(issue)}>
                  {t("issue.bring-back")}
                  <IssueName issue={sentenceOf(issue)} />
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isConfirming && <p className={styles["confirm"]}>{t("issue.confirm")}</p>}
    </div>
  )
}

/** Names the issue of a button for screen readers, behind its visible words. */
const IssueName = ({ issue }: { readonly issue: string }) => <span className="visually-hidden">: {issue}</span>
