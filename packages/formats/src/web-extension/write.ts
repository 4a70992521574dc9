import type { Json } from "@dragoman/domain/error"
import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith, webExtensionPlaceholdersName } from "../format-data.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { printPluralText, printText } from "../placeholder/printing/print-message.ts"
import type { ExportFormat, Writer } from "../writer.ts"
import { messageDialect } from "./message-placeholder.ts"

/**
 * Writes the messages of a WebExtension. A key without a text is left out: browsers then show the default language.
 * Source: docs/formats.md#webextensions.
 */
export const writeWebExtension: Writer = ({ entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const members: Array<[string, Json]> = []
  const nameByLowerCase = new Map<string, string>()
  for (const entry of entries) {
    const { keyName, text } = entry
    if (text === null) continue
    const ownOptions = { ...options, ownDialect: messageDialect }
    const printed = entry.isPlural ? printPluralText(text, ownOptions) : printText(text, ownOptions)
    const { placeholders, warning: placeholderWarning } = options.icuPlaceholders
      ? placeholdersOf(entry, printed.text)
      : { placeholders: keptPlaceholders(entry), warning: null }
    const sameName = nameByLowerCase.get(keyName.toLowerCase())
    nameByLowerCase.set(keyName.toLowerCase(), keyName)
    const warning = joinWarnings([
      /^[A-Za-z0-9_@]+$/.test(keyName) ? null : invalidName,
      sameName === undefined ? null : sameNameAs(sameName),
      printed.warning,
      placeholderWarning
    ])
    if (warning !== null) warnings.push({ ...warning, keyName })
    const member: Array<[string, Json]> = [["message", printed.text]]
    if (entry.description !== null) member.push(["description", entry.description])
    if (placeholders.length > 0) member.push(["placeholders", Object.fromEntries(placeholders)])
    members.push([keyName, Object.fromEntries(member)])
  }
  return { kind: "file", content: printMembers(members), warnings }
}

/** Not one object: names that are numbers would go first. */
const printMembers = (members: ReadonlyArray<[string, Json]>): string => {
  if (members.length === 0) return "{}\n"
  const printed = members.map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll("\n", "\n  ")}`
  )
  return `{\n${printed.join(",\n")}\n}\n`
}

type Placeholder = readonly [name: string, value: Json]

const keptPlaceholders = (entry: ExportedEntry): ReadonlyArray<Placeholder> => {
  const kept = keptWith(entry)[webExtensionPlaceholdersName] ?? null
  return kept !== null && typeof kept === "object" && !Array.isArray(kept) ? Object.entries(kept) : []
}

interface PrintedPlaceholders {
  readonly placeholders: ReadonlyArray<Placeholder>
  readonly warning: PrintWarning | null
}

/**
 * Those that an import kept, and one for each other name of the message: a browser does not load a file without it. The
 * names get numbers in the order of the base text, which is the same in all languages.
 */
const placeholdersOf = (entry: ExportedEntry, printedText: string): PrintedPlaceholders => {
  const kept = keptPlaceholders(entry)
  const base = printText(entry.baseText ?? "", { ...printOptions, ownDialect: messageDialect }).text
  const known = new Set(kept.map(([name]) => name.toLowerCase()))
  const contents = kept.map(([, value]) => JSON.stringify(value)).join(" ")
  const taken = new Set([contents, base, printedText].flatMap((text) => argumentsIn(text, "numbered")))
  const used = new Set(argumentsIn(printedText, "named"))
  const added: Array<Placeholder> = []
  let position = -1
  for (const name of new Set([...argumentsIn(base, "named"), ...used])) {
    if (known.has(name)) continue
    do position++
    while (taken.has(String(position)))
    if (used.has(name)) added.push([name, { content: `$${position + 1}` }])
  }
  return { placeholders: [...kept, ...added], warning: position < positionsMax ? null : tooManyNames }
}

const printOptions = { messageFormat: "ICU", icuPlaceholders: true } as const

/** `$1` to `$9`. */
const positionsMax = 9

/** Names in small letters: browsers do not tell them apart. */
const argumentsIn = (text: string, naming: "named" | "numbered"): ReadonlyArray<string> =>
  messageDialect
    .splitText(text)
    .flatMap((part) => (part.kind === "argument" && part.naming === naming ? [part.name.toLowerCase()] : []))

const tooManyNames: PrintWarning = {
  reason: "argumentName",
  sentence: "Chrome replaces nine values at most: the placeholders behind the ninth work in Firefox only."
}

const invalidName: PrintWarning = {
  reason: "keyName",
  sentence:
    'Browsers take letters, digits, "_" and "@" in the names of messages: Chrome does not load a file with this one.'
}

const sameNameAs = (keyName: string): PrintWarning => ({
  reason: "keyName",
  sentence: `Browsers do not tell capitals from small letters in names: the key and "${keyName}" are the same message.`
})

export const webExtensionExport: ExportFormat = {
  format: "JSON_WEBEXTENSION",
  extension: "json",
  mediaType: "application/json",
  defaultFileStructureTemplate: "{namespace}/_locales/{snakeLanguageTag}/messages.{extension}",
  usesMessageFormat: false,
  writesBaseTexts: true,
  write: writeWebExtension
}
