import type { DomainError } from "@dragoman/domain/error"
import type { PseudoLocale } from "@dragoman/domain/language"
import { matchesAnyTag } from "@dragoman/domain/tag"
import {
  type CodeReference,
  type ExportedEntry,
  type ExportedTranslation,
  type ExportFormat,
  findExportFormat,
  isMultilingual,
  type MultilingualFileWriter,
  type MultilingualFormat,
  pseudoText,
  type SingleLanguageFormat,
  severalLanguagesTag,
  type WrittenChunk
} from "@dragoman/formats"
import {
  type ExportedKeyRow,
  type ExportedKeysFilter,
  type ExportedNamespaceRow,
  ExportRepository,
  exportedTextsMax
} from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { ExportedLanguage, ExportedWarning, ExportJob } from "./export-messages.ts"
import { makeTextReader, noTexts, readFormatData, readTranslations, type TextOfKey } from "./exported-texts.ts"
import { type FilePaths, makeFilePaths } from "./file-paths.ts"

/** The chunks of a file come one after the other, those of another file after the last one. */
export interface RenderedChunk {
  /** Unique in the export. */
  readonly path: string
  readonly content: string | Uint8Array
  readonly isLast: boolean
  readonly warnings: ReadonlyArray<ExportedWarning>
}

/** Number of keys whose texts are read together; a namespace with more is a batch of its own. */
const batchKeysMax = 20_000

/** Number of texts in memory at once, but at least one language of the largest namespace. */
const textsInMemoryMax = 200_000

/**
 * Renders the files of an export and passes them to `take` chunk by chunk, until it is cancelled. Each namespace with exported
 * texts has one file, or one for each language, as the format says. The same content gives the same files in the same order.
 */
export const renderExport = Effect.fn("renderExport")(function* <R>(
  job: ExportJob,
  isCancelled: () => boolean,
  take: (chunk: RenderedChunk) => Effect.Effect<void, DomainError, R>
) {
  // The job may have waited for long.
  if (isCancelled()) return yield* Effect.interrupt
  const repository = yield* ExportRepository
  const filter = yield* keysFilterOf(job)
  const wanted = job.keys.namespaces && new Set(job.keys.namespaces)
  const namespaces = (yield* repository.listNamespaces(filter)).filter(({ name }) => wanted?.has(name) ?? true)
  const format = findExportFormat(job.format)
  if (format === undefined) return yield* Effect.die(`there is no format ${job.format}`)
  const paths = makeFilePaths(job.template, format)
  const rendering: Rendering<R> = { job, isCancelled, take, paths, exportedTags: new Set() }
  for (const batch of batchesOf(namespaces)) {
    const keys = yield* repository.listKeys(
      filter,
      batch.map(({ id }) => id),
      job.order
    )
    const byNamespace = Map.groupBy(keys, ({ namespaceId }) => namespaceId)
    const exported = batch.map(({ id, name }) => ({ name, keys: byNamespace.get(id) ?? [] }))
    yield* isMultilingual(format)
      ? renderMultilingual(rendering, format, exported)
      : renderEachLanguage(rendering, format, exported)
  }
  const manifest = isMultilingual(format) ? undefined : format.manifest
  if (manifest === undefined || rendering.exportedTags.size === 0) return
  const content = manifest.print([...rendering.exportedTags].sort())
  yield* take({ path: manifest.path, content, isLast: true, warnings: [] })
})

interface Rendering<R> {
  readonly job: ExportJob
  readonly isCancelled: () => boolean
  readonly take: (chunk: RenderedChunk) => Effect.Effect<void, DomainError, R>
  readonly paths: FilePaths
  /** Languages of formats with a file for each that have files. */
  readonly exportedTags: Set<string>
}

interface ExportedNamespace {
  /** `""`: the default namespace. */
  readonly name: string
  /** In the order of the file. */
  readonly keys: ReadonlyArray<ExportedKeyRow>
}

/** Renders one file for each language of each namespace. */
const renderEachLanguage = Effect.fnUntraced(function* <R>(
  { job, isCancelled, take, paths, exportedTags }: Rendering<R>,
  format: SingleLanguageFormat,
  namespaces: ReadonlyArray<ExportedNamespace>
) {
  const { baseLanguage, options } = job
  const keys = namespaces.flatMap((namespace) => namespace.keys)
  const readTexts = makeTextReader(job.place.projectId, keys, isCancelled)
  const lists: Lists = {
    listOf: (keyName) => format.listOf?.(keyName, options) ?? null,
    isBaseHidden: baseLanguage.id === null
  }
  const needsBaseTexts = format.writesBaseTexts || keys.some(({ name }) => lists.listOf(name) !== null)
  const baseStates = job.states === "lastReviewed" ? job.states : null
  const baseTexts =
    needsBaseTexts && baseLanguage.id !== null ? yield* readTexts([baseLanguage.id], baseStates) : noTexts
  for (const languages of languageGroups(job.languages, keys.length)) {
    const languageIds = languageIdsOf(languages)
    const texts = yield* readTexts(languageIds, job.states)
    const dataOf = yield* readFormatData(
      job.place.projectId,
      keys,
      languageIds,
      baseLanguage.id,
      format.format,
      isCancelled
    )
    for (const { id, tag: languageTag, pseudo } of languages) {
      const textOf = pseudo === null ? texts(id) : inPseudoLocale(texts(id), pseudo, options.icuPlaceholders)
      for (const { name: namespace, keys } of namespaces) {
        const marks = yield* readMarks(job.place.projectId, format, keys, id)
        const dataOfKey = (keyId: number, text: string | null) => dataOf(keyId, id, text)
        const entries = entriesOf(keys, textOf, baseTexts(baseLanguage.id ?? 0), dataOfKey, marks, lists)
        if (entries.length === 0) continue
        exportedTags.add(languageTag)
        const file = { namespace, languageTag, baseLanguageTag: baseLanguage.tag, entries }
        const written = format.write(file, options)
        if (written.kind === "pluralSuffixCollision") {
          const { pluralKey, collidingKey, suffix } = written
          return yield* failWith("export_key_plural_suffix_collision", [pluralKey, collidingKey, suffix])
        }
        let warnings = written.warnings.map((warning) => ({ ...warning, languageTag, namespace }))
        const files =
          written.kind === "files" ? written.files : [{ extension: format.extension, content: written.content }]
        for (const { extension, content } of files) {
          const path = yield* paths.next(namespace, languageTag, extension)
          yield* take({ path, content, isLast: true, warnings })
          warnings = []
        }
        if (isCancelled()) return yield* Effect.interrupt
      }
    }
  }
})

/** null: the format has no place for them. */
interface Marks {
  readonly referencesById: ReadonlyMap<number, ReadonlyArray<CodeReference>> | null
  readonly outdatedIds: ReadonlySet<number> | null
}

const noMarks: Marks = { referencesById: null, outdatedIds: null }

/** Reads the marks that few formats write beside the texts. */
const readMarks = Effect.fnUntraced(function* (
  projectId: number,
  { writesCodeReferences, writesOutdated }: ExportFormat,
  keys: ReadonlyArray<ExportedKeyRow>,
  languageId: number
) {
  if (!writesCodeReferences && !writesOutdated) return noMarks
  const repository = yield* ExportRepository
  const keyIds = keys.map(({ id }) => id)
  const marks: Marks = {
    referencesById: writesCodeReferences ? yield* repository.listCodeReferences(projectId, keyIds) : null,
    outdatedIds: writesOutdated
      ? ((yield* repository.listOutdated(projectId, keyIds, [languageId])).get(languageId) ?? new Set())
      : null
  }
  return marks
})

interface OpenFile {
  readonly namespace: string
  readonly path: string
  readonly writer: MultilingualFileWriter
}

/** Renders one file with all languages for each namespace, in batches of keys. */
const renderMultilingual = Effect.fnUntraced(function* <R>(
  { job, isCancelled, take, paths }: Rendering<R>,
  format: MultilingualFormat,
  namespaces: ReadonlyArray<ExportedNamespace>
) {
  const { baseLanguage, options, languages, states } = job
  if (languages.length === 0) return
  const file = { languageTags: languages.map(({ tag }) => tag), baseLanguageTag: baseLanguage.tag }
  const languageIds = languageIdsOf(languages)
  const repository = yield* ExportRepository
  let open = null as OpenFile | null

  const takeChunk = ({ content, warnings }: WrittenChunk, namespace: string, path: string, isLast: boolean) =>
    take({ path, content, isLast, warnings: warnings.map((warning) => ({ ...warning, namespace })) })
  const named = namespaces.flatMap(({ name, keys }) => keys.map((key) => ({ namespace: name, key })))
  const size = Math.max(1, Math.floor(exportedTextsMax / languages.length))
  for (let start = 0; start < named.length; start += size) {
    const batch = named.slice(start, start + size)
    const batchKeys = batch.map(({ key }) => key)
    const outdated = format.writesOutdated
      ? yield* repository.listOutdated(
          job.place.projectId,
          batchKeys.map(({ id }) => id),
          languageIds
        )
      : null
    const { format: name, dataAsText } = format
    const beside = { baseLanguageId: baseLanguage.id, format: name, outdated, dataAsText }
    const translationsOf = yield* readTranslations(
      job.place.projectId,
      batchKeys,
      languageIds,
      states,
      beside,
      isCancelled
    )
    for (const [namespace, keys] of Map.groupBy(batch, (one) => one.namespace)) {
      const entries = keys.flatMap(({ key: { id, name, description, customValues, isPlural } }) => {
        const stored = translationsOf(id)
        const translations =
          stored && languages.map((language) => translationIn(language, stored, languageIds, options))
        return translations === null ? [] : [{ keyName: name, description, customValues, isPlural, translations }]
      })
      if (entries.length === 0) continue
      if (open?.namespace !== namespace) {
        if (open !== null) yield* takeChunk(open.writer.end(), open.namespace, open.path, true)
        const path: string = yield* paths.next(namespace, severalLanguagesTag, format.extension)
        open = { namespace, path, writer: format.writeLanguages(file, options) }
      }
      yield* takeChunk(open.writer.add(entries), namespace, open.path, false)
    }
  }
  if (open !== null) yield* takeChunk(open.writer.end(), open.namespace, open.path, true)
})

const keysFilterOf = Effect.fnUntraced(function* ({ place, keys }: ExportJob) {
  const { keyIds, exceptKeyIds, tags, exceptTags, keyPrefix } = keys
  const repository = yield* ExportRepository
  const stored = tags === null && exceptTags.length === 0 ? [] : yield* repository.listTags(place.projectId)
  const idsOf = (patterns: ReadonlyArray<string>) => {
    const matches = matchesAnyTag(patterns)
    return stored.flatMap(({ id, name }) => (matches(name) ? [id] : []))
  }
  const filter: ExportedKeysFilter = {
    place,
    keyIds,
    exceptKeyIds,
    tagIds: tags && idsOf(tags),
    exceptTagIds: idsOf(exceptTags),
    keyPrefix
  }
  return filter
})

/** Groups small namespaces in batches, so that the number of statements does not grow with them. */
const batchesOf = (
  namespaces: ReadonlyArray<ExportedNamespaceRow>
): ReadonlyArray<ReadonlyArray<ExportedNamespaceRow>> => {
  const batches: Array<Array<ExportedNamespaceRow>> = []
  let left = 0
  for (const namespace of namespaces) {
    const batch = batches.at(-1)
    if (batch !== undefined && namespace.keys <= left) batch.push(namespace)
    else {
      batches.push([namespace])
      left = batchKeysMax
    }
    left -= namespace.keys
  }
  return batches
}

/** Groups as many languages at once as fit into memory, at least one. */
const languageGroups = (
  languages: ReadonlyArray<ExportedLanguage>,
  keys: number
): ReadonlyArray<ReadonlyArray<ExportedLanguage>> => {
  const size = Math.max(1, Math.floor(textsInMemoryMax / keys))
  return Array.from({ length: Math.ceil(languages.length / size) }, (_, index) =>
    languages.slice(index * size, (index + 1) * size)
  )
}

/** The ids without repetition: pseudo-locales have that of the base language. */
const languageIdsOf = (languages: ReadonlyArray<ExportedLanguage>): ReadonlyArray<number> => [
  ...new Set(languages.map(({ id }) => id))
]

const inPseudoLocale =
  (textOf: TextOfKey, locale: PseudoLocale, isIcu: boolean): TextOfKey =>
  (keyId) => {
    const text = textOf(keyId)
    return text === null || text === undefined ? text : pseudoText(text, locale, isIcu)
  }

/** Finds the translation of a language among those of the ids. A pseudo-locale comes from no file, so it has no format data. */
const translationIn = (
  { id, pseudo }: ExportedLanguage,
  stored: ReadonlyArray<ExportedTranslation | null>,
  languageIds: ReadonlyArray<number>,
  { icuPlaceholders }: ExportJob["options"]
): ExportedTranslation | null => {
  const found = stored[languageIds.indexOf(id)] ?? null
  if (found === null || pseudo === null) return found
  const { formatData: _, ...translation } = found
  return { ...translation, text: translation.text && pseudoText(translation.text, pseudo, icuPlaceholders) }
}

interface Lists {
  /** The list of a key, as in `SingleLanguageFormat`. */
  readonly listOf: (keyName: string) => string | null
  /** True = the caller may not view the base language: an item counts as one that it has a text for. */
  readonly isBaseHidden: boolean
}

const entriesOf = (
  keys: ReadonlyArray<ExportedKeyRow>,
  textOf: TextOfKey,
  baseTextOf: TextOfKey,
  dataOf: (keyId: number, text: string | null) => ExportedEntry["formatData"],
  { referencesById, outdatedIds }: Marks,
  { listOf, isBaseHidden }: Lists
): ReadonlyArray<ExportedEntry> => {
  const entries: Array<ExportedEntry> = []
  const lists = new Set<string>()
  for (const { id, name } of keys) {
    const list = textOf(id) === undefined ? null : listOf(name)
    if (list !== null) lists.add(list)
  }
  for (const { id, name, description, customValues, isPlural } of keys) {
    const text = textOf(id)
    if (text === undefined) {
      const list = lists.size === 0 ? null : listOf(name)
      if (list === null || !lists.has(list)) continue
      // Without it the items behind would move up.
      const baseText = isBaseHidden ? "" : (baseTextOf(id) ?? null)
      entries.push({ keyName: name, description, customValues, isPlural, text: null, baseText, isGap: true })
      continue
    }
    const formatData = dataOf(id, text)
    const entry = {
      ...{ keyName: name, description, customValues, isPlural, text, baseText: baseTextOf(id) ?? null },
      ...(formatData && { formatData })
    }
    const codeReferences = referencesById?.get(id)
    // Most formats have no place for marks: their entries have no properties for them.
    if (codeReferences === undefined && outdatedIds === null) entries.push(entry)
    else entries.push({ ...entry, codeReferences: codeReferences ?? [], isOutdated: outdatedIds?.has(id) ?? false })
  }
  return entries
}
