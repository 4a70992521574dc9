import { isIgnoredPath } from "@dragoman/domain/import"
import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { isSupportedPath } from "../registry.ts"
import { type ByteBudget, readContent, startsLikeZip, tooLarge } from "./entry-content.ts"
import { type EntryPlace, placeOfEntry } from "./entry-path.ts"
import { type ArchiveEntry, readDirectory, tooManyFiles } from "./read-directory.ts"

export interface ArchiveLimits {
  /** The limit of all files together, those in nested archives included; counted while they are inflated. */
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
  /** Files that may have translations and are not among `files`, with the reason. */
  readonly leftOut: ReadonlyArray<LeftOutFile>
}

export interface LeftOutFile {
  readonly path: string
  readonly sentence: string
}

/**
 * The files of a zip archive. Paths are made safe; directories, hidden and empty files are left out; of several entries
 * with one path the first stays; archives in it are opened too. Total: a bomb is a failure, and so is an archive of which
 * anything is missing or damaged.
 * Source: docs/reference/import.md#archives.
 */
export const unpackArchive = (bytes: Uint8Array, limits: ArchiveLimits): UnpackedArchive | ParseFailure => {
  const budget: Budget = { entriesLeft: formatLimits.archiveEntriesMax, bytesLeft: limits.uncompressedBytesMax }
  return unpackNested(bytes, budget, 1)
}

/** True when the file is an archive by its name. */
export const isArchivePath = (path: string): boolean => path.toLowerCase().endsWith(".zip")

/** The remaining budget; shared by all nested archives. */
interface Budget extends ByteBudget {
  entriesLeft: number
}

const unpackNested = (bytes: Uint8Array, budget: Budget, depth: number): UnpackedArchive | ParseFailure => {
  if (depth > formatLimits.archiveDepthMax) return parseFailure("Archives are nested too deeply", null)
  const entries = readEntries(bytes, budget)
  if ("kind" in entries) return entries

  const files: Array<UnpackedFile> = []
  const failures: Array<UnpackedArchive["failures"][number]> = []
  const leftOut = [...entries.leftOut]
  for (const [path, content] of [...entries.contents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isArchivePath(path)) {
      files.push({ path, bytes: content })
      continue
    }
    const nested = unpackNested(content, budget, depth + 1)
    if (nested === tooManyFiles || nested === tooLarge) return nested
    if (nested.kind === "failure") {
      failures.push({ path, failure: nested })
    } else {
      for (const file of nested.files) files.push(file)
      for (const failure of nested.failures) failures.push(failure)
      for (const one of nested.leftOut) leftOut.push(one)
    }
  }
  return { kind: "unpacked", files, failures, leftOut }
}

/** The entries of one archive, without those of nested ones. */
interface ReadEntries {
  /** By path, in the order of the archive. */
  readonly contents: ReadonlyMap<string, Uint8Array>
  readonly leftOut: ReadonlyArray<LeftOutFile>
}

const readEntries = (bytes: Uint8Array, budget: Budget): ReadEntries | ParseFailure => {
  if (!startsLikeZip(bytes)) return parseFailure("The file is not a zip archive", null)
  const directory = readDirectory(bytes, budget.entriesLeft)
  if ("kind" in directory) return directory
  budget.entriesLeft -= directory.length
  const contents = new Map<string, Uint8Array>()
  const leftOut: Array<LeftOutFile> = []
  for (const entry of directory) {
    const place = placeOfEntry(entry.storedName)
    if (place.kind === "noFile") continue
    const reason = leftOutReason(entry, place, contents)
    if (reason !== null) {
      if (mayBeImported(place.path)) leftOut.push({ path: place.path, sentence: reason })
      continue
    }
    const content = readContent(bytes, entry, budget)
    if (!(content instanceof Uint8Array)) return content
    contents.set(place.path, content)
  }
  return { contents, leftOut }
}

const leftOutReason = (
  { uncompressedBytes }: ArchiveEntry,
  { kind, path }: Exclude<EntryPlace, { kind: "noFile" }>,
  contents: ReadonlyMap<string, Uint8Array>
): string | null => {
  if (isIgnoredPath(path)) return ignoredFileSentence
  if (kind === "hidden") return "The file was left out: its path starts with a dot or two underscores."
  if (uncompressedBytes === 0) return "The file was left out: it is empty."
  return contents.has(path) ? "The file was left out: the archive has another one of this path." : null
}

/** Said of files that tools put beside translations. */
export const ignoredFileSentence = "The file was left out: it holds no translations."

const mayBeImported = (path: string): boolean => isArchivePath(path) || isSupportedPath(path)
