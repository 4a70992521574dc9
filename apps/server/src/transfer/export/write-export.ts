import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { finished } from "node:stream/promises"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import { makeArchiveWriter } from "./archive-writer.ts"
import type { ExportTask, WrittenExport } from "./export-messages.ts"
import type { ExportedNotice } from "./exported-notice.ts"
import { type RenderedFile, renderExport } from "./render-export.ts"

/** Notices that are kept; the others are only counted. */
const noticesMax = 1_000

/**
 * Renders an export of one state of the database into a file, and says what is in it before anybody reads it. When there
 * is no result, there is no file.
 */
export const writeExport = Effect.fn("writeExport")(function* ({ job, output, cancelled }: ExportTask) {
  const database = yield* Database
  const notices: Array<ExportedNotice> = []
  let noticeCount = 0
  let fileCount = 0
  const target = output === null ? null : makeOutput(output.path, output.archive === "unlessSingle")
  const rendered = renderExport(
    job,
    () => Atomics.load(cancelled, 0) === 1,
    Effect.fnUntraced(function* (file) {
      fileCount++
      noticeCount += file.notices.length
      notices.push(...file.notices.slice(0, noticesMax - notices.length))
      if (target !== null) yield* Effect.promise(() => target.add(file))
    })
  )
  const end = Effect.gen(function* () {
    if (fileCount === 0) return yield* failWith("no_exported_result")
    const { singlePath, bytes } =
      target === null ? { singlePath: null, bytes: 0 } : yield* Effect.promise(() => target.end())
    return { singlePath, bytes, notices, noticeCount } satisfies WrittenExport
  })
  return yield* database.snapshot(rendered).pipe(
    Effect.andThen(end),
    Effect.onError(() => (target === null ? Effect.void : Effect.promise(() => target.discard())))
  )
})

/** An archive on disk; with `isBareWhenSingle` the only file without an archive around it. */
const makeOutput = (path: string, isBareWhenSingle: boolean) => {
  const stream = createWriteStream(path, { mode: 0o600, flags: "wx", highWaterMark: bufferBytes })
  const closed = finished(stream)
  // A failure rejects the next write, or the end.
  closed.catch(() => {})
  const write = (bytes: Uint8Array): Promise<void> =>
    stream.write(bytes)
      ? Promise.resolve()
      : Promise.race([closed, new Promise<void>((resolve) => stream.once("drain", () => resolve()))])
  const archive = makeArchiveWriter(write)
  const encode = ({ content }: RenderedFile) => Buffer.from(content)
  /** The first file, as long as it may be the only one. */
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
