import { type DomainError, domainError, fieldErrors } from "../error/domain-error.ts"
import type { ServerRole } from "../permission/role.ts"
import {
  invalid,
  isEmailAddress,
  type Optional,
  sizeBetween,
  type Validated,
  valid,
  validateFields
} from "../validation/validation.ts"

export interface OrganizationSsoInput {
  readonly enabled?: Optional<boolean>
  readonly force?: Optional<boolean>
  readonly domain?: Optional<string>
  readonly clientId?: Optional<string>
  readonly clientSecret?: Optional<string>
  readonly authorizationUri?: Optional<string>
  readonly tokenUri?: Optional<string>
  readonly issuer?: Optional<string>
  readonly groupsClaim?: Optional<string>
  readonly ownerGroups?: Optional<ReadonlyArray<string>>
  readonly memberGroups?: Optional<ReadonlyArray<string>>
}

export interface OrganizationSso {
  readonly enabled: boolean
  /** People of the domain can use no other login. */
  readonly force: boolean
  /** Small letters; empty while it is not enabled. */
  readonly domain: string
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizationUri: string
  readonly tokenUri: string
  /** Empty: found by the two addresses. */
  readonly issuer: string
  readonly groupsClaim: string
  readonly ownerGroups: ReadonlyArray<string>
  readonly memberGroups: ReadonlyArray<string>
}

/** Source: docs/reference/accounts.md#single-sign-on. */
const textMaxUtf16Units = 255
const groupsMax = 100
const defaultGroupsClaim = "groups"

/**
 * Whether both name the same provider. Another client of an issuer is another one: who administers a client may decide what
 * the issuer says to it.
 */
export const isSameProvider = (one: ProviderFields, other: ProviderFields): boolean =>
  providerFields.every((field) => one[field] === other[field])

const providerFields = ["issuer", "clientId", "authorizationUri", "tokenUri"] as const
type ProviderFields = Pick<OrganizationSso, (typeof providerFields)[number]>

/**
 * `stored`: as it was before; null: none. An absent secret keeps the stored one, because clients cannot read it; another
 * provider never gets it. With an issuer the two addresses may be blank: its discovery document has them.
 */
export const validateOrganizationSso = (
  input: OrganizationSsoInput,
  stored: OrganizationSso | null,
  caller: { readonly serverRole: ServerRole }
): Validated<OrganizationSso> => {
  const checked = validateFields(
    {
      domain: sizeBetween(0, textMaxUtf16Units, input.domain),
      clientId: sizeBetween(0, textMaxUtf16Units, input.clientId),
      clientSecret: sizeBetween(0, textMaxUtf16Units, input.clientSecret),
      authorizationUri: sizeBetween(0, textMaxUtf16Units, input.authorizationUri),
      tokenUri: sizeBetween(0, textMaxUtf16Units, input.tokenUri),
      issuer: sizeBetween(0, textMaxUtf16Units, input.issuer),
      groupsClaim: sizeBetween(0, textMaxUtf16Units, input.groupsClaim),
      ownerGroups: groupsMessage(input.ownerGroups),
      memberGroups: groupsMessage(input.memberGroups)
    },
    {
      enabled: input.enabled ?? false,
      force: input.force ?? false,
      domain: (input.domain ?? "").trim().toLowerCase(),
      clientId: (input.clientId ?? "").trim(),
      clientSecret: input.clientSecret ?? "",
      authorizationUri: (input.authorizationUri ?? "").trim(),
      tokenUri: (input.tokenUri ?? "").trim(),
      issuer: (input.issuer ?? "").trim(),
      groupsClaim: input.groupsClaim?.trim() || defaultGroupsClaim,
      ownerGroups: withoutBlanks(input.ownerGroups),
      memberGroups: withoutBlanks(input.memberGroups)
    }
  )
  if (!checked.ok) return checked
  const sso = { ...checked.value, clientSecret: checked.value.clientSecret || keptSecret(checked.value, stored) }
  const error = checkMissing(sso) ?? checkDomain(sso, stored, caller)
  return error === null ? valid(sso) : invalid(error)
}

const keptSecret = (sso: OrganizationSso, stored: OrganizationSso | null): string =>
  stored !== null && isSameProvider(sso, stored) ? stored.clientSecret : ""

const groupsMessage = (groups: Optional<ReadonlyArray<string>>): string | null => {
  if ((groups ?? []).length > groupsMax) return `size must be between 0 and ${groupsMax}`
  return (groups ?? []).some((group) => group.length > textMaxUtf16Units)
    ? `size of an element must be between 0 and ${textMaxUtf16Units}`
    : null
}

const withoutBlanks = (groups: Optional<ReadonlyArray<string>>): ReadonlyArray<string> => [
  ...new Set((groups ?? []).map((group) => group.trim()).filter((group) => group !== ""))
]

const checkMissing = (sso: OrganizationSso): DomainError | null => {
  if (!sso.enabled) return null
  const needed =
    sso.issuer === ""
      ? (["domain", "clientId", "clientSecret", "authorizationUri", "tokenUri"] as const)
      : (["domain", "clientId", "clientSecret"] as const)
  const missing = needed.filter((field) => sso[field] === "")
  return missing.length === 0 ? null : domainError("cannot_set_sso_provider_missing_fields", missing)
}

/** The domain decides whose accounts these are, so the owner of an organization cannot set it. */
const checkDomain = (
  { domain }: OrganizationSso,
  stored: OrganizationSso | null,
  { serverRole }: { readonly serverRole: ServerRole }
): DomainError | null => {
  if (domain === (stored?.domain ?? "")) return null
  if (serverRole !== "ADMIN") return domainError("sso_domain_not_allowed")
  return domain === "" || isEmailAddress(`a@${domain}`) ? null : fieldErrors({ domain: "must be a domain" })
}
