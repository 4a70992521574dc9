export interface ResetLink {
  readonly code: string
  readonly email: string
}

/**
 * The code and the address in a link for a new password: base64 of `code,email` in either alphabet, with padding or without.
 * null: the link is cut off, or was changed.
 */
export const readResetLink = (text: string): ResetLink | null => {
  const parts = /^([A-Za-z]+),(.+)$/su.exec(textOfBase64(text) ?? "")
  const [, code, email] = parts ?? []
  return code === undefined || email === undefined ? null : { code, email }
}

const textOfBase64 = (text: string): string | null => {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/").replaceAll(" ", "+").replace(/=+$/, "")
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
