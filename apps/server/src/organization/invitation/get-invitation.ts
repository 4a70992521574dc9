import { InvitationRepository, type InvitationTarget } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { findInvitationEnds } from "./invitation-ends.ts"

/**
 * The invitation with this code, for everybody who has the code. One that has expired, or whose inviter could not make it
 * any more, does not exist. Source: docs/permissions.md#invitations.
 */
export const getInvitation = Effect.fn("getInvitation")(function* (code: string) {
  const repository = yield* InvitationRepository
  const found = yield* repository.findByCode(code, yield* Clock.currentTimeMillis)
  if (Option.isNone(found)) return yield* failWith("invitation_code_does_not_exist_or_expired")
  const invitation = found.value
  const ends = yield* findInvitationEnds(placeOf(invitation.target), [invitation])
  if (ends.get(invitation.invitationId) !== null) {
    return yield* failWith("invitation_code_does_not_exist_or_expired")
  }
  return invitation
})

const placeOf = (target: InvitationTarget) =>
  target.kind === "project"
    ? ({ kind: "project", projectId: target.projectId } as const)
    : ({ kind: "organization", organizationId: target.organizationId } as const)
