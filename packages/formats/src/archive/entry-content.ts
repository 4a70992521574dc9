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
  const data = bytes.subarray(entry.dataStart, entry.dataEnd)
  const blocks = entry.isDeflated ? inflate(data, entry.uncompressedBytes, budget) : [data]
  if (!entry.isDeflated) budget.bytesLeft -= data.length
  if (budget.bytesLeft < 0) return tooLarge
  const content = blocks === null ? null : joinBlocks(blocks)
  const isIntact = content !== null && content.length === entry.uncompressedBytes && crc32(content) === entry.checksum
  return isIntact ? content : brokenArchive
}

/** Null = the data is broken, or longer than it should be, or the budget is exceeded. */
const inflate = (data: Uint8Array, bytesMax: number, budget: ByteBudget): ReadonlyArray<Uint8Array> | null => {
  const blocks: Array<Uint8Array> = []
  let bytesLeft = bytesMax
  let isComplete = false
  const inflater = new Inflate((block, isLast) => {
    budget.bytesLeft -= block.length
    bytesLeft -= block.length
    isComplete = isLast
    // The decoder may use its memory again.
    if (budget.bytesLeft >= 0 && bytesLeft >= 0) blocks.push(block.slice())
  })
  try {
    for (let start = 0; start < data.length && budget.bytesLeft >= 0 && bytesLeft >= 0; start += inputBlockBytes) {
      const end = Math.min(start + inputBlockBytes, data.length)
      inflater.push(data.subarray(start, end), end === data.length)
    }
  } catch {
    // The decoder throws on data that it does not understand.
    return null
  }
  return isComplete && bytesLeft >= 0 ? blocks : null
}

/** Deflate expands at most about a thousand times: one block stays small before it is counted. */
const inputBlockBytes = 16_384

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
