import { call } from "../../base/api/call.ts"

export type SignInService = "github" | "google" | "oauth2" | "sso"

interface StartOptions {
  readonly domain?: string
  readonly to?: string
  readonly invitationCode?: string
  /** My account is to be connected with the provider, in place of a login. */
  readonly connect?: boolean
}

/** Storage key of the part behind `#` of the wanted address: a secret, which stays in this tab. */
const hashKey = "dragoman.sign-in-hash"

/** Leaves the console for the page of the provider. */
export const startSignIn = async (serviceType: SignInService, options: StartOptions): Promise<void> => {
  const [path, hash = ""] = (options.to ?? "").split("#", 2)
  sessionStorage.setItem(hashKey, hash)
  const payload = path === undefined || path === "" ? options : { ...options, to: path }
  const request = { params: { serviceType }, payload }
  const { redirectUrl } = await call("signIn", "start", request, { withoutDialogs: payload.connect !== true })
  window.location.assign(redirectUrl)
}

/** Returns the fragment of the wanted address, which the server does not keep, once. */
export const takeWantedHash = (): string => {
  const hash = sessionStorage.getItem(hashKey) ?? ""
  sessionStorage.removeItem(hashKey)
  return hash && `#${hash}`
}

const domainKey = "dragoman.sso-domain"

/** The domain that was entered last in this browser. */
export const rememberedDomain = (): string => localStorage.getItem(domainKey) ?? ""

export const rememberDomain = (domain: string): void => localStorage.setItem(domainKey, domain)
