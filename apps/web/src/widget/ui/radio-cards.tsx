import type { ReactNode } from "react"
import { Label, Radio, RadioGroup } from "react-aria-components"
import styles from "./radio-cards.module.css"
import fieldStyles from "./text-field.module.css"

interface RadioCardsProps<Value extends string> {
  readonly label: string
  readonly value: Value | null
  readonly options: ReadonlyArray<{
    readonly value: Value
    readonly title: string
    readonly description: ReactNode
    readonly isDisabled?: boolean
  }>
  readonly onChange: (value: Value) => void
  /** Only the chosen one shows its sentence, so that many fit. */
  readonly isCompact?: boolean
}

/** One of a few values, each with a sentence. */
export const RadioCards = <Value extends string>({
  label,
  value,
  options,
  onChange,
  isCompact = false
}: RadioCardsProps<Value>) => (
  <RadioGroup
    className={fieldStyles["field"] ?? ""}
    value={value ?? ""}
    onChange={(chosen) => onChange(chosen as Value)}
  >
    <Label className={fieldStyles["label"] ?? ""}>{label}</Label>
    <div className={`${styles["cards"]} ${isCompact ? styles["compact"] : ""}`}>
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          isDisabled={option.isDisabled ?? false}
          className={styles["card"] ?? ""}
        >
          <span className={styles["dot"]} aria-hidden />
          <span className={styles["text"]}>
            <strong>{option.title}</strong>
            <span className={styles["description"]}>{option.description}</span>
          </span>
        </Radio>
      ))}
    </div>
  </RadioGroup>
)
