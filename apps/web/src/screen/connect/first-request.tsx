import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useText } from "../../base/texts/text.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { countsOf, countsText } from "../activity/revision-counts.ts"
import { apiKeyUseQuery, importAfterQuery } from "./connect-queries.ts"
import styles from "./connect-screen.module.css"

interface FirstRequestProps {
  readonly projectId: number
  readonly apiKeyId: number
  /** The newest import before the key was made; null: imports are not expected, or I may not see them. */
  readonly importsAfter: number | null
}

/** Waits for the first request with a key, and says what it brought. */
export const FirstRequest = ({ projectId, apiKeyId, importsAfter }: FirstRequestProps) => {
  const t = useText()
  const use = useQuery(apiKeyUseQuery(projectId, apiKeyId))
  const usedAt = use.data ?? null
  if (use.isError && usedAt === null) {
    return (
      <Callout kind="failed" isNews>
        {errorSentence(use.error, t)}
      </Callout>
    )
  }
  if (usedAt === null) {
    return (
      <p role="status" className={styles["waiting"]}>
        <span aria-hidden className={styles["pulse"]} />
        {t("connect.waiting")}
      </p>
    )
  }
  return (
    <Callout kind="done" isNews>
      <p>
        {t("connect.arrived")} <Time at={usedAt} />
      </p>
      {importsAfter !== null && <FirstImport projectId={projectId} importsAfter={importsAfter} />}
    </Callout>
  )
}

/** A push that changes nothing, or that the server rejected, is no import. */
const FirstImport = ({ projectId, importsAfter }: { readonly projectId: number; readonly importsAfter: number }) => {
  const t = useText()
  const { data: found } = useQuery(importAfterQuery(projectId, importsAfter))
  if (!found) return <p>{t("connect.no-import")}</p>
  return (
    <p>
      {t("connect.imported", { what: countsText(countsOf(found), t) })}{" "}
      <Link
        to="/projects/$projectId/translations"
        params={{ projectId }}
        search={{ revision: String(found.revisionId) }}
      >
        {t("activity.show-keys")}
      </Link>
    </p>
  )
}
