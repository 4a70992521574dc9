import { type ParseFailure, parseFailure } from "../reader.ts"

/** One file of an archive as its central directory lists it, with the place of its bytes. */
export interface ArchiveEntry {
  /** The stored name; one character per byte unless the entry says that its name is UTF-8. */
  readonly storedName: string
  readonly isDeflated: boolean
  readonly checksum: number
  readonly uncompressedBytes: number
  /** From `dataStart` to `dataEnd`: offsets in the archive. */
  readonly dataStart: number
  readonly dataEnd: number
}

/**
 * The entries of a zip archive, at most `entriesMax`; Zip64 is read too. The central directory at its end decides: an archive that was cut off
 * has none, one that was damaged has another number of entries than it says, entries at other places, or with other
 * names. Entries never overlap, so that unpacking all of them reads each byte once.
 * Source: APPNOTE.TXT 4.3 (PKWARE).
 */
export const readDirectory = (bytes: Uint8Array, entriesMax: number): ReadonlyArray<ArchiveEntry> | ParseFailure => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readEntries(bytes, view, entriesMax)
  } catch (error) {
    // A read behind the end of the archive.
    if (error instanceof RangeError) return brokenArchive
    throw error
  }
}

export const brokenArchive: ParseFailure = parseFailure("The archive is broken, incomplete or not supported", null)

export const tooManyFiles: ParseFailure = parseFailure("The archive has too many files", null)

const readEntries = (
  bytes: Uint8Array,
  view: DataView,
  entriesMax: number
): ReadonlyArray<ArchiveEntry> | ParseFailure => {
  const end = readEnd(view)
  if (end === null) return brokenArchive
  if (end.entryCount > entriesMax) return tooManyFiles
  const entries: Array<ArchiveEntry> = []
  const places: Array<readonly [start: number, end: number]> = []
  let offset = end.directoryStart
  for (let index = 0; index < end.entryCount; index++) {
    if (offset + centralHeaderBytes > end.directoryEnd || view.getUint32(offset, true) !== centralHeaderSignature) {
      return brokenArchive
    }
    const nameBytes = view.getUint16(offset + 28, true)
    const extraBytes = view.getUint16(offset + 30, true)
    const next = offset + centralHeaderBytes + nameBytes + extraBytes + view.getUint16(offset + 32, true)
    if (next > end.directoryEnd) return brokenArchive
    const entry = readEntry(bytes, view, offset)
    if (entry === null) return brokenArchive
    entries.push(entry.entry)
    places.push([entry.localStart, entry.entry.dataEnd])
    offset = next
  }
  if (offset !== end.directoryEnd) return brokenArchive
  places.sort(([a], [b]) => a - b)
  const isApart = places.every(([, dataEnd], index) => dataEnd <= (places[index + 1]?.[0] ?? end.directoryStart))
  return isApart ? entries : brokenArchive
}

interface DirectoryEnd {
  readonly entryCount: number
  readonly directoryStart: number
  readonly directoryEnd: number
}

/** Reads the end record, which only a comment may follow. Archives in several parts are not supported. */
const readEnd = (view: DataView): DirectoryEnd | null => {
  const firstPlace = Math.max(0, view.byteLength - endRecordBytes - commentBytesMax)
  for (let offset = view.byteLength - endRecordBytes; offset >= firstPlace; offset--) {
    if (view.getUint32(offset, true) !== endRecordSignature) continue
    if (offset + endRecordBytes + view.getUint16(offset + 20, true) !== view.byteLength) continue
    const entryCount = view.getUint16(offset + 10, true)
    const directoryBytes = view.getUint32(offset + 12, true)
    const directoryStart = view.getUint32(offset + 16, true)
    const isZip64 = entryCount === max16 || directoryBytes === max32 || directoryStart === max32
    const end64 = isZip64 ? readEnd64(view, offset) : null
    if (end64 !== null) return end64
    const isWhole = view.getUint32(offset + 4, true) === 0 && view.getUint16(offset + 8, true) === entryCount
    const directoryEnd = directoryStart + directoryBytes
    return isWhole && directoryEnd === offset ? { entryCount, directoryStart, directoryEnd } : null
  }
  return null
}

/** Reads the end record of Zip64, which a locator in front of the other one names; null: there is none. */
const readEnd64 = (view: DataView, endOffset: number): DirectoryEnd | null => {
  const locator = endOffset - locator64Bytes
  if (locator < 0 || view.getUint32(locator, true) !== locator64Signature) return null
  const offset = getUint64(view, locator + 8)
  if (offset + endRecord64Bytes > locator || view.getUint32(offset, true) !== endRecord64Signature) return null
  const entryCount = getUint64(view, offset + 32)
  const directoryStart = getUint64(view, offset + 48)
  const directoryEnd = directoryStart + getUint64(view, offset + 40)
  const isWhole = view.getUint32(offset + 16, true) === 0 && getUint64(view, offset + 24) === entryCount
  return isWhole && directoryEnd === offset ? { entryCount, directoryStart, directoryEnd } : null
}

interface PlacedEntry {
  readonly entry: ArchiveEntry
  readonly localStart: number
}

/** `offset`: of the entry's header in the directory. Null = it cannot be read, or its own header says something else. */
const readEntry = (bytes: Uint8Array, view: DataView, offset: number): PlacedEntry | null => {
  const flags = view.getUint16(offset + 8, true)
  const method = view.getUint16(offset + 10, true)
  const nameBytes = view.getUint16(offset + 28, true)
  const sizes = readSizes(view, offset, nameBytes)
  if (sizes === null || (flags & encryptedFlag) !== 0 || (method !== stored && method !== deflated)) return null
  const { localStart, compressedBytes, uncompressedBytes } = sizes
  if (view.getUint32(localStart, true) !== localHeaderSignature) return null
  if (view.getUint16(localStart + 26, true) !== nameBytes) return null
  const name = bytes.subarray(offset + centralHeaderBytes, offset + centralHeaderBytes + nameBytes)
  const localName = bytes.subarray(localStart + localHeaderBytes, localStart + localHeaderBytes + nameBytes)
  if (name.some((byte, index) => byte !== localName[index])) return null
  const dataStart = localStart + localHeaderBytes + nameBytes + view.getUint16(localStart + 28, true)
  return {
    localStart,
    entry: {
      storedName: (flags & utf8Flag) === 0 ? oneCharacterPerByte(name) : new TextDecoder().decode(name),
      isDeflated: method === deflated,
      checksum: view.getUint32(offset + 16, true),
      uncompressedBytes,
      dataStart,
      dataEnd: dataStart + compressedBytes
    }
  }
}

/** Sizes and place of an entry; those that do not fit into 32 bits stand in an extra field. */
const readSizes = (view: DataView, offset: number, nameBytes: number) => {
  const compressedBytes = view.getUint32(offset + 20, true)
  const uncompressedBytes = view.getUint32(offset + 24, true)
  const localStart = view.getUint32(offset + 42, true)
  if (compressedBytes !== max32 && uncompressedBytes !== max32 && localStart !== max32) {
    return { compressedBytes, uncompressedBytes, localStart }
  }
  const extraStart = offset + centralHeaderBytes + nameBytes
  const extraEnd = extraStart + view.getUint16(offset + 30, true)
  for (let extra = extraStart; extra + 4 <= extraEnd; extra += 4 + view.getUint16(extra + 2, true)) {
    if (view.getUint16(extra, true) !== zip64ExtraId) continue
    let next = extra + 4
    const wide = (value: number): number => {
      if (value !== max32) return value
      next += 8
      return getUint64(view, next - 8)
    }
    // In this order, and only those that are needed.
    const sizes = {
      uncompressedBytes: wide(uncompressedBytes),
      compressedBytes: wide(compressedBytes),
      localStart: wide(localStart)
    }
    return next <= extra + 4 + view.getUint16(extra + 2, true) ? sizes : null
  }
  return null
}

/** Numbers beyond 2^53 are no offsets of anything that fits into memory, so their loss of precision makes no difference. */
const getUint64 = (view: DataView, offset: number): number => Number(view.getBigUint64(offset, true))

const oneCharacterPerByte = (bytes: Uint8Array): string => Array.from(bytes, (b) => String.fromCharCode(b)).join("")

const localHeaderSignature = 0x04_03_4b_50
const centralHeaderSignature = 0x02_01_4b_50
const endRecordSignature = 0x06_05_4b_50
const endRecord64Signature = 0x06_06_4b_50
const locator64Signature = 0x07_06_4b_50
const zip64ExtraId = 1

const localHeaderBytes = 30
const centralHeaderBytes = 46
const endRecordBytes = 22
const endRecord64Bytes = 56
const locator64Bytes = 20
const commentBytesMax = 0xffff

const encryptedFlag = 0x0001
const utf8Flag = 0x0800
const stored = 0
const deflated = 8

/** The placeholder for a number that does not fit. */
const max16 = 0xffff
const max32 = 0xffff_ffff
