/** The password generation of the user when the access token was issued. */
export interface AccessTokenGeneration {
  /** `tokensValidNotBefore` of the user at that time; null: issued by a server that did not write it. */
  readonly generation: number | null
  /** Epoch seconds. */
  readonly issuedAtSeconds: number
}

/**
 * Has a new password ended the token? The generation decides and not the time: tokens of the same second end, and so does
 * one that is issued while the password changes. `tokensValidNotBefore`: of the user, epoch milliseconds.
 */
export const isAccessTokenEnded = (token: AccessTokenGeneration, tokensValidNotBefore: number): boolean =>
  token.generation === null
    ? token.issuedAtSeconds * 1000 < tokensValidNotBefore
    : token.generation !== tokensValidNotBefore

/** `tokensValidNotBefore` after a change of the password: never one that there was before, whatever the clock says. */
export const nextTokenGeneration = (now: number, tokensValidNotBefore: number): number =>
  Math.max(now, tokensValidNotBefore + 1)
