import { Label, ProgressBar } from "react-aria-components"
import styles from "./progress.module.css"

interface ProgressProps {
  readonly label: string
  /** From 0 to 1; null: not known. */
  readonly part: number | null
}

/** A progress bar. */
export const Progress = ({ label, part }: ProgressProps) => (
  <ProgressBar
    className={styles["progress"] ?? ""}
    isIndeterminate={part === null}
    value={(part ?? 0) * 100}
    maxValue={100}
  >
    {({ percentage, valueText }) => (
      <>
        <Label className={styles["label"] ?? ""}>{label}</Label>
        <span className={styles["value"]}>{part === null ? "" : valueText}</span>
        <span className={styles["track"]}>
          <span
            className={`${styles["bar"]} ${part === null ? styles["unknown"] : ""}`}
            style={{ inlineSize: `${part === null ? 100 : percentage}%` }}
          />
        </span>
      </>
    )}
  </ProgressBar>
)
