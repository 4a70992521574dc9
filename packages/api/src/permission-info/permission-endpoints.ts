import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { PermissionExplanationModel } from "../permission/permission-explanation-model.ts"

/** Explanations of permissions. See docs/permissions.md#ask-why. */
export const PermissionEndpoints = endpointGroup(
  "permission",
  HttpApiEndpoint.get("explain", "/v2/projects/:projectId/permissions/explain", {
    params: { projectId: PathId },
    query: {
      /** Absent: the caller. Other users require `members.view`. */
      userId: Schema.optional(PathId),
      scope: Schema.optional(Schema.String),
      languageId: Schema.optional(PathId)
    },
    success: PermissionExplanationModel
  }).pipe(
    requires(project([], { shortPath: true })),
    described("Explains why a user has a scope in a project, or not. Other users require `members.view`.")
  )
)
