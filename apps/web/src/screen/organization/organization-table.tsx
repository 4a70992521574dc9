import { Link } from "@tanstack/react-router"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { AvatarName } from "../../widget/ui/avatar-name.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { roleText } from "./role-text.ts"

interface OrganizationTableProps {
  readonly organizations: ReadonlyArray<OrganizationModel>
  /** With a column for my role in each. */
  readonly showsRole: boolean
}

/** Organizations, each with the way into it. */
export const OrganizationTable = ({ organizations, showsRole }: OrganizationTableProps) => {
  const t = useText()
  return (
    <Table<OrganizationModel>
      label={t("server.organizations")}
      rows={organizations}
      rowId={({ id }) => id}
      columns={[
        {
          id: "name",
          title: t("projects.name"),
          cell: ({ name, slug, avatar }) => (
            <AvatarName name={name} picture={avatar} detail={<bdi>{slug}</bdi>}>
              <Link to="/organizations/$slug" params={{ slug }}>
                <bdi>{name}</bdi>
              </Link>
            </AvatarName>
          )
        },
        ...(showsRole
          ? [
              {
                id: "role",
                title: t("server.role"),
                cell: ({ currentUserRole }: OrganizationModel) => t(roleText(currentUserRole))
              }
            ]
          : []),
        { id: "description", title: t("server.description"), cell: ({ description }) => <bdi>{description}</bdi> }
      ]}
    />
  )
}
