import { type ReactNode, useId } from "react"
import styles from "./section.module.css"

interface SectionProps {
  readonly title: string
  /** A sentence under the title. */
  readonly hint?: ReactNode
  readonly children: ReactNode
}

/** A part of a screen under its own heading. */
export const Section = ({ title, hint, children }: SectionProps) => {
  const id = useId()
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint !== undefined && <p className={styles["hint"]}>{hint}</p>}
      {children}
    </section>
  )
}
