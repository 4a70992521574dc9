import { type DomainError, domainError } from "../error/domain-error.ts"
import { emailDomain } from "./user-rules.ts"

/** Domains in small letters; each stands for those below it too. */
export interface EmailDomainRules {
  /** Exceptions from the blocked ones. */
  readonly allowedEmailDomains: ReadonlyArray<string>
  /** `*`: every domain. */
  readonly blockedEmailDomains: ReadonlyArray<string>
}

/**
 * The error when an address of this domain may not sign up; null: it may. A user name that is no address has no domain, and is
 * blocked when all are. Source: docs/settings.md#who-may-sign-up.
 */
export const checkEmailDomain = (
  username: string,
  { allowedEmailDomains, blockedEmailDomains }: EmailDomainRules
): DomainError | null => {
  const domain = (emailDomain(username) ?? "").replace(/\.$/, "").toLowerCase()
  const isIn = (domains: ReadonlyArray<string>) =>
    domains.some((one) => one === "*" || domain === one || domain.endsWith(`.${one}`))
  return !isIn(allowedEmailDomains) && isIn(blockedEmailDomains) ? domainError("email_domain_not_allowed") : null
}
