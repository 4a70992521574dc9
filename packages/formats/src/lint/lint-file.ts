import {
  collectTranslations,
  type ImportIssue,
  type ImportIssueType,
  importIssueRules,
  isIgnoredPath,
  type SourcePosition
} from "@dragoman/domain/import"
import { isArchivePath, unpackArchive } from "../archive/unpack-archive.ts"
import type { CheckType } from "../check/check.ts"
import { defaultReadOptions, type ParseFailure, type ReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { type KeyUse, unusedKeys } from "./key-use.ts"
import { type LintBase, lintTexts, type TextFinding } from "./lint-texts.ts"
import { type ShownPlace, type ShowPlace, showPlacesIn, withoutSource } from "./shown-place.ts"

/** A problem of a translation file. */
export interface LintFinding extends ShownPlace {
  /**
   * `error`: an import leaves something of the file out, or a program fails with the text; `warning`: the import keeps the item, whole or
   * in part, and the text deserves a look.
   */
  readonly severity: "error" | "warning"
  /** An issue type of imports; `cannot_parse_file`: nothing of the file can be read; `warning`: no issue type exists. */
  readonly code: ImportIssueType | TextFinding["code"] | "cannot_parse_file" | "warning"
  readonly message: string
  /** Path of the file inside the archive; null = the file is none. */
  readonly entry: string | null
  readonly keyName: string | null
}

/** How a file is read: as in an ordinary import, but for what is given. The path decides about format and language. */
export interface LintOptions extends Partial<Omit<ReadOptions, "path">> {
  readonly path: string
  /** Texts are checked as well: against these, or by themselves where it is null. Absent = the file alone is checked. */
  readonly base?: LintBase | null
  /** The checks of texts; absent = those that are on by default. */
  readonly checks?: ReadonlySet<CheckType>
  /** Keys are looked for in source files; absent = they are not. */
  readonly isKeyUsed?: KeyUse
  /** A limit for all files of an archive together. */
  readonly uncompressedBytesMax?: number
}

/** The limit of a server with default settings: `DRAGOMAN_MAX_UPLOAD_MB`. */
const uncompressedBytesMax = 50 * 1024 * 1024

/**
 * The problems that an import of the file would report, in the order of their places. An archive has those of its files.
 * Total: any bytes give findings, nothing is thrown. Source: docs/lint.md.
 */
export const lintFile = (bytes: Uint8Array, options: LintOptions): ReadonlyArray<LintFinding> => {
  const { path } = options
  if (isIgnoredPath(path)) return []
  if (!isArchivePath(path)) return lintOne(bytes, { ...defaultReadOptions, ...options }, null)
  const unpacked = unpackArchive(bytes, { uncompressedBytesMax, ...options })
  if (unpacked.kind === "failure") return [failureFinding(unpacked, null, withoutSource)]
  return [
    ...unpacked.files.flatMap((file) =>
      lintOne(file.bytes, { ...defaultReadOptions, ...options, path: file.path }, file.path)
    ),
    ...unpacked.failures.map(({ path: entry, failure }) => failureFinding(failure, entry, withoutSource)),
    ...unpacked.leftOut.map(({ path: entry, sentence }) => warningFinding(sentence, null, null, entry, withoutSource))
  ]
}

type LintOneOptions = ReadOptions & Pick<LintOptions, "base" | "checks" | "isKeyUsed">

const lintOne = (bytes: Uint8Array, options: LintOneOptions, entry: string | null): ReadonlyArray<LintFinding> => {
  const read = readTranslationFile(bytes, options)
  const source = showPlacesIn(bytes, options)
  if (read.kind === "failure") return [failureFinding(read, entry, source)]
  const collected = collectTranslations({
    fileIndex: 0,
    translations: read.translations,
    pairedTag: () => null,
    selectedElsewhere: () => null
  })
  const placed: ReadonlyArray<PlacedFinding> = [
    ...[...read.issues, ...collected.issues].map((issue) => ({
      position: issue.position,
      find: () => issueFinding(issue, entry, source)
    })),
    ...read.warnings.map(({ sentence, keyName, position }) => ({
      position,
      find: () => warningFinding(sentence, keyName, position, entry, source)
    })),
    ...[
      ...(options.base === undefined ? [] : lintTexts(read, options.base, options.checks)),
      ...(options.isKeyUsed === undefined ? [] : unusedKeys(read, options.isKeyUsed))
    ].map(({ position, ...finding }) => ({ position, find: () => ({ ...finding, entry, ...source(position) }) }))
  ]
  return placed.toSorted(byPlace).map(({ find }) => find())
}

interface PlacedFinding {
  readonly position: SourcePosition | null
  readonly find: () => LintFinding
}

const byPlace = ({ position: one }: PlacedFinding, { position: other }: PlacedFinding): number => {
  const [sheet, otherSheet] = [one?.sheet ?? "", other?.sheet ?? ""]
  if (sheet !== otherSheet) return sheet < otherSheet ? -1 : 1
  return (one?.line ?? 0) - (other?.line ?? 0) || (one?.column ?? 0) - (other?.column ?? 0)
}

const issueFinding = (issue: ImportIssue, entry: string | null, source: ShowPlace): LintFinding => {
  const keyName = issue.params.find((param) => param.type === "KEY_NAME")
  return {
    severity: importIssueRules[issue.type].keepsItem ? "warning" : "error",
    code: issue.type,
    message: issue.sentence,
    entry,
    keyName: keyName !== undefined && "value" in keyName ? keyName.value : null,
    ...source(issue.position)
  }
}

const warningFinding = (
  message: string,
  keyName: string | null,
  position: SourcePosition | null,
  entry: string | null,
  source: ShowPlace
): LintFinding => ({ severity: "warning", code: "warning", message, entry, keyName, ...source(position) })

const failureFinding = (
  { message, line, column }: ParseFailure,
  entry: string | null,
  source: ShowPlace
): LintFinding => ({
  severity: "error",
  code: "cannot_parse_file",
  message,
  entry,
  keyName: null,
  ...source(line === null || column === null ? null : { line, column })
})
