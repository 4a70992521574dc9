import type { ReactNode } from "react"
import styles from "./screen.module.css"
import { ScreenTitle } from "./screen-title.tsx"

interface ScreenProps {
  readonly title: ReactNode
  /** Above the title: the way back. */
  readonly above?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen of text, forms and tables: the title with its actions, and the parts under each other. */
export const Screen = ({ title, above, actions, children }: ScreenProps) => (
  <div className={styles["screen"]}>
    {above !== undefined && <div className={styles["above"]}>{above}</div>}
    <header className={styles["header"]}>
      <ScreenTitle>{title}</ScreenTitle>
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </header>
    {children}
  </div>
)
