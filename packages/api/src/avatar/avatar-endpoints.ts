import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { organization, project, requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { organizationIdOrSlug, projectId } from "../identifier/path-parameters.ts"
import { OrganizationModel } from "../organization/organization-model.ts"
import { ProjectModel } from "../project/project-model.ts"
import { UserModel } from "../user/user-model.ts"

/** PNG, JPEG, GIF or WebP. The server reads the part from the stream. */
const payload = Schema.Struct({
  avatar: field(Schema.Unknown, "PNG, JPEG, GIF or WebP of at most 40 megapixels; scaled down.")
}).pipe(HttpApiSchema.asMultipartStream())

const ofOrganization = { params: { organization: organizationIdOrSlug }, success: OrganizationModel }
const ofProject = { params: { projectId }, success: ProjectModel }

/** Pictures of users, organizations and projects. */
export const AvatarEndpoints = endpointGroup(
  "avatar",
  HttpApiEndpoint.put("setOfUser", "/v2/user/avatar", { payload, success: UserModel }).pipe(
    requires(user()),
    described("Sets the picture of the caller: PNG, JPEG, GIF or WebP.")
  ),
  HttpApiEndpoint.delete("removeOfUser", "/v2/user/avatar", { success: UserModel }).pipe(
    requires(user()),
    described("Removes the picture of the caller.")
  ),
  HttpApiEndpoint.put("setOfOrganization", "/v2/organizations/:organization/avatar", {
    ...ofOrganization,
    payload
  }).pipe(requires(organization("OWNER")), described("Sets the picture of an organization: PNG, JPEG, GIF or WebP.")),
  HttpApiEndpoint.delete("removeOfOrganization", "/v2/organizations/:organization/avatar", ofOrganization).pipe(
    requires(organization("OWNER")),
    described("Removes the picture of an organization.")
  ),
  HttpApiEndpoint.put("setOfProject", "/v2/projects/:projectId/avatar", { ...ofProject, payload }).pipe(
    requires(project(["project.edit"])),
    described("Sets the picture of a project: PNG, JPEG, GIF or WebP.")
  ),
  HttpApiEndpoint.delete("removeOfProject", "/v2/projects/:projectId/avatar", ofProject).pipe(
    requires(project(["project.edit"])),
    described("Removes the picture of a project.")
  )
)
