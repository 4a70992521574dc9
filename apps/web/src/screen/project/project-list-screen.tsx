import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Navigate, useNavigate } from "@tanstack/react-router"
import { FileUp, Plus, SearchX } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { projectPageSize } from "../../feature/project/project-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { ProjectCard } from "./project-card.tsx"
import styles from "./project-list-screen.module.css"

const CreateProjectDialog = lazyDialog(() => import("./create-project-dialog.tsx"), "CreateProjectDialog")

/** The projects that I may enter, each with its progress. */
export const ProjectListScreen = () => {
  const t = useText()
  const navigate = useNavigate()
  const [search, setSearch] = useState("")
  const [pageCount, setPageCount] = useState(1)
  const [isCreating, setCreating] = useState(false)
  const size = pageCount * projectPageSize
  const projects = useQuery({
    queryKey: ["projects", search, size],
    queryFn: ({ signal }) =>
      call(
        "project",
        "listWithStats",
        { query: { size, sort: [{ property: "name", direction: "asc" }], ...(search === "" ? {} : { search }) } },
        { signal }
      ),
    placeholderData: keepPreviousData
  })
  const found = projects.data?._embedded.projects ?? []
  const total = projects.data?.page.totalElements ?? 0
  const isEmpty = projects.data !== undefined && total === 0
  return (
    <div className={styles["screen"]}>
      <header className={styles["header"]}>
        <ScreenTitle>{t("projects.title")}</ScreenTitle>
        {!(isEmpty && search === "") && (
          <div className={styles["actions"]}>
            <Button icon={<FileUp aria-hidden />} onPress={() => navigate({ to: "/start" })}>
              {t("start.from-files")}
            </Button>
            <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
              {t("projects.create")}
            </Button>
          </div>
        )}
      </header>
      {(total > 5 || search !== "") && (
        <div className={styles["search"]}>
          <TextField type="search" label={t("projects.search")} value={search} onChange={setSearch} />
        </div>
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
