import { Check } from "lucide-react"
import type { ReactNode } from "react"
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components"
import styles from "./checkbox.module.css"

interface CheckboxProps extends Omit<AriaCheckboxProps, "className" | "style" | "children"> {
  readonly children: ReactNode
}

/** A box to tick, with its words. */
export const Checkbox = ({ children, ...props }: CheckboxProps) => (
  <AriaCheckbox {...props} className={styles["checkbox"] ?? ""}>
    {({ isSelected }) => (
      <>
        <span className={styles["box"]} aria-hidden>
          {isSelected && <Check />}
        </span>
        <span className={styles["text"]}>{children}</span>
      </>
    )}
  </AriaCheckbox>
)
