import { activityTypes } from "@dragoman/domain/activity"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { QueryTime } from "../identifier/query-time.ts"
import { TextList } from "../identifier/text-list.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ActivityModel, ModifiedEntityModel } from "./activity-model.ts"

const activityPath = "/v2/projects/:projectId/activity"
const requiresViewing = requires(project(["activity.view"], { shortPath: true }))

/** Not in Tolgee's API. */
const activityFilters = {
  filterAuthorId: Schema.optional(IdList),
  filterType: Schema.optional(Schema.Array(Schema.Literals(activityTypes))),
  /** Revisions that changed a language with one of these tags, or a text in it. */
  filterLanguage: Schema.optional(TextList),
  createdAfter: Schema.optional(QueryTime),
  createdBefore: Schema.optional(QueryTime)
}

export const ActivityEndpoints = endpointGroup(
  "activity",
  HttpApiEndpoint.get("list", activityPath, {
    params: { projectId: PathId },
    query: { ...listQuery("activities"), ...activityFilters },
    success: pageOf("activities", ActivityModel)
  }).pipe(
    requiresViewing,
    described(
      "Lists the activity of a project. The filters by author, type, language tag and time (epoch milliseconds) are not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("get", `${activityPath}/revisions/:revisionId`, {
    params: { projectId: PathId, revisionId: PathId },
    success: ActivityModel
  }).pipe(requiresViewing, described("Returns an activity revision.")),
  HttpApiEndpoint.get("listModifiedEntities", `${activityPath}/revisions/:revisionId/modified-entities`, {
    params: { projectId: PathId, revisionId: PathId },
    query: { ...listQuery("unsorted"), filterEntityClass: Schema.optional(Schema.Array(Schema.String)) },
    success: pageOf("modifiedEntities", ModifiedEntityModel)
  }).pipe(requiresViewing, described("Lists the modified entities of an activity revision."))
)
