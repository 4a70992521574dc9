/** The value of `token` in the link of a secured image. */
export interface ImageToken {
  /** Epoch milliseconds; from then on the link shows nothing. */
  readonly expiresAt: number
  /** Base64 for URLs. */
  readonly signature: string
}

/** Links of one part of their lifetime are the same, so that pages which ask again do not load their images again. */
const partsOfLifetime = 8

/** When a link made now ends: after its lifetime, or up to an eighth of it earlier. All in milliseconds. */
export const imageTokenExpiry = (now: number, lifetimeMillis: number): number => {
  const part = Math.max(1, Math.floor(lifetimeMillis / partsOfLifetime))
  return Math.floor((now + lifetimeMillis) / part) * part
}

/** The text that is signed: the token is valid for this file only. `path`: `screenshots/<file>`. */
export const signedImageText = (path: string, expiresAt: number): string => `${expiresAt} ${path}`

export const printImageToken = ({ expiresAt, signature }: ImageToken): string => `${expiresAt}.${signature}`

/** null: no token is written so. */
export const parseImageToken = (text: string): ImageToken | null => {
  const [, expiresAt, signature] = /^(\d{1,15})\.([A-Za-z0-9_-]{1,128})$/.exec(text) ?? []
  return expiresAt === undefined || signature === undefined ? null : { expiresAt: Number(expiresAt), signature }
}
