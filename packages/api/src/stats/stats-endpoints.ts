import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { ProjectStatsModel } from "./stats-model.ts"

/** Statistics of a project. */
export const StatsEndpoints = endpointGroup(
  "stats",
  HttpApiEndpoint.get("get", "/v2/projects/:projectId/stats", {
    params: { projectId: PathId },
    query: { branch: Schema.optional(Schema.String) },
    success: ProjectStatsModel
  }).pipe(
    requires(project([], { shortPath: true })),
    described("Returns the numbers of keys, words and translations of a project, by language.")
  ),
  HttpApiEndpoint.get("getDailyActivity", "/v2/projects/:projectId/stats/daily-activity", {
    params: { projectId: PathId },
    success: Schema.Record(Schema.String, Schema.Int)
  }).pipe(
    requires(project(["activity.view"], { shortPath: true })),
    described('Returns the number of revisions on each day (UTC), such as `{"2026-08-06": 12}`.')
  )
)
