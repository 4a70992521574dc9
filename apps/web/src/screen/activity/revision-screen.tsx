import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useText } from "../../base/texts/text.ts"
import { joinRevisions } from "../../feature/activity/join-revisions.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { ActivityEntry } from "./activity-entry.tsx"
import { revisionQuery } from "./activity-queries.ts"

const route = getRouteApi("/user/projects/$projectId/activity/$revisionId")

/** One change of the project and everything that it changed. */
export const RevisionScreen = () => {
  const t = useText()
  const { projectId, revisionId } = route.useParams()
  const baseTag = useQuery(projectQuery(projectId)).data?.baseLanguage?.tag ?? null
  const revision = useQuery(revisionQuery(projectId, revisionId))
  return (
    <Screen
      title={t("activity.revision")}
      above={
        <Link to="/projects/$projectId/activity" params={{ projectId }}>
          {t("activity.title")}
        </Link>
      }
    >
      <QueryState query={revision} skeleton="160px">
        {(data) => (
          <ul>
            {joinRevisions([data], baseTag).map((group) => (
              <ActivityEntry key={data.revisionId} projectId={projectId} group={group} isAlone />
            ))}
          </ul>
        )}
      </QueryState>
    </Screen>
  )
}
