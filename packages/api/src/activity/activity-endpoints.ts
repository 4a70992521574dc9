import { activityTypes } from "@dragoman/domain/activity"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { projectId, revisionId } from "../identifier/path-parameters.ts"
import { QueryTime } from "../identifier/query-time.ts"
import { TextList } from "../identifier/text-list.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ActivityModel, ModifiedEntityModel } from "./activity-model.ts"

const activityPath = "/v2/projects/:projectId/activity"
const requiresViewing = requires(project(["activity.view"], { shortPath: true }))

/** Filters of the revisions. Not in Tolgee's API. */
const activityFilters = {
  filterAuthorId: field(Schema.optional(IdList), "Only changes by these users. Not in Tolgee's API."),
  filterType: field(
    Schema.optional(Schema.Array(Schema.Literals(activityTypes))),
    "Only changes of these types. Not in Tolgee's API."
  ),
  filterLanguage: field(
    Schema.optional(TextList),
    "Only changes of a language with one of these tags, or of a text in it. Not in Tolgee's API."
  ),
  createdAfter: field(
    Schema.optional(QueryTime),
    "Only changes at this time or later, in epoch milliseconds. Not in Tolgee's API."
  ),
  createdBefore: field(
    Schema.optional(QueryTime),
    "Only changes before this time, in epoch milliseconds. Not in Tolgee's API."
  )
}

/** The id of a revision says its branch already. */
const branchOfRevision = field(
  Schema.optional(Schema.String),
  "Name of a branch, which only has to exist: the id finds revisions of any branch."
)

export const ActivityEndpoints = endpointGroup(
  "activity",
  HttpApiEndpoint.get("list", activityPath, {
    params: { projectId },
    query: { ...listQuery("activities"), ...activityFilters, branch: branchParameter },
    success: pageOf("activities", ActivityModel)
  }).pipe(
    requiresViewing,
    described(
      "Lists the activity of a project. The filters by author, type, language tag and time (epoch milliseconds) are not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("get", `${activityPath}/revisions/:revisionId`, {
    params: { projectId, revisionId },
    query: { branch: branchOfRevision },
    success: ActivityModel
  }).pipe(requiresViewing, described("Returns an activity revision.")),
  HttpApiEndpoint.get("listModifiedEntities", `${activityPath}/revisions/:revisionId/modified-entities`, {
    params: { projectId, revisionId },
    query: {
      ...listQuery("unsorted"),
      branch: branchOfRevision,
      filterEntityClass: field(
        Schema.optional(Schema.Array(Schema.String)),
        "Only entities of these classes, such as Key or Translation."
      )
    },
    success: pageOf("modifiedEntities", ModifiedEntityModel)
  }).pipe(requiresViewing, described("Lists the modified entities of an activity revision."))
)
