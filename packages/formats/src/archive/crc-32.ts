/**
 * Returns the checksum of a zip entry (polynomial 0xEDB88320), as an unsigned number. `before`: that of the bytes in front
 * of these, of the same entry.
 */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let crc = ~before
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}

/** The change that each byte makes to the checksum. */
const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  return value
})
