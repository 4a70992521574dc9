import { assert } from "vitest"
import type { ExportedFile, ExportWarning } from "../exported-file.ts"
import { type ExportFormat, isMultilingual, type WriteOptions } from "../writer.ts"

/** The files of one language in any format. */
export interface WrittenLanguage {
  readonly files: ReadonlyArray<{ readonly extension: string; readonly bytes: Uint8Array; readonly text: string }>
  readonly warnings: ReadonlyArray<ExportWarning>
}

/** Writes one language; fails the test when the format cannot. A file with several languages gets entries one by one. */
export const writeFormat = (format: ExportFormat, file: ExportedFile, options: WriteOptions): WrittenLanguage => {
  if (isMultilingual(format)) return writeAlone(format, file, options)
  const result = format.write(file, options)
  if (result.kind === "pluralSuffixCollision") return assert.fail(JSON.stringify(result))
  const { extension } = format
  const files = result.kind === "files" ? result.files : [{ extension, content: result.content }]
  return {
    files: files.map(({ extension, content }) => ({ extension, ...joinChunks([content]) })),
    warnings: result.warnings
  }
}

const writeAlone = (
  { writeLanguages, extension }: Extract<ExportFormat, { readonly writeLanguages: unknown }>,
  { languageTag, baseLanguageTag, entries }: ExportedFile,
  options: WriteOptions
): WrittenLanguage => {
  const writer = writeLanguages({ languageTags: [languageTag], baseLanguageTag }, options)
  const chunks = entries.map(({ text, baseText: _, ...entry }) =>
    writer.add([{ ...entry, translations: [text === null ? null : { text, state: "TRANSLATED" }] }])
  )
  chunks.push(writer.end())
  return {
    files: [{ extension, ...joinChunks(chunks.map(({ content }) => content)) }],
    warnings: chunks.flatMap(({ warnings }) => warnings)
  }
}

/** The chunks as one file. */
export const joinChunks = (chunks: ReadonlyArray<string | Uint8Array>) => {
  const encoder = new TextEncoder()
  const encoded = chunks.map((chunk) => (typeof chunk === "string" ? encoder.encode(chunk) : chunk))
  const bytes = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of encoded) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return { bytes, text: new TextDecoder().decode(bytes) }
}
