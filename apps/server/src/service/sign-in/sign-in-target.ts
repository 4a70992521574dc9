import { isSameProvider, type SignInService, signInServices } from "@dragoman/domain/sign-in"
import { emailDomain } from "@dragoman/domain/user"
import { OrganizationRepository, OrganizationSsoRepository, type OrganizationSsoRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { Provider } from "./provider.ts"
import { globalSsoOf, organizationSsoOf, providerOfSettings } from "./providers.ts"

/** A provider of logins. `tenant` null: no organization owns it. */
export interface SignInTarget {
  readonly provider: Provider
  readonly tenant: OrganizationSsoRow | null
}

export const isSignInService = (text: string): text is SignInService =>
  (signInServices as ReadonlyArray<string>).includes(text)

/** Finds the provider of a service; for single sign-on that of the domain. Fails when it is not set up. */
export const findTarget = Effect.fnUntraced(function* (service: SignInService, domain: string | null) {
  const settings = yield* Settings
  if (service !== "sso") {
    const provider = providerOfSettings(service, settings)
    if (provider === null) return yield* failWith("service_not_found")
    const target: SignInTarget = { provider, tenant: null }
    return target
  }
  if (domain === null || domain.trim() === "") return yield* failWith("sso_auth_missing_domain")
  const target = yield* findSso(domain.trim().toLowerCase())
  return target ?? (yield* failWith("sso_domain_not_found_or_disabled"))
})

/** Finds the single sign-on of a domain in lower case, that of the server first; null: none. */
export const findSso = Effect.fnUntraced(function* (domain: string) {
  const settings = yield* Settings
  const isGlobal = settings.ssoGlobalDomains.some((name) => name.toLowerCase() === domain)
  const global = isGlobal ? globalSsoOf(settings) : null
  if (global !== null) return { provider: global, tenant: null } satisfies SignInTarget
  if (!settings.ssoOrganizations) return null
  const tenants = yield* OrganizationSsoRepository
  const tenant = yield* tenants.findByDomain(domain)
  return Option.isSome(tenant) ? toTarget(tenant.value) : null
})

/** Finds the target of a login that has begun: its organization may have changed its single sign-on meanwhile. */
export const findTargetOf = Effect.fnUntraced(function* (service: SignInService, organizationId: number) {
  if (service !== "sso") return yield* findTarget(service, null)
  const settings = yield* Settings
  if (organizationId === 0) {
    const provider = globalSsoOf(settings)
    return provider === null ? yield* failWith("sso_domain_not_found_or_disabled") : { provider, tenant: null }
  }
  const tenants = yield* OrganizationSsoRepository
  const tenant = settings.ssoOrganizations ? yield* tenants.find(organizationId) : Option.none()
  return Option.isSome(tenant) && tenant.value.enabled
    ? toTarget(tenant.value)
    : yield* failWith("sso_domain_not_found_or_disabled")
})

const toTarget = (tenant: OrganizationSsoRow): SignInTarget => ({ provider: organizationSsoOf(tenant), tenant })

/**
 * Fails when the organization has another provider by now than the one that was asked, or none: a proof of the former must not
 * be linked any more. In a transaction, which locks the organization.
 */
export const requireSameTarget = Effect.fnUntraced(function* ({ tenant }: SignInTarget) {
  if (tenant === null) return
  const organizations = yield* OrganizationRepository
  const tenants = yield* OrganizationSsoRepository
  const isThere = yield* organizations.lock(tenant.organizationId)
  const now = isThere ? yield* tenants.find(tenant.organizationId) : Option.none()
  const isSame = Option.isSome(now) && now.value.enabled && isSameProvider(now.value, tenant)
  if (!isSame) return yield* failWith("sso_domain_not_found_or_disabled")
})

/** Single sign-on of a user's e-mail domain, as clients ask for it; null: none. */
export const ssoOfUser = Effect.fnUntraced(function* (username: string) {
  const domain = emailDomain(username)
  const found = domain === null ? null : yield* findSso(domain)
  if (domain === null || found === null) return null
  const { ssoGlobalForce } = yield* Settings
  return { domain, global: found.tenant === null, force: found.tenant === null ? ssoGlobalForce : found.tenant.force }
})
