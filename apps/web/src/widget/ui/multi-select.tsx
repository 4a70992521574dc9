import { ChevronDown } from "lucide-react"
import { useId } from "react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "./button.tsx"
import { Menu, MenuItem } from "./menu.tsx"
import styles from "./multi-select.module.css"
import fieldStyles from "./text-field.module.css"

interface MultiSelectProps {
  readonly label: string
  /** Shown when nothing is chosen: what that means. */
  readonly none: string
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly values: ReadonlyArray<string>
  readonly onChange: (values: ReadonlyArray<string>) => void
  /** Takes the focus when it appears. */
  readonly autoFocus?: boolean
}

/** Names that the button lists before it counts. */
const namedMax = 3

/** Any number of values, chosen in a menu that stays open. */
export const MultiSelect = ({ label, none, options, values, onChange, autoFocus = false }: MultiSelectProps) => {
  const t = useText()
  const labelId = useId()
  const chosen = options.filter(({ value }) => values.includes(value))
  const text =
    chosen.length === 0
      ? none
      : chosen.length <= namedMax
        ? new Intl.ListFormat(t.language, { type: "unit" }).format(chosen.map((option) => option.label))
        : t("select.chosen", { count: chosen.length })
  return (
    <div className={fieldStyles["field"]}>
      <span className={fieldStyles["label"]} id={labelId}>
        {label}
      </span>
      <Menu
        aria-labelledby={labelId}
        selectionMode="multiple"
        selectedKeys={values.map(idOf)}
        onSelectionChange={(selected) =>
          onChange(
            options.filter(({ value }) => selected === "all" || selected.has(idOf(value))).map(({ value }) => value)
          )
        }
        trigger={
          <span className={styles["trigger"]}>
            <Button aria-label={`${label}: ${text}`} autoFocus={autoFocus}>
              <span className={styles["text"]}>{text}</span>
              <ChevronDown aria-hidden />
            </Button>
          </span>
        }
      >
        {options.map((option) => (
          <MenuItem key={option.value} id={idOf(option.value)}>
            {option.label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

/** An empty id is no id for the menu. */
const idOf = (value: string) => `value:${value}`
