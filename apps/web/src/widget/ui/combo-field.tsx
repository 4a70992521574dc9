import { ChevronDown } from "lucide-react"
import { useEffect, useState } from "react"
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components"
import styles from "./combo-field.module.css"
import selectStyles from "./select.module.css"
import fieldStyles from "./text-field.module.css"

interface ComboFieldProps {
  readonly label: string
  /** Behind the label for screen readers: which of several such fields this is. */
  readonly context?: string
  /** Meaning of an empty field. */
  readonly placeholder: string
  readonly options: ReadonlyArray<string>
  readonly value: string
  readonly isDisabled?: boolean
  /** Takes the focus when it appears. */
  readonly autoFocus?: boolean
  readonly error?: string | null | undefined
  /** When a value is chosen, or the field is left. */
  readonly onChange: (value: string) => void
  /** While it is typed, for a form that is sent from within the field. */
  readonly onType?: (text: string) => void
}

/** One of the known values, or a new one. */
export const ComboField = ({
  label,
  context,
  placeholder,
  options,
  value,
  error = null,
  ...field
}: ComboFieldProps) => {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const choose = (chosen: string) => {
    if (chosen.trim() !== value) field.onChange(chosen.trim())
  }
  return (
    <ComboBox
      className={fieldStyles["field"] ?? ""}
      allowsCustomValue
      menuTrigger="focus"
      isDisabled={field.isDisabled ?? false}
      autoFocus={field.autoFocus ?? false}
      isInvalid={error !== null}
      validationBehavior="aria"
      inputValue={text}
      onInputChange={(typed) => {
        setText(typed)
        field.onType?.(typed)
      }}
      onSelectionChange={(chosen) => {
        if (chosen !== null) choose(String(chosen))
      }}
      onBlur={() => choose(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter") choose(text)
      }}
      defaultItems={options.map((name) => ({ id: name }))}
    >
      <Label className={fieldStyles["label"] ?? ""}>
        {label}
        {context !== undefined && <span className="visually-hidden">: {context}</span>}
      </Label>
      <div className={styles["box"]}>
        <Input className={fieldStyles["input"] ?? ""} placeholder={placeholder} />
        <Button className={styles["button"] ?? ""}>
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <FieldError className={fieldStyles["error"] ?? ""}>{error}</FieldError>
      <Popover className={selectStyles["popover"] ?? ""} offset={4}>
        <ListBox className={selectStyles["list"] ?? ""}>
          {({ id }: { readonly id: string }) => (
            <ListBoxItem id={id} textValue={id} className={selectStyles["option"] ?? ""}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
