import { isIgnoredPath } from "@dragoman/domain/import"
import { Unzip, UnzipInflate } from "fflate"
import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { entryPath } from "./entry-path.ts"

export interface ArchiveLimits {
  /** Of all files together, those in nested archives included; counted while they are inflated. */
  readonly uncompressedBytesMax: number
}

export interface UnpackedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface UnpackedArchive {
  readonly kind: "unpacked"
  /** In alphabetical order of their paths; the files of a nested archive stand in its place. */
  readonly files: ReadonlyArray<UnpackedFile>
  /** Nested archives that could not be unpacked; the others were. */
  readonly failures: ReadonlyArray<{ readonly path: string; readonly failure: ParseFailure }>
}

/**
 * The files of a zip archive. Paths are made safe; directories, hidden and empty files are left out; of several entries
 * with one path the first stays; archives in it are opened too. Total: a bomb or a broken archive is a failure.
 * Checksums are not compared.
 * Source: reference "import-and-formats" 5, "Archives".
 */
export const unpackArchive = (bytes: Uint8Array, limits: ArchiveLimits): UnpackedArchive | ParseFailure => {
  const budget: Budget = { entriesLeft: formatLimits.archiveEntriesMax, bytesLeft: limits.uncompressedBytesMax }
  return unpackNested(bytes, budget, 1)
}

/** True when the file is an archive by its name. */
export const isArchivePath = (path: string): boolean => path.toLowerCase().endsWith(".zip")

/** What may still be unpacked; shared by all nested archives. Below zero = exceeded. */
interface Budget {
  entriesLeft: number
  bytesLeft: number
}

const unpackNested = (bytes: Uint8Array, budget: Budget, depth: number): UnpackedArchive | ParseFailure => {
  if (depth > formatLimits.archiveDepthMax) return parseFailure("Archives are nested too deeply", null)
  const entries = readEntries(bytes, budget)
  if (!(entries instanceof Map)) return entries

  const files: Array<UnpackedFile> = []
  const failures: Array<UnpackedArchive["failures"][number]> = []
  for (const [path, content] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isArchivePath(path)) {
      files.push({ path, bytes: content })
      continue
    }
    const nested = unpackNested(content, budget, depth + 1)
    const exceeded = budgetFailure(budget)
    if (exceeded !== null) return exceeded
    if (nested.kind === "failure") {
      failures.push({ path, failure: nested })
    } else {
      for (const file of nested.files) files.push(file)
      for (const failure of nested.failures) failures.push(failure)
    }
  }
  return { kind: "unpacked", files, failures }
}

/** Contents by path, in the order of the archive. */
const readEntries = (bytes: Uint8Array, budget: Budget): Map<string, Uint8Array> | ParseFailure => {
  if (!startsLikeZip(bytes)) return parseFailure("The file is not a zip archive", null)
  const entries = new Map<string, Uint8Array>()
  const unfinishedPaths = new Set<string>()
  let isBroken = false

  const unzip = new Unzip((entry) => {
    budget.entriesLeft--
    const path = entryPath(entry.name)
    if (path === null || isIgnoredPath(path) || entries.has(path) || unfinishedPaths.has(path)) return
    if (budgetFailure(budget) !== null) return
    const blocks: Array<Uint8Array> = []
    unfinishedPaths.add(path)
    entry.ondata = (error, block, isLast) => {
      if (error !== null) isBroken = true
      if (isBroken) return
      budget.bytesLeft -= block.length
      if (budgetFailure(budget) !== null) return
      // The decoder may use its memory again.
      blocks.push(block.slice())
      if (!isLast) return
      unfinishedPaths.delete(path)
      const content = joinBlocks(blocks)
      if (content.length > 0) entries.set(path, content)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)

  try {
    for (let start = 0; start < bytes.length; start += inputBlockBytes) {
      const end = Math.min(start + inputBlockBytes, bytes.length)
      unzip.push(bytes.subarray(start, end), end === bytes.length)
      const exceeded = budgetFailure(budget)
      if (exceeded !== null) return exceeded
      if (isBroken) break
    }
  } catch {
    // The decoder throws for what it does not understand: truncated, encrypted, another compression.
    isBroken = true
  }
  return isBroken || unfinishedPaths.size > 0 ? parseFailure("The archive is broken or not supported", null) : entries
}

/** Deflate expands at most about a thousand times: what one block can become before it is counted stays small. */
const inputBlockBytes = 16_384

const startsLikeZip = (bytes: Uint8Array): boolean => {
  const isEntry = bytes[2] === 3 && bytes[3] === 4
  const isEmptyArchive = bytes[2] === 5 && bytes[3] === 6
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (isEntry || isEmptyArchive)
}

const budgetFailure = (budget: Budget): ParseFailure | null => {
  if (budget.entriesLeft < 0) return parseFailure("The archive has too many files", null)
  return budget.bytesLeft < 0 ? parseFailure("The unpacked files are larger than the server accepts", null) : null
}

const joinBlocks = (blocks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const joined = new Uint8Array(blocks.reduce((length, block) => length + block.length, 0))
  let offset = 0
  for (const block of blocks) {
    joined.set(block, offset)
    offset += block.length
  }
  return joined
}
