import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { FolderPlus, Plus } from "lucide-react"
import { useState } from "react"
import type { OrganizationModel } from "../api/contract.ts"
import { ProjectCard } from "../project/project-card.tsx"
import { projectPageSize } from "../project/project-queries.ts"
import { useText } from "../texts/text.ts"
import { lazyDialog } from "../toast/lazy-dialog.tsx"
import { Button } from "../ui/button.tsx"
import { SearchedList, useListSearch } from "../ui/searched-list.tsx"
import { EmptyState } from "../ui/states.tsx"
import styles from "./organization.module.css"
import { OrganizationFrame, useOrganization } from "./organization-frame.tsx"
import { organizationProjectsQuery } from "./organization-list-queries.ts"

const CreateProjectDialog = lazyDialog(() => import("../project/create-project-dialog.tsx"), "CreateProjectDialog")

const route = getRouteApi("/user/organizations/$slug/")

/** The projects of an organization that I may enter. */
export const OrganizationProjectsScreen = () => {
  const organization = useOrganization(route.useParams().slug)
  return organization === undefined ? null : <OrganizationProjects organization={organization} />
}

const OrganizationProjects = ({ organization }: { readonly organization: OrganizationModel }) => {
  const t = useText()
  const list = useListSearch(projectPageSize)
  const projects = useQuery(organizationProjectsQuery(organization.slug, list))
  const { currentUserRole } = organization
  const [isCreating, setCreating] = useState(false)
  return (
    <OrganizationFrame
      organization={organization}
      title={t("projects.title")}
      actions={
        <Button
          kind="primary"
          icon={<Plus aria-hidden />}
          onPress={() => setCreating(true)}
          disabledReason={currentUserRole === "OWNER" ? null : t("organization.needs-owner")}
        >
          {t("projects.create")}
        </Button>
      }
    >
      <SearchedList
        label={t("projects.search")}
        noMatch={t("projects.no-match")}
        empty={<EmptyState icon={<FolderPlus aria-hidden />} title={t("organization.no-projects")} />}
        list={list}
        query={projects}
      >
        {(rows) => (
          <ul className={styles["projects"]}>
            {rows.map((project) => (
              <li key={project.id}>
                <ProjectCard project={project} />
              </li>
            ))}
          </ul>
        )}
      </SearchedList>
      {isCreating && <CreateProjectDialog organizationId={organization.id} onClose={() => setCreating(false)} />}
    </OrganizationFrame>
  )
}
