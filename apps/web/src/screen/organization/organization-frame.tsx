import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { useUser } from "../../feature/session/session.ts"
import { Avatar } from "../../widget/ui/avatar.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { SectionNavigation } from "../../widget/ui/section-navigation.tsx"
import styles from "./organization.module.css"
import { organizationQuery } from "./organization-queries.ts"

interface OrganizationFrameProps {
  readonly organization: OrganizationModel
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen of an organization, below its name and the way to the others. */
export const OrganizationFrame = ({ organization, title, actions, children }: OrganizationFrameProps) => (
  <Screen
    title={title}
    {...(actions === undefined ? {} : { actions })}
    above={<OrganizationNavigation organization={organization} />}
  >
    {children}
  </Screen>
)

/** The name of an organization, and the way to its screens. */
export const OrganizationNavigation = ({ organization }: { readonly organization: OrganizationModel }) => {
  const t = useText()
  const { name, slug, avatar } = organization
  const { isMember, needsOwner } = useOrganizationRole(organization)
  const hasSso = useOffersOrganizationSso() === true
  return (
    <div className={styles["above"]}>
      <p className={styles["name"]}>
        <Link to="/organizations">{t("server.organizations")}</Link>
        <Avatar name={name} picture={avatar} />
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </p>
      <SectionNavigation
        label={t("projects.organization")}
        entries={[
          { to: `/organizations/${slug}`, title: t("projects.title") },
          ...(isMember ? [{ to: `/organizations/${slug}/members`, title: t("member.title") }] : []),
          ...(isMember ? [{ to: `/organizations/${slug}/memories`, title: t("memory.title") }] : []),
          { to: `/organizations/${slug}/glossaries`, title: t("glossary.title") },
          ...(needsOwner === null
            ? [{ to: `/organizations/${slug}/machine-translation`, title: t("machine-translation.title") }]
            : []),
          { to: `/organizations/${slug}/settings`, title: t("settings.title") },
          ...(needsOwner === null ? [{ to: `/organizations/${slug}/audit-log`, title: t("audit.title") }] : []),
          ...(hasSso && needsOwner === null
            ? [{ to: `/organizations/${slug}/single-sign-on`, title: t("sso.title") }]
            : [])
        ]}
      />
    </div>
  )
}

/** The organization of the screen; its route has read it before. Undefined once it was deleted. */
export const useOrganization = (slug: string): OrganizationModel | undefined => useQuery(organizationQuery(slug)).data

/** Returns whether organizations of this server may have a single sign-on; undefined: not known yet. */
export const useOffersOrganizationSso = (): boolean | undefined =>
  useQuery(serverConfigurationQuery).data?.authMethods.ssoOrganizations.enabled

/** The permissions of my role; administrators of the server need none. */
export const useOrganizationRole = ({ currentUserRole }: OrganizationModel) => {
  const t = useText()
  const { globalServerRole } = useUser()
  const isServerAdmin = globalServerRole === "ADMIN"
  return {
    isMember: isServerAdmin || currentUserRole !== null,
    /** Why I cannot change the organization; null: I can. */
    needsOwner: isServerAdmin || currentUserRole === "OWNER" ? null : t("organization.needs-owner")
  }
}
