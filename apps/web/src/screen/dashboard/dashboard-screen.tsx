import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useText } from "../../base/texts/text.ts"
import { joinRevisions } from "../../feature/activity/join-revisions.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { projectQuery, projectStatsQuery } from "../../feature/project/project-queries.ts"
import { Avatar } from "../../widget/ui/avatar.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { ActivityEntry } from "../activity/activity-entry.tsx"
import { latestActivityQuery } from "../activity/activity-queries.ts"
import { ActivityChart } from "./activity-chart.tsx"
import { AttentionList } from "./attention-list.tsx"
import { dailyActivityQuery } from "./dashboard-queries.ts"
import styles from "./dashboard-screen.module.css"
import { FirstSteps } from "./first-steps.tsx"
import { LanguageProgress } from "./language-progress.tsx"

const route = getRouteApi("/user/projects/$projectId/")

/** Sentences of the latest activity, out of so many changes: edits of one person are one sentence. */
const latestShown = 10
const latestRead = 50

/** Shows the progress of each language, what needs attention, and the latest activity. Nothing waits for the statistics, which may take a second. */
export const DashboardScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const project = useQuery(projectQuery(projectId))
  const stats = useQuery(projectStatsQuery(projectId, useBranch()))
  const seesActivity = project.data?.computedPermission.scopes.includes("activity.view") ?? false
  return (
    <Screen
      title={
        <span className={styles["title"]}>
          {project.data && project.data.avatar !== null && (
            <Avatar name={project.data.name} picture={project.data.avatar} />
          )}
          <bdi>{project.data?.name}</bdi>
        </span>
      }
    >
      {project.data?.description && <p className={styles["description"]}>{project.data.description}</p>}
      {project.data?.computedPermission.scopes.includes("admin") && <FirstSteps project={project.data} />}
      <AttentionList projectId={projectId} />
      <div className={styles["section"]}>
        <h2>{t("dashboard.progress")}</h2>
        <QueryState query={stats} skeleton="200px">
          {(data) => (
            <LanguageProgress projectId={projectId} stats={data} baseTag={project.data?.baseLanguage?.tag ?? null} />
          )}
        </QueryState>
      </div>
      {seesActivity && <ActivityOverTime projectId={projectId} />}
      {seesActivity && <LatestActivity projectId={projectId} />}
    </Screen>
  )
}

const ActivityOverTime = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const daily = useQuery(dailyActivityQuery(projectId))
  return (
    <div className={styles["section"]}>
      <h2>{t("dashboard.chart")}</h2>
      <QueryState query={daily} skeleton="160px">
        {(data) => <ActivityChart projectId={projectId} countsByDay={data} />}
      </QueryState>
    </div>
  )
}

const LatestActivity = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const baseTag = useQuery(projectQuery(projectId)).data?.baseLanguage?.tag ?? null
  const latest = useQuery(latestActivityQuery(projectId, useBranch(), latestRead))
  return (
    <section className={styles["section"]} aria-labelledby="dashboard-latest">
      <h2 id="dashboard-latest">{t("dashboard.latest")}</h2>
      <QueryState query={latest} skeleton="240px" empty={<p className={styles["quiet"]}>{t("activity.empty")}</p>}>
        {(data) => (
          <>
            <ul className={styles["entries"]}>
              {joinRevisions(data, baseTag)
                .slice(0, latestShown)
                .map((group) => (
                  <ActivityEntry key={group.revisions[0].revisionId} projectId={projectId} group={group} isShort />
                ))}
            </ul>
            <p>
              <Link to="/projects/$projectId/activity" params={{ projectId }}>
                {t("dashboard.all-activity")}
              </Link>
            </p>
          </>
        )}
      </QueryState>
    </section>
  )
}
