import { type InvitationEnd, organizationInvitationEnd, projectInvitationEnd } from "@dragoman/domain/permission"
import {
  AccessRepository,
  type InvitationPlace,
  InvitationRepository,
  type InvitationRow,
  isProjectInvitation
} from "@dragoman/store"
import { Effect } from "effect"

/**
 * Why each invitation into the place has ended, by id; null: it counts. One statement for any number of invitations into
 * one place. Source: docs/permissions.md#invitations.
 */
export const findInvitationEnds = Effect.fn("findInvitationEnds")(function* (
  place: InvitationPlace,
  invitations: ReadonlyArray<InvitationRow>
) {
  const repository = yield* AccessRepository
  const inviterIds = [...new Set(invitations.map(({ createdBy }) => createdBy.userId))]
  if (place.kind === "project") {
    const inviters = yield* repository.listProjectUsers(place.projectId, inviterIds)
    return endsById(invitations.filter(isProjectInvitation), inviters, (inviter, { permission }) =>
      projectInvitationEnd(inviter, permission)
    )
  }
  const inviters = yield* repository.listOrganizationUsers(place.organizationId, inviterIds)
  return endsById(invitations, inviters, organizationInvitationEnd)
})

/** Invitations that can no longer be accepted do not block a new one for the same address. */
export const purgeEndedInvitations = Effect.fn("purgeEndedInvitations")(function* (
  place: InvitationPlace,
  email: string,
  now: number
) {
  const repository = yield* InvitationRepository
  const address = email.toLowerCase()
  const ofAddress = (yield* repository.list(place, now)).filter((row) => row.email?.toLowerCase() === address)
  if (ofAddress.length === 0) return
  const ends = yield* findInvitationEnds(place, ofAddress)
  const ended = ofAddress.filter(({ invitationId }) => ends.get(invitationId) !== null)
  yield* Effect.forEach(ended, ({ invitationId }) => repository.take(invitationId), { discard: true })
})

interface InviterAccount {
  readonly userId: number
  readonly disabledAt: number | null
  readonly deletedAt: number | null
}

const endsById = <Row extends InvitationRow, Inviter extends InviterAccount>(
  invitations: ReadonlyArray<Row>,
  inviters: ReadonlyArray<Inviter>,
  decide: (inviter: Inviter & { readonly isGone: boolean }, target: Row["target"]) => InvitationEnd | null
): ReadonlyMap<number, InvitationEnd | null> => {
  const inviterById = new Map(inviters.map((inviter) => [inviter.userId, inviter]))
  return new Map(
    invitations.map(({ invitationId, createdBy, target }) => {
      const inviter = inviterById.get(createdBy.userId)
      if (inviter === undefined) return [invitationId, "INVITER_DISABLED"]
      const isGone = inviter.disabledAt !== null || inviter.deletedAt !== null
      return [invitationId, decide({ ...inviter, isGone }, target)]
    })
  )
}
