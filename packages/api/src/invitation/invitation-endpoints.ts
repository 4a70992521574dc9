import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, organization, project, requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { invitationId, organizationIdOrSlug, projectId } from "../identifier/path-parameters.ts"
import { listOf } from "../page/page-model.ts"
import {
  InviteToOrganizationBody,
  InviteToProjectBody,
  OrganizationInvitationModel,
  ProjectInvitationModel,
  PublicInvitationModel
} from "./invitation-model.ts"

const byCode = {
  params: {
    code: field(Schema.String, "Code of the invitation.", "kqzvhdmwxntlbrscfgjpyaeoiukqzvhdmwxntlbrscfgjpyaeo")
  },
  success: HttpApiSchema.Empty(200)
}
const ofProject = { projectId }
const ofOrganization = { organization: organizationIdOrSlug }

/** Invitations to projects and organizations. The inviter passes the code on; a server with a mail server mails it too. */
export const InvitationEndpoints = endpointGroup(
  "invitation",
  HttpApiEndpoint.put("inviteToProject", "/v2/projects/:projectId/invite", {
    params: ofProject,
    payload: InviteToProjectBody,
    success: ProjectInvitationModel
  }).pipe(
    requires(project(["members.edit"], { credentials: ["JWT"], superToken: true })),
    described("Creates an invitation to a project. The inviter sends its code to the invited person.")
  ),
  HttpApiEndpoint.get("listOfProject", "/v2/projects/:projectId/invitations", {
    params: ofProject,
    success: listOf("invitations", ProjectInvitationModel)
  }).pipe(
    requires(project(["members.view"], { superToken: true })),
    described("Lists the pending invitations to a project.")
  ),
  HttpApiEndpoint.put("inviteToOrganization", "/v2/organizations/:organization/invite", {
    params: ofOrganization,
    payload: InviteToOrganizationBody,
    success: OrganizationInvitationModel
  }).pipe(
    requires(organization("OWNER", { superToken: true })),
    described("Creates an invitation to an organization. The inviter sends its code to the invited person.")
  ),
  HttpApiEndpoint.get("listOfOrganization", "/v2/organizations/:organization/invitations", {
    params: ofOrganization,
    success: listOf("organizationInvitations", OrganizationInvitationModel)
  }).pipe(
    requires(organization("OWNER", { superToken: true })),
    described("Lists the pending invitations to an organization.")
  ),
  HttpApiEndpoint.get("getInfo", "/api/public/invitation_info/:code", {
    params: {
      code: field(Schema.String, "Code of the invitation.", "kqzvhdmwxntlbrscfgjpyaeoiukqzvhdmwxntlbrscfgjpyaeo")
    },
    success: PublicInvitationModel
  }).pipe(
    requires(nothing),
    described("Returns the project or organization of an invitation and its role, without a login.")
  ),
  HttpApiEndpoint.put("accept", "/v2/invitations/:code/accept", byCode).pipe(
    requires(user()),
    described("Accepts an invitation.")
  ),
  HttpApiEndpoint.get("acceptByGet", "/v2/invitations/:code/accept", byCode).pipe(
    requires(user()),
    described("Accepts an invitation. Deprecated: use `PUT`.")
  ),
  HttpApiEndpoint.delete("delete", "/v2/invitations/:invitationId", {
    params: { invitationId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user()), described("Deletes an invitation."))
)
