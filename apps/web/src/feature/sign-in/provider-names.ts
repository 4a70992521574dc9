import type { Text } from "../../base/texts/text.ts"

export type IdentityType = "GITHUB" | "GOOGLE" | "OAUTH2" | "SSO" | "SSO_GLOBAL"

/** The ways to log in besides the password, as the server tells them. */
export interface AuthMethods {
  readonly github: { readonly enabled: boolean }
  readonly google: { readonly enabled: boolean }
  readonly oauth2: { readonly enabled: boolean; readonly name: string | null }
  readonly ssoGlobal: {
    readonly enabled: boolean
    readonly domain: string | null
    readonly customLoginText: string | null
  }
  readonly ssoOrganizations: { readonly enabled: boolean }
}

/** A provider as people call it. */
export const providerName = (type: IdentityType, methods: AuthMethods, t: Text): string => {
  switch (type) {
    case "GITHUB":
      return "GitHub"
    case "GOOGLE":
      return "Google"
    case "OAUTH2":
      return methods.oauth2.name ?? "OpenID Connect"
    default:
      return t("sso.title")
  }
}

export const hasProviders = ({ github, google, oauth2, ssoGlobal, ssoOrganizations }: AuthMethods): boolean =>
  [github, google, oauth2, ssoGlobal, ssoOrganizations].some(({ enabled }) => enabled)
