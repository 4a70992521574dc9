import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ChevronRight } from "lucide-react"
import { BranchSwitcher } from "../feature/branch/branch-switcher.tsx"
import { useBranch } from "../feature/branch/use-branch.ts"
import { projectQuery } from "../feature/project/project-queries.ts"
import { ProjectSwitcher } from "../feature/project/project-switcher.tsx"
import styles from "./shell.module.css"

/** The organization, the project and the branch of the screen, and the ways to others. */
export const ProjectCrumb = ({ projectId }: { readonly projectId: number }) => {
  const branch = useBranch()
  const { data } = useQuery(projectQuery(projectId))
  if (data === undefined) return null
  const { organizationOwner, organizationRole } = data
  return (
    <>
      <ChevronRight aria-hidden className={styles["separator"]} />
      {organizationOwner !== null && organizationRole !== null && (
        <span className={styles["organization"]}>
          <Link
            to="/organizations/$slug"
            params={{ slug: organizationOwner.slug }}
            className={styles["organizationCrumb"]}
            dir="auto"
          >
            {organizationOwner.name}
          </Link>
          <ChevronRight aria-hidden className={styles["separator"]} />
        </span>
      )}
      {/* A name that does not fit loses its end, not the end of the line. */}
      <Link to="/projects/$projectId" params={{ projectId }} className={styles["crumb"]} dir="auto">
        {data.name}
      </Link>
      <span className={styles["switcher"]}>
        <ProjectSwitcher projectId={projectId} />
      </span>
      {(data.useBranching || branch !== undefined) && <BranchSwitcher project={data} />}
    </>
  )
}
