import { type DomainError, domainError } from "@dragoman/domain/error"
import { accountTypeOf, type IdentityProfile, isSingleSignOn, roleOfGroups } from "@dragoman/domain/sign-in"
import {
  Database,
  type IdentityKey,
  IdentityRepository,
  OrganizationRepository,
  type OrganizationSsoRow,
  OrganizationUserRepository,
  UserRepository,
  type UserRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { redeemInvitation } from "../../organization/invitation/change-invitations.ts"
import { getInvitation } from "../../organization/invitation/invitation-queries.ts"
import { insertOwnOrganization } from "../../organization/organization/change-organizations.ts"
import { failWith, failWithStatus } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { Caller } from "../../service/access/access.ts"
import { ssoValidUntil } from "../../service/access/sso-session.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { issuerOf } from "../../service/sign-in/provider.ts"
import { requireSameTarget, type SignInTarget } from "../../service/sign-in/sign-in-target.ts"
import { checkNewUsername } from "../email-address/check-new-username.ts"

export interface ProvenPerson {
  readonly target: SignInTarget
  readonly profile: IdentityProfile
  readonly refreshToken: string | null
  readonly invitationCode: string | null
  readonly caller: Caller | null
}

/**
 * The account that was found. `refused`: the transaction is committed, and the person is not let in. `connect`: no
 * account has the identity, and the caller may connect it.
 */
type OpenedAccount =
  | { readonly kind: "login"; readonly user: UserRow }
  | { readonly kind: "refused"; readonly error: DomainError }
  | { readonly kind: "connect"; readonly caller: Caller }

/** Returns the key of the person at the provider, by which the account is found. */
export const identityKeyOf = ({ provider, tenant }: SignInTarget, subject: string): IdentityKey => ({
  type: provider.type,
  organizationId: tenant?.organizationId ?? 0,
  issuer: issuerOf(provider),
  subject
})

/** Finds the account of a person by the identity, never by the address; else makes one. */
export const openAccount = Effect.fn("openAccount")(function* (person: ProvenPerson) {
  const { target, profile, caller } = person
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const identities = yield* IdentityRepository
      const found = yield* identities.find(identityKeyOf(target, profile.subject))
      if (Option.isSome(found)) {
        const { userId } = found.value
        if (caller !== null && caller.userId !== userId) {
          return yield* failWithStatus(401, "third_party_switch_conflict")
        }
        return yield* enter(userId, person)
      }
      if (caller === null) return yield* createAccount(person)
      if (profile.email !== caller.username) return yield* failWithStatus(401, "third_party_switch_conflict")
      const connect: OpenedAccount = { kind: "connect", caller }
      return connect
    })
  )
})

/** Logs in to an account that exists. */
const enter = Effect.fnUntraced(function* (userId: number, person: ProvenPerson) {
  const users = yield* UserRepository
  const identities = yield* IdentityRepository
  yield* users.lock([userId])
  const found = yield* users.find(userId)
  // Another provider may have taken its place before the lock was there.
  const identity = yield* identities.find(identityKeyOf(person.target, person.profile.subject))
  if (Option.isNone(found) || Option.isNone(identity)) return yield* failWith("third_party_unauthorized")
  yield* requireSameTarget(person.target)
  const user = found.value
  if (user.disabledAt !== null) return yield* failWithStatus(401, "user_account_disabled")
  const { tenant } = person.target
  if (tenant !== null && !(yield* applyGroups(user, tenant, person.profile.groups))) {
    return { kind: "refused", error: groupNotPermitted(tenant) } satisfies OpenedAccount
  }
  const session = yield* sessionOf(person)
  if (session.validUntil !== null) yield* identities.setSession(identity.value, session)
  return { kind: "login", user } satisfies OpenedAccount
})

const groupNotPermitted = ({ ownerGroups, memberGroups }: OrganizationSsoRow) =>
  domainError("sso_group_not_permitted", [...ownerGroups, ...memberGroups])

/** Decides when single sign-on asks the provider again. */
export const sessionOf = Effect.fnUntraced(function* ({
  target,
  refreshToken
}: Pick<ProvenPerson, "target" | "refreshToken">) {
  const now = yield* Clock.currentTimeMillis
  const settings = yield* Settings
  const { type } = target.provider
  const validUntil = type === "SSO" || type === "SSO_GLOBAL" ? ssoValidUntil(type, settings, now) : null
  return { refreshToken: validUntil === null ? null : refreshToken, checkedAt: now, validUntil }
})

/**
 * Gives the person the role of the groups, in the open transaction, which has locked the account. false: the groups do
 * not permit the organization; an earlier role is removed.
 */
const applyGroups = Effect.fnUntraced(function* (
  user: Pick<UserRow, "userId" | "username">,
  tenant: OrganizationSsoRow,
  groups: ReadonlyArray<string>
) {
  const { organizationId } = tenant
  const { userId } = user
  const organizations = yield* OrganizationRepository
  const members = yield* OrganizationUserRepository
  const at = yield* Clock.currentTimeMillis
  if (!(yield* organizations.lock(organizationId))) return yield* failWith("sso_domain_not_found_or_disabled")
  const membership = Option.getOrNull(yield* members.findMembership(organizationId, userId))
  const before = membership?.role ?? null
  const role = roleOfGroups(tenant, groups, { role: before, hasOtherOwner: membership?.hasOtherOwner ?? true })
  if (role === before) return role !== null
  const object = { kind: "USER", id: userId, name: user.username } as const
  if (role === null) {
    yield* members.remove(organizationId, userId)
    yield* recordAudit(user, { action: "MEMBER_REMOVED", object, organizationId, before: { role: before } })
    return false
  }
  if (before === null) {
    yield* members.addRole(organizationId, userId, role, at)
    yield* members.setPreferred(userId, organizationId)
  } else yield* members.changeRole(organizationId, userId, role)
  yield* recordAudit(user, {
    action: "MEMBER_ROLE_SET",
    object,
    organizationId,
    before: { role: before },
    after: { role }
  })
  return true
})

const createAccount = Effect.fnUntraced(function* (person: ProvenPerson) {
  const { target, profile, invitationCode } = person
  const { provider, tenant } = target
  const users = yield* UserRepository
  const identities = yield* IdentityRepository
  yield* checkNewAccount(person)
  const at = yield* Clock.currentTimeMillis
  const accountType = accountTypeOf(provider.type)
  const created = yield* users.create({
    username: profile.email,
    name: profile.name,
    passwordHash: null,
    accountType,
    serverRole: "USER",
    isInitial: false,
    passwordChanged: false,
    at
  })
  if (Option.isNone(created)) return yield* failWithStatus(401, "username_already_exists")
  yield* requireSameTarget(target)
  const userId = created.value
  const key = identityKeyOf(target, profile.subject)
  const isConnected = yield* identities.connect(userId, key, accountType, { ...(yield* sessionOf(person)), at })
  if (!isConnected) return yield* failWithStatus(401, "third_party_switch_conflict")
  const user = { userId, username: profile.email }
  const object = { kind: "USER", id: userId, name: profile.email } as const
  yield* recordAudit(user, { action: "SIGN_UP", object, after: { name: profile.name, provider: provider.type } })
  if (invitationCode !== null) yield* redeemInvitation({ ...user, name: profile.name }, invitationCode)
  if (tenant !== null && !(yield* applyGroups(user, tenant, profile.groups))) {
    return yield* Effect.fail(groupNotPermitted(tenant))
  }
  if (tenant === null && invitationCode === null) yield* insertOwnOrganization(userId, profile.name)
  return { kind: "login", user: Option.getOrThrow(yield* users.find(userId)) } satisfies OpenedAccount
})

/** Checks a new account, in the order of docs/reference/accounts.md#other-services. */
const checkNewAccount = Effect.fnUntraced(function* ({ target, profile, invitationCode }: ProvenPerson) {
  const { provider, tenant } = target
  const { registration } = yield* Settings
  const users = yield* UserRepository
  const isManaged = isSingleSignOn(provider.type)
  // Administrators have set the domain of a single sign-on.
  if (!isManaged) yield* checkNewUsername(profile.email)
  if (!isManaged && registration !== "open" && invitationCode === null) {
    return yield* failWith("registrations_not_allowed")
  }
  if (invitationCode !== null) {
    const invitation = yield* getInvitation(invitationCode)
    if (tenant !== null && invitation.target.organizationId !== tenant.organizationId) {
      return yield* failWith("invitation_organization_mismatch")
    }
  }
  const [taken] = yield* users.findTaken([profile.email])
  if (taken !== undefined) {
    return yield* failWithStatus(401, taken.isDisabled ? "user_account_disabled" : "username_already_exists")
  }
})
