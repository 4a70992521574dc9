import { readFileSync } from "node:fs"
import { importLimits, isIgnoredPath } from "@dragoman/domain/import"
import {
  ignoredFileSentence,
  isArchivePath,
  isSupportedPath,
  type LeftOutFile,
  type ParseFailure,
  printParseFailure,
  unpackArchive
} from "@dragoman/formats"
import type { UploadedFile } from "../../../platform/body/receive-upload.ts"
import type { UploadMessage } from "../thread/import-messages.ts"

export interface FileContent {
  readonly path: string
  readonly bytes: Uint8Array
}

export const cannotParseFile = (path: string, failure: ParseFailure): UploadMessage => ({
  code: "cannot_parse_file",
  params: [path, printParseFailure(failure)]
})

export interface UploadedContents {
  readonly files: ReadonlyArray<FileContent>
  readonly errors: ReadonlyArray<UploadMessage>
  /** Files of an archive that may hold translations and are not among `files`. */
  readonly leftOut: ReadonlyArray<LeftOutFile>
}

/**
 * The contents of an uploaded file, or of the files in it when it is an archive. One upload after the other is read, so
 * that only one lies in memory.
 */
export const readUploadedFile = (upload: UploadedFile, uncompressedBytesMax: number): UploadedContents => {
  if (isIgnoredPath(upload.name)) {
    const leftOut = isSupportedPath(upload.name) ? [{ path: upload.name, sentence: ignoredFileSentence }] : []
    return withReadableNames([], [], leftOut)
  }
  const bytes = readFileSync(upload.path)
  if (!isArchivePath(upload.name)) return withReadableNames([{ path: upload.name, bytes }], [], [])
  const unpacked = unpackArchive(bytes, { uncompressedBytesMax })
  if (unpacked.kind === "failure") return { files: [], errors: [cannotParseFile(upload.name, unpacked)], leftOut: [] }
  return withReadableNames(
    unpacked.files,
    unpacked.failures.map(({ path, failure }) => cannotParseFile(path, failure)),
    unpacked.leftOut
  )
}

/** Names that have no place in the database make their files unreadable. */
const withReadableNames = (
  files: ReadonlyArray<FileContent>,
  errors: ReadonlyArray<UploadMessage>,
  leftOut: ReadonlyArray<LeftOutFile>
): UploadedContents => {
  const refused = files.filter(({ path }) => !isReadableName(path))
  return {
    files: files.filter(({ path }) => isReadableName(path)),
    errors: [...errors, ...refused.map(({ path }) => cannotParseFile(shownName(path), unreadableName))],
    leftOut: leftOut.map(({ path, sentence }) => ({ path: shownName(path), sentence }))
  }
}

const isReadableName = (path: string): boolean =>
  path.length <= importLimits.filePathMaxUtf16Units && path.isWellFormed() && !path.includes("\0")

const shownName = (path: string): string => path.slice(0, 100).toWellFormed().replaceAll("\0", "\uFFFD")

const unreadableName: ParseFailure = {
  kind: "failure",
  message: "The name of the file is too long, or has a character that cannot be stored",
  line: null,
  column: null
}
