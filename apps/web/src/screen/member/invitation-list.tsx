import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectInvitationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { invitationLink } from "./invitation-link.ts"
import styles from "./member-list-screen.module.css"

/** The common part of invitations to projects and to organizations. */
type Invitation = Pick<
  ProjectInvitationModel,
  "id" | "code" | "createdAt" | "expiresAt" | "invitedUserName" | "invitedUserEmail" | "endedBecause"
>

interface InvitationListProps<I extends Invitation> {
  readonly invitations: UseQueryResult<ReadonlyArray<I>>
  /** The permission or role of the invitation. */
  readonly gives: { readonly title: string; readonly cell: (invitation: I) => ReactNode }
  /** Why invitations cannot be withdrawn; null: they can. */
  readonly disabledReason: string | null
  readonly onWithdrawn: () => Promise<unknown>
}

/** Invitations that are not accepted yet. */
export const InvitationList = <I extends Invitation>({
  invitations,
  gives,
  disabledReason,
  onWithdrawn
}: InvitationListProps<I>) => {
  const t = useText()
  const write = useWrite()
  const withdraw = ({ id }: I) =>
    write(async () => {
      await call("invitation", "delete", { params: { invitationId: id } })
      await onWithdrawn()
    }, t("invitation.withdrawn"))
  const nameOf = ({ invitedUserName, invitedUserEmail }: I) =>
    invitedUserName || invitedUserEmail || t("invitation.anybody")
  if (invitations.isError) return <ErrorState error={invitations.error} onRetry={() => invitations.refetch()} />
  if (invitations.data === undefined || invitations.data.length === 0) return null
  return (
    <div className={styles["part"]}>
      <h2>{t("invitation.open")}</h2>
      <Table<I>
        label={t("invitation.open")}
        rows={invitations.data}
        rowId={({ id }) => id}
        columns={[
          { id: "for", title: t("invitation.for"), cell: (invitation) => <bdi>{nameOf(invitation)}</bdi> },
          {
            id: "gives",
            title: gives.title,
            cell: (invitation) => (
              <>
                {gives.cell(invitation)}
                {invitation.endedBecause !== null && <div>{t("invitation.ended")}</div>}
              </>
            )
          },
          { id: "created", title: t("invitation.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            id: "expires",
            title: t("invitation.expires"),
            cell: ({ expiresAt }) => new Intl.DateTimeFormat(t.language, { dateStyle: "medium" }).format(expiresAt)
          },
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
    </div>
  )
}
