import type { ReactNode } from "react"
import {
  Text as AriaText,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  TextArea
} from "react-aria-components"
import styles from "./text-field.module.css"

interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children"> {
  readonly label: string
  readonly hint?: ReactNode
  /** The server's message about this field; shown until the value changes. */
  readonly error?: string | null | undefined
  readonly placeholder?: string
  /** Lines that the field shows; one unless given. */
  readonly lines?: number
}

/** A field with its label, hint and message. Password managers and pasting work as in any form. */
export const TextField = ({ label, hint, error = null, placeholder, lines = 1, ...props }: TextFieldProps) => (
  <AriaTextField {...props} isInvalid={error !== null} validationBehavior="aria" className={styles["field"] ?? ""}>
    <Label className={styles["label"] ?? ""}>{label}</Label>
    {lines === 1 ? (
      <Input className={styles["input"] ?? ""} {...(placeholder === undefined ? {} : { placeholder })} />
    ) : (
      <TextArea rows={lines} className={`${styles["input"]} ${styles["lines"]}`} />
    )}
    {hint !== undefined && error === null && (
      <AriaText slot="description" className={styles["hint"] ?? ""}>
        {hint}
      </AriaText>
    )}
    <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
  </AriaTextField>
)
