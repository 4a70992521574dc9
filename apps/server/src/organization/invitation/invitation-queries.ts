import { type InvitationEnd, organizationInvitationEnd, projectInvitationEnd } from "@dragoman/domain/permission"
import {
  AccessRepository,
  Database,
  type InvitationPlace,
  InvitationRepository,
  type InvitationRow,
  isOrganizationInvitation,
  isProjectInvitation,
  LanguageRepository,
  type LanguageRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { OrganizationAccess, ProjectAccess } from "../../service/access/access.ts"

/**
 * Finds the invitation with this code, for everyone who has the code. One that has expired, or whose inviter could not
 * make it any more, counts as absent. Source: docs/permissions.md#invitations.
 */
export const getInvitation = Effect.fn("getInvitation")(function* (code: string) {
  const repository = yield* InvitationRepository
  const found = yield* repository.findByCode(code, yield* Clock.currentTimeMillis)
  if (Option.isNone(found)) return yield* failWith("invitation_code_does_not_exist_or_expired")
  const ends = yield* findInvitationEnds(found.value.target, [found.value])
  const hasEnded = ends.get(found.value.invitationId) !== null
  return hasEnded ? yield* failWith("invitation_code_does_not_exist_or_expired") : found.value
})

export interface PublicInvitation {
  readonly invitation: InvitationRow
  /** Languages that the invited person may translate; null: all, or no project. */
  readonly translateLanguages: ReadonlyArray<LanguageRow> | null
}

/** Works like `getInvitation`, and returns the languages that it is for. */
export const getPublicInvitation = Effect.fn("getPublicInvitation")(function* (code: string) {
  const languages = yield* LanguageRepository
  const invitation = yield* getInvitation(code)
  const ids = isProjectInvitation(invitation) ? invitation.target.permission.translateLanguageIds : null
  if (ids === null || !isProjectInvitation(invitation)) return { invitation, translateLanguages: null }
  const all = yield* languages.listOfProject(invitation.target.projectId)
  return { invitation, translateLanguages: all.filter(({ id }) => ids.includes(id)) }
})

/** Lists the open invitations into the project, oldest first. */
export const listProjectInvitations = Effect.fn("listProjectInvitations")(
  ({ projectId }: ProjectAccess<"members.view">) => listOpen({ kind: "project", projectId }, isProjectInvitation)
)

/** Lists the open invitations into the organization, oldest first. */
export const listOrganizationInvitations = Effect.fn("listOrganizationInvitations")(
  ({ organizationId }: OrganizationAccess<"OWNER">) =>
    listOpen({ kind: "organization", organizationId }, isOrganizationInvitation)
)

/**
 * Lists the invitations that have not expired, each with the reason why it cannot be accepted any more (null: it can).
 * Purges the expired ones of the place.
 */
const listOpen = Effect.fnUntraced(function* <Row extends InvitationRow>(
  place: InvitationPlace,
  isOfPlace: (row: InvitationRow) => row is Row
) {
  const repository = yield* InvitationRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  if (yield* repository.hasExpired(place, now)) yield* database.transaction(repository.purgeExpired(place, now))
  const invitations = yield* repository.list(place, now)
  const ends = yield* findInvitationEnds(place, invitations)
  return invitations
    .filter(isOfPlace)
    .map((invitation) => ({ ...invitation, end: ends.get(invitation.invitationId) ?? null }))
})

/**
 * Finds why each invitation into the place has ended, by id; null: it is valid. One statement for any number of
 * invitations. Source: docs/permissions.md#invitations.
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
