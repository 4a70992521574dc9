import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { ProjectStatsModel } from "./stats-model.ts"

/** Statistics of a project. */
export const StatsEndpoints = endpointGroup(
  "stats",
  HttpApiEndpoint.get("get", "/v2/projects/:projectId/stats", {
    params: { projectId },
    query: { branch: branchParameter },
    success: ProjectStatsModel
  }).pipe(
    requires(project([], { shortPath: true })),
    described("Returns the numbers of keys, words and translations of a project, by language.")
  ),
  HttpApiEndpoint.get("getDailyActivity", "/v2/projects/:projectId/stats/daily-activity", {
    params: { projectId },
    success: Schema.Record(Schema.String, Schema.Int).annotate({ examples: [{ "2026-08-06": 12 }] })
  }).pipe(
    requires(project(["activity.view"], { shortPath: true })),
    described('Returns the number of revisions on each day (UTC), such as `{"2026-08-06": 12}`.')
  )
)
