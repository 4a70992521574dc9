import { randomInt } from "node:crypto"
import type { InviteToOrganizationBody, InviteToProjectBody } from "@dragoman/api"
import { validateInvitedPerson } from "@dragoman/domain/organization"
import { checkGrant, invitationPermission } from "@dragoman/domain/permission"
import {
  type InvitationPlace,
  InvitationRepository,
  type InvitationRow,
  type InvitationTarget,
  LanguageRepository
} from "@dragoman/store"
import { Clock, Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import type { OrganizationAccess, ProjectAccess } from "../../platform/access/access.ts"
import type { Caller } from "../../platform/access/caller.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { changeOrganization } from "../change-organization.ts"
import { findInvitationEnds } from "./invitation-queries.ts"

/** Invites a person into the organization with a role. */
export const inviteToOrganization = Effect.fn("inviteToOrganization")(function* (
  access: OrganizationAccess<"OWNER">,
  body: InviteToOrganizationBody
) {
  const { caller, organizationId } = access
  const person = yield* orFail(validateInvitedPerson(body))
  const now = yield* Clock.currentTimeMillis
  return yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const isTaken = yield* isInvitedOrMember({ kind: "organization", organizationId }, person.email, now)
      if (isTaken) return yield* failWith("email_already_invited_or_member")
      const target = { kind: "organization", organizationId, role: body.roleType ?? "MEMBER" } as const
      return yield* insertInvitation({ ...person, target, caller, now })
    })
  )
})

/**
 * Invites a person into the project with a direct permission: at most what the caller has.
 * Source: docs/permissions.md#what-may-be-granted.
 */
export const inviteToProject = Effect.fn("inviteToProject")(function* (
  access: ProjectAccess<"members.edit">,
  body: InviteToProjectBody
) {
  const { caller, projectId, organizationId, computedPermission } = access
  const languages = yield* LanguageRepository
  const person = yield* orFail(validateInvitedPerson(body))
  const requested = {
    type: body.type,
    scopes: body.scopes,
    translateLanguageIds: body.translateLanguages ?? body.languages,
    viewLanguageIds: body.viewLanguages,
    stateChangeLanguageIds: body.stateChangeLanguages
  }
  const languageIds = [
    ...(requested.translateLanguageIds ?? []),
    ...(requested.viewLanguageIds ?? []),
    ...(requested.stateChangeLanguageIds ?? [])
  ]
  const now = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const emailTaken = yield* isInvitedOrMember({ kind: "project", projectId }, person.email, now)
      const existing = yield* languages.listProjects(languageIds)
      const projectIdsByLanguageId = new Map(existing.map((language) => [language.id, language.projectId]))
      const facts = { projectId, projectIdsByLanguageId, emailTaken }
      const permission = yield* orFail(invitationPermission(facts, requested))
      const error = checkGrant(computedPermission, permission)
      if (error !== null) return yield* Effect.fail(error)
      const target = { kind: "project", projectId, organizationId, permission } as const
      return yield* insertInvitation({ ...person, target, caller, now })
    })
  )
})

/**
 * Whether the address belongs to a member or to an open invitation. Deletes ended invitations to the address first: they
 * cannot be accepted any more and must not block a new one. `email` null: no address.
 */
const isInvitedOrMember = Effect.fnUntraced(function* (place: InvitationPlace, email: string | null, now: number) {
  if (email === null) return false
  const repository = yield* InvitationRepository
  const address = email.toLowerCase()
  const ofAddress = (yield* repository.list(place, now)).filter((row) => row.email?.toLowerCase() === address)
  const ends = yield* findInvitationEnds(place, ofAddress)
  const ended = ofAddress.filter(({ invitationId }) => ends.get(invitationId) !== null)
  yield* Effect.forEach(ended, ({ invitationId }) => repository.take(invitationId), { discard: true })
  return yield* repository.isInvitedOrMember(place, email, now)
})

/** One month. */
const lifetimeMillis = 30 * 24 * 60 * 60 * 1000

/** 50 of 52 letters are about 285 bits. */
const codeLetters = 50
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Stores an invitation with a new code. */
const insertInvitation = Effect.fnUntraced(function* <Target extends InvitationTarget>(invitation: {
  readonly target: Target
  readonly name: string | null
  readonly email: string | null
  readonly caller: Caller
  /** Epoch milliseconds. */
  readonly now: number
}) {
  const repository = yield* InvitationRepository
  const { target, name, email, caller, now } = invitation
  const { userId, username, avatarHash } = caller
  const code = Array.from({ length: codeLetters }, () => alphabet.charAt(randomInt(alphabet.length))).join("")
  const row = { code, target, name, email, createdAt: now, expiresAt: now + lifetimeMillis }
  const invitationId = yield* repository.create({ ...row, createdBy: userId })
  const inserted: Omit<InvitationRow<Target>, "targetName"> = {
    ...row,
    invitationId,
    createdBy: { userId, username, name: caller.name, avatarHash, isDeleted: false }
  }
  return { ...inserted, end: null }
})
