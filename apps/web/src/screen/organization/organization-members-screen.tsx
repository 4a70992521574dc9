import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { Lock, UserPlus } from "lucide-react"
import { useState } from "react"
import type { OrganizationModel, OrganizationUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { SearchedList, useListSearch } from "../../widget/ui/searched-list.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { InvitationList } from "../member/invitation-list.tsx"
import { MemberName } from "../member/member-name.tsx"
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
      actions={
        <Button
          kind="primary"
          icon={<UserPlus aria-hidden />}
          onPress={() => setInviting(true)}
          disabledReason={needsOwner}
        >
          {t("member.invite")}
        </Button>
      }
    >
      {isMember ? (
        <SearchedList label={t("member.search")} noMatch={t("member.no-match")} list={list} query={users}>
          {(rows) => (
            <Table<OrganizationUserModel>
              label={t("member.title")}
              rows={rows}
              rowId={({ id }) => id}
              columns={[
                {
                  id: "name",
                  title: t("member.name"),
                  cell: (user) => <MemberName member={user} />
                },
                { id: "role", title: t("server.role"), cell: ({ organizationRole }) => t(roleText(organizationRole)) },
                {
                  id: "projects",
                  title: t("organization.direct-permissions"),
                  cell: ({ projectsWithDirectPermission }) => (
                    <bdi>{names.format(projectsWithDirectPermission.map(({ name }) => name))}</bdi>
                  )
                },
                {
                  id: "actions",
                  title: t("member.actions"),
                  cell: (user) => <MemberActions organization={organization} user={user} needsOwner={needsOwner} />
                }
              ]}
            />
          )}
        </SearchedList>
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
