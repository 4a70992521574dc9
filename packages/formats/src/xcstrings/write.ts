import type { Json } from "@dragoman/domain/error"
import type { ExportedTranslation, MultilingualEntry, MultilingualFile, MultilingualWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { type PrintWarning, printPluralForms, printText } from "../placeholder/printing/print-message.ts"
import { pluralKeywords } from "../plural/plural-keyword.ts"
import type { ExportFormat, MultilingualWriter, WriteOptions } from "../writer.ts"
import { customValuesByMember, localizationName, nameAloneName, stateName, substitutionsName } from "./kept-values.ts"

/**
 * Writes a string catalog of Xcode with all languages, spelled as Xcode spells it. Texts that are reviewed, or were translated in
 * the file, are `translated`, others `needs_review`.
 * Source: docs/formats.md#string-catalogs.
 */
export const writeXcstrings: MultilingualWriter = (file, writeOptions) => {
  const options: WriteOptions = { ...writeOptions, messageFormat: "APPLE_SPRINTF" }
  let start = `{\n  "sourceLanguage" : ${JSON.stringify(file.baseLanguageTag)},\n  "strings" : {`
  let separator = "\n"
  return {
    add: (entries) => {
      const warnings: Array<MultilingualWarning> = []
      let content = start
      start = ""
      for (const entry of entries) {
        const members = membersOf(entry, file, options, warnings)
        content += `${separator}    ${JSON.stringify(entry.keyName)} : ${printObject(members, "    ")}`
        separator = ",\n"
      }
      return { content, warnings }
    },
    end: () => {
      const close = separator === "\n" ? "\n\n  }" : "\n  }"
      return { content: `${start}${close},\n  "version" : "1.0"\n}`, warnings: [] }
    }
  }
}

/** Objects without a member are empty. */
type Members = ReadonlyArray<readonly [name: string, value: Json | Members]>

const membersOf = (
  entry: MultilingualEntry,
  { languageTags, baseLanguageTag }: MultilingualFile,
  options: WriteOptions,
  warnings: Array<MultilingualWarning>
): Members => {
  const { keyName, description, customValues, translations } = entry
  let isNameAlone = false
  const localizations = languageTags.flatMap((languageTag, index): Members => {
    const translation = translations[index]
    const own = translation?.formatData ?? {}
    const whole = own[localizationName]
    if (whole !== undefined) return [[languageTag, whole]]
    if (!translation || translation.text === null) return []
    const isBase = languageTag === baseLanguageTag
    if (isBase && own[nameAloneName] === true) {
      isNameAlone = true
      return []
    }
    const { text } = translation
    const spelling = withKeptSpelling(options, keptWith({ customValues, ...translation }))
    const { members, warning } = printLocalization(text, printState(translation, isBase), entry.isPlural, spelling, own)
    if (warning !== null) warnings.push({ ...warning, keyName, languageTag })
    return [[languageTag, members]]
  })
  if (!isNameAlone && localizations.length > 0 && !localizations.some(([tag]) => tag === baseLanguageTag)) {
    warnings.push({ ...keyIsSourceText, keyName, languageTag: baseLanguageTag })
  }
  const kept = customValues[customValuesByMember.extractionState]
  const extractionState = typeof kept === "string" ? kept : description === null ? null : "manual"
  const shouldTranslate = customValues[customValuesByMember.shouldTranslate]
  return [
    ...(description === null ? [] : ([["comment", description]] as const)),
    ...(extractionState === null ? [] : ([["extractionState", extractionState]] as const)),
    ...(localizations.length === 0 ? [] : ([["localizations", localizations]] as const)),
    ...(typeof shouldTranslate === "boolean" ? ([["shouldTranslate", shouldTranslate]] as const) : [])
  ]
}

const keyIsSourceText: PrintWarning = {
  reason: "sourceText",
  sentence:
    "The file has no text of the base language for this key: Xcode and an import take the name of the key for it."
}

const printLocalization = (
  text: string,
  state: Members,
  isPlural: boolean,
  options: WriteOptions,
  { [substitutionsName]: substitutions }: Readonly<Record<string, Json>>
): { readonly members: Members; readonly warning: PrintWarning | null } => {
  const unit = (value: string): Members => [["stringUnit", [...state, ["value", value]]]]
  const printed = isPlural ? printPluralForms(text, options) : null
  if (printed === null) {
    const singular = printText(text, options)
    // Without a variable in the text nothing refers to them.
    const kept: Members =
      substitutions !== undefined && singular.text.includes("%#@") ? [["substitutions", substitutions]] : []
    return { members: [...unit(singular.text), ...kept], warning: singular.warning }
  }
  const forms = pluralKeywords
    .toSorted()
    .flatMap(
      (keyword): Members => (printed.forms.has(keyword) ? [[keyword, unit(printed.forms.get(keyword) ?? "")]] : [])
    )
  return { members: [["variations", [["plural", forms]]]], warning: printed.warning }
}

/** That of the file, as long as it agrees with the project about the text. The base language has nothing to be translated. */
const printState = ({ state, formatData, isOutdated }: ExportedTranslation, isBase: boolean): Members => {
  const kept = formatData?.[stateName]
  if (isBase && typeof kept === "string") return [["state", kept]]
  if (isOutdated) return [["state", kept === "new" ? "new" : "needs_review"]]
  if (state === "REVIEWED" || kept === "translated") return [["state", "translated"]]
  return state === "TRANSLATED" ? [["state", "needs_review"]] : []
}

const printObject = (members: Members, indent: string): string => {
  if (members.length === 0) return `{\n\n${indent}}`
  const lines = members.map(
    ([name, value]) => `${indent}  ${JSON.stringify(name)} : ${printValue(value, `${indent}  `)}`
  )
  return `{\n${lines.join(",\n")}\n${indent}}`
}

const printValue = (value: Json | Members, indent: string): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  return printObject(isMembers(value) ? value : Object.entries(value), indent)
}

/** Values of a file have no lists here. */
const isMembers = (value: object): value is Members => Array.isArray(value)

export const xcstringsExport: ExportFormat = {
  format: "APPLE_XCSTRINGS",
  extension: "xcstrings",
  mediaType: "application/json",
  defaultFileStructureTemplate: "{namespace}/Localizable.{extension}",
  usesMessageFormat: false,
  writesOutdated: true,
  dataAsText: localizationName,
  writeLanguages: writeXcstrings
}
