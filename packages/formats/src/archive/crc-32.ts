/**
 * The checksum of a zip entry (polynomial 0xEDB88320), as an unsigned number. `before`: that of the bytes in front of these,
 * of the same entry. Eight bytes at a time: one by one it takes a sixth of the time of a workbook.
 */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wholeEnd = bytes.length - (bytes.length % stepBytes)
  let crc = ~before
  for (let at = 0; at < wholeEnd; at += stepBytes) {
    const low = crc ^ view.getInt32(at, true)
    const high = view.getInt32(at + 4, true)
    crc = entryOf(7, low) ^ entryOf(6, low >>> 8) ^ entryOf(5, low >>> 16) ^ entryOf(4, low >>> 24)
    crc ^= entryOf(3, high) ^ entryOf(2, high >>> 8) ^ entryOf(1, high >>> 16) ^ entryOf(0, high >>> 24)
  }
  for (let at = wholeEnd; at < bytes.length; at++) crc = (crc >>> 8) ^ entryOf(0, crc ^ view.getUint8(at))
  return ~crc >>> 0
}

const stepBytes = 8

/** Returns the change that a byte with `zeros` bytes of zero behind it makes to the checksum. The lowest eight bits of `byte` count. */
const entryOf = (zeros: number, byte: number): number => tables[256 * zeros + (byte & 0xff)] ?? 0

const tables = new Int32Array(256 * stepBytes)
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  tables[byte] = value
}
for (let zeros = 1; zeros < stepBytes; zeros++) {
  for (let byte = 0; byte < 256; byte++) {
    const value = entryOf(zeros - 1, byte)
    tables[256 * zeros + byte] = (value >>> 8) ^ entryOf(0, value)
  }
}
