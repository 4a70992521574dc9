import { randomUUID } from "node:crypto"
import type { AcceptChangeBody } from "@dragoman/api"
import { type DomainError, fieldErrors } from "@dragoman/domain/error"
import { checkBecomeManaged, type IdentityProfile, isSingleSignOn, type SignInService } from "@dragoman/domain/sign-in"
import { emailDomain } from "@dragoman/domain/user"
import {
  Database,
  type IdentityChangeRow,
  IdentityRepository,
  OrganizationRepository,
  OrganizationUserRepository,
  type UserRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { managedAccountFacts } from "../../organization/managed-account.ts"
import { deleteOrganizations } from "../../organization/organization/change-organizations.ts"
import { failIf, failWith } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { Caller, UserAccess } from "../../service/access/access.ts"
import { AccessTokens } from "../../service/access/access-token.ts"
import { endOtherTokens } from "../../service/access/end-tokens.ts"
import { lockCaller } from "../../service/access/lock-caller.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { issuerOf } from "../../service/sign-in/provider.ts"
import { providerOfSettings } from "../../service/sign-in/providers.ts"
import type { SignInTarget } from "../../service/sign-in/sign-in-target.ts"
import { findTargetOf, requireSameTarget } from "../../service/sign-in/sign-in-target.ts"
import { getUser } from "../user/user-queries.ts"
import { identityKeyOf, sessionOf } from "./third-party-accounts.ts"

/** Time that the user may take to accept a change. */
const changeLifetimeMillis = 30 * 60 * 1000

/** Reads the provider that opens the caller's account. */
export const getAuthProvider = Effect.fn("getAuthProvider")(function* ({ caller }: UserAccess) {
  const identities = yield* IdentityRepository
  const found = yield* identities.findOfUser(caller.userId)
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  const { type } = found.value
  return { authType: type, ssoDomain: isSingleSignOn(type) ? emailDomain(caller.username) : null }
})

/** Stores that the caller may connect the account with the person of a provider. */
export const requestChange = Effect.fn("requestChange")(function* (
  caller: Caller,
  target: SignInTarget,
  { profile, refreshToken }: { readonly profile: IdentityProfile; readonly refreshToken: string | null }
) {
  yield* storeChange(caller, requireSameTarget(target), {
    ...identityKeyOf(target, profile.subject),
    domain: isSingleSignOn(target.provider.type) ? emailDomain(profile.email) : null,
    refreshToken
  })
})

/** Stores that the caller may disconnect the provider. */
export const requestDisconnection = Effect.fn("requestDisconnection")(function* (access: UserAccess) {
  yield* getAuthProvider(access)
  const none = { type: null, organizationId: 0, issuer: null, subject: null, domain: null, refreshToken: null }
  yield* storeChange(access.caller, Effect.void, none)
})

const storeChange = Effect.fnUntraced(function* <R>(
  caller: Caller,
  check: Effect.Effect<void, DomainError, R>,
  change: Omit<IdentityChangeRow, "id" | "userId" | "publicId" | "expiresAt">
) {
  const identities = yield* IdentityRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const row = { ...change, userId: caller.userId, publicId: randomUUID(), expiresAt: now + changeLifetimeMillis }
  yield* database.transaction(lockCaller(caller).pipe(Effect.andThen(check), Effect.andThen(identities.setChange(row))))
})

/** Reads the change that the caller can accept. */
export const getChange = Effect.fn("getChange")(function* ({ caller }: UserAccess) {
  const identities = yield* IdentityRepository
  const now = yield* Clock.currentTimeMillis
  const found = yield* identities.findChange(caller.userId)
  return Option.isSome(found) && found.value.expiresAt > now ? found.value : yield* failWith("resource_not_found")
})

/** Rejects the change. */
export const rejectChange = Effect.fn("rejectChange")(function* (access: UserAccess) {
  const identities = yield* IdentityRepository
  const database = yield* Database
  yield* getChange(access)
  yield* database.transaction(identities.deleteChange(access.caller.userId))
})

/**
 * Applies the change. Older access tokens and sessions of the user end, except that of the request. A password stays,
 * unless single sign-on takes the account over.
 */
export const acceptChange = Effect.fn("acceptChange")(function* (access: UserAccess, { id }: AcceptChangeBody) {
  if ((id ?? "").trim() === "") return yield* Effect.fail(fieldErrors({ id: "must not be blank" }))
  const accessTokens = yield* AccessTokens
  const database = yield* Database
  const identities = yield* IdentityRepository
  const { superTokenMillis } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const accepted = yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      const user = yield* getUser(access)
      const change = yield* getChange(access)
      if (change.publicId !== id) return yield* failWith("resource_not_found")
      if (user.accountType === "MANAGED") return yield* failWith("operation_unavailable_for_account_type")
      yield* change.type === null ? disconnect(access.caller, user) : connect(access.caller, user, change)
      yield* identities.deleteChange(user.userId)
      const ended = yield* endOtherTokens(access.caller, { elevatedUntil: now + superTokenMillis })
      return { user: { ...user, tokensValidNotBefore: ended.tokensValidNotBefore }, session: ended.session }
    })
  )
  const accessToken = yield* accessTokens.issue({ user: accepted.user, isSuper: true })
  return { accessToken, session: accepted.session }
})

const disconnect = Effect.fnUntraced(function* (caller: Caller, user: UserRow) {
  const identities = yield* IdentityRepository
  if (user.passwordHash === null) return yield* failWith("user_missing_password")
  yield* identities.disconnect(user.userId)
  const before = { provider: user.thirdPartyAuthType }
  yield* recordAudit(caller, { action: "IDENTITY_UNLINKED", object: objectOf(user), before })
})

const connect = Effect.fnUntraced(function* (caller: Caller, user: UserRow, change: IdentityChangeRow) {
  const { type, organizationId, issuer, subject, refreshToken } = change
  if (type === null || issuer === null || subject === null) return
  const identities = yield* IdentityRepository
  const target = yield* findStillEnabled(type, organizationId)
  const { provider, tenant } = target
  const isOfDomain = tenant === null || emailDomain(user.username) === tenant.domain
  if (!isOfDomain || issuerOf(provider) !== issuer) return yield* failWith("third_party_switch_conflict")
  if (tenant !== null) yield* giveUpElsewhere(caller, user, tenant.organizationId)
  yield* requireSameTarget(target)
  const at = yield* Clock.currentTimeMillis
  const accountType = isSingleSignOn(provider.type) ? "MANAGED" : user.accountType
  const session = { ...(yield* sessionOf({ target, refreshToken })), at }
  const isConnected = yield* identities.connect(
    user.userId,
    { type, organizationId, issuer, subject },
    accountType,
    session
  )
  if (!isConnected) return yield* failWith("third_party_switch_conflict")
  if (tenant !== null) yield* becomeMember(user.userId, tenant.organizationId)
  const [before, after] = [{ provider: user.thirdPartyAuthType }, { provider: type }]
  yield* recordAudit(caller, { action: "IDENTITY_LINKED", object: objectOf(user), before, after })
})

/** Only an account that has nothing outside of the organization can be managed by it. */
const giveUpElsewhere = Effect.fnUntraced(function* (caller: Caller, user: UserRow, organizationId: number) {
  const organizations = yield* OrganizationRepository
  yield* organizations.lockOwned(user.userId)
  const facts = yield* managedAccountFacts(user, organizationId)
  yield* failIf(checkBecomeManaged(facts))
  yield* deleteOrganizations(caller, facts.elsewhere)
})

const objectOf = ({ userId, username }: UserRow) => ({ kind: "USER", id: userId, name: username }) as const

const serviceOfType = { GITHUB: "github", GOOGLE: "google", OAUTH2: "oauth2", SSO: "sso", SSO_GLOBAL: "sso" } as const

/** The provider may have been switched off since the change was requested. */
const findStillEnabled = Effect.fnUntraced(function* (type: keyof typeof serviceOfType, organizationId: number) {
  const service: SignInService = serviceOfType[type]
  const settings = yield* Settings
  if (service !== "sso" && providerOfSettings(service, settings) === null) {
    return yield* failWith("authentication_method_disabled")
  }
  return yield* findTargetOf(service, organizationId)
})

/** Groups are known at the next login. */
const becomeMember = Effect.fnUntraced(function* (userId: number, organizationId: number) {
  const organizations = yield* OrganizationRepository
  const members = yield* OrganizationUserRepository
  const at = yield* Clock.currentTimeMillis
  if (!(yield* organizations.lock(organizationId))) return yield* failWith("sso_domain_not_found_or_disabled")
  yield* members.addRole(organizationId, userId, "MEMBER", at)
  yield* members.setPreferred(userId, organizationId)
})

/** Erases changes that have expired. */
export const eraseExpiredChanges = Effect.fn("eraseExpiredChanges")(function* () {
  const identities = yield* IdentityRepository
  const database = yield* Database
  yield* database.transaction(identities.deleteExpiredChanges(yield* Clock.currentTimeMillis))
})
