import { CircleAlert, TriangleAlert } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import type { TextIssue } from "./text-issue.ts"
import styles from "./translation-editor.module.css"

interface IssueListProps {
  readonly issues: ReadonlyArray<TextIssue>
  /** The text was to be saved in spite of warnings: the next time does it. */
  readonly isConfirming: boolean
  readonly hasForms: boolean
}

/** Lists the issues of the text, each with its form. */
export const IssueList = ({ issues, isConfirming, hasForms }: IssueListProps) => {
  const t = useText()
  if (issues.length === 0) return null
  return (
    <div className={styles["issues"]}>
      <ul aria-label={t("issue.title")}>
        {issues.map(({ severity, selector, sentence, args }) => (
          <li key={`${selector} ${sentence} ${args["placeholder"]}`} className={styles[severity]}>
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
              {t(sentence, args)}
            </span>
          </li>
        ))}
      </ul>
      {isConfirming && <p className={styles["confirm"]}>{t("issue.confirm")}</p>}
    </div>
  )
}
