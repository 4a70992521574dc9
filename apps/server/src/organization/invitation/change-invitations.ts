import type { InviteToOrganizationBody, InviteToProjectBody } from "@dragoman/api"
import { checkInvitee, validateInvitedPerson } from "@dragoman/domain/organization"
import {
  checkGrant,
  checkWithdrawOrganizationInvitation,
  checkWithdrawProjectInvitation,
  computePermission,
  invitationPermission
} from "@dragoman/domain/permission"
import { isEmailAddress } from "@dragoman/domain/validation"
import {
  AccessRepository,
  Database,
  type InvitationPlace,
  InvitationRepository,
  type InvitationRow,
  type InvitationTarget,
  LanguageRepository,
  OrganizationRepository,
  OrganizationUserRepository,
  ProjectRepository,
  UserRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import { invitationMailLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { linkAddress } from "../../platform/settings/link-address.ts"
import { Settings } from "../../platform/settings/settings.ts"
import {
  type Caller,
  explainError,
  type OrganizationAccess,
  type ProjectAccess,
  type UserAccess
} from "../../service/access/access.ts"
import { newOneTimeCode } from "../../service/access/one-time-code.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { queueMail } from "../../service/mail/queue-mail.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"
import { changeOrganization } from "../change-organization.ts"
import { requireNotManaged } from "../managed-account.ts"
import { invitationMail } from "./invitation-mail.ts"
import { findInvitationEnds, getInvitation } from "./invitation-queries.ts"

/** Invites a person into the organization with a role. */
export const inviteToOrganization = Effect.fn("inviteToOrganization")(function* (
  access: OrganizationAccess<"OWNER">,
  body: InviteToOrganizationBody
) {
  const { caller, organizationId } = access
  const person = yield* orFail(validateInvitedPerson(body))
  const mayMail = yield* mayMailInvitation(caller, person.email)
  const now = yield* Clock.currentTimeMillis
  return yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const isTaken = yield* isInvitedOrMember({ kind: "organization", organizationId }, person.email, now)
      if (isTaken) return yield* failWith("email_already_invited_or_member")
      const target = { kind: "organization", organizationId, role: body.roleType ?? "MEMBER" } as const
      return yield* insertInvitation({ ...person, target, caller, mayMail, now })
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
  const mayMail = yield* mayMailInvitation(caller, person.email)
  const now = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const emailTaken = yield* isInvitedOrMember({ kind: "project", projectId }, person.email, now)
      const existing = yield* languages.listProjects(languageIds)
      const projectIdsByLanguageId = new Map(existing.map((language) => [language.id, language.projectId]))
      const facts = { projectId, projectIdsByLanguageId, emailTaken }
      const permission = yield* orFail(invitationPermission(facts, requested))
      yield* failIf(checkGrant(computedPermission, permission))
      const target = { kind: "project", projectId, organizationId, permission } as const
      return yield* insertInvitation({ ...person, target, caller, mayMail, now })
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

/** Lifetime of an invitation: one month. */
const lifetimeMillis = 30 * 24 * 60 * 60 * 1000

/** Stores an invitation with a new code, and mails it where that is possible. */
const insertInvitation = Effect.fnUntraced(function* <Target extends InvitationTarget>(invitation: {
  readonly target: Target
  readonly name: string | null
  readonly email: string | null
  readonly caller: Caller
  readonly mayMail: boolean
  /** Epoch milliseconds. */
  readonly now: number
}) {
  const repository = yield* InvitationRepository
  const { target, name, email, caller, mayMail, now } = invitation
  const { userId, username, avatarHash } = caller
  const code = newOneTimeCode()
  const row = { code, target, name, email, createdAt: now, expiresAt: now + lifetimeMillis }
  const invitationId = yield* repository.create({ ...row, createdBy: userId })
  yield* recordAudit(caller, {
    action: "INVITATION_CREATED",
    object: invitationObject(invitationId, { name, email }),
    ...placeOf(target),
    after: { name, email, ...givenBy(target), expiresAt: row.expiresAt }
  })
  const inserted: Omit<InvitationRow<Target>, "targetName" | "organizationSlug"> = {
    ...row,
    invitationId,
    createdBy: { userId, username, name: caller.name, avatarHash, isDeleted: false }
  }
  const isMailed = mayMail && email !== null && (yield* mailInvitation(invitationId, email, now))
  return { ...inserted, end: null, isMailed }
})

/**
 * Whether an invitation to the address is mailed: not without a mail server, nor when the caller has invited too many people
 * within the hour. It counts in any case: its link can be handed over.
 */
const mayMailInvitation = Effect.fnUntraced(function* ({ userId }: Caller, email: string | null) {
  const { smtp } = yield* Settings
  const rateLimiter = yield* RateLimiter
  if (smtp === null || email === null || !isEmailAddress(email)) return false
  return yield* rateLimiter.consume(invitationMailLimit, userId).pipe(
    Effect.as(true),
    Effect.orElseSucceed(() => false)
  )
})

/** Queues the mail with the link, in the transaction that is open. */
const mailInvitation = Effect.fnUntraced(function* (invitationId: number, email: string, now: number) {
  const repository = yield* InvitationRepository
  const settings = yield* Settings
  const found = yield* repository.find(invitationId, now)
  return Option.isSome(found) && (yield* queueMail(email, invitationMail(found.value, linkAddress(settings))))
})

/** The invitation without its code, which is a secret. */
const invitationObject = (id: number, { name, email }: Pick<InvitationRow, "name" | "email">) =>
  ({ kind: "INVITATION", id, name: email ?? name }) as const

const placeOf = (target: InvitationTarget) =>
  target.kind === "project"
    ? { organizationId: target.organizationId, projectId: target.projectId }
    : { organizationId: target.organizationId }

/** The access that an invitation grants. */
const givenBy = (target: InvitationTarget) =>
  target.kind === "project" ? { ...target.permission } : { role: target.role }

/** Accepts an invitation for the caller, which uses its code up. */
export const acceptInvitation = Effect.fn("acceptInvitation")(function* ({ caller }: UserAccess, code: string) {
  const database = yield* Database
  yield* database.transaction(redeemInvitation(caller, code))
})

/**
 * Gives the user the role or the permission of the invitation, in the transaction that is open; also when signing up with
 * a code. The organization becomes the user's preferred one.
 */
export const redeemInvitation = Effect.fn("redeemInvitation")(function* (
  user: Pick<Caller, "userId" | "username" | "name">,
  code: string
) {
  const repository = yield* InvitationRepository
  const organizationUsers = yield* OrganizationUserRepository
  const now = yield* Clock.currentTimeMillis
  const invitation = yield* getInvitation(code)
  const { invitationId, target, targetName, email, createdBy } = invitation
  yield* failIf(checkInvitee(email, user.username))
  const isLocked = yield* lockUserAndTarget(user.userId, target)
  yield* requireNotManaged(user.userId, target.organizationId)
  // Only one of several acceptances at the same time takes the invitation.
  if (!isLocked || !(yield* repository.take(invitationId))) {
    return yield* failWith("invitation_code_does_not_exist_or_expired")
  }
  if (target.kind === "project") {
    const isAdded = yield* repository.addDirectPermission(user.userId, target, now)
    if (!isAdded) return yield* failWith("user_already_has_permissions")
  } else {
    const isAdded = yield* organizationUsers.addRole(target.organizationId, user.userId, target.role, now)
    if (!isAdded) return yield* failWith("user_already_has_role")
  }
  yield* organizationUsers.setPreferred(user.userId, target.organizationId)
  yield* recordAudit(user, {
    action: "INVITATION_ACCEPTED",
    object: invitationObject(invitationId, invitation),
    ...placeOf(target),
    after: givenBy(target)
  })
  yield* notifyUsers({
    type: "INVITATION_ACCEPTED",
    params: target.kind === "project" ? {} : { organizationId: target.organizationId, organizationName: targetName },
    userIds: [createdBy.userId],
    project: target.kind === "project" ? { id: target.projectId, name: targetName } : null,
    actor: user
  })
})

/** Locks the accounts and the target; false: the account or the target of the invitation was deleted. */
const lockUserAndTarget = Effect.fnUntraced(function* (userId: number, target: InvitationTarget) {
  const users = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const projects = yield* ProjectRepository
  if ((yield* users.lock([userId])).length === 0) return false
  return target.kind === "project"
    ? Option.isSome(yield* projects.lock(target.projectId))
    : yield* organizations.lock(target.organizationId)
})

/**
 * Withdraws an invitation. Into a project: with the scope admin. Into an organization: as its owner. A caller who cannot
 * see the place does not learn that there is an invitation.
 */
export const deleteInvitation = Effect.fn("deleteInvitation")(function* ({ caller }: UserAccess, invitationId: number) {
  const repository = yield* InvitationRepository
  const database = yield* Database
  const invitation = yield* repository.find(invitationId, yield* Clock.currentTimeMillis)
  if (Option.isNone(invitation)) return yield* failWith("resource_not_found")
  yield* checkWithdraw(caller, invitation.value.target)
  const { target } = invitation.value
  yield* database.transaction(
    Effect.gen(function* () {
      if (!(yield* repository.take(invitationId))) return yield* failWith("resource_not_found")
      yield* recordAudit(caller, {
        action: "INVITATION_DELETED",
        object: invitationObject(invitationId, invitation.value),
        ...placeOf(target),
        before: givenBy(target)
      })
    })
  )
})

const checkWithdraw = Effect.fnUntraced(function* (caller: Caller, target: InvitationTarget) {
  const repository = yield* AccessRepository
  const { userId, serverRole } = caller
  if (target.kind === "organization") {
    const user = Option.getOrNull(yield* repository.findOrganization(target.organizationId, userId))
    return yield* failIf(checkWithdrawOrganizationInvitation(user && { ...user, serverRole }))
  }
  const user = Option.getOrNull(yield* repository.findProject(target.projectId, userId))
  const error = checkWithdrawProjectInvitation(user && computePermission({ ...user, serverRole }).scopes)
  yield* failIf(error && user ? explainError(error, { caller, ...user }) : error)
})
