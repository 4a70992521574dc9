import type { InviteToOrganizationBody } from "@dragoman/api"
import { validateInvitedPerson } from "@dragoman/domain/organization"
import { Database, InvitationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { purgeEndedInvitations } from "./invitation-ends.ts"
import { newInvitation } from "./new-invitation.ts"

/** Invites somebody with a role into the organization. Source: reference "auth-and-permissions" 6.5. */
export const inviteToOrganization = Effect.fn("inviteToOrganization")(function* (
  { caller, organizationId }: OrganizationAccess<"OWNER">,
  body: InviteToOrganizationBody
) {
  const repository = yield* InvitationRepository
  const database = yield* Database
  const { name, email } = yield* orFail(validateInvitedPerson(body))
  const now = yield* Clock.currentTimeMillis
  return yield* database.transaction(
    Effect.gen(function* () {
      if (email !== null) {
        const place = { kind: "organization", organizationId } as const
        yield* purgeEndedInvitations(place, email, now)
        const isTaken = yield* repository.isInvitedOrMember(place, email, now)
        if (isTaken) return yield* failWith("email_already_invited_or_member")
      }
      const target = { kind: "organization", organizationId, role: body.roleType ?? "MEMBER" } as const
      const invitation = newInvitation({ target, name, email, caller, now })
      return {
        ...invitation,
        end: null,
        invitationId: yield* repository.create({ ...invitation, createdBy: caller.userId })
      }
    })
  )
})
