import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative } from "node:path"
import { collectTranslations } from "@dragoman/domain/import"
import {
  defaultReadOptions,
  type ExportedEntry,
  findExportFormat,
  type ImportedFile,
  isSupportedPath,
  type MessageFormat,
  printParseFailure,
  readTranslationFile
} from "@dragoman/formats"

// Reads every translation file of the given folders, writes it in the same format and reads that: which texts changed, and
// was that said? `npm run -s exec node tooling/compat/src/real-files/check-real-files.ts FOLDER…`. A folder may have a
// `manifest.json`: a list of `{file, lang, importFormat}`.

interface RealFile {
  readonly path: string
  /** Language of the texts when the file does not name it. */
  readonly languageTag: string | null
  readonly importFormat: string | null
}

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

/** The export format of an import format. */
const exportFormatOf = (importFormat: string): string => {
  if (findExportFormat(importFormat) !== undefined) return importFormat
  if (importFormat === "JSON_I18NEXT" || importFormat === "YAML_RUBY") return importFormat
  const family = importFormat.replace(/_[A-Z0-9]+(_BRACE)?$/, "")
  return findExportFormat(family) === undefined ? `${family}_ICU` : family
}

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

const pluralKeysOf = (file: ImportedFile): ReadonlySet<string> =>
  new Set(file.translations.filter(({ isPlural }) => isPlural).map(({ keyName }) => keyName))

const writeAgain = (file: ImportedFile, languageName: string, baseName: string, languageTag: string) => {
  const format = findExportFormat(exportFormatOf(file.format.format))
  if (format === undefined) throw new Error(`No export format for ${file.format.format}`)
  const [texts, baseTexts, plurals] = [textsOf(file, languageName), textsOf(file, baseName), pluralKeysOf(file)]
  const entries: ReadonlyArray<ExportedEntry> = [...file.keys.values()]
    .map((key) => ({
      keyName: key.name,
      description: key.description,
      customValues: Object.fromEntries(key.customValues),
      codeReferences: key.codeReferences,
      isPlural: plurals.has(key.name),
      text: texts.get(key.name) ?? null,
      baseText: baseTexts.get(key.name) ?? null
    }))
    .sort((left, right) => (left.keyName < right.keyName ? -1 : 1))
  const suffix = messageFormats.find(([end]) => file.format.format.endsWith(end))
  const isNested = entries.some(({ keyName }) => keyName.includes("."))
  return format.write(
    { languageTag, baseLanguageTag: baseName, entries },
    {
      messageFormat: suffix?.[1] ?? "ICU",
      structureDelimiter: isNested ? "." : null,
      supportArrays: true,
      escapeHtml: false,
      icuPlaceholders: true
    }
  )
}

const check = (
  real: RealFile
): { readonly texts: number; readonly problem: string | null; readonly findings: ReadonlyArray<Finding> } => {
  const bytes = readFileSync(real.path)
  const file = read(bytes, real.path, real.importFormat, false)
  if (file.kind !== "file") return { texts: 0, problem: printParseFailure(file), findings: [] }
  const variant = file.format.format
  const raw = read(bytes, real.path, variant, true)
  if (raw.kind !== "file") return { texts: 0, problem: "raw", findings: [] }
  if (file.languages.length === 0) return { texts: 0, problem: "no language", findings: [] }
  const findings: Array<Finding> = []
  let texts = 0
  let problem: string | null = null
  const [baseName = ""] = file.languages
  for (const languageName of file.languages.slice(-1)) {
    const tag = /^[a-z]{2,3}(-\w+)*$/i.test(languageName.replaceAll("_", "-"))
      ? languageName.replaceAll("_", "-")
      : (real.languageTag ?? "en")
    const written = writeAgain(file, languageName, baseName, tag)
    if (written.kind !== "file") return { texts, problem: JSON.stringify(written), findings }
    const told = new Set([
      ...written.warnings.map(({ keyName }) => keyName),
      ...file.warnings.map(({ keyName }) => keyName)
    ])
    const again = read(new TextEncoder().encode(written.content), real.path, variant, true)
    if (again.kind !== "file") return { texts, problem: `written: ${printParseFailure(again)}`, findings }
    const [before, after] = [textsOf(raw, languageName), textsOf(again, again.languages.at(-1) ?? "")]
    texts += before.size
    for (const [keyName, text] of before) {
      const now = after.get(keyName)
      if (now !== text) {
        findings.push({
          keyName,
          kind: now === undefined ? "lost" : "changed",
          isTold: told.has(keyName),
          before: text,
          after: now
        })
      }
    }
    for (const [keyName, text] of after) {
      if (!before.has(keyName))
        findings.push({ keyName, kind: "added", isTold: told.has(keyName), before: undefined, after: text })
    }
    const second = read(new TextEncoder().encode(written.content), real.path, variant, false)
    if (second.kind === "file") {
      const rewritten = writeAgain(second, second.languages.at(-1) ?? "", second.languages[0] ?? "", tag)
      if (rewritten.kind !== "file" || rewritten.content !== written.content) problem = "the second export differs"
    }
  }
  return { texts, problem, findings }
}

const shown = 4
let [files, passed, texts, changed, told] = [0, 0, 0, 0, 0]
for (const folder of process.argv.slice(2)) {
  for (const real of filesOf(folder)) {
    if (!isSupportedPath(real.path)) continue
    files++
    const { texts: count, problem, findings } = check(real)
    texts += count
    changed += findings.length
    told += findings.filter(({ isTold }) => isTold).length
    if (problem === null && findings.length === 0) {
      passed++
      continue
    }
    console.log(`${relative(folder, real.path)} (${count} texts): ${problem ?? ""} ${findings.length} changed or lost`)
    for (const finding of findings.slice(0, shown)) console.log(`    ${JSON.stringify(finding)}`)
  }
}
console.log(`${passed} of ${files} files pass; ${texts} texts, ${changed} lost or changed, ${told} of them told`)
