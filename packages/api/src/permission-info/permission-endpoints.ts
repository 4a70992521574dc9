import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { PermissionExplanationModel } from "../permission/permission-explanation-model.ts"

/** Explained permissions. Source: product section 3.1. */
export const PermissionEndpoints = endpointGroup(
  "permission",
  HttpApiEndpoint.get("explain", "/v2/projects/:projectId/permissions/explain", {
    params: { projectId: PathId },
    query: {
      /** Absent: the caller. Asking about others needs the scope members.view. */
      userId: Schema.optional(PathId),
      scope: Schema.optional(Schema.String),
      languageId: Schema.optional(PathId)
    },
    success: PermissionExplanationModel
  }).pipe(requires(project([], { shortPath: true })))
)
