import { isScope } from "@dragoman/domain/permission"
import { Link, useParams } from "@tanstack/react-router"
import { Lock } from "lucide-react"
import type { ApiError } from "../../base/api/api-error.ts"
import { useText } from "../../base/texts/text.ts"
import { ErrorDetails } from "./error-details.tsx"
import styles from "./states.module.css"

/** The missing scopes in words, who can grant them, and the way to the explanation. */
export const NoPermission = ({ error }: { readonly error: ApiError }) => {
  const t = useText()
  const { projectId } = useParams({ strict: false })
  const missing = error.params.filter(isScope)
  const names = missing.length === 0 ? error.params.map(String) : missing.map((scope) => t(`scope.${scope}`))
  const scopes = new Intl.ListFormat(t.language).format(names)
  return (
    <div className={styles["state"]} role="alert">
      <span className={styles["icon"]}>
        <Lock aria-hidden />
      </span>
      <p className={styles["title"]}>{t("permission.missing", { scopes })}</p>
      <p className={styles["hint"]}>{t("permission.who-grants")}</p>
      {projectId !== undefined && missing[0] !== undefined && (
        <Link
          to="/projects/$projectId/members/$userId/access"
          params={{ projectId, userId: "me" }}
          search={{ scope: missing[0] }}
        >
          {t("explanation.why")}
        </Link>
      )}
      <ErrorDetails error={error} />
    </div>
  )
}
