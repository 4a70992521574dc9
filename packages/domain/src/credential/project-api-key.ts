const alphabet = "abcdefghijklmnopqrstuvwxyz234567"
const prefix = "tgpak_"

/** Text of the base32 form (RFC 4648, lower case, no padding), or null when it is not one. */
const decodeBase32 = (text: string): string | null => {
  let bits = 0
  let bitCount = 0
  let decoded = ""
  for (const letter of text) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return null
    bits = (bits << 5) | value
    bitCount += 5
    if (bitCount >= 8) {
      bitCount -= 8
      decoded += String.fromCharCode((bits >> bitCount) & 0xff)
      bits &= (1 << bitCount) - 1
    }
  }
  return decoded
}

/**
 * The inner key, whose digest is stored, of what a client sends; a value without prefix is the inner key itself. null: not
 * a key at all.
 * Source: reference "auth-and-permissions" 4.5.
 */
export const decodeProjectApiKey = (presented: string): string | null => {
  if (!presented.startsWith(prefix)) return presented === "" ? null : presented
  const decoded = decodeBase32(presented.slice(prefix.length))
  const [, key] = /^\d+_(.+)$/s.exec(decoded ?? "") ?? []
  return key ?? null
}
