import { TextField as AriaTextField, FieldError, Label, Text, TextArea } from "react-aria-components"
import styles from "./text-field.module.css"

interface TextAreaFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  /** The server's message about this field. */
  readonly error?: string | null | undefined
  /** Lines that are visible while it is empty. */
  readonly rows?: number
  readonly isDisabled?: boolean
}

/** A field of several lines with its label, hint and message. */
export const TextAreaField = ({ label, hint, error = null, rows = 2, ...props }: TextAreaFieldProps) => (
  <AriaTextField {...props} isInvalid={error !== null} validationBehavior="aria" className={styles["field"] ?? ""}>
    <Label className={styles["label"] ?? ""}>{label}</Label>
    <TextArea rows={rows} className={`${styles["input"]} ${styles["area"]}`} />
    {hint !== undefined && error === null && (
      <Text slot="description" className={styles["hint"] ?? ""}>
        {hint}
      </Text>
    )}
    <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
  </AriaTextField>
)
