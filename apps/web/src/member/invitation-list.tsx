import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../api/call.ts"
import type { ProjectInvitationModel } from "../api/contract.ts"
import { PermissionSummary } from "../permission/permission-summary.tsx"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { Button } from "../ui/button.tsx"
import { CopyButton } from "../ui/copy-button.tsx"
import { errorSentence } from "../ui/error-details.tsx"
import { ErrorState } from "../ui/states.tsx"
import { Table } from "../ui/table.tsx"
import { Time } from "../ui/time.tsx"
import { invitationLink } from "./invitation-link.ts"
import styles from "./member-list-screen.module.css"
import { invitationListQuery, membersKey } from "./member-queries.ts"

interface InvitationListProps {
  readonly projectId: number
  /** Why invitations cannot be withdrawn; null: they can. */
  readonly disabledReason: string | null
}

/** Invitations that are not accepted yet. */
export const InvitationList = ({ projectId, disabledReason }: InvitationListProps) => {
  const t = useText()
  const client = useQueryClient()
  const invitations = useQuery(invitationListQuery(projectId))
  const withdraw = async ({ id }: ProjectInvitationModel) => {
    try {
      await call("invitation", "delete", { params: { invitationId: id } })
      showToast({ kind: "done", text: t("invitation.withdrawn") })
      await client.invalidateQueries({ queryKey: membersKey(projectId) })
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  const nameOf = ({ invitedUserName, invitedUserEmail }: ProjectInvitationModel) =>
    invitedUserName || invitedUserEmail || t("invitation.anybody")
  if (invitations.isError) return <ErrorState error={invitations.error} onRetry={() => invitations.refetch()} />
  if (invitations.data === undefined || invitations.data.length === 0) return null
  return (
    <section className={styles["part"]} aria-labelledby="invitations-title">
      <h2 id="invitations-title">{t("invitation.open")}</h2>
      <Table<ProjectInvitationModel>
        label={t("invitation.open")}
        rows={invitations.data}
        rowId={({ id }) => id}
        columns={[
          { id: "for", title: t("invitation.for"), cell: (invitation) => <bdi>{nameOf(invitation)}</bdi> },
          {
            id: "permission",
            title: t("permission.title"),
            cell: ({ permission, endedBecause }) => (
              <>
                <PermissionSummary permission={permission} />
                {endedBecause !== null && <div>{t("invitation.ended")}</div>}
              </>
            )
          },
          { id: "created", title: t("invitation.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            id: "actions",
            title: t("member.actions"),
            cell: (invitation) => (
              <div className={styles["actions"]}>
                <CopyButton text={invitationLink(invitation.code)} label={t("invitation.copy")} />
                <Button
                  onPress={() => withdraw(invitation)}
                  disabledReason={disabledReason}
                  aria-label={t("invitation.withdraw-of", { name: nameOf(invitation) })}
                >
                  {t("invitation.withdraw")}
                </Button>
              </div>
            )
          }
        ]}
      />
    </section>
  )
}
