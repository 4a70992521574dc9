const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

/** RFC 4648 base32 in lower case without padding. */
export const encodeBase32 = (bytes: Uint8Array): string => {
  let text = ""
  let pending = 0
  let pendingBits = 0
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff
    pendingBits += 8
    while (pendingBits >= 5) {
      pendingBits -= 5
      text += alphabet.charAt((pending >> pendingBits) & 31)
    }
  }
  return pendingBits === 0 ? text : text + alphabet.charAt((pending << (5 - pendingBits)) & 31)
}

/** The bytes of a text that `encodeBase32` made; null for any other text, so that every value has one spelling. */
export const decodeBase32 = (text: string): Uint8Array | null => {
  const bytes: Array<number> = []
  let pending = 0
  let pendingBits = 0
  for (const digit of text) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return null
    pending = ((pending << 5) | value) & 0xfff
    pendingBits += 5
    if (pendingBits >= 8) {
      pendingBits -= 8
      bytes.push((pending >> pendingBits) & 255)
    }
  }
  const rest = pending & ((1 << pendingBits) - 1)
  return pendingBits >= 5 || rest !== 0 ? null : Uint8Array.from(bytes)
}
