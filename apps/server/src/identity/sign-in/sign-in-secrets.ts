import { createHmac, randomBytes } from "node:crypto"
import type { SignInChecks } from "../../service/sign-in/provider.ts"

const valueBytes = 32

/** Makes the random value of the cookie of a new login. */
export const newSignInValue = (): string => randomBytes(valueBytes).toString("base64url")

/**
 * Derives state, nonce and PKCE verifier of a login from the value in the browser's cookie: the server keeps only a
 * digest of it, and addresses do not reveal the value. ADR 46.
 */
export const secretsOf = (value: string): { readonly state: string } & Omit<SignInChecks, "issuer"> => ({
  state: derive(value, "state"),
  nonce: derive(value, "nonce"),
  codeVerifier: derive(value, "verifier")
})

/** Derives a value of 43 characters, as RFC 7636 section 4.1 requires of a verifier. */
const derive = (value: string, purpose: string): string =>
  createHmac("sha256", Buffer.from(value, "base64url")).update(purpose, "utf8").digest("base64url")
