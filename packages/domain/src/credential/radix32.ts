/**
 * The lowest `bits` bits of the bytes, read as one big-endian number, in digits `0-9a-v`; zeros in front fill it up to a
 * fixed length. The form of the secret part of keys and tokens.
 * Source: docs/reference/accounts.md.
 */
export const encodeRadix32 = (bytes: Uint8Array, bits: number): string => {
  const number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return BigInt.asUintN(bits, number)
    .toString(32)
    .padStart(Math.ceil(bits / 5), "0")
}
