import type { ReactNode } from "react"
import { Button } from "../ui/button.tsx"
import styles from "./form.module.css"

interface SubmitButtonProps {
  readonly isBusy: boolean
  /** Why the form cannot be sent; null: it can. */
  readonly disabledReason?: string | null
  readonly children: ReactNode
}

/** The button at the end of a form that is a part of a screen. */
export const SubmitButton = ({ isBusy, disabledReason = null, children }: SubmitButtonProps) => (
  <div className={styles["submit"]}>
    <Button kind="primary" type="submit" isPending={isBusy} disabledReason={disabledReason}>
      {children}
    </Button>
  </div>
)
