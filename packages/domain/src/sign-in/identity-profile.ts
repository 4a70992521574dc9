import { domainError } from "../error/domain-error.ts"
import { emailDomain, normalizeUsername } from "../user/user-rules.ts"
import { invalid, isEmailAddress, type Validated, valid } from "../validation/validation.ts"

/** The profile that a provider gives of a person, once its proof was checked. */
export type Claims = Readonly<Record<string, unknown>>

export interface ProfileRules {
  readonly subjectClaim: string
  readonly emailClaim: string
  readonly nameClaim: string
  /** null: groups are not read. */
  readonly groupsClaim: string | null
  /** Addresses count although the provider does not call them verified. */
  readonly trustEmail: boolean
  /** Google Workspace domains, of which the claim `hd` must be one; empty: any. */
  readonly workspaceDomains: ReadonlyArray<string>
  /** E-mail domains, of which the address must be; empty: any. */
  readonly emailDomains: ReadonlyArray<string>
}

export const defaultProfileRules: ProfileRules = {
  subjectClaim: "sub",
  emailClaim: "email",
  nameClaim: "name",
  groupsClaim: null,
  trustEmail: false,
  workspaceDomains: [],
  emailDomains: []
}

export interface IdentityProfile {
  /** Never changes for one person at one provider. */
  readonly subject: string
  /** The address in the spelling of stored user names: small letters. */
  readonly email: string
  readonly name: string
  readonly groups: ReadonlyArray<string>
}

/** Longer ones are no ids; the limit keeps them out of the database. RFC of OpenID Connect Core section 2: 255. */
const subjectMaxUtf16Units = 255
const nameMaxUtf16Units = 255
/** The limit for one person; more are cut. */
const groupsMax = 1_000

/**
 * The person in the claims of a provider, or why they do not suffice. An address counts when the provider calls it
 * verified, or is trusted. Source: docs/people.md#connect-a-provider.
 */
export const profileOf = (claims: Claims, rules: ProfileRules): Validated<IdentityProfile> => {
  const subject = idText(claims[rules.subjectClaim])
  if (subject === null || subject.length > subjectMaxUtf16Units) return invalid(domainError("third_party_auth_no_sub"))
  if (rules.workspaceDomains.length > 0 && !isAmong(claims["hd"], rules.workspaceDomains)) {
    return invalid(domainError("third_party_google_workspace_mismatch"))
  }
  const address = text(claims[rules.emailClaim])
  const isVerified = rules.trustEmail || claims["email_verified"] === true || claims["email_verified"] === "true"
  if (address === null || !isVerified || !isEmailAddress(address)) {
    return invalid(domainError("third_party_auth_no_email"))
  }
  const email = normalizeUsername(address)
  if (rules.emailDomains.length > 0 && !isAmong(emailDomain(email), rules.emailDomains)) {
    return invalid(domainError("third_party_auth_non_matching_email"))
  }
  const groups = rules.groupsClaim === null ? [] : groupsOf(claims[rules.groupsClaim])
  return valid({ subject, email, name: nameOf(claims, rules.nameClaim, email).slice(0, nameMaxUtf16Units), groups })
}

const text = (claim: unknown): string | null => (typeof claim === "string" && claim.trim() !== "" ? claim.trim() : null)

/** GitHub and others number their users. */
const idText = (claim: unknown): string | null => (Number.isSafeInteger(claim) ? String(claim) : text(claim))

const isAmong = (claim: unknown, names: ReadonlyArray<string>): boolean =>
  typeof claim === "string" && names.some((name) => name.toLowerCase() === claim.toLowerCase())

const nameOf = (claims: Claims, nameClaim: string, email: string): string => {
  const parts = [text(claims["given_name"]), text(claims["family_name"])].filter((part) => part !== null)
  return text(claims[nameClaim]) ?? (parts.length > 0 ? parts.join(" ") : email.slice(0, email.lastIndexOf("@")))
}

/** A list of texts, or a text with commas between its groups. */
const groupsOf = (claim: unknown): ReadonlyArray<string> => {
  const values = typeof claim === "string" ? claim.split(",") : Array.isArray(claim) ? claim : []
  const groups = values.flatMap((value) => text(value) ?? [])
  return [...new Set(groups)].slice(0, groupsMax)
}
