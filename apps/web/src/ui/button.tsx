import type { ReactNode } from "react"
import { Button as AriaButton, type ButtonProps as AriaButtonProps, TooltipTrigger } from "react-aria-components"
import styles from "./button.module.css"
import { Tooltip } from "./tooltip.tsx"

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "isDisabled"> {
  readonly kind?: "primary" | "secondary" | "quiet" | "danger"
  readonly icon?: ReactNode
  readonly children?: ReactNode
  /** A sentence that says why the action is not possible now. The button stays reachable, so that it can be read. */
  readonly disabledReason?: string | null
}

/** A button with words. One that cannot be used says why, to eyes and to screen readers. */
export const Button = ({ kind = "secondary", icon, children, disabledReason = null, ...props }: ButtonProps) => {
  const content = (
    <>
      {icon}
      {children}
    </>
  )
  if (disabledReason === null) {
    return (
      <AriaButton {...props} className={`${styles["button"]} ${styles[kind]}`}>
        {content}
      </AriaButton>
    )
  }
  const { onPress: _onPress, type: _type, ...rest } = props
  return (
    <TooltipTrigger delay={200} shouldCloseOnPress={false}>
      <AriaButton
        {...rest}
        type="button"
        aria-disabled="true"
        className={`${styles["button"]} ${styles[kind]} ${styles["disabled"]}`}
      >
        {content}
      </AriaButton>
      <Tooltip>{disabledReason}</Tooltip>
    </TooltipTrigger>
  )
}

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  /** The name of the action, shown as a tooltip. */
  readonly label: string
  readonly icon: ReactNode
}

/** A button with an icon alone; its name is a tooltip and its accessible name. */
export const IconButton = ({ label, icon, ...props }: IconButtonProps) => (
  <TooltipTrigger delay={400}>
    <AriaButton {...props} aria-label={label} className={`${styles["button"]} ${styles["quiet"]} ${styles["icon"]}`}>
      {icon}
    </AriaButton>
    <Tooltip>{label}</Tooltip>
  </TooltipTrigger>
)
