import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { acceptInvitation } from "./accept-invitation.ts"
import { deleteInvitation } from "./delete-invitation.ts"
import { getInvitation } from "./get-invitation.ts"
import {
  organizationInvitationToModel,
  projectInvitationToModel,
  publicInvitationToModel
} from "./invitation-to-model.ts"
import { inviteToOrganization } from "./invite-to-organization.ts"
import { inviteToProject } from "./invite-to-project.ts"
import { listOrganizationInvitations } from "./list-organization-invitations.ts"
import { listProjectInvitations } from "./list-project-invitations.ts"

export const InvitationHandlers = HttpApiBuilder.group(Api, "invitation", (handlers) =>
  handlers.handleAll({
    inviteToProject: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return projectInvitationToModel(yield* inviteToProject(access, payload))
    }),
    listOfProject: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      return { _embedded: { invitations: (yield* listProjectInvitations(access)).map(projectInvitationToModel) } }
    }),
    inviteToOrganization: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return organizationInvitationToModel(yield* inviteToOrganization(access, payload))
    }),
    listOfOrganization: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      const invitations = yield* listOrganizationInvitations(access)
      return { _embedded: { organizationInvitations: invitations.map(organizationInvitationToModel) } }
    }),
    getInfo: Effect.fnUntraced(function* ({ endpoint, params }) {
      yield* granted(endpoint)
      return publicInvitationToModel(yield* getInvitation(params.code))
    }),
    accept: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* acceptInvitation(access, params.code)
    }),
    acceptByGet: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* acceptInvitation(access, params.code)
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* deleteInvitation(access, params.invitationId)
    })
  })
)
