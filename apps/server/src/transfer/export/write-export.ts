import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { finished } from "node:stream/promises"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import { makeArchiveWriter } from "./archive-writer.ts"
import type { ExportedWarning, ExportTask, WrittenExport } from "./export-messages.ts"
import { type RenderedFile, renderExport } from "./render-export.ts"

/** Warnings that are listed; the others are only counted. */
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
    Effect.fnUntraced(function* (file) {
      fileCount++
      warningCount += file.warnings.length
      warnings.push(...file.warnings.slice(0, warningsMax - warnings.length))
      if (target !== null) yield* Effect.promise(() => target.add(file))
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

/** An archive on disk; with `isBareWhenSingle` an only file is written without an archive. */
const makeOutput = (path: string, isBareWhenSingle: boolean) => {
  const stream = createWriteStream(path, { mode: 0o600, flags: "wx", highWaterMark: bufferBytes })
  const closed = finished(stream)
  // The next write or the end receives the failure.
  closed.catch(() => {})
  const write = (bytes: Uint8Array): Promise<void> =>
    stream.write(bytes)
      ? Promise.resolve()
      : Promise.race([closed, new Promise<void>((resolve) => stream.once("drain", () => resolve()))])
  const archive = makeArchiveWriter(write)
  const encode = ({ content }: RenderedFile) => Buffer.from(content)
  /** The first file, while it is the only one. */
  let first: RenderedFile | null = null
  let isFirst = true
  return {
    add: async (file: RenderedFile): Promise<void> => {
      if (isFirst && isBareWhenSingle) {
        isFirst = false
        first = file
        return
      }
      if (first !== null) await archive.add(first.path, encode(first))
      first = null
      await archive.add(file.path, encode(file))
    },
    end: async (): Promise<{ readonly singlePath: string | null; readonly bytes: number }> => {
      let bytes: number
      if (first === null) bytes = await archive.end()
      else {
        const content = encode(first)
        bytes = content.byteLength
        await write(content)
      }
      stream.end()
      await closed
      return { singlePath: first?.path ?? null, bytes }
    },
    discard: async (): Promise<void> => {
      stream.destroy()
      await closed.catch(() => {})
      await rm(path, { force: true })
    }
  }
}

const bufferBytes = 1024 * 1024
