import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { CircleCheck, ListChecks, Wand2 } from "lucide-react"
import { useState } from "react"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { useProjectEvents } from "../../feature/project-event/use-project-events.ts"
import { checkTypeName } from "../../feature/quality-check/check-type-name.ts"
import { issueCountsKey, issueCountsQuery } from "../../feature/quality-check/quality-check-queries.ts"
import { switchChecks } from "../../feature/quality-check/switch-checks.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { type IssueRow, issueRows } from "./issue-table.ts"
import styles from "./quality-check-screen.module.css"

const route = getRouteApi("/user/projects/$projectId/checks")

const CertainFixesDialog = lazyDialog(() => import("./certain-fixes-dialog.tsx"), "CertainFixesDialog")

/** The open issues of a project by check and language, the way to their texts, and the fixes that are certain. */
export const QualityCheckScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const { data: project } = useQuery(projectQuery(projectId))
  const { data: languages } = useQuery(languagesQuery(projectId))
  if (project === undefined || languages === undefined) return null
  if (!project.useQaChecks) return <ChecksOff project={project} />
  const { viewLanguageIds } = project.computedPermission
  const visible = languages.filter(({ id }) => viewLanguageIds === null || viewLanguageIds.includes(id))
  return <IssueOverview project={project} languages={visible} title={t("checks.title")} />
}

const ChecksOff = ({ project }: { readonly project: ProjectModel }) => {
  const t = useText()
  const client = useQueryClient()
  return (
    <Screen title={t("checks.title")}>
      <EmptyState
        icon={<ListChecks aria-hidden />}
        title={t("checks.off")}
        hint={t("checks.off-hint")}
        action={
          <Button
            kind="primary"
            disabledReason={missingScope(project, "project.edit", t)}
            onPress={() => switchChecks(client, t, project.id, true)}
          >
            {t("checks.switch-on")}
          </Button>
        }
      />
    </Screen>
  )
}

interface IssueOverviewProps {
  readonly project: ProjectModel
  /** The languages that the user can see, the base first. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly title: string
}

const IssueOverview = ({ project, languages, title }: IssueOverviewProps) => {
  const t = useText()
  const [isFixing, setFixing] = useState(false)
  const client = useQueryClient()
  const ids = languages.map(({ id }) => id)
  const counts = useQuery(issueCountsQuery(project.id, useBranch(), ids))
  useProjectEvents(project.id, {
    "qa-issues-updated": () => void client.invalidateQueries({ queryKey: issueCountsKey(project.id) })
  })
  const rows = counts.data === undefined ? [] : issueRows(counts.data)
  const withIssues = languages.filter(({ id }) => rows.some((row) => row.counts.has(id)))
  return (
    <Screen
      title={title}
      actions={
        rows.length > 0 && (
          <Button icon={<Wand2 aria-hidden />} onPress={() => setFixing(true)}>
            {t("checks.fix")}
          </Button>
        )
      }
    >
      <QueryState
        query={counts}
        skeleton="240px"
        isEmpty={rows.length === 0}
        empty={<EmptyState icon={<CircleCheck aria-hidden />} title={t("checks.none")} hint={t("checks.none-hint")} />}
      >
        {() => (
          <Table<IssueRow>
            label={t("checks.title")}
            rows={rows}
            rowId={({ type }) => type}
            columns={[
              { id: "type", title: t("checks.kind"), cell: ({ type }) => checkTypeName(type, t) },
              ...(withIssues.length < 2
                ? []
                : [
                    {
                      id: "total",
                      title: t("checks.total"),
                      isNumber: true,
                      cell: (row: IssueRow) => (
                        <IssueLink project={project} row={row} languages={withIssues} count={row.total} />
                      )
                    }
                  ]),
              ...withIssues.map((language) => ({
                id: language.tag,
                title: languageName(language.tag, t.language),
                isNumber: true,
                cell: (row: IssueRow) => (
                  <IssueLink
                    project={project}
                    row={row}
                    languages={[language]}
                    count={row.counts.get(language.id) ?? 0}
                  />
                )
              }))
            ]}
          />
        )}
      </QueryState>
      {isFixing && <CertainFixesDialog project={project} languages={languages} onClose={() => setFixing(false)} />}
    </Screen>
  )
}

interface IssueLinkProps {
  readonly project: ProjectModel
  readonly row: IssueRow
  readonly languages: ReadonlyArray<LanguageModel>
  readonly count: number
}

/** A count that leads to its texts. */
const IssueLink = ({ project, row, languages, count }: IssueLinkProps) => {
  const t = useText()
  if (count === 0) return <span className={styles["zero"]}>0</span>
  const base = project.baseLanguage?.tag
  const tags = languages.flatMap(({ id, tag }) => (row.counts.has(id) ? [tag] : []))
  const shown = [...new Set([...(base === undefined ? [] : [base]), ...tags])]
  const [only] = languages.length === 1 ? languages : []
  const where = only === undefined ? t("checks.total") : languageName(only.tag, t.language)
  return (
    <Link
      to="/projects/$projectId/translations"
      params={{ projectId: project.id }}
      search={{ issues: tags.map((tag) => `${tag}:${row.type}`).join(","), languages: shown.join(",") }}
      className={styles["count"]}
    >
      {new Intl.NumberFormat(t.language).format(count)}
      <span className="visually-hidden">
        : {checkTypeName(row.type, t)}, {where}
      </span>
    </Link>
  )
}
