import { isArchivePath, unpackArchive } from "../../archive/unpack-archive.ts"
import { exportFormats } from "../../export-format.ts"
import type { ExportedEntry } from "../../exported-file.ts"
import { printFilePath } from "../../file-structure-template.ts"
import type { ImportedFile } from "../../imported-file.ts"
import { lintFile } from "../../lint/lint-file.ts"
import { defaultReadOptions, type ParseFailure } from "../../reader.ts"
import { readTranslationFile } from "../../registry.ts"
import { writeFormat } from "../write-format.ts"
import { defaultWriteOptions } from "../written-cases.ts"
import type { HostileFile } from "./hostile-file.ts"

/** The outcome of reading a file. `complaint` null = all promises were kept. */
export interface Verdict {
  readonly outcome: "file" | "failure" | "crash"
  readonly complaint: string | null
}

/**
 * Reads a file, and says which promise was broken: nothing is thrown, a refusal has a reason and a line, places are in the
 * file, texts can be stored, no prototype changes. `also`: with lint, and written in one format when it could be read.
 */
export const judgeHostileFile = (
  file: HostileFile,
  also: { readonly lint: boolean; readonly write: number | null }
): Verdict => {
  try {
    const read = isArchivePath(file.path) && file.format === null ? judgeArchive(file) : judgeRead(file)
    if (also.lint)
      for (const { message } of lintFile(file.bytes, file))
        if (message === "") return complain(read, "an empty finding")
    const changed = changedPrototype()
    if (changed !== null) return complain(read, `the prototype of ${changed} changed`)
    return also.write === null || read.file === null ? read : { ...read, ...writeAgain(read.file, also.write) }
  } catch (error) {
    return {
      outcome: "crash",
      complaint: `thrown: ${error instanceof Error ? error.stack?.slice(0, 600) : String(error)}`
    }
  }
}

interface ReadVerdict extends Verdict {
  readonly file: ImportedFile | null
}

const complain = (verdict: Verdict, complaint: string): Verdict => ({
  outcome: verdict.outcome,
  complaint: verdict.complaint ?? complaint
})

const judgeArchive = (file: HostileFile): ReadVerdict => {
  const unpacked = unpackArchive(file.bytes, { uncompressedBytesMax: 50_000_000 })
  if (unpacked.kind === "failure") {
    return { outcome: "failure", complaint: unpacked.message === "" ? "no reason" : null, file: null }
  }
  for (const { path, bytes } of unpacked.files) {
    const verdict = judgeRead({ ...file, path, bytes })
    if (verdict.complaint !== null) return verdict
  }
  return { outcome: "file", complaint: null, file: null }
}

const judgeRead = (file: HostileFile): ReadVerdict => {
  const { bytes, ...options } = file
  const read = readTranslationFile(bytes, { ...defaultReadOptions, ...options })
  // A workbook has cells instead of lines, and its parts have no place for a person.
  const isPlaced = !file.path.endsWith(".xlsx") && !(file.format ?? "").startsWith("XLSX")
  const lines = isPlaced ? countLines(bytes) : Number.POSITIVE_INFINITY
  if (read.kind === "failure") {
    return { outcome: "failure", complaint: isPlaced ? complaintOfFailure(read, lines) : null, file: null }
  }
  return { outcome: "file", complaint: complaintOfFile(read, lines), file: read }
}

/** At least as many as the file has. */
const countLines = (bytes: Uint8Array): number => {
  let count = 1
  for (const byte of bytes) if (byte === 10 || byte === 13) count++
  return count
}

const complaintOfFailure = ({ message, line, column }: ParseFailure, lines: number): string | null => {
  if (message === "") return "a failure without a reason"
  if (isUnsupported(message)) return null
  if (line === null || column === null) return `a failure without a place: ${message}`
  if (line < 1 || column < 1 || line > lines) return `a failure outside of the file, ${line}:${column}: ${message}`
  return null
}

/** The kind of the file is refused, not a place in it. */
const isUnsupported = (message: string): boolean => message.includes("cannot be read")

const complaintOfFile = (file: ImportedFile, lines: number): string | null => {
  for (const { text, keyName, position } of file.translations) {
    if (!text.isWellFormed() || text.includes("\u0000")) return `a text that cannot be stored, of ${keyName}`
    if (!file.keys.has(keyName)) return `a text without a key: ${keyName}`
    if (position.line < 1 || position.line > lines || position.column < 1)
      return `a text outside of the file: ${keyName}`
  }
  for (const { sentence, position } of [...file.issues, ...file.warnings]) {
    if (sentence === "") return "a report without a sentence"
    if (position !== null && (position.line < 1 || position.line > lines || position.column < 1)) {
      return `a report outside of the file, ${position.line}:${position.column}: ${sentence}`
    }
  }
  return null
}

const writeAgain = (file: ImportedFile, index: number): Partial<Verdict> => {
  const format = exportFormats[index % exportFormats.length]
  const [languageName] = file.languages
  if (format === undefined || languageName === undefined) return {}
  const { files } = writeFormat(
    format,
    { languageTag: "cs", baseLanguageTag: "en", entries: exportedEntries(file, languageName) },
    defaultWriteOptions
  )
  for (const { bytes, extension } of files) {
    const again = readTranslationFile(bytes, {
      ...defaultReadOptions,
      // Some formats are known by their path.
      path: printFilePath(format.defaultFileStructureTemplate, { namespace: "", languageTag: "cs", extension }),
      structureDelimiter: "."
    })
    if (again.kind === "failure") return { complaint: `${format.format} wrote what is not read: ${again.message}` }
  }
  return {}
}

/** The texts of one language as an export would have them. */
export const exportedEntries = (file: ImportedFile, languageName: string): ReadonlyArray<ExportedEntry> => {
  const translations = new Map(
    file.translations.filter((one) => one.languageName === languageName).map((one) => [one.keyName, one])
  )
  return [...file.keys.values()]
    .toSorted(({ name: left }, { name: right }) => (left < right ? -1 : 1))
    .map(({ name, description, customValues, pluralArgumentName }) => {
      const text = translations.get(name)?.text ?? null
      return {
        keyName: name,
        description,
        customValues: Object.fromEntries(customValues),
        isPlural: pluralArgumentName !== null && translations.get(name)?.isPlural === true,
        text,
        baseText: text
      }
    })
}

const prototypes = { Object, Array, Map, Set, String, Function, RegExp, Number, Uint8Array }

const namesOf = (of: { readonly prototype: object }): number => Reflect.ownKeys(of.prototype).length

const counts = new Map(Object.entries(prototypes).map(([name, of]) => [name, namesOf(of)]))

const changedPrototype = (): string | null => {
  for (const [name, of] of Object.entries(prototypes)) if (counts.get(name) !== namesOf(of)) return name
  return null
}
