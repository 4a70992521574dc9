import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { acceptInvitation, deleteInvitation, inviteToOrganization, inviteToProject } from "./change-invitations.ts"
import { getPublicInvitation, listOrganizationInvitations, listProjectInvitations } from "./invitation-queries.ts"
import {
  organizationInvitationToModel,
  projectInvitationToModel,
  publicInvitationToModel
} from "./invitation-shapes.ts"

export const InvitationHandlers = HttpApiBuilder.group(Api, "invitation", (handlers) =>
  handlers.handleAll({
    inviteToProject: withAccess((access, { payload }) =>
      Effect.map(inviteToProject(access, payload), projectInvitationToModel)
    ),
    listOfProject: withAccess(function* (access) {
      return { _embedded: { invitations: (yield* listProjectInvitations(access)).map(projectInvitationToModel) } }
    }),
    inviteToOrganization: withAccess((access, { payload }) =>
      Effect.map(inviteToOrganization(access, payload), organizationInvitationToModel)
    ),
    listOfOrganization: withAccess(function* (access) {
      const invitations = yield* listOrganizationInvitations(access)
      return { _embedded: { organizationInvitations: invitations.map(organizationInvitationToModel) } }
    }),
    getInfo: ({ params }) => Effect.map(getPublicInvitation(params.code), publicInvitationToModel),
    accept: withAccess((access, { params }) => acceptInvitation(access, params.code)),
    acceptByGet: withAccess((access, { params }) => acceptInvitation(access, params.code)),
    delete: withAccess((access, { params }) => deleteInvitation(access, params.invitationId))
  })
)
