import { ChevronDown } from "lucide-react"
import {
  Button as AriaButton,
  Select as AriaSelect,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue
} from "react-aria-components"
import styles from "./select.module.css"
import fieldStyles from "./text-field.module.css"

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string }>
  readonly onChange: (value: Value) => void
  readonly error?: string | null
  /** Only screen readers read the label: a table or a list says what the field is. */
  readonly isLabelHidden?: boolean
  /** Behind the label for screen readers: which of several such fields this is. */
  readonly context?: string
  readonly isDisabled?: boolean
  /** Takes the focus when it appears. */
  readonly autoFocus?: boolean
}

/** One of a few values. */
export const Select = <Value extends string>({
  label,
  value,
  options,
  onChange,
  error = null,
  isLabelHidden = false,
  context,
  isDisabled = false,
  autoFocus = false
}: SelectProps<Value>) => (
  <AriaSelect
    className={fieldStyles["field"] ?? ""}
    value={value}
    onChange={(key) => onChange(String(key) as Value)}
    isInvalid={error !== null}
    isDisabled={isDisabled}
    autoFocus={autoFocus}
  >
    <Label className={isLabelHidden ? "visually-hidden" : (fieldStyles["label"] ?? "")}>
      {label}
      {context !== undefined && <span className="visually-hidden">: {context}</span>}
    </Label>
    <AriaButton className={styles["button"] ?? ""}>
      <SelectValue className={styles["value"] ?? ""} />
      <ChevronDown aria-hidden />
    </AriaButton>
    <FieldError className={fieldStyles["error"] ?? ""}>{error}</FieldError>
    <Popover className={styles["popover"] ?? ""} offset={4}>
      <ListBox className={styles["list"] ?? ""} items={options}>
        {(option) => (
          <ListBoxItem id={option.value} textValue={option.label} className={styles["option"] ?? ""}>
            {option.label}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </AriaSelect>
)
