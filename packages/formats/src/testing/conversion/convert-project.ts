import { exportFormats } from "../../export-format.ts"
import type { ExportedEntry, ExportWarning } from "../../exported-file.ts"
import { printFilePath } from "../../file-structure-template.ts"
import { noFormatData } from "../../format-data.ts"
import type { ImportedFile } from "../../imported-file.ts"
import { parsePluralMessage } from "../../plural/plural-message.ts"
import { defaultReadOptions } from "../../reader.ts"
import { readTranslationFile } from "../../registry.ts"
import type { ExportFormat } from "../../writer.ts"
import { importFormatOf } from "../import-format-of.ts"
import { writeFormat } from "../write-format.ts"
import { defaultWriteOptions, exportedFile } from "../written-cases.ts"

/** Something that a file may keep, or not. */
export interface Feature {
  /** A sign for it in the large table. */
  readonly letter: string
  readonly title: string
  readonly entry: Partial<ExportedEntry> & { readonly keyName: string }
  /** Whether the entry that came back still has it. */
  readonly isKept: (entry: ExportedEntry) => boolean
}

const languageTag = "cs"

/** Data of a key that belong to no language are in the file of the base language: a project of one language shows which of them are kept. */
const writtenAsBase: ReadonlySet<string> = new Set(["FLUTTER_ARB", "APPLE_XCSTRINGS"])

const textFeature = (letter: string, title: string, text: string): Feature => ({
  letter,
  title,
  entry: { keyName: nameOf(title), text },
  isKept: (entry) => entry.text === text && !entry.isPlural
})

const pluralFeature = (letter: string, title: string, text: string): Feature => ({
  letter,
  title,
  entry: { keyName: nameOf(title), text, isPlural: true },
  isKept: (entry) => entry.isPlural && formsOf(entry.text ?? "") === formsOf(text)
})

const nameOf = (title: string): string => title.replaceAll(/\W/g, "_")

/** Forms by keyword: the argument's name is another matter, and a form equal to `other` says nothing. */
const formsOf = (text: string): string => {
  const plural = parsePluralMessage(text)
  const shownNumber = new RegExp(`\\{${plural?.argumentName}(?:, number)?\\}`, "g")
  const forms = [...(plural?.forms ?? [])].map(([keyword, form]) => [keyword, form.replaceAll(shownNumber, "#")])
  const other = plural?.forms.get("other")
  return JSON.stringify(forms.filter(([keyword, form]) => keyword === "other" || form !== other).sort())
}

/** One project with all that a file may hold. */
export const features: ReadonlyArray<Feature> = [
  pluralFeature("p", "plurals", "{n, plural,\none {jeden pes}\nfew {psi}\nother {psů}\n}"),
  pluralFeature("c", "number in a plural", "{count, plural,\none {# pes}\nfew {# psi}\nother {# psů}\n}"),
  pluralFeature("r", "form for fractions", "{n, plural,\none {pes}\nfew {psi}\nmany {psa}\nother {psů}\n}"),
  pluralFeature("x", "form for an exact number", "{n, plural,\n=0 {nic}\none {pes}\nfew {psi}\nother {psů}\n}"),
  {
    letter: "a",
    title: "name of a plural's argument",
    entry: {
      keyName: "argument_name",
      text: "{dogs, plural,\none {# pes}\nfew {# psi}\nother {# psů}\n}",
      isPlural: true
    },
    isKept: ({ text }) => parsePluralMessage(text ?? "")?.argumentName === "dogs"
  },
  textFeature("n", "named placeholder", "Ahoj {name}!"),
  textFeature("i", "numbered placeholders", "{0} z {1}"),
  textFeature("f", "number, date", "{n, number} a {d, date, short}"),
  textFeature("s", "select", "{g, select, male {on} other {oni}}"),
  textFeature("m", "markup", "Stiskněte <b>zde</b> hned"),
  textFeature("e", "signs to escape", "50 % '{'x'}' \"a\" \\ <c & d | @ $ :b #"),
  textFeature("w", "white space", "  dvě\nřádky\t "),
  {
    letter: "d",
    title: "description",
    entry: { keyName: "described", text: "Uložit", description: "On the button." },
    isKept: ({ description }) => description === "On the button."
  },
  {
    letter: "l",
    title: "description of two lines",
    entry: { keyName: "described_twice", text: "Uložit", description: "On the button.\nShort." },
    isKept: ({ description }) => description === "On the button.\nShort."
  },
  {
    letter: "g",
    title: "context in the key",
    entry: { keyName: "menu\u0004Open", text: "Otevřít" },
    isKept: ({ text }) => text === "Otevřít"
  },
  {
    letter: "k",
    title: "key with dots, blanks, slashes",
    entry: { keyName: "page.title/of all: a", text: "Nadpis" },
    isKept: ({ text }) => text === "Nadpis"
  },
  {
    letter: "t",
    title: "key without a text",
    entry: { keyName: "untranslated", text: null },
    isKept: ({ text }) => text === null
  },
  {
    letter: "v",
    title: "custom values of others",
    entry: { keyName: "owned", text: "Můj", customValues: { owner: "web" } },
    isKept: ({ customValues }) => customValues["owner"] === "web"
  }
]

/** Formats that are imported, too: a file for a program is none. */
export const convertedFormats: ReadonlyArray<ExportFormat> = exportFormats.filter(
  ({ format }) => !format.endsWith("_SDK")
)

/** A project as it is stored, and what was said on the way. */
export interface StoredProject {
  /** By key name. */
  readonly entries: ReadonlyMap<string, ExportedEntry>
  readonly warnedKeys: ReadonlySet<string>
  /** Names of keys in the order of the file. */
  readonly order: ReadonlyArray<string>
}

export const wholeProject: StoredProject = {
  entries: new Map(
    exportedFile(features.map(({ entry }) => ({ ...entry, baseText: entry.text ?? null }))).entries.map((entry) => [
      entry.keyName,
      entry
    ])
  ),
  warnedKeys: new Set(),
  order: []
}

/** The project after it was written in a format, and read again. `isReversed`: the file has its keys the other way round. */
export const convertProject = (project: StoredProject, format: ExportFormat, isReversed = false): StoredProject => {
  const entries = [...project.entries.values()].sort((one, other) => (one.keyName < other.keyName ? -1 : 1))
  if (isReversed) entries.reverse()
  const baseLanguageTag = writtenAsBase.has(format.format) ? languageTag : "en"
  const written = writeFormat(format, exportedFile(entries, { languageTag, baseLanguageTag }), {
    ...defaultWriteOptions,
    messageFormat: format.format === "JSON_I18NEXT" ? "I18NEXT" : format.format === "YAML_RUBY" ? "RUBY_SPRINTF" : "ICU"
  })
  const read = written.files.map(({ bytes, extension }) => {
    const names = { namespace: "", languageTag, extension }
    const path = printFilePath(format.defaultFileStructureTemplate, names)
    const file = readTranslationFile(bytes, {
      ...defaultReadOptions,
      path,
      format: importFormatOf[format.format] ?? null
    })
    if (file.kind === "failure") throw new Error(`${format.format}: ${file.message}`)
    return file
  })
  return {
    entries: new Map(read.flatMap(storedEntries).map((entry) => [entry.keyName, entry])),
    warnedKeys: new Set([...project.warnedKeys, ...warnedIn(written.warnings, read)]),
    order: read.flatMap(({ keys }) => [...keys.keys()])
  }
}

const warnedIn = (written: ReadonlyArray<ExportWarning>, read: ReadonlyArray<ImportedFile>): ReadonlyArray<string> => [
  ...written.map(({ keyName }) => keyName),
  ...read.flatMap(({ warnings }) => warnings.flatMap(({ keyName }) => keyName ?? []))
]

const storedEntries = ({ keys, translations }: ImportedFile): ReadonlyArray<ExportedEntry> => {
  const texts = new Map(
    translations.filter(({ languageName }) => languageName === languageTag).map((one) => [one.keyName, one])
  )
  return [...keys.values()].map(({ name, description, customValues, formatData }) => {
    const text = texts.get(name)?.text ?? null
    const { data, textData } = formatData.get(languageTag) ?? noFormatData
    return {
      keyName: name,
      description,
      customValues: Object.fromEntries(customValues),
      formatData: { ...data, ...textData },
      isPlural: texts.get(name)?.isPlural ?? false,
      text,
      baseText: text
    }
  })
}

/** `told`: another text came back, or none, and a warning of the key said so. */
export const fateOf = ({ entry, isKept }: Feature, project: StoredProject): "kept" | "told" | "lost" => {
  const stored = project.entries.get(entry.keyName)
  if (stored !== undefined && isKept(stored)) return "kept"
  return project.warnedKeys.has(entry.keyName) ? "told" : "lost"
}
