import type { FormEvent, ReactNode } from "react"
import styles from "./form.module.css"

interface FormProps {
  readonly onSubmit: (event: FormEvent) => void
  /** Message about the whole form, above its fields; messages of fields stand at the fields. */
  readonly message?: string | null
  readonly children: ReactNode
}

/** Fields under each other. The server decides what is valid, so the browser's own bubbles are off. */
export const Form = ({ onSubmit, message = null, children }: FormProps) => (
  <form onSubmit={onSubmit} noValidate className={styles["form"]}>
    {message !== null && (
      <p role="alert" className={styles["message"]}>
        {message}
      </p>
    )}
    {children}
  </form>
)
