import type { ReactNode } from "react"
import styles from "./form.module.css"

interface FieldsetProps {
  readonly title: string
  readonly children: ReactNode
}

/** Fields that belong together, under one name. */
export const Fieldset = ({ title, children }: FieldsetProps) => (
  <fieldset className={styles["fieldset"]}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)
