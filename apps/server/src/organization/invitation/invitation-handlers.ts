import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { acceptInvitation, deleteInvitation, inviteToOrganization, inviteToProject } from "./change-invitations.ts"
import { getPublicInvitation, listOrganizationInvitations, listProjectInvitations } from "./invitation-queries.ts"
import {
  organizationInvitationToModel,
  projectInvitationToModel,
  publicInvitationToModel
} from "./invitation-shapes.ts"

export const InvitationHandlers = HttpApiBuilder.group(Api, "invitation", (handlers) =>
  handlers.handleAll({
    inviteToProject: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return projectInvitationToModel(yield* inviteToProject(access, payload))
    }),
    listOfProject: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      return { _embedded: { invitations: (yield* listProjectInvitations(access)).map(projectInvitationToModel) } }
    }),
    inviteToOrganization: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return organizationInvitationToModel(yield* inviteToOrganization(access, payload))
    }),
    listOfOrganization: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const invitations = yield* listOrganizationInvitations(access)
      return { _embedded: { organizationInvitations: invitations.map(organizationInvitationToModel) } }
    }),
    getInfo: Effect.fnUntraced(function* ({ endpoint, params }) {
      yield* accessOf(endpoint)
      return publicInvitationToModel(yield* getPublicInvitation(params.code))
    }),
    accept: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* acceptInvitation(access, params.code)
    }),
    acceptByGet: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* acceptInvitation(access, params.code)
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* deleteInvitation(access, params.invitationId)
    })
  })
)
