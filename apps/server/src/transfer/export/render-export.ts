import { type DomainError, domainError } from "@dragoman/domain/error"
import { matchesAnyTag } from "@dragoman/domain/tag"
import {
  type ExportedEntry,
  type ExportFormat,
  findExportFormat,
  missingPlaceholders,
  printFilePath
} from "@dragoman/formats"
import {
  type ExportedKeyRow,
  type ExportedKeysFilter,
  type ExportedNamespaceRow,
  ExportRepository,
  exportedTextsMax
} from "@dragoman/store"
import { Effect } from "effect"
import type { ExportedLanguage, ExportedWarning, ExportJob } from "./export-messages.ts"

export interface RenderedFile {
  /** Unique in the export. */
  readonly path: string
  readonly content: string
  readonly warnings: ReadonlyArray<ExportedWarning>
}

/** Keys whose texts are read together; a namespace with more is a batch of its own. */
const batchKeysMax = 20_000

/** Texts in memory at once, but at least one language of the largest namespace. */
const textsInMemoryMax = 200_000

/**
 * Renders the files of an export, one for each namespace and language with exported texts, and passes them to `take` one by
 * one, until it is cancelled. The same content gives the same files in the same order.
 */
export const renderExport = Effect.fn("renderExport")(function* <R>(
  job: ExportJob,
  isCancelled: () => boolean,
  take: (file: RenderedFile) => Effect.Effect<void, DomainError, R>
) {
  const { baseLanguage } = job
  // The job may have waited for long.
  if (isCancelled()) return yield* Effect.interrupt
  const repository = yield* ExportRepository
  const filter = yield* keysFilterOf(job)
  const wanted = job.keys.namespaces && new Set(job.keys.namespaces)
  const namespaces = (yield* repository.listNamespaces(filter)).filter(({ name }) => wanted?.has(name) ?? true)
  const format = findExportFormat(job.format)
  if (format === undefined) return yield* Effect.die(`there is no format ${job.format}`)
  const files = makeFiles(job, format)
  for (const batch of batchesOf(namespaces)) {
    const keys = yield* repository.listKeys(
      filter,
      batch.map(({ id }) => id)
    )
    const keysByNamespace = Map.groupBy(keys, ({ namespaceId }) => namespaceId)
    const readTexts = makeTextReader(keys, isCancelled)
    const baseTexts =
      format.writesBaseTexts && baseLanguage.id !== null ? yield* readTexts([baseLanguage.id], null) : noTexts
    for (const languages of languageGroups(job.languages, keys.length)) {
      const texts = yield* readTexts(
        languages.map(({ id }) => id),
        job.states
      )
      for (const language of languages) {
        for (const { id, name } of batch) {
          const entries = entriesOf(keysByNamespace.get(id) ?? [], texts(language.id), baseTexts(baseLanguage.id ?? 0))
          const file = files.render(name, language, entries)
          if ("error" in file) return yield* Effect.fail(file.error)
          if ("content" in file) yield* take(file)
          if (isCancelled()) return yield* Effect.interrupt
        }
      }
    }
  }
})

const keysFilterOf = Effect.fnUntraced(function* ({ projectId, keys }: ExportJob) {
  const { keyIds, exceptKeyIds, tags, exceptTags, keyPrefix } = keys
  const repository = yield* ExportRepository
  const stored = tags === null && exceptTags.length === 0 ? [] : yield* repository.listTags(projectId)
  const idsOf = (patterns: ReadonlyArray<string>) => {
    const matches = matchesAnyTag(patterns)
    return stored.flatMap(({ id, name }) => (matches(name) ? [id] : []))
  }
  const filter: ExportedKeysFilter = {
    projectId,
    keyIds,
    exceptKeyIds,
    tagIds: tags && idsOf(tags),
    exceptTagIds: idsOf(exceptTags),
    keyPrefix
  }
  return filter
})

/** Small namespaces share a batch, so that the number of statements does not grow with them. */
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

/** As many languages at once as fit into memory, at least one. */
const languageGroups = (
  languages: ReadonlyArray<ExportedLanguage>,
  keys: number
): ReadonlyArray<ReadonlyArray<ExportedLanguage>> => {
  const size = Math.max(1, Math.floor(textsInMemoryMax / keys))
  return Array.from({ length: Math.ceil(languages.length / size) }, (_, index) =>
    languages.slice(index * size, (index + 1) * size)
  )
}

/** The text of a key; null: none; undefined: not exported. */
type TextOfKey = (keyId: number) => string | null | undefined

const noTexts = (): TextOfKey => () => null

/** Reads the texts of the keys in some languages. */
const makeTextReader = (keys: ReadonlyArray<ExportedKeyRow>, isCancelled: () => boolean) => {
  // In the order of the index.
  const keyIds = keys.map(({ id }) => id).sort((left, right) => left - right)
  const positions = new Map(keyIds.map((id, position) => [id, position]))
  return Effect.fnUntraced(function* (languageIds: ReadonlyArray<number>, states: ExportJob["states"]) {
    const repository = yield* ExportRepository
    const missing = states === null || states.includes("UNTRANSLATED") ? null : undefined
    const texts = new Map(
      languageIds.map((id) => [id, new Array<string | null | undefined>(keyIds.length).fill(missing)])
    )
    const size = Math.max(1, Math.floor(exportedTextsMax / languageIds.length))
    for (let start = 0; start < keyIds.length; start += size) {
      if (isCancelled()) return yield* Effect.interrupt
      const read = yield* repository.listTexts(keyIds.slice(start, start + size), languageIds, states)
      for (let index = 0; index < read.keyIds.length; index++) {
        const ofLanguage = texts.get(read.languageIds[index] ?? 0)
        const position = positions.get(read.keyIds[index] ?? 0)
        if (ofLanguage === undefined || position === undefined) continue
        ofLanguage[position] = read.isExported[index] === 1 ? read.texts[index] : undefined
      }
    }
    return (languageId: number): TextOfKey => {
      const ofLanguage = texts.get(languageId) ?? []
      return (keyId) => ofLanguage[positions.get(keyId) ?? -1]
    }
  })
}

const entriesOf = (
  keys: ReadonlyArray<ExportedKeyRow>,
  textOf: TextOfKey,
  baseTextOf: TextOfKey
): ReadonlyArray<ExportedEntry> => {
  const entries: Array<ExportedEntry> = []
  for (const { id, name, description, customValues, isPlural } of keys) {
    const text = textOf(id)
    if (text === undefined) continue
    entries.push({ keyName: name, description, customValues, isPlural, text, baseText: baseTextOf(id) ?? null })
  }
  return entries
}

const makeFiles = ({ template, options, baseLanguage }: ExportJob, format: ExportFormat) => {
  const paths = new Set<string>()
  const namespacesWithFiles = new Set<string>()
  const render = (
    namespace: string,
    { tag }: ExportedLanguage,
    entries: ReadonlyArray<ExportedEntry>
  ): RenderedFile | { readonly error: DomainError } | { readonly kind: "nothing" } => {
    if (entries.length === 0) return { kind: "nothing" }
    namespacesWithFiles.add(namespace)
    const missing = missingPlaceholders(template, namespacesWithFiles.size > 1)
    if (missing.length > 0) return { error: domainError("missing_placeholder_in_template", missing) }
    const written = format.write({ languageTag: tag, baseLanguageTag: baseLanguage.tag, entries }, options)
    if (written.kind === "pluralSuffixCollision") {
      const { pluralKey, collidingKey, suffix } = written
      return { error: domainError("export_key_plural_suffix_collision", [pluralKey, collidingKey, suffix]) }
    }
    const parts = { namespace, languageTag: tag, extension: format.extension }
    const path = freePath(paths, printFilePath(template, parts))
    paths.add(foldedPath(path))
    const warnings = written.warnings.map((warning) => ({ ...warning, languageTag: tag, namespace }))
    return { path, content: written.content, warnings }
  }
  return { render }
}

/**
 * Different namespaces or tags can give the same path, but each file needs its own. Some file systems treat paths as the same
 * that differ only in case or in the Unicode form of accents.
 */
const freePath = (taken: ReadonlySet<string>, path: string): string => {
  if (!taken.has(foldedPath(path))) return path
  const [, stem = path, extension = ""] = /^(.*?)(\.[^./]*)?$/s.exec(path) ?? []
  let number = 2
  while (taken.has(foldedPath(`${stem}_${number}${extension}`))) number++
  return `${stem}_${number}${extension}`
}

/** To upper case and back: some file systems treat letters with the same capital as the same. */
const foldedPath = (path: string): string => path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC")
