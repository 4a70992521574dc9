import { isOrganizationInvitation } from "@dragoman/store"
import { Effect } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { listOpenInvitations } from "./list-open-invitations.ts"

/** The open invitations into the organization, oldest first. Source: reference "auth-and-permissions" 5.2. */
export const listOrganizationInvitations = Effect.fn("listOrganizationInvitations")(function* (
  access: OrganizationAccess<"OWNER">
) {
  const { invitations, ends } = yield* listOpenInvitations({
    kind: "organization",
    organizationId: access.organizationId
  })
  return invitations
    .filter(isOrganizationInvitation)
    .map((invitation) => ({ ...invitation, end: ends.get(invitation.invitationId) ?? null }))
})
