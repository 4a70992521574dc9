import { type ReactNode, useContext, useState } from "react"
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from "react-aria-components"
import styles from "./tooltip.module.css"

/**
 * A text beside a button, within a `TooltipTrigger`: as long as the pointer or the focus is there, also when the
 * button scrolls. Focus alone scrolls a button into view.
 */
export const Tooltip = ({ children }: { readonly children: ReactNode }) => {
  const state = useContext(TooltipTriggerStateContext)
  const [moves, setMoves] = useState(0)
  if (state === null) return null
  // Closing at once is asked of this state by scrolling alone: pointer, focus and Escape are the trigger's.
  const close = (isAtOnce?: boolean) => (isAtOnce === true ? setMoves((count) => count + 1) : state.close())
  return (
    <TooltipTriggerStateContext value={{ ...state, close }}>
      <AriaTooltip key={moves} className={styles["tooltip"] ?? ""}>
        {children}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  )
}
