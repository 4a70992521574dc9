import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { demands, organization, project, user } from "../access/demand.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { OrganizationModel } from "../organization/organization-model.ts"
import { ProjectModel } from "../project/project-model.ts"
import { UserModel } from "../user/user-model.ts"

/** PNG, JPEG, GIF or WebP. The server reads the part from the stream. */
const payload = Schema.Struct({ avatar: Schema.Unknown }).pipe(HttpApiSchema.asMultipartStream())

const ofOrganization = { params: { organization: Schema.String }, success: OrganizationModel }
const ofProject = { params: { projectId: PathId }, success: ProjectModel }

/** Pictures of users, organizations and projects. Source: reference "auth-and-permissions" 3.8. */
export const AvatarEndpoints = endpointGroup(
  "avatar",
  HttpApiEndpoint.put("setOfUser", "/v2/user/avatar", { payload, success: UserModel }).pipe(demands(user())),
  HttpApiEndpoint.delete("removeOfUser", "/v2/user/avatar", { success: UserModel }).pipe(demands(user())),
  HttpApiEndpoint.put("setOfOrganization", "/v2/organizations/:organization/avatar", {
    ...ofOrganization,
    payload
  }).pipe(demands(organization("OWNER"))),
  HttpApiEndpoint.delete("removeOfOrganization", "/v2/organizations/:organization/avatar", ofOrganization).pipe(
    demands(organization("OWNER"))
  ),
  HttpApiEndpoint.put("setOfProject", "/v2/projects/:projectId/avatar", { ...ofProject, payload }).pipe(
    demands(project(["project.edit"]))
  ),
  HttpApiEndpoint.delete("removeOfProject", "/v2/projects/:projectId/avatar", ofProject).pipe(
    demands(project(["project.edit"]))
  )
)
