import type { Json } from "@dragoman/domain/error"
import type { MultilingualEntry, MultilingualFile, MultilingualWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { joinWarnings } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import {
  defaultFileStructureTemplate,
  type ExportFormat,
  type MultilingualWriter,
  type WriteOptions
} from "../writer.ts"
import { type PrintedXml, printStoredContent, printTextContent } from "../xliff/print-content.ts"
import { textPairsOf } from "../xliff2/kept-values.ts"
import { forbiddenCharactersWarning, quoteXmlAttribute } from "../xml/escape-xml.ts"
import { keyProperty, propertiesCustomValue, unitIdCustomValue } from "./kept-values.ts"

/**
 * Writes a translation memory with all languages, one unit for each key. Texts with inline elements of TMX are markup unless
 * `escapeHtml` is set, other elements are text.
 * Source: docs/formats.md#tmx.
 */
export const writeTmx: MultilingualWriter = (file, options) => {
  let start = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="Dragoman" creationtoolversion="1.0" segtype="block" o-tmf="Dragoman" adminlang="en" srclang=${quoteXmlAttribute(file.baseLanguageTag)} datatype="plaintext"/>
  <body>
`
  return {
    add: (entries) => {
      const warnings: Array<MultilingualWarning> = []
      const content = start + entries.map((entry) => printUnit(entry, file, options, warnings)).join("")
      start = ""
      return { content, warnings }
    },
    end: () => ({ content: `${start}  </body>\n</tmx>\n`, warnings: [] })
  }
}

const printUnit = (
  entry: MultilingualEntry,
  { languageTags, baseLanguageTag }: MultilingualFile,
  fileOptions: WriteOptions,
  warnings: Array<MultilingualWarning>
): string => {
  const { keyName, description, customValues, isPlural, translations } = entry
  const note = description === null ? null : printTextContent(description)
  const properties = propertiesOf(entry).map(([type, text]) => ({ type, content: printTextContent(text) }))
  const ofKey = joinWarnings([
    forbiddenCharactersWarning(keyName),
    note?.warning ?? null,
    ...properties.map(({ content }) => content.warning)
  ])
  if (ofKey !== null) warnings.push({ ...ofKey, keyName, languageTag: baseLanguageTag })
  const segments = languageTags.flatMap((languageTag, index) => {
    const translation = translations[index]
    const text = translation?.text ?? null
    if (text === null) return []
    const options = withKeptSpelling(fileOptions, keptWith({ customValues, ...translation }))
    const content = printStoredContent(text, isPlural, options, inlineElements)
    if (content.warning !== null) warnings.push({ ...content.warning, keyName, languageTag })
    return [printSegment(languageTag, content)]
  })
  // A unit needs a text.
  const shown = segments.length === 0 ? [printSegment(baseLanguageTag, emptyContent)] : segments
  const id = unitIdOf(keyName, customValues)
  return `    <tu${id === null ? "" : ` tuid=${quoteXmlAttribute(id)}`}>
${note === null ? "" : `      <note>${note.xml}</note>\n`}${properties.map(({ type, content }) => `      <prop type=${quoteXmlAttribute(type)}>${content.xml}</prop>\n`).join("")}${shown.join("")}    </tu>
`
}

const emptyContent: PrintedXml = { xml: "", warning: null }

const printSegment = (languageTag: string, { xml }: PrintedXml): string =>
  `      <tuv xml:lang=${quoteXmlAttribute(languageTag)}>\n        <seg>${xml}</seg>\n      </tuv>\n`

/** Null = the name of the key cannot be an id: those have no white space. */
const unitIdOf = (keyName: string, customValues: Readonly<Record<string, Json>>): string | null => {
  const kept = customValues[unitIdCustomValue]
  if (typeof kept === "string") return kept
  return isUnitId(keyName) ? keyName : null
}

const isUnitId = (text: string): boolean => /^\S+$/.test(text)

/** That of the key where the id of the unit is another one, then those of the file. */
const propertiesOf = ({ keyName, customValues }: MultilingualEntry): ReadonlyArray<readonly [string, string]> => {
  const kept = textPairsOf(customValues[propertiesCustomValue]).filter(([type]) => type !== keyProperty)
  return unitIdOf(keyName, customValues) === keyName ? kept : [[keyProperty, keyName], ...kept]
}

const inlineElements: ReadonlySet<string> = new Set(["bpt", "ept", "hi", "it", "ph", "sub", "ut"])

export const tmxExport: ExportFormat = {
  format: "TMX",
  extension: "tmx",
  mediaType: "application/x-tmx+xml",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  writeLanguages: writeTmx
}
