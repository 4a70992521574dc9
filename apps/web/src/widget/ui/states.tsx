import { CircleAlert, Inbox } from "lucide-react"
import type { ReactNode } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "./button.tsx"
import { ErrorDetails, errorSentence } from "./error-details.tsx"
import { lazyPart } from "./lazy-part.tsx"
import styles from "./states.module.css"

const NoPermission = lazyPart(() => import("./no-permission.tsx"), "NoPermission")

interface EmptyStateProps {
  /** One sentence. */
  readonly title: string
  readonly hint?: string
  /** The one thing to do next. */
  readonly action?: ReactNode
  readonly icon?: ReactNode
}

/** Nothing is here, or nothing matches: say which, and what to do. */
export const EmptyState = ({ title, hint, action, icon = <Inbox aria-hidden /> }: EmptyStateProps) => (
  <div className={styles["state"]}>
    <span className={styles["icon"]}>{icon}</span>
    <p className={styles["title"]}>{title}</p>
    {hint !== undefined && <p className={styles["hint"]}>{hint}</p>}
    {action}
  </div>
)

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** Another way out. */
  readonly action?: ReactNode
}

/** Something could not be read: the sentence, another try, the details. The rest of the page stays usable. */
export const ErrorState = ({ error, onRetry, action }: ErrorStateProps) => {
  const t = useText()
  if (error instanceof ApiError && error.code === "operation_not_permitted") {
    return <NoPermission error={error} />
  }
  return (
    <div className={styles["state"]} role="alert">
      <span className={styles["icon"]}>
        <CircleAlert aria-hidden />
      </span>
      <p className={styles["title"]}>{errorSentence(error, t)}</p>
      {onRetry !== undefined && <Button onPress={onRetry}>{t("action.retry")}</Button>}
      {action}
      <ErrorDetails error={error} />
    </div>
  )
}
