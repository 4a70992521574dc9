import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { startsLikeZip, visitContent } from "./entry-content.ts"
import { type ArchiveEntry, readDirectory } from "./read-directory.ts"

/** A file format that is an archive of parts with known names. */
export interface OpenArchive {
  readonly has: (path: string) => boolean
  /**
   * Visits a part block by block; a missing one has none, of several with one path the first counts. What was visited before a
   * failure does not count.
   */
  readonly visit: (path: string, visitBlock: (block: Uint8Array) => void) => ParseFailure | null
}

/** `uncompressedBytesMax`: of all parts that are read; counted while they are inflated. */
export const openArchive = (bytes: Uint8Array, uncompressedBytesMax: number): OpenArchive | ParseFailure => {
  if (!startsLikeZip(bytes)) return parseFailure("The file is not a zip archive", null)
  const directory = readDirectory(bytes, formatLimits.archiveEntriesMax)
  if ("kind" in directory) return directory
  const entries = new Map<string, ArchiveEntry>()
  for (const entry of directory) if (!entries.has(entry.storedName)) entries.set(entry.storedName, entry)
  const budget = { bytesLeft: uncompressedBytesMax }
  return {
    has: (path) => entries.has(path),
    visit: (path, visitBlock) => {
      const entry = entries.get(path)
      return entry === undefined ? null : visitContent(bytes, entry, budget, visitBlock)
    }
  }
}
