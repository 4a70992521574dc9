import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import styles from "./callout.module.css"

const icons = { done: CircleCheck, failed: CircleAlert, warning: TriangleAlert, info: Info } as const

interface CalloutProps {
  readonly kind: keyof typeof icons
  readonly children: ReactNode
  /** The text is new: screen readers announce it. */
  readonly isNews?: boolean
}

/** A sentence that must not be missed, with a shape beside its colour. */
export const Callout = ({ kind, children, isNews = false }: CalloutProps) => {
  const Icon = icons[kind]
  return (
    <div className={`${styles["callout"]} ${styles[kind]}`} role={isNews ? "status" : undefined}>
      <Icon aria-hidden />
      <div className={styles["content"]}>{children}</div>
    </div>
  )
}
