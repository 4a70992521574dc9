import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { PathId } from "../identifier/path-id.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { PermissionExplanationModel } from "../permission/permission-explanation-model.ts"

/** Explanations of permissions. See docs/permissions.md#ask-why. */
export const PermissionEndpoints = endpointGroup(
  "permission",
  HttpApiEndpoint.get("explain", "/v2/projects/:projectId/permissions/explain", {
    params: { projectId },
    query: {
      userId: field(
        Schema.optional(PathId),
        "Id of the user to explain; absent: the caller. Other users require `members.view`."
      ),
      scope: field(Schema.optional(Schema.String), "The scope to explain; required.", "keys.edit"),
      languageId: field(
        Schema.optional(PathId),
        "Id of a language in which the scope is explained; absent: without a language."
      ),
      keyId: field(
        Schema.optional(PathId),
        "Id of a key for which the scope is explained, with `languageId`: open tasks of the user count, too. Absent: without tasks."
      )
    },
    success: PermissionExplanationModel
  }).pipe(
    requires(project([], { shortPath: true })),
    described("Explains why a user has a scope in a project, or not. Other users require `members.view`.")
  )
)
