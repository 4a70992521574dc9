import { readdirSync, readFileSync } from "node:fs"
import type { ExportedEntry, ExportedFile, ExportWarning } from "../exported-file.ts"
import { noFormatData } from "../format-data.ts"
import type { ImportedKey } from "../imported-file.ts"
import type { WriteOptions } from "../writer.ts"

/** One folder `golden-written/<name>`: `case.json` with entries, options and warnings, and `output.<extension>`. */
export interface WrittenCase {
  readonly name: string
  readonly file: ExportedFile
  readonly options: WriteOptions
  readonly content: string
  /** `key: reason`. */
  readonly warnings: ReadonlyArray<string>
}

/** The cases of one format; `folder` is its `golden-written` folder. Absent fields are those of `exportedFile`. */
export const writtenCases = (folder: URL): ReadonlyArray<WrittenCase> =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const place = new URL(`${name}/`, folder)
      const output = readdirSync(place).find((file) => file.startsWith("output.")) ?? "output"
      const { entries, options, warnings, ...file } = JSON.parse(
        readFileSync(new URL("case.json", place), "utf8")
      ) as CaseFile
      return {
        name,
        file: exportedFile(entries, file),
        options: { ...defaultWriteOptions, ...options },
        content: readFileSync(new URL(output, place), "utf8"),
        warnings: warnings ?? []
      }
    })

interface CaseFile extends Partial<Omit<ExportedFile, "entries">> {
  readonly entries: ReadonlyArray<Partial<ExportedEntry>>
  readonly options?: Partial<WriteOptions>
  readonly warnings?: ReadonlyArray<string>
}

/** The settings of an ordinary export. */
export const defaultWriteOptions: WriteOptions = {
  messageFormat: "ICU",
  structureDelimiter: ".",
  supportArrays: false,
  escapeHtml: false,
  icuPlaceholders: true
}

/** A file in Czech with English as base language. Absent fields of an entry are empty. */
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

/** A key of a file as an export in its format has it, without its texts, of which none was edited. */
export const keyAsRead = ({ name, description, customValues, formatData }: ImportedKey, languageName: string) => {
  const { data, textData } = formatData.get(languageName) ?? noFormatData
  return {
    keyName: name,
    description,
    customValues: Object.fromEntries(customValues),
    formatData: { ...data, ...textData }
  }
}

/** Warnings in the form of a case. */
export const summarizeWarnings = (warnings: ReadonlyArray<ExportWarning>): ReadonlyArray<string> =>
  warnings.map(({ keyName, reason }) => `${keyName}: ${reason}`)
