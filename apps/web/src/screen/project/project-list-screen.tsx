import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Navigate, useNavigate } from "@tanstack/react-router"
import { FileUp, Plus, SearchX } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { ownedOrganizationsQuery, projectPageSize } from "../../feature/project/project-queries.ts"
import { recentProjectsQuery } from "../../feature/project/recent-projects.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { ProjectCard } from "./project-card.tsx"
import styles from "./project-list-screen.module.css"
import { type ProjectOrder, projectSortings } from "./project-order.ts"

const CreateProjectDialog = lazyDialog(() => import("./create-project-dialog.tsx"), "CreateProjectDialog")

const MyWork = lazyPart(() => import("../my-work/my-work.tsx"), "MyWork", <Skeleton height="160px" />)

const ProjectFilters = lazyPart(() => import("./project-filters.tsx"), "ProjectFilters", <Skeleton height="60px" />)

/** The work that waits for me, and the projects that I may enter, each with its progress. */
export const ProjectListScreen = () => {
  const t = useText()
  const navigate = useNavigate()
  const [search, setSearch] = useState("")
  const [pageCount, setPageCount] = useState(1)
  const [isCreating, setCreating] = useState(false)
  const [order, setOrder] = useState<ProjectOrder>("recent")
  const { data: recentIds } = useQuery(recentProjectsQuery)
  // Translators own no organization, and have no use for the buttons.
  const { data: owned } = useQuery(ownedOrganizationsQuery)
  const size = pageCount * projectPageSize
  const firstId = order === "recent" ? recentIds : []
  const projects = useQuery({
    queryKey: ["projects", search, size, order, firstId],
    queryFn: ({ signal }) => {
      const query = { size, sort: [projectSortings[order]], firstId, ...(search === "" ? {} : { search }) }
      return call("project", "listWithStats", { query }, { signal })
    },
    enabled: firstId !== undefined,
    placeholderData: keepPreviousData
  })
  const found = projects.data?._embedded.projects ?? []
  const total = projects.data?.page.totalElements ?? 0
  const isEmpty = projects.data !== undefined && total === 0
  return (
    <div className={styles["screen"]}>
      <header className={styles["header"]}>
        <ScreenTitle>{t("projects.title")}</ScreenTitle>
        {!(isEmpty && search === "") && owned?.length !== 0 && (
          <div className={styles["actions"]}>
            <Button icon={<FileUp aria-hidden />} onPress={() => navigate({ to: "/start" })}>
              {t("start.from-files")}
            </Button>
            <Button icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
              {t("projects.create")}
            </Button>
          </div>
        )}
      </header>
      {(total > 0 || search !== "") && <MyWork />}
      {(total > 5 || search !== "") && (
        <ProjectFilters search={search} onSearch={setSearch} order={order} onOrder={setOrder} />
      )}
      <QueryState
        query={projects}
        skeleton="120px"
        isEmpty={isEmpty}
        empty={
          search === "" ? (
            <Navigate to="/start" replace />
          ) : (
            <EmptyState
              icon={<SearchX aria-hidden />}
              title={t("projects.no-match")}
              action={<Button onPress={() => setSearch("")}>{t("translations.clear-filters")}</Button>}
            />
          )
        }
      >
        {() => (
          <ul className={styles["list"]}>
            {found.map((project) => (
              <li key={project.id}>
                <ProjectCard project={project} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {found.length < total && (
        <Button onPress={() => setPageCount(pageCount + 1)}>
          {t("projects.more", { count: total - found.length })}
        </Button>
      )}
      {isCreating && <CreateProjectDialog onClose={() => setCreating(false)} />}
    </div>
  )
}
