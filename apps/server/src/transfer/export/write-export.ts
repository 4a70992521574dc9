import { createReadStream, createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { finished } from "node:stream/promises"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import { type ArchiveFileWriter, type ArchiveWriter, makeArchiveWriter } from "./archive-writer.ts"
import type { ExportedWarning, ExportTask, WrittenExport } from "./export-messages.ts"
import { type RenderedChunk, renderExport } from "./render-export.ts"

/** Number of warnings that are listed; the others are only counted. */
const warningsMax = 1_000

/**
 * Renders an export of one state of the database into a file. The result describes the complete file; after an error there
 * is no file.
 */
export const writeExport = Effect.fn("writeExport")(function* ({ job, output, cancelled }: ExportTask) {
  const database = yield* Database
  const warnings: Array<ExportedWarning> = []
  let warningCount = 0
  let fileCount = 0
  const target = output === null ? null : makeOutput(output.path, output.archive === "unlessSingle")
  const rendered = renderExport(
    job,
    () => Atomics.load(cancelled, 0) === 1,
    Effect.fnUntraced(function* (chunk) {
      if (chunk.isLast) fileCount++
      warningCount += chunk.warnings.length
      warnings.push(...chunk.warnings.slice(0, warningsMax - warnings.length))
      if (target !== null) yield* Effect.promise(() => target.add(chunk))
    })
  )
  const end = Effect.gen(function* () {
    if (fileCount === 0) return yield* failWith("no_exported_result")
    const { singlePath, bytes } =
      target === null ? { singlePath: null, bytes: 0 } : yield* Effect.promise(() => target.end())
    return { singlePath, bytes, warnings, warningCount } satisfies WrittenExport
  })
  return yield* database.snapshot(rendered).pipe(
    Effect.andThen(end),
    Effect.onError(() => (target === null ? Effect.void : Effect.promise(() => target.discard())))
  )
})

/** Writes an archive on disk; with `isBareWhenSingle` a single file is written without an archive. */
const makeOutput = (path: string, isBareWhenSingle: boolean) => {
  let output = openFile(path)
  const archive = makeArchiveWriter((bytes) => output.write(bytes))
  const add = addToArchive(archive)
  /** The first file, while it is the only one. */
  let single: { readonly path: string; bytes: number } | null = null
  let isFirst = true
  const firstPath = `${path}.first`

  const moveFirstIntoArchive = async (name: string): Promise<void> => {
    await output.end()
    await rename(path, firstPath)
    output = openFile(path)
    const file = await archive.open(name)
    for await (const chunk of createReadStream(firstPath, { highWaterMark: bufferBytes })) await file.write(chunk)
    await file.end()
    await rm(firstPath)
  }
  return {
    add: async (chunk: RenderedChunk): Promise<void> => {
      const content = typeof chunk.content === "string" ? Buffer.from(chunk.content) : chunk.content
      if (isFirst && isBareWhenSingle) single = { path: chunk.path, bytes: 0 }
      isFirst = false
      if (single?.path === chunk.path) {
        single.bytes += content.byteLength
        return output.write(content)
      }
      if (single !== null) await moveFirstIntoArchive(single.path)
      single = null
      await add(chunk.path, content, chunk.isLast)
    },
    end: async (): Promise<{ readonly singlePath: string | null; readonly bytes: number }> => {
      const bytes = single === null ? await archive.end() : single.bytes
      await output.end()
      return { singlePath: single?.path ?? null, bytes }
    },
    discard: async (): Promise<void> => {
      await output.destroy()
      await Promise.all([rm(path, { force: true }), rm(firstPath, { force: true })])
    }
  }
}

/** Adds files to an archive chunk by chunk; a file that comes as one chunk is compressed while the next one is rendered. */
export const addToArchive = (archive: ArchiveWriter) => {
  let open: ArchiveFileWriter | null = null
  return async (name: string, content: Uint8Array, isLast: boolean): Promise<void> => {
    if (open === null && isLast) return archive.add(name, content)
    open ??= await archive.open(name)
    await open.write(content)
    if (!isLast) return
    await open.end()
    open = null
  }
}

const openFile = (path: string) => {
  const stream = createWriteStream(path, { mode: 0o600, flags: "wx", highWaterMark: bufferBytes })
  const closed = finished(stream)
  // The next write or the end receives the failure.
  closed.catch(() => {})
  return {
    write: (bytes: Uint8Array): Promise<void> =>
      stream.write(bytes)
        ? Promise.resolve()
        : Promise.race([closed, new Promise<void>((resolve) => stream.once("drain", () => resolve()))]),
    end: async (): Promise<void> => {
      stream.end()
      await closed
    },
    destroy: async (): Promise<void> => {
      stream.destroy()
      await closed.catch(() => {})
    }
  }
}

const bufferBytes = 1024 * 1024
