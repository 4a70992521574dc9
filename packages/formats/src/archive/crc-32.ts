/**
 * The checksum of a zip entry (polynomial 0xEDB88320), as an unsigned number. `before`: that of the bytes in front of these,
 * of the same entry.
 */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let crc = before ^ 0xff_ff_ff_ff
  for (let index = 0; index < bytes.length; index++) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0)
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  return value >>> 0
})
