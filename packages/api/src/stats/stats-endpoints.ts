import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { ProjectStatsModel } from "./stats-model.ts"

/** How far a project is. Source: reference "content-api" 1.7. */
export const StatsEndpoints = endpointGroup(
  "stats",
  HttpApiEndpoint.get("get", "/v2/projects/:projectId/stats", {
    params: { projectId: PathId },
    query: { branch: Schema.optional(Schema.String) },
    success: ProjectStatsModel
  }).pipe(requires(project([], { shortPath: true }))),
  /** Revisions by day: `{"2026-08-06": 12}`, days of UTC. */
  HttpApiEndpoint.get("getDailyActivity", "/v2/projects/:projectId/stats/daily-activity", {
    params: { projectId: PathId },
    success: Schema.Record(Schema.String, Schema.Int)
  }).pipe(requires(project(["activity.view"], { shortPath: true })))
)
