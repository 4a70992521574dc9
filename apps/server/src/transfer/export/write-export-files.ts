import { createHash, type Hash } from "node:crypto"
import { closeSync, createReadStream, createWriteStream, openSync, statSync, writeSync } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { constants, createBrotliCompress, createGzip } from "node:zlib"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { makeArchiveWriter } from "./archive-writer.ts"
import type { ExportedFile, FilesTask } from "./export-messages.ts"
import { renderExport } from "./render-export.ts"
import { addToArchive } from "./write-export.ts"

/** The archive of an export as one file. */
const archivePath = "translations.zip"

/** Brotli quality: a tenth of the time of the default 11, for a fifth more bytes. */
const brotliQuality = 5

/**
 * Renders an export of one state of the database into files of a folder, with their digests; of one without content there are none.
 * New ones are compressed beside it.
 */
export const writeExportFiles = Effect.fn("writeExportFiles")(function* ({ job, output, cancelled }: FilesTask) {
  const database = yield* Database
  const { folder, archive, knownDigests, compresses } = output
  const files = makeFiles(folder)
  const isCancelled = () => Atomics.load(cancelled, 0) === 1
  const zip = archive ? zipInto(files) : null
  const rendered = database.snapshot(
    renderExport(
      job,
      isCancelled,
      Effect.fnUntraced(function* ({ path, content, isLast }) {
        const bytes = typeof content === "string" ? Buffer.from(content) : content
        if (zip !== null) return yield* Effect.promise(() => zip.add(path, bytes, isLast))
        files.add(path, bytes)
        if (isLast) files.end()
      })
    )
  )
  const end = Effect.promise(() => zip?.end() ?? Promise.resolve())
  yield* Effect.andThen(rendered, end).pipe(Effect.ensuring(Effect.sync(files.close)))
  const known = new Set(knownDigests)
  return yield* Effect.forEach(files.written, (file) => {
    const isCompressed = compresses && !archive && !known.has(file.digest)
    if (isCancelled()) return Effect.interrupt
    return isCompressed
      ? Effect.promise(() => compressFile(folder, file))
      : Effect.succeed<ExportedFile>({ ...file, brotli: null, gzip: null })
  })
})

type PlainFile = Omit<ExportedFile, "brotli" | "gzip">

/** Writes one file after the other. Names in the folder are numbers: paths of exports may be no names of files here. */
const makeFiles = (folder: string) => {
  const written: Array<PlainFile> = []
  let open: { readonly handle: number; readonly hash: Hash; readonly path: string; size: number } | null = null
  const nameOf = () => String(written.length)
  return {
    written,
    add: (path: string, bytes: Uint8Array): void => {
      open ??= { handle: openSync(join(folder, nameOf()), "wx", 0o600), hash: createHash("sha256"), path, size: 0 }
      for (let start = 0; start < bytes.byteLength; ) start += writeSync(open.handle, bytes, start)
      open.hash.update(bytes)
      open.size += bytes.byteLength
    },
    end: (): void => {
      if (open === null) return
      closeSync(open.handle)
      written.push({ path: open.path, name: nameOf(), size: open.size, digest: open.hash.digest("hex") })
      open = null
    },
    /** Closes a file that an error has left open. */
    close: (): void => {
      if (open !== null) closeSync(open.handle)
      open = null
    }
  }
}

const zipInto = (files: ReturnType<typeof makeFiles>) => {
  let isEmpty = true
  const archive = makeArchiveWriter(async (bytes) => files.add(archivePath, bytes))
  const add = addToArchive(archive)
  return {
    add: async (path: string, bytes: Uint8Array, isLast: boolean): Promise<void> => {
      isEmpty = false
      await add(path, bytes, isLast)
    },
    end: async (): Promise<void> => {
      if (isEmpty) return
      await archive.end()
      files.end()
    }
  }
}

/** Compresses a file beside it; a result that is not smaller is removed. */
const compressFile = async (folder: string, file: PlainFile): Promise<ExportedFile> => {
  const compress = async (name: string, transform: NodeJS.ReadWriteStream): Promise<string | null> => {
    const target = join(folder, name)
    await pipeline(createReadStream(join(folder, file.name)), transform, createWriteStream(target, { mode: 0o600 }))
    if (statSync(target).size < file.size) return name
    await rm(target)
    return null
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: file.size
  }
  const [brotli, gzip] = await Promise.all([
    compress(`${file.name}.br`, createBrotliCompress({ params })),
    compress(`${file.name}.gz`, createGzip())
  ])
  return { ...file, brotli, gzip }
}
