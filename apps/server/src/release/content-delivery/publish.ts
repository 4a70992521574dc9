import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { manifestPath, nextVersion, type PublishedFile } from "@dragoman/domain/content-delivery"
import {
  type ClaimedDeliveryConfiguration,
  Database,
  LanguageRepository,
  ProjectRepository,
  PublishingRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { exportedLanguages, exportJobOf } from "../../transfer/export/export-job.ts"
import type { ExportedFile, ExportJob } from "../../transfer/export/export-messages.ts"
import { parseExportBody } from "../../transfer/export/export-request.ts"
import { ExportThread } from "../../transfer/export/export-thread.ts"
import type { StorageClient, StoredObject } from "../content-storage/storage-client.ts"
import { StorageClients } from "../content-storage/storage-clients.ts"
import { changingFileCacheControl } from "./cache-control.ts"
import { explainExport, explainPrune, explainStorage } from "./publish-failure.ts"
import { type AddedFile, makeManifestFiles, manifestKey, signaturePath } from "./published-manifest.ts"

/** Files that are written to a storage at once. */
const parallelWrites = 8

/** Files that are written, and what makes them the published ones. */
export interface WrittenVersion {
  /** null: the files lie in another storage. */
  readonly liveVersion: number | null
  readonly files: ReadonlyArray<PublishedFile>
  readonly publishedAt: number
  /** Files that are new or changed, without the manifest. */
  readonly writtenFiles: number
  readonly writtenBytes: number
  /** Files that are new, changed or removed, with the manifest: caches must ask for them again. */
  readonly changedPaths: ReadonlyArray<string>
  /** The version to add with the record of the attempt; null: nothing changed, or the files lie in another storage. */
  readonly added: { readonly version: number; readonly files: ReadonlyArray<PublishedFile> } | null
}

/**
 * Renders the texts of now and writes the files that changed. Readers see them when the attempt is recorded, or in another storage at
 * once: there the manifest comes behind the files that it names, and old files are removed last.
 */
export const writeVersion = Effect.fn("writeVersion")(function* (claimed: ClaimedDeliveryConfiguration) {
  const clients = yield* StorageClients
  const client = yield* Effect.mapError(clients.open(claimed.storageId), explainStorage)
  return yield* client === null ? writeToDatabase(claimed) : writeToStorage(claimed, client)
}, Effect.scoped)

/** A rendered file, and where its bytes are until the scope closes. */
interface RenderedFile extends PublishedFile {
  readonly source: ExportedFile
}

const renderFiles = Effect.fnUntraced(function* (
  { projectId, branchId, zip, parameters }: ClaimedDeliveryConfiguration,
  options: { readonly knownDigests: ReadonlyArray<string>; readonly compresses: boolean }
) {
  const request = yield* orFail(parseExportBody({ ...parameters, zip }))
  const found = yield* ProjectRepository.use((repository) => repository.find(projectId, 0))
  if (Option.isNone(found)) return yield* failWith("project_not_found")
  const stored = yield* LanguageRepository.use((repository) => repository.listOfProject(projectId))
  const languages = exportedLanguages(stored, request.languages)
  const base = stored.find((language) => language.base)
  const usual = exportJobOf(request, {
    place: { projectId, branchId },
    languages,
    baseLanguage: { id: base?.id ?? null, tag: base?.tag ?? "" },
    icuPlaceholders: found.value.icuPlaceholders
  })
  const job: ExportJob = parameters.reviewedOnly === true ? { ...usual, states: "lastReviewed" } : usual
  const thread = yield* ExportThread
  const { folder, files } = yield* thread.writeFiles(job, { archive: zip, ...options })
  const mediaType = zip ? "application/zip" : withCharset(request.format.mediaType)
  return {
    folder,
    languages: languages.map(({ tag }) => tag).sort(),
    files: files.map((source): RenderedFile => {
      const { path, size, digest } = source
      return { path, mediaType, size, digest, source }
    })
  }
}, Effect.mapError(explainExport))

const withCharset = (mediaType: string): string => {
  if (mediaType === "") return "application/octet-stream"
  return mediaType.startsWith("text/") ? `${mediaType}; charset=UTF-8` : mediaType
}

/** A file as it is recorded. */
const recorded = ({ path, mediaType, size, digest }: PublishedFile): PublishedFile => ({
  path,
  mediaType,
  size,
  digest
})

const bytesOf = (files: ReadonlyArray<PublishedFile>): number => files.reduce((sum, { size }) => sum + size, 0)

/** Reads one file of the folder at a time; null: there is none. */
const readFrom = (folder: string, name: string | null) =>
  Effect.promise(() => (name === null ? Promise.resolve(null) : readFile(join(folder, name))))

const isAdded = ({ path }: PublishedFile): boolean => path === manifestPath || path === signaturePath

/** Stores bytes that the database does not have yet; no version names them before the attempt is recorded. */
const writeToDatabase = Effect.fnUntraced(function* (claimed: ClaimedDeliveryConfiguration) {
  const repository = yield* PublishingRepository
  const database = yield* Database
  const knownDigests = yield* repository.listDigests(claimed.id)
  const { folder, languages, files: rendered } = yield* renderFiles(claimed, { knownDigests, compresses: true })
  const publishedAt = yield* Clock.currentTimeMillis
  const live =
    claimed.liveVersion === null ? Option.none() : yield* repository.findVersion(claimed.id, claimed.liveVersion)
  const before = Option.match(live, { onNone: () => [], onSome: ({ files }) => files })
  const paths = new Set(rendered.map(({ path }) => path))
  const carried = claimed.pruneBeforePublish ? [] : before.filter((file) => !isAdded(file) && !paths.has(file.path))
  const files = [...rendered.map(recorded), ...carried]
  if (Option.isSome(live) && isSame(files, withoutAdded(before, files))) {
    return {
      ...{ liveVersion: claimed.liveVersion, files, publishedAt, added: null },
      ...{ writtenFiles: 0, writtenBytes: 0, changedPaths: [] }
    }
  }
  const known = new Set(knownDigests)
  const written = rendered.filter(({ digest }) => !known.has(digest))
  for (const { digest, source } of written) {
    const content = (yield* readFrom(folder, source.name)) ?? Buffer.alloc(0)
    const [brotli, gzip] = [yield* readFrom(folder, source.brotli), yield* readFrom(folder, source.gzip)]
    yield* database.transaction(repository.insertFile({ contentDeliveryId: claimed.id, digest, content, brotli, gzip }))
  }
  const version = nextVersion(yield* repository.lastVersion(claimed.id), publishedAt)
  const manifest = makeManifestFiles({ version, publishedAt, languages, files }, yield* manifestKey)
  yield* database.transaction(
    Effect.forEach(manifest, ({ digest, content }) =>
      repository.insertFile({ contentDeliveryId: claimed.id, digest, content, brotli: null, gzip: null })
    )
  )
  const added = { version, files: [...files, ...manifest.map(recorded)] }
  return {
    ...{ liveVersion: version, files, publishedAt, added },
    ...{ writtenFiles: written.length, writtenBytes: bytesOf(written) },
    changedPaths: changesBetween(before, added.files)
  } satisfies WrittenVersion
})

/** Leaves out the manifest that the server added, but no file of the export with its name. */
const withoutAdded = (
  before: ReadonlyArray<PublishedFile>,
  files: ReadonlyArray<PublishedFile>
): ReadonlyArray<PublishedFile> => (files.some(isAdded) ? before : before.filter((file) => !isAdded(file)))

const isSame = (left: ReadonlyArray<PublishedFile>, right: ReadonlyArray<PublishedFile>): boolean => {
  const keys = new Set(right.map(({ path, mediaType, digest }) => `${digest} ${mediaType} ${path}`))
  return (
    left.length === right.length &&
    left.every(({ path, mediaType, digest }) => keys.has(`${digest} ${mediaType} ${path}`))
  )
}

/** Returns the paths of files that are new, changed or removed. */
const changesBetween = (
  before: ReadonlyArray<PublishedFile>,
  after: ReadonlyArray<PublishedFile>
): ReadonlyArray<string> => {
  const keyOf = ({ path, mediaType, digest }: PublishedFile) => `${digest} ${mediaType} ${path}`
  const [keysBefore, keysAfter] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  const changed = [
    ...after.filter((file) => !keysBefore.has(keyOf(file))),
    ...before.filter((file) => !keysAfter.has(keyOf(file)))
  ]
  return [...new Set(changed.map(({ path }) => path))]
}

const writeToStorage = Effect.fnUntraced(function* (claimed: ClaimedDeliveryConfiguration, client: StorageClient) {
  const { slug } = claimed
  const { contentDeliveryMaxAgeSeconds } = yield* Settings
  const cacheControl = changingFileCacheControl(contentDeliveryMaxAgeSeconds)
  const inStorage = (path: string) => `${slug}/${path}`
  const { folder, languages, files: rendered } = yield* renderFiles(claimed, { knownDigests: [], compresses: false })
  const publishedAt = yield* Clock.currentTimeMillis
  const stored = new Set(yield* Effect.mapError(client.list(slug), explainStorage))
  const before = new Map((claimed.lastPublishedFiles ?? []).map((file) => [file.path, file]))
  // A file that a person removed from the storage is written again.
  const isUnchanged = ({ path, digest, mediaType }: PublishedFile) => {
    const file = before.get(path)
    return file?.digest === digest && file.mediaType === mediaType && stored.has(inStorage(path))
  }
  const write = (path: string, content: Uint8Array, mediaType: string) => {
    const object: StoredObject = { path: inStorage(path), content, mediaType, cacheControl }
    return Effect.mapError(client.write(object), explainStorage)
  }
  const files = rendered.map(recorded)
  const written = rendered.filter((file) => !isUnchanged(file))
  yield* Effect.forEach(
    written,
    ({ path, mediaType, source }) =>
      Effect.flatMap(readFrom(folder, source.name), (content) => write(path, content ?? Buffer.alloc(0), mediaType)),
    { concurrency: parallelWrites, discard: true }
  )
  const version = nextVersion(null, publishedAt)
  const manifest: ReadonlyArray<AddedFile> =
    written.length === 0 && isSame(files, [...before.values()]) && stored.has(inStorage(manifestPath))
      ? []
      : makeManifestFiles({ version, publishedAt, languages, files }, yield* manifestKey)
  yield* Effect.forEach(manifest, ({ path, mediaType, content }) => write(path, content, mediaType), { discard: true })
  const kept = new Set([...files.map(({ path }) => path), manifestPath, signaturePath].map(inStorage))
  const leftOver = [...stored].filter((path) => path.startsWith(inStorage("")) && !kept.has(path))
  const removed = claimed.pruneBeforePublish ? leftOver : []
  if (removed.length > 0) yield* Effect.mapError(client.remove(removed), explainPrune)
  return {
    ...{ liveVersion: null, files, publishedAt, added: null },
    ...{ writtenFiles: written.length, writtenBytes: bytesOf(written) },
    changedPaths: [
      ...[...written, ...manifest].map(({ path }) => path),
      ...removed.map((path) => path.slice(inStorage("").length))
    ]
  } satisfies WrittenVersion
})
