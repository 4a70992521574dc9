import { readdirSync, readFileSync } from "node:fs"
import type { ExportedEntry, ExportedFile, ExportNotice } from "../exported-file.ts"
import type { WriteOptions } from "../writer.ts"

/** One folder `golden-written/<name>`: `case.json` with entries, options and notices, and `output.<extension>`. */
export interface WrittenCase {
  readonly name: string
  readonly file: ExportedFile
  readonly options: WriteOptions
  readonly content: string
  /** `key: reason`. */
  readonly notices: ReadonlyArray<string>
}

/** The cases of one format; `folder` is its `golden-written` folder. What a case leaves out is as `exportedFile` has it. */
export const writtenCases = (folder: URL): ReadonlyArray<WrittenCase> =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const place = new URL(`${name}/`, folder)
      const output = readdirSync(place).find((file) => file.startsWith("output.")) ?? "output"
      const { entries, options, notices, ...file } = JSON.parse(
        readFileSync(new URL("case.json", place), "utf8")
      ) as CaseFile
      return {
        name,
        file: exportedFile(entries, file),
        options: { ...defaultWriteOptions, ...options },
        content: readFileSync(new URL(output, place), "utf8"),
        notices: notices ?? []
      }
    })

interface CaseFile extends Partial<Omit<ExportedFile, "entries">> {
  readonly entries: ReadonlyArray<Partial<ExportedEntry>>
  readonly options?: Partial<WriteOptions>
  readonly notices?: ReadonlyArray<string>
}

/** The settings of an ordinary export. */
export const defaultWriteOptions: WriteOptions = {
  messageFormat: "ICU",
  structureDelimiter: ".",
  supportArrays: false,
  escapeHtml: false,
  icuPlaceholders: true
}

/** A file in Czech with English as base language. What an entry leaves out it does not have. */
export const exportedFile = (
  entries: ReadonlyArray<Partial<ExportedEntry>>,
  file: Partial<Omit<ExportedFile, "entries">> = {}
): ExportedFile => ({
  languageTag: "cs",
  baseLanguageTag: "en",
  ...file,
  entries: entries.map((entry) => ({
    keyName: "key",
    description: null,
    customValues: {},
    isPlural: false,
    text: null,
    baseText: null,
    ...entry
  }))
})

/** What a case says about notices. */
export const summarizeNotices = (notices: ReadonlyArray<ExportNotice>): ReadonlyArray<string> =>
  notices.map(({ keyName, reason }) => `${keyName}: ${reason}`)
