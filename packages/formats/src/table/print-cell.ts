import type { ExportedTranslation, MultilingualEntry, MultilingualFile, MultilingualWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { printPluralText, printText } from "../placeholder/printing/print-message.ts"
import type { WriteOptions } from "../writer.ts"

/** The texts of an entry in the order of the languages; null = no text. A plural is one ICU message. */
export const printCells = (
  { keyName, customValues, isPlural, translations }: MultilingualEntry,
  { languageTags }: MultilingualFile,
  options: WriteOptions
): { readonly texts: ReadonlyArray<string | null>; readonly warnings: ReadonlyArray<MultilingualWarning> } => {
  const warnings: Array<MultilingualWarning> = []
  const print = isPlural ? printPluralText : printText
  const texts = languageTags.map((languageTag, index) => {
    const translation: ExportedTranslation | null | undefined = translations[index]
    const stored = translation?.text ?? null
    if (stored === null) return null
    const { text, warning } = print(stored, withKeptSpelling(options, keptWith({ customValues, ...translation })))
    if (warning !== null) warnings.push({ ...warning, keyName, languageTag })
    return text
  })
  return { texts, warnings }
}
