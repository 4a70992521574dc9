import { useQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { FileUp, FolderPlus, Plus } from "lucide-react"
import { useState } from "react"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { projectPageSize } from "../../feature/project/project-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { SearchedList, useListSearch } from "../../widget/ui/searched-list.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { ProjectCard } from "../project/project-card.tsx"
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
  const navigate = useNavigate()
  const isOwner = currentUserRole === "OWNER"
  const create = (
    <Button
      kind="primary"
      icon={<Plus aria-hidden />}
      onPress={() => setCreating(true)}
      disabledReason={isOwner ? null : t("organization.needs-owner")}
    >
      {t("projects.create")}
    </Button>
  )
  // The empty list has both buttons itself.
  const isEmpty = isOwner && list.search === "" && projects.data?.total === 0
  return (
    <OrganizationFrame organization={organization} title={t("projects.title")} actions={!isEmpty && create}>
      <SearchedList
        label={t("projects.search")}
        noMatch={t("projects.no-match")}
        empty={
          <EmptyState
            icon={<FolderPlus aria-hidden />}
            title={t("organization.no-projects")}
            {...(isOwner ? {} : { hint: t("organization.no-projects-hint") })}
            action={
              isOwner && (
                <div className={styles["starts"]}>
                  {create}
                  <Button
                    icon={<FileUp aria-hidden />}
                    onPress={() => navigate({ to: "/start", search: { organization: organization.id } })}
                  >
                    {t("start.from-files")}
                  </Button>
                </div>
              )
            }
          />
        }
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
