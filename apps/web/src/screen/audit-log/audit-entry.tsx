import { Link } from "@tanstack/react-router"
import { memo } from "react"
import type { AuditEntryModel } from "../../base/api/contract.ts"
import { sentenceOfCode } from "../../base/api/error-sentences.ts"
import { type Text, useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { AuditChanges } from "./audit-changes.tsx"
import styles from "./audit-log.module.css"
import { linkOf } from "./object-link.ts"

interface AuditEntryProps {
  readonly entry: AuditEntryModel
  /** Slug of the organization whose log is shown; null: that of the server. */
  readonly slug: string | null
  /** Shows the changes of one object: `USER.12`. */
  readonly onObject: (object: string) => void
}

/** One sentence of who did what, then where it comes from and what changed. */
export const AuditEntry = memo(({ entry, slug, onObject }: AuditEntryProps) => {
  const t = useText()
  const { action, failure, timestamp, user, actingUser, address, credential, object, organization, project } = entry
  const link = linkOf(entry, slug)
  const objectName = object === null ? "" : object.name || `${t(`audit.kind-${object.kind}`)} ${object.id}`
  return (
    <li className={styles["entry"]}>
      <p className={styles["sentence"]}>
        <bdi className={styles["who"]}>{nameOf(user, t)}</bdi> <span>{t(`audit.action-${action}`)}</span>
        {object !== null && ": "}
        {object !== null && (link === null ? <bdi>{objectName}</bdi> : <Link to={link}>{objectName}</Link>)}
        {object?.currentName && object.name && object.currentName !== object.name && (
          <bdi className={styles["quiet"]}> ({t("audit.now", { name: object.currentName })})</bdi>
        )}
      </p>
      {failure !== null && (
        <p className={styles["failure"]}>{t("audit.failed", { reason: sentenceOfCode(failure) ?? failure })}</p>
      )}
      <p className={styles["facts"]}>
        <Time at={timestamp} style="exact" />
        {actingUser !== null && <span>{t("audit.acting", { name: nameOf(actingUser, t) })}</span>}
        {address !== null && <bdi>{address}</bdi>}
        {credential !== null && isCredentialKind(credential.kind) && (
          <span>{t(`audit.credential-${credential.kind}`)}</span>
        )}
        {organization !== null && slug === null && object?.kind !== "ORGANIZATION" && (
          <bdi>{organization.name ?? t("audit.gone-organization", { id: String(organization.id) })}</bdi>
        )}
        {project !== null && object?.kind !== "PROJECT" && (
          <bdi>{project.name ?? t("audit.gone-project", { id: String(project.id) })}</bdi>
        )}
        {object !== null && (
          <Button
            kind="quiet"
            aria-label={t("audit.only-of", { name: objectName })}
            onPress={() => onObject(`${object.kind}.${object.id}`)}
          >
            {t("audit.only")}
          </Button>
        )}
      </p>
      <AuditChanges before={entry.before} after={entry.after} />
    </li>
  )
})

/** The name of then, with that of today where it is another one. */
const nameOf = (user: AuditEntryModel["user"], t: Text): string => {
  if (user === null) return t("audit.server")
  const { username, currentUsername } = user
  const then = username ?? currentUsername
  if (then === null) return t("audit.gone-user", { id: String(user.id ?? "–") })
  return currentUsername === null || currentUsername === then
    ? then
    : `${then} (${t("audit.now", { name: currentUsername })})`
}

const credentialKinds = ["JWT", "SESSION", "PAT", "PAK"] as const

const isCredentialKind = (kind: string): kind is (typeof credentialKinds)[number] =>
  (credentialKinds as ReadonlyArray<string>).includes(kind)
