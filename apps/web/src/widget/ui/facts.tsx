import type { ReactNode } from "react"
import styles from "./facts.module.css"

interface FactsProps {
  /** null: left out. */
  readonly facts: ReadonlyArray<readonly [title: string, value: ReactNode] | null>
}

/** Names and values, side by side where there is room. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className={styles["facts"]}>
    {facts
      .filter((fact) => fact !== null)
      .map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
