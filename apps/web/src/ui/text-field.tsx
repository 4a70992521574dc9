import type { ReactNode } from "react"
import {
  Text as AriaText,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label
} from "react-aria-components"
import styles from "./text-field.module.css"

interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children"> {
  readonly label: string
  readonly hint?: ReactNode
  /** The server's message about this field; shown until the value changes. */
  readonly error?: string | null | undefined
  readonly placeholder?: string
}

/** A field of one line with its label, hint and message. Password managers and pasting work as in any form. */
export const TextField = ({ label, hint, error = null, placeholder, ...props }: TextFieldProps) => (
  <AriaTextField {...props} isInvalid={error !== null} validationBehavior="aria" className={styles["field"] ?? ""}>
    <Label className={styles["label"] ?? ""}>{label}</Label>
    <Input className={styles["input"] ?? ""} {...(placeholder === undefined ? {} : { placeholder })} />
    {hint !== undefined && error === null && (
      <AriaText slot="description" className={styles["hint"] ?? ""}>
        {hint}
      </AriaText>
    )}
    <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
  </AriaTextField>
)
