// Records of a zip archive. Source: PKWARE APPNOTE 6.3.

/** What a local header says of a file. */
export interface FileHeader {
  readonly path: Uint8Array
  readonly checksum: number
  readonly size: number
  readonly compressedSize: number
}

export interface ArchiveEntry extends FileHeader {
  /** Of its local header. */
  readonly offset: number
}

const versionDeflate = 20
const versionZip64 = 45
/** Paths are UTF-8. */
const flags = 0x0800
const methodDeflate = 8
/** 1 January 1980, 0:00: the first time that the format knows. */
const fixedTime = 0
const fixedDate = 0x0021
/** Larger numbers stand in a Zip64 record. */
const max16 = 0xffff
const max32 = 0xffffffff

/** Stands in front of the content. */
export const localHeader = ({ path, checksum, size, compressedSize }: FileHeader): Uint8Array =>
  record(
    [4, 0x04034b50],
    [2, versionDeflate],
    [2, flags],
    [2, methodDeflate],
    [2, fixedTime],
    [2, fixedDate],
    [4, checksum],
    [4, compressedSize],
    [4, size],
    [2, path.byteLength],
    [2, 0],
    path
  )

/** Of the directory behind all files. */
export const centralHeader = ({ path, checksum, size, compressedSize, offset }: ArchiveEntry): Uint8Array => {
  const zip64 = offset >= max32 ? record([2, 0x0001], [2, 8], [8, offset]) : new Uint8Array()
  const version = zip64.byteLength > 0 ? versionZip64 : versionDeflate
  return record(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    [2, flags],
    [2, methodDeflate],
    [2, fixedTime],
    [2, fixedDate],
    [4, checksum],
    [4, compressedSize],
    [4, size],
    [2, path.byteLength],
    [2, zip64.byteLength],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, Math.min(offset, max32)],
    path,
    zip64
  )
}

/** What ends the archive. `start`, `size`: of the directory, in bytes. */
export const endRecords = (count: number, start: number, size: number): Uint8Array => {
  const isZip64 = count >= max16 || start >= max32 || size >= max32
  const zip64 = isZip64
    ? record(
        [4, 0x06064b50],
        [8, 44],
        [2, versionZip64],
        [2, versionZip64],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, size],
        [8, start],
        [4, 0x07064b50],
        [4, 0],
        [8, start + size],
        [4, 1]
      )
    : new Uint8Array()
  return record(
    zip64,
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, max16)],
    [2, Math.min(count, max16)],
    [4, Math.min(size, max32)],
    [4, Math.min(start, max32)],
    [2, 0]
  )
}

/** Numbers with their width in bytes, little-endian, and bytes as they are. */
const record = (...fields: ReadonlyArray<readonly [2 | 4 | 8, number] | Uint8Array>): Uint8Array =>
  Buffer.concat(
    fields.map((field) => {
      if (field instanceof Uint8Array) return field
      const [width, value] = field
      const bytes = Buffer.alloc(width)
      if (width === 8) bytes.writeBigUInt64LE(BigInt(value))
      else bytes.writeUIntLE(value, 0, width)
      return bytes
    })
  )
