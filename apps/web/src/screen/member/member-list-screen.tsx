import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Pencil } from "lucide-react"
import { useState } from "react"
import type { MemberModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { LanguageSummary, PermissionSummary } from "../../feature/permission/permission-summary.tsx"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { useUser } from "../../feature/session/session.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { useListSearch } from "../../widget/ui/searched-list.tsx"
import { InvitationList } from "./invitation-list.tsx"
import styles from "./member-list-screen.module.css"
import { invitationListQuery, memberListQuery, membersKey } from "./member-queries.ts"
import { InviteButton, MemberTable } from "./member-table.tsx"

const EditMemberDialog = lazyDialog(() => import("./edit-member-dialog.tsx"), "EditMemberDialog")
const InviteDialog = lazyDialog(() => import("./invite-dialog.tsx"), "InviteDialog")

const route = getRouteApi("/user/projects/$projectId/members")

const membersPerPage = 100

/** Lists the members of the project with their permission and its origin, then the open invitations. */
export const MemberListScreen = () => {
  const t = useText()
  const me = useUser()
  const client = useQueryClient()
  const { projectId } = route.useParams()
  const [edited, setEdited] = useState<MemberModel | null>(null)
  const [isInviting, setInviting] = useState(false)
  const project = useQuery(projectQuery(projectId))
  const list = useListSearch(membersPerPage)
  const members = useQuery(memberListQuery(projectId, list))
  // The members come first: reading either may ask for the password.
  const invitations = useQuery({ ...invitationListQuery(projectId), enabled: members.isSuccess })
  const mayEdit = project.data?.computedPermission.scopes.includes("members.edit") === true
  const needsScope = mayEdit ? null : t("permission.needs", { scope: t("scope.members.edit") })
  return (
    <Screen
      title={t("member.title")}
      actions={<InviteButton onPress={() => setInviting(true)} disabledReason={needsScope} />}
    >
      <MemberTable<MemberModel>
        list={list}
        query={members}
        columns={[
          {
            id: "origin",
            title: t("member.origin"),
            cell: ({ computedPermission }) => t(`origin.${computedPermission.origin}`)
          },
          {
            id: "permission",
            title: t("permission.title"),
            cell: ({ computedPermission }) => <PermissionSummary permission={computedPermission} />
          },
          {
            id: "languages",
            title: t("permission.translate-languages"),
            cell: ({ computedPermission }) => (
              <LanguageSummary projectId={projectId} ids={computedPermission.translateLanguageIds} />
            )
          }
        ]}
        actions={(member) => (
          <div className={styles["actions"]}>
            <Button
              icon={<Pencil aria-hidden />}
              aria-label={t("member.edit-of", { name: member.name || member.username })}
              onPress={() => setEdited(member)}
              disabledReason={
                needsScope ??
                (member.id === me.id
                  ? t("member.not-yourself")
                  : member.organizationRole === "OWNER"
                    ? t("member.owner-keeps")
                    : null)
              }
            >
              {t("action.edit")}
            </Button>
            <Link
              to="/projects/$projectId/members/$userId/access"
              params={{ projectId, userId: member.id }}
              search={{}}
              aria-label={t("explanation.why-of", { name: member.name || member.username })}
            >
              {t("explanation.why")}
            </Link>
          </div>
        )}
      />
      {members.isSuccess && (
        <InvitationList
          invitations={invitations}
          gives={{
            title: t("permission.title"),
            cell: ({ permission }) => (
              <>
                <PermissionSummary permission={permission} /> ·{" "}
                <LanguageSummary projectId={projectId} ids={permission.translateLanguageIds ?? null} />
              </>
            )
          }}
          disabledReason={needsScope}
          onWithdrawn={() => client.invalidateQueries({ queryKey: membersKey(projectId) })}
        />
      )}
      {edited !== null && <EditMemberDialog projectId={projectId} member={edited} onClose={() => setEdited(null)} />}
      {isInviting && <InviteDialog projectId={projectId} onClose={() => setInviting(false)} />}
    </Screen>
  )
}
