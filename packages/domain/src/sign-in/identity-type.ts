/** Where the identity of an account comes from. SSO: single sign-on of an organization; SSO_GLOBAL: that of the server. */
export const identityTypes = ["GITHUB", "GOOGLE", "OAUTH2", "SSO", "SSO_GLOBAL"] as const

export type IdentityType = (typeof identityTypes)[number]

/** The names in the paths of logins. */
export const signInServices = ["github", "google", "oauth2", "sso"] as const

export type SignInService = (typeof signInServices)[number]

/** LOCAL: has a password of this server. THIRD_PARTY: made by a provider. MANAGED: its provider alone decides about it. */
export const accountTypes = ["LOCAL", "MANAGED", "THIRD_PARTY"] as const

export type AccountType = (typeof accountTypes)[number]

export const isSingleSignOn = (type: IdentityType): boolean => type === "SSO" || type === "SSO_GLOBAL"

/** The type of account that an identity makes. */
export const accountTypeOf = (type: IdentityType): AccountType => (isSingleSignOn(type) ? "MANAGED" : "THIRD_PARTY")
