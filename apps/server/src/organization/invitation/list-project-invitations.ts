import { isProjectInvitation } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { listOpenInvitations } from "./list-open-invitations.ts"

/** The open invitations into the project, oldest first. Source: reference "auth-and-permissions" 6.5. */
export const listProjectInvitations = Effect.fn("listProjectInvitations")(function* (
  access: ProjectAccess<"members.view">
) {
  const { invitations, ends } = yield* listOpenInvitations({ kind: "project", projectId: access.projectId })
  return invitations
    .filter(isProjectInvitation)
    .map((invitation) => ({ ...invitation, end: ends.get(invitation.invitationId) ?? null }))
})
