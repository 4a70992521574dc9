import { isIP } from "node:net"
import type { OrganizationSsoBody } from "@dragoman/api"
import { endpointRules, mayReach, mayUsePort, parseEndpointUrl } from "@dragoman/domain/network"
import { isSameProvider, type OrganizationSso, validateOrganizationSso } from "@dragoman/domain/sign-in"
import { AddressResolver } from "@dragoman/network"
import { webhookRules } from "@dragoman/settings"
import { IdentityRepository, OrganizationSsoRepository, type OrganizationSsoRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { changeOrganization } from "../../organization/change-organization.ts"
import { recordReleases } from "../../organization/managed-account.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { issuerOf } from "../../service/sign-in/provider.ts"
import { organizationSsoOf } from "../../service/sign-in/providers.ts"

/** Reads the single sign-on of the organization; null: none was set. */
export const getOrganizationSso = Effect.fn("getOrganizationSso")(function* (access: OrganizationAccess<"OWNER">) {
  yield* requireFeature
  const repository = yield* OrganizationSsoRepository
  return Option.getOrNull(yield* repository.find(access.organizationId))
})

/**
 * Sets the single sign-on. Another domain needs an administrator of the server; the addresses pass the rules of
 * webhooks. Another provider ends the links to the former one (ADR 74).
 */
export const setOrganizationSso = Effect.fn("setOrganizationSso")(function* (
  access: OrganizationAccess<"OWNER">,
  body: OrganizationSsoBody
) {
  yield* requireFeature
  const repository = yield* OrganizationSsoRepository
  const { organizationId, caller } = access
  const known = Option.getOrNull(yield* repository.find(organizationId))
  const checked = yield* orFail(validateOrganizationSso(body, known, caller))
  yield* Effect.forEach([checked.authorizationUri, checked.tokenUri, checked.issuer], checkAddress, { discard: true })
  const identities = yield* IdentityRepository
  const now = yield* Clock.currentTimeMillis
  const isOther = known !== null && !isSameProvider(known, checked)
  return yield* changeOrganization(
    access,
    isOther ? yield* identities.listManaged(organizationId) : [],
    Effect.gen(function* () {
      // Another owner may have set it meanwhile.
      const stored = Option.getOrNull(yield* repository.find(organizationId))
      const sso = yield* orFail(validateOrganizationSso(body, stored, caller))
      yield* checkDomainIsFree(organizationId, sso)
      const row: OrganizationSsoRow = { ...sso, organizationId }
      yield* repository.set(row)
      yield* recordAudit(caller, {
        action: "ORGANIZATION_SSO_SET",
        object: { kind: "ORGANIZATION", id: organizationId, name: access.organization.name },
        organizationId,
        ...(stored === null ? {} : { before: withoutSecret(stored) }),
        after: withoutSecret(row)
      })
      if (stored !== null && !isSameProvider(stored, sso)) {
        yield* recordReleases(caller, yield* identities.releaseManaged(organizationId, now))
      }
      // Links that were moved from a server of Tolgee wait for the administrator who sets its provider.
      if (stored === null && caller.serverRole === "ADMIN") {
        const issuer = issuerOf(organizationSsoOf(row))
        yield* identities.setMissingIssuer({ type: "SSO", organizationId, issuer })
      }
      return row
    })
  )
})

const requireFeature = Effect.gen(function* () {
  const { ssoOrganizations } = yield* Settings
  if (!ssoOrganizations) return yield* failWith("feature_not_enabled", ["SSO"])
})

const withoutSecret = ({ clientSecret: _, organizationId: _id, ...values }: OrganizationSsoRow) => values

/** Checks that one domain leads to one single sign-on. */
const checkDomainIsFree = Effect.fnUntraced(function* (organizationId: number, { enabled, domain }: OrganizationSso) {
  if (!enabled) return
  const repository = yield* OrganizationSsoRepository
  const other = yield* repository.findByDomain(domain)
  const { ssoGlobal, ssoGlobalDomains } = yield* Settings
  const isGlobal = ssoGlobal && ssoGlobalDomains.some((name) => name.toLowerCase() === domain)
  if (isGlobal || Option.exists(other, (row) => row.organizationId !== organizationId)) {
    return yield* failWith("sso_domain_taken")
  }
})

/** Checks an address by the rules of webhooks, which are asked again at each connection. */
const checkAddress = Effect.fnUntraced(function* (url: string) {
  if (url === "") return
  const settings = yield* Settings
  const resolver = yield* AddressResolver
  const { host, port } = yield* orFail(parseEndpointUrl(url))
  const rules = settings.ssoOrganizationsAllowLocal
    ? endpointRules({ allow: ["*"], ports: ["*"] })
    : webhookRules(settings)
  const addresses =
    isIP(host) === 0
      ? yield* resolver.resolve(host).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))
      : [host]
  if (!mayUsePort(port, rules.ports) || !mayReach(host, addresses, rules)) return yield* failWith("url_not_valid")
})
