import { getRouteApi } from "@tanstack/react-router"
import { Lock } from "lucide-react"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { EmptyState } from "../../widget/ui/states.tsx"
import { AuditLog } from "../audit-log/audit-log.tsx"
import { OrganizationFrame, useOrganization, useOrganizationRole } from "./organization-frame.tsx"

const route = getRouteApi("/user/organizations/$slug/audit-log")

/** The entries of the audit log that belong to an organization and its projects, for its owners. */
export const OrganizationAuditLogScreen = () => {
  const organization = useOrganization(route.useParams().slug)
  return organization === undefined ? null : <OrganizationAuditLog organization={organization} />
}

const OrganizationAuditLog = ({ organization }: { readonly organization: OrganizationModel }) => {
  const t = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { needsOwner } = useOrganizationRole(organization)
  return (
    <OrganizationFrame organization={organization} title={t("audit.title")}>
      {needsOwner === null ? (
        <AuditLog
          slug={organization.slug}
          search={search}
          onSearch={(changed) => navigate({ search: changed, resetScroll: false, replace: true })}
        />
      ) : (
        <EmptyState icon={<Lock aria-hidden />} title={needsOwner} />
      )}
    </OrganizationFrame>
  )
}
