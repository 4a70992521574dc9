import { Inflate } from "fflate"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { crc32 } from "./crc-32.ts"
import { type ArchiveEntry, brokenArchive } from "./read-directory.ts"

/** Bytes that may still be unpacked; below zero = exceeded. */
export interface ByteBudget {
  bytesLeft: number
}

/** The bytes of one file. Too many of them, or other ones than the archive says, are a failure. */
export const readContent = (bytes: Uint8Array, entry: ArchiveEntry, budget: ByteBudget): Uint8Array | ParseFailure => {
  const blocks: Array<Uint8Array> = []
  // The decoder may use its memory again.
  const failure = visitContent(bytes, entry, budget, (block) => {
    blocks.push(entry.isDeflated ? block.slice() : block)
  })
  return failure ?? joinBlocks(blocks)
}

/**
 * The same block by block: none of them is still there when the next one comes. Whether the archive is intact shows at the
 * end; what was visited of one that is not, does not count.
 */
export const visitContent = (
  bytes: Uint8Array,
  entry: ArchiveEntry,
  budget: ByteBudget,
  visit: (block: Uint8Array) => void
): ParseFailure | null => {
  const data = bytes.subarray(entry.dataStart, entry.dataEnd)
  let bytesLeft = entry.uncompressedBytes
  let checksum = 0
  const take = (block: Uint8Array) => {
    budget.bytesLeft -= block.length
    bytesLeft -= block.length
    if (budget.bytesLeft < 0 || bytesLeft < 0) return
    checksum = crc32(block, checksum)
    visit(block)
  }
  const isComplete = entry.isDeflated ? inflate(data, take, () => budget.bytesLeft >= 0 && bytesLeft >= 0) : true
  if (!entry.isDeflated) take(data)
  if (budget.bytesLeft < 0) return tooLarge
  return isComplete && bytesLeft === 0 && checksum === entry.checksum ? null : brokenArchive
}

/** False = the data is broken, ends too early, or was not read to its end. */
const inflate = (data: Uint8Array, take: (block: Uint8Array) => void, mayContinue: () => boolean): boolean => {
  let inflated: Array<Uint8Array> = []
  let isComplete = false
  const inflater = new Inflate((block, isLast) => {
    isComplete = isLast
    inflated.push(block)
  })
  for (let start = 0; start < data.length && mayContinue(); start += inputBlockBytes) {
    const end = Math.min(start + inputBlockBytes, data.length)
    try {
      inflater.push(data.subarray(start, end), end === data.length)
    } catch {
      // The decoder throws on data that it does not understand.
      return false
    }
    for (const block of inflated) take(block)
    inflated = []
  }
  return isComplete
}

/** Deflate expands at most about a thousand times: one block stays small before it is counted. */
const inputBlockBytes = 4_096

export const startsLikeZip = (bytes: Uint8Array): boolean => {
  const isEntry = bytes[2] === 3 && bytes[3] === 4
  const isEmptyArchive = bytes[2] === 5 && bytes[3] === 6
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (isEntry || isEmptyArchive)
}

export const tooLarge: ParseFailure = parseFailure("The unpacked files are larger than the server accepts", null)

export const joinBlocks = (blocks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const joined = new Uint8Array(blocks.reduce((length, block) => length + block.length, 0))
  let offset = 0
  for (const block of blocks) {
    joined.set(block, offset)
    offset += block.length
  }
  return joined
}
