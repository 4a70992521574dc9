import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react"
import { Button as AriaButton, type ButtonProps as AriaButtonProps, TooltipTrigger } from "react-aria-components"
import styles from "./button.module.css"
import { Tooltip } from "./tooltip.tsx"

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "isDisabled"> {
  readonly kind?: "primary" | "secondary" | "quiet" | "danger"
  readonly icon?: ReactNode
  readonly children?: ReactNode
  /**
   * A sentence that says why the action is not possible now. The button stays reachable, so that it can be read.
   * null: it is possible.
   */
  readonly disabledReason?: string | null
}

/** A button with words. One that cannot be used says why, to eyes and to screen readers. */
export const Button = ({ disabledReason, ...props }: ButtonProps) =>
  disabledReason === undefined ? <PlainButton {...props} /> : <ReasonedButton {...props} reason={disabledReason} />

interface PlainButtonProps extends Omit<ButtonProps, "disabledReason"> {
  readonly isUnusable?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

const PlainButton = ({ kind = "secondary", icon, children, isUnusable = false, ...props }: PlainButtonProps) => (
  <AriaButton
    {...props}
    className={`${styles["button"]} ${styles[kind]} ${isUnusable ? styles["disabled"] : ""}`}
    {...(isUnusable ? { "aria-disabled": "true" } : {})}
  >
    {icon}
    {children}
  </AriaButton>
)

/** Stays the same element when the reason comes or goes: a focused button keeps the focus. */
const ReasonedButton = ({ reason, ...props }: ButtonProps & { readonly reason: string | null }) => {
  const reasonId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isShown, setShown] = useState(false)
  const isOpen = isShown && reason !== null
  // A finger neither hovers nor, everywhere, moves the focus: a press shows the reason, the next one elsewhere hides it.
  useEffect(() => {
    if (!isOpen) return
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || button.current?.contains(target) !== true) setShown(false)
    }
    document.addEventListener("pointerdown", onPointerDown)
    return () => document.removeEventListener("pointerdown", onPointerDown)
  }, [isOpen])
  return (
    <TooltipTrigger
      delay={200}
      shouldCloseOnPress={false}
      isDisabled={reason === null}
      isOpen={isOpen}
      onOpenChange={setShown}
    >
      <PlainButton
        {...props}
        ref={button}
        {...(reason === null
          ? {}
          : {
              type: "button" as const,
              isUnusable: true,
              "aria-describedby": reasonId,
              onPress: () => setShown(true)
            })}
      />
      {reason !== null && (
        <>
          <Tooltip>{reason}</Tooltip>
          <span id={reasonId} hidden>
            {reason}
          </span>
        </>
      )}
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
