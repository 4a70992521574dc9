import { call } from "../api/call.ts"

export type SignInService = "github" | "google" | "oauth2" | "sso"

interface StartOptions {
  readonly domain?: string
  readonly to?: string
  readonly invitationCode?: string
  /** My account is to be connected with the provider, in place of a login. */
  readonly connect?: boolean
}

/** Leaves the console for the page of the provider. */
export const startSignIn = async (serviceType: SignInService, payload: StartOptions): Promise<void> => {
  const request = { params: { serviceType }, payload }
  const { redirectUrl } = await call("signIn", "start", request, { withoutDialogs: payload.connect !== true })
  window.location.assign(redirectUrl)
}

const domainKey = "dragoman.sso-domain"

/** The domain that was entered last in this browser. */
export const rememberedDomain = (): string => localStorage.getItem(domainKey) ?? ""

export const rememberDomain = (domain: string): void => localStorage.setItem(domainKey, domain)
