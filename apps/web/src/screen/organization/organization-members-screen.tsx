import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { Lock } from "lucide-react"
import { useState } from "react"
import type { OrganizationModel, OrganizationUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { useListSearch } from "../../widget/ui/searched-list.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { InvitationList } from "../member/invitation-list.tsx"
import { InviteButton, MemberTable } from "../member/member-table.tsx"
import { MemberActions } from "./member-actions.tsx"
import { OrganizationFrame, useOrganization, useOrganizationRole } from "./organization-frame.tsx"
import { organizationInvitationsQuery, organizationUsersQuery } from "./organization-list-queries.ts"
import { organizationKey } from "./organization-queries.ts"
import { roleText } from "./role-text.ts"

const InviteDialog = lazyDialog(() => import("./invite-dialog.tsx"), "InviteDialog")

const route = getRouteApi("/user/organizations/$slug/members")

const usersPerPage = 50

/** The members of an organization with their roles, and users with direct permissions in its projects. */
export const OrganizationMembersScreen = () => {
  const organization = useOrganization(route.useParams().slug)
  return organization === undefined ? null : <OrganizationMembers organization={organization} />
}

const OrganizationMembers = ({ organization }: { readonly organization: OrganizationModel }) => {
  const t = useText()
  const client = useQueryClient()
  const { slug } = organization
  const { isMember, needsOwner } = useOrganizationRole(organization)
  const list = useListSearch(usersPerPage)
  const users = useQuery({ ...organizationUsersQuery(slug, list), enabled: isMember })
  // The members come first: reading either may ask for the password.
  const invitations = useQuery({
    ...organizationInvitationsQuery(slug),
    enabled: needsOwner === null && users.isSuccess
  })
  const [isInviting, setInviting] = useState(false)
  const names = new Intl.ListFormat(t.language, { type: "unit" })
  return (
    <OrganizationFrame
      organization={organization}
      title={t("member.title")}
      actions={<InviteButton onPress={() => setInviting(true)} disabledReason={needsOwner} />}
    >
      {isMember ? (
        <MemberTable<OrganizationUserModel>
          list={list}
          query={users}
          columns={[
            { id: "role", title: t("server.role"), cell: ({ organizationRole }) => t(roleText(organizationRole)) },
            {
              id: "projects",
              title: t("organization.direct-permissions"),
              cell: ({ projectsWithDirectPermission }) => (
                <bdi>{names.format(projectsWithDirectPermission.map(({ name }) => name))}</bdi>
              )
            }
          ]}
          actions={(user) => <MemberActions organization={organization} user={user} needsOwner={needsOwner} />}
        />
      ) : (
        <EmptyState icon={<Lock aria-hidden />} title={t("organization.needs-member")} />
      )}
      <InvitationList
        invitations={invitations}
        gives={{ title: t("server.role"), cell: ({ type }) => t(roleText(type)) }}
        disabledReason={needsOwner}
        onWithdrawn={() => client.invalidateQueries({ queryKey: organizationKey(slug) })}
      />
      {isInviting && <InviteDialog slug={slug} onClose={() => setInviting(false)} />}
    </OrganizationFrame>
  )
}
