import { useQuery } from "@tanstack/react-query"
import { X } from "lucide-react"
import type { ReactNode } from "react"
import { useText } from "../../base/texts/text.ts"
import { IconButton } from "../../widget/ui/button.tsx"
import { Select } from "../../widget/ui/select.tsx"
import styles from "./assigned-projects.module.css"
import { offeredProjectsMax, organizationProjectsQuery } from "./organization-list-queries.ts"

interface NamedProject {
  readonly projectId: number
  readonly projectName: string
}

interface AssignedProjectsProps<Project extends NamedProject> {
  readonly organizationSlug: string
  readonly projects: ReadonlyArray<Project>
  readonly onChange: (projects: ReadonlyArray<Project>) => void
  /** Makes the assignment of a project that is added. */
  readonly assign: (project: NamedProject) => Project
  readonly hint?: string
  /** Fields of an assignment. */
  readonly children?: (project: Project) => ReactNode
}

/** The projects of an organization that use something which it shares: a choice to add one, and a row for each. */
export const AssignedProjects = <Project extends NamedProject>(props: AssignedProjectsProps<Project>) => {
  const { organizationSlug, projects, onChange, assign, hint, children } = props
  const t = useText()
  const listed = useQuery(organizationProjectsQuery(organizationSlug, { search: "", size: offeredProjectsMax }))
  const free = (listed.data?.rows ?? []).filter(({ id }) => !projects.some(({ projectId }) => projectId === id))
  return (
    <fieldset className={styles["projects"]}>
      <legend>{t("projects.title")}</legend>
      {hint !== undefined && <p className={styles["hint"]}>{hint}</p>}
      {projects.map((project) => (
        <div key={project.projectId} role="group" aria-label={project.projectName} className={styles["assignment"]}>
          <bdi className={styles["name"]}>{project.projectName}</bdi>
          {children?.(project)}
          <IconButton
            label={t("memory.unassign", { project: project.projectName })}
            icon={<X aria-hidden />}
            onPress={() => onChange(projects.filter(({ projectId }) => projectId !== project.projectId))}
          />
        </div>
      ))}
      {free.length > 0 && (
        <Select
          label={t("memory.add-project")}
          value=""
          options={[
            { value: "", label: t("memory.choose-project") },
            ...free.map(({ id, name }) => ({ value: String(id), label: name }))
          ]}
          onChange={(value) => {
            const added = free.find(({ id }) => String(id) === value)
            if (added !== undefined) {
              onChange([...projects, assign({ projectId: added.id, projectName: added.name })])
            }
          }}
        />
      )}
    </fieldset>
  )
}
