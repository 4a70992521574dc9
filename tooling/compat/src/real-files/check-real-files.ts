import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { collectTranslations } from "@dragoman/domain/import"
import {
  defaultReadOptions,
  type ExportedEntry,
  exportFormatOf,
  type FormatData,
  findExportFormat,
  type ImportedFile,
  isMultilingual,
  isSupportedPath,
  type MessageFormat,
  noFormatData,
  printParseFailure,
  readTranslationFile
} from "@dragoman/formats"
import { knownDifferences } from "./known-differences.ts"

// Reads every translation file of the given folders, writes it in the same format and reads that: which texts changed, and
// was that said? Once with the defaults of the API and the CLI (converted), once without ICU and conversion (verbatim).
// Fails for each file that `known-differences.ts` does not name. A folder may have a `manifest.json`: a list of `{file, lang, importFormat}`.
// `npm run -s exec node tooling/compat/src/real-files/check-real-files.ts FOLDER…`

interface RealFile {
  readonly path: string
  /** Language of the texts when the file does not name it. */
  readonly languageTag: string | null
  readonly importFormat: string | null
}

const modes = ["converted", "verbatim"] as const

type Mode = (typeof modes)[number]

interface Finding {
  readonly keyName: string
  readonly kind: "changed" | "lost" | "added"
  readonly isTold: boolean
  readonly before: string | undefined
  readonly after: string | undefined
}

const filesOf = (folder: string): ReadonlyArray<RealFile> => {
  const manifest = join(folder, "manifest.json")
  if (existsSync(manifest)) {
    const listed = JSON.parse(readFileSync(manifest, "utf8")) as ReadonlyArray<Record<string, string | undefined>>
    return listed.map(({ file = "", lang, importFormat }) => ({
      path: join(folder, file),
      languageTag: lang ?? null,
      importFormat: importFormat ?? null
    }))
  }
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => isSupportedPath(path) && statSync(path).isFile())
    .sort()
    .map((path) => ({ path, languageTag: null, importFormat: null }))
}

/** How the placeholders of each import format are written: the end of its name. */
const messageFormats: ReadonlyArray<readonly [suffix: string, messageFormat: MessageFormat]> = [
  ["_PYTHON_BRACE", "PYTHON_BRACE"],
  ["_PYTHON", "PYTHON_PERCENT"],
  ["_PHP", "PHP_SPRINTF"],
  ["_JAVA", "JAVA_STRING_FORMAT"],
  ["_RUBY", "RUBY_SPRINTF"],
  ["_C", "C_SPRINTF"],
  ["_I18NEXT", "I18NEXT"]
]

const read = (bytes: Uint8Array, path: string, format: string | null, isRaw: boolean) =>
  readTranslationFile(bytes, {
    ...defaultReadOptions,
    path,
    format,
    textMaxUtf16Units: 100_000,
    ...(isRaw ? { icuPlaceholders: false, convertPlaceholders: false } : {})
  })

const textsOf = (file: ImportedFile, languageName: string): ReadonlyMap<string, string> =>
  new Map(
    collectTranslations({
      fileIndex: 0,
      translations: file.translations,
      pairedTag: () => null,
      selectedElsewhere: () => null
    })
      .stored.map(({ translation }) => translation)
      .filter((translation) => translation.languageName === languageName)
      .map(({ keyName, text }) => [keyName, text])
  )

/**
 * Equal for texts that say the same: the order of plural forms says nothing, nor does a keyword with the text of `other`, nor the
 * number of a placeholder (`%1$s`) that it would have without it.
 */
const meaningOf = (text: string): string => {
  if (!/^\{\w+, plural,\n/.test(text)) return withoutNumbers(text)
  const lines = text.split("\n").map(withoutNumbers)
  const other = lines.find((line) => line.startsWith("other "))?.slice("other ".length)
  const isOther = (line: string) => /^(?:zero|one|two|few|many) /.test(line) && line.replace(/^\w+ /, "") === other
  return lines
    .filter((line) => !isOther(line))
    .sort()
    .join("\n")
}

const withoutNumbers = (text: string): string => {
  const numbers = [...text.matchAll(/%(\d+)\$/g)].map((match) => Number(match[1]))
  return numbers.every((number, index) => number === index + 1) ? text.replaceAll(/%\d+\$/g, "%") : text
}

const formatDataOf = ({ data, textData }: FormatData = noFormatData) => ({ ...data, ...textData })

const pluralKeysOf = (file: ImportedFile): ReadonlySet<string> =>
  new Set(file.translations.filter(({ isPlural }) => isPlural).map(({ keyName }) => keyName))

interface Rewritten {
  readonly bytes: Uint8Array
  readonly warnings: ReadonlyArray<{ readonly keyName: string }>
}

/** One language of the file; a text = why it cannot be written. Of several files of a language the one like the file that was read. */
const writeAgain = (
  file: ImportedFile,
  path: string,
  languageName: string,
  baseName: string,
  languageTag: string,
  mode: Mode
): Rewritten | string => {
  const format = findExportFormat(exportFormatOf(file.format.format))
  if (format === undefined) return `No export format for ${file.format.format}`
  const [texts, baseTexts, plurals] = [textsOf(file, languageName), textsOf(file, baseName), pluralKeysOf(file)]
  const entries: ReadonlyArray<ExportedEntry> = [...file.keys.values()]
    .map((key) => ({
      keyName: key.name,
      description: key.description,
      customValues: Object.fromEntries(key.customValues),
      formatData: formatDataOf(key.formatData.get(languageName)),
      codeReferences: key.codeReferences,
      isPlural: plurals.has(key.name),
      text: texts.get(key.name) ?? null,
      baseText: baseTexts.get(key.name) ?? null
    }))
    .sort((left, right) => (left.keyName < right.keyName ? -1 : 1))
  const suffix = messageFormats.find(([end]) => file.format.format.endsWith(end))
  const isNested = entries.some(({ keyName }) => keyName.includes("."))
  const options = {
    messageFormat: suffix?.[1] ?? "ICU",
    structureDelimiter: isNested ? "." : null,
    supportArrays: true,
    escapeHtml: false,
    icuPlaceholders: mode === "converted"
  }
  if (isMultilingual(format)) {
    const writer = format.writeLanguages({ languageTags: [languageTag], baseLanguageTag: baseName }, options)
    const chunks = entries.map(({ text, baseText: _, formatData = {}, ...entry }) => {
      const hasAny = text !== null || Object.keys(formatData).length > 0
      return writer.add([{ ...entry, translations: [hasAny ? { text, formatData, state: "TRANSLATED" } : null] }])
    })
    chunks.push(writer.end())
    const contents = chunks.map(({ content }) => (typeof content === "string" ? Buffer.from(content) : content))
    return { bytes: Buffer.concat(contents), warnings: chunks.flatMap(({ warnings }) => warnings) }
  }
  const written = format.write({ languageTag, baseLanguageTag: baseName, entries }, options)
  if (written.kind === "pluralSuffixCollision") return JSON.stringify(written)
  const content =
    written.kind === "file"
      ? written.content
      : written.files.find(({ extension }) => path.endsWith(`.${extension}`))?.content
  return content === undefined ? "Nothing was written" : { bytes: Buffer.from(content), warnings: written.warnings }
}

interface CheckedFile {
  readonly textCount: number
  readonly problem: string | null
  readonly findings: ReadonlyArray<Finding>
}

const failed = (problem: string): CheckedFile => ({ textCount: 0, problem, findings: [] })

/** The last language of the file: in a file with two, the other one is the source of its texts. */
const checkFile = ({ path: realPath, languageTag, importFormat }: RealFile, mode: Mode): CheckedFile => {
  const bytes = readFileSync(realPath)
  // Laravel's plurals belong to a language, which only the folder names.
  const isLaravel = realPath.endsWith(".php") && languageTag !== null
  const path = isLaravel ? join("lang", languageTag, basename(realPath)) : realPath
  const file = read(bytes, path, importFormat, mode === "verbatim")
  if (file.kind !== "file") return failed(printParseFailure(file))
  const { format } = file.format
  const raw = read(bytes, path, format, true)
  const [baseName] = file.languages
  const languageName = file.languages.at(-1)
  if (raw.kind !== "file" || baseName === undefined || languageName === undefined) return failed("no texts")
  const tag = languageName.replaceAll("_", "-")
  const writtenTag = /^[a-z]{2,3}(-\w+)*$/i.test(tag) ? tag : (languageTag ?? "en")
  const written = writeAgain(file, path, languageName, baseName, writtenTag, mode)
  if (typeof written === "string") return failed(written)
  const again = read(written.bytes, path, format, true)
  if (again.kind !== "file") return failed(`the export cannot be read: ${printParseFailure(again)}`)
  const texts = textsOf(raw, languageName)
  const told = new Set([...written.warnings, ...file.warnings].map(({ keyName }) => keyName))
  return {
    textCount: texts.size,
    problem: isStable(written.bytes, path, format, baseName, writtenTag, mode) ? null : "the second export differs",
    findings: compareTexts(texts, textsOf(again, again.languages.at(-1) ?? ""), told)
  }
}

const compareTexts = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  told: ReadonlySet<string | null>
): ReadonlyArray<Finding> =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((keyName): ReadonlyArray<Finding> => {
    const [old, now] = [before.get(keyName), after.get(keyName)]
    if (old !== undefined && now !== undefined && meaningOf(old) === meaningOf(now)) return []
    const kind = old === undefined ? "added" : now === undefined ? "lost" : "changed"
    return [{ keyName, kind, isTold: told.has(keyName), before: old, after: now }]
  })

const isStable = (
  bytes: Uint8Array,
  path: string,
  format: string,
  baseName: string,
  tag: string,
  mode: Mode
): boolean => {
  const file = read(bytes, path, format, mode === "verbatim")
  if (file.kind !== "file") return false
  const written = writeAgain(file, path, file.languages.at(-1) ?? "", baseName, tag, mode)
  return typeof written !== "string" && Buffer.from(bytes).equals(written.bytes)
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const shownMax = 4

/** Prints the files that differ; the number of those for which nothing says why. */
const checkFolders = (folders: ReadonlyArray<string>, mode: Mode): number => {
  const sums = { files: 0, passed: 0, known: 0, texts: 0, changed: 0, told: 0 }
  for (const folder of folders) {
    for (const real of filesOf(folder).filter(({ path }) => isSupportedPath(path))) {
      const { textCount, problem, findings } = checkFile(real, mode)
      sums.files++
      sums.texts += textCount
      sums.changed += findings.length
      sums.told += findings.filter(({ isTold }) => isTold).length
      if (problem === null && findings.length === 0) {
        sums.passed++
        continue
      }
      const name = relative(folder, real.path)
      const reason = knownDifferences[name]
      if (reason !== undefined) sums.known++
      print(`${mode} ${name}: ${textCount} texts, ${findings.length} changed or lost. ${problem ?? ""}`)
      if (reason !== undefined) print(`    known: ${reason}`)
      else for (const finding of findings.slice(0, shownMax)) print(`    ${JSON.stringify(finding)}`)
    }
  }
  const unknown = sums.files - sums.passed - sums.known
  print(
    `${mode}: ${sums.passed} of ${sums.files} files pass, ${sums.known} differ for known reasons, ${unknown} for others; ` +
      `${sums.texts} texts, ${sums.changed} changed or lost, ${sums.told} of them told`
  )
  return unknown
}

const unknownCounts = modes.map((mode) => checkFolders(process.argv.slice(2), mode))
if (unknownCounts.some((count) => count > 0)) process.exitCode = 1
