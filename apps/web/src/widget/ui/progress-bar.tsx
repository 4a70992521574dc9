import styles from "./progress-bar.module.css"

interface ProgressBarProps {
  /** Percentages from 0 to 100. */
  readonly reviewed: number
  readonly translated: number
}

/** Reviewed, translated, and the rest, stacked. Decoration: the numbers stand beside it. */
export const ProgressBar = ({ reviewed, translated }: ProgressBarProps) => (
  <span className={styles["track"]} aria-hidden>
    <span className={styles["reviewed"]} style={{ inlineSize: `${reviewed}%` }} />
    <span className={styles["translated"]} style={{ inlineSize: `${translated}%` }} />
  </span>
)
