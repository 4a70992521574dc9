import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { anybody, organization, project, requires, user } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { listOf } from "../page/page-model.ts"
import {
  InviteToOrganizationBody,
  InviteToProjectBody,
  OrganizationInvitationModel,
  ProjectInvitationModel,
  PublicInvitationModel
} from "./invitation-model.ts"

const byCode = { params: { code: Schema.String }, success: HttpApiSchema.Empty(200) }
const ofProject = { projectId: PathId }
const ofOrganization = { organization: Schema.String }

/** Into projects and organizations, by a code that is passed on by hand. Source: reference "auth-and-permissions" 6.5. */
export const InvitationEndpoints = endpointGroup(
  "invitation",
  HttpApiEndpoint.put("inviteToProject", "/v2/projects/:projectId/invite", {
    params: ofProject,
    payload: InviteToProjectBody,
    success: ProjectInvitationModel
  }).pipe(requires(project(["members.edit"], { credentials: ["JWT"], superToken: true }))),
  HttpApiEndpoint.get("listOfProject", "/v2/projects/:projectId/invitations", {
    params: ofProject,
    success: listOf("invitations", ProjectInvitationModel)
  }).pipe(requires(project(["members.view"], { superToken: true }))),
  HttpApiEndpoint.put("inviteToOrganization", "/v2/organizations/:organization/invite", {
    params: ofOrganization,
    payload: InviteToOrganizationBody,
    success: OrganizationInvitationModel
  }).pipe(requires(organization("OWNER", { superToken: true }))),
  HttpApiEndpoint.get("listOfOrganization", "/v2/organizations/:organization/invitations", {
    params: ofOrganization,
    success: listOf("organizationInvitations", OrganizationInvitationModel)
  }).pipe(requires(organization("OWNER", { superToken: true }))),
  HttpApiEndpoint.get("getInfo", "/api/public/invitation_info/:code", {
    params: { code: Schema.String },
    success: PublicInvitationModel
  }).pipe(requires(anybody)),
  HttpApiEndpoint.put("accept", "/v2/invitations/:code/accept", byCode).pipe(requires(user())),
  HttpApiEndpoint.get("acceptByGet", "/v2/invitations/:code/accept", byCode).pipe(requires(user())),
  HttpApiEndpoint.delete("delete", "/v2/invitations/:invitationId", {
    params: { invitationId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user()))
)
