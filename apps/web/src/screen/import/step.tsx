import type { ReactNode } from "react"
import styles from "./step.module.css"

interface StepProps {
  /** Obstacles lead here. */
  readonly id: string
  readonly number: number
  readonly title: string
  /** Beside the title: what is left. */
  readonly status?: ReactNode
  readonly children: ReactNode
}

/** One of the steps of an import; all of them are on the page. */
export const Step = ({ id, number, title, status, children }: StepProps) => (
  <section className={styles["step"]} aria-labelledby={id}>
    <header className={styles["header"]}>
      <h2 id={id} tabIndex={-1}>
        <span className={styles["number"]}>{number}</span>
        {title}
      </h2>
      {status !== undefined && <span className={styles["status"]}>{status}</span>}
    </header>
    <div className={styles["content"]}>{children}</div>
  </section>
)
