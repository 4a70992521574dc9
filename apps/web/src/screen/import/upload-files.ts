import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { ImportAddFilesModel, ImportLanguageModel } from "../../base/api/contract.ts"
import { upload } from "../../base/api/upload.ts"
import type { NamedFile } from "./dropped-files.ts"
import { asUtf8 } from "./file-encoding.ts"
import { importQuery, refreshImport } from "./import-queries.ts"

/** A file that the server was sent, and how it is read. */
export interface SentFile {
  /** Path of the file, inside of an archive too. */
  readonly fileName: string
  /** Uploaded files that have it: itself, or the archives of its upload. They are read again in another way. */
  readonly source: ReadonlyArray<NamedFile>
  /** The chosen encoding; null: detected. */
  readonly encoding: string | null
}

/** A file in the import, with the format that it was read in. */
export interface FoundFile extends SentFile {
  readonly importFileId: number
  readonly format: string
  readonly reason: string
}

export interface FailedFile extends SentFile {
  readonly reason: string
}

/** The responses to uploads of this page, the newest last. */
export interface UploadReport {
  /** The largest id of a file so far: responses list the files of earlier uploads too, also those that were read again. */
  readonly lastFileId: number
  readonly files: ReadonlyArray<FoundFile>
  readonly notices: ImportAddFilesModel["notices"]
  readonly noticeCount: number
  /** Files that could not be read, each with the reason. */
  readonly failures: ReadonlyArray<FailedFile>
}

const emptyReport: UploadReport = { lastFileId: 0, files: [], notices: [], noticeCount: 0, failures: [] }

interface RunningUpload {
  readonly files: ReadonlyArray<{ readonly path: string; readonly size: number }>
  /** From 0 to 1; at 1 the server reads. */
  readonly part: number
}

/** The chosen formats and encodings, by the paths of files. Others are detected. */
interface Choices {
  readonly formats: ReadonlyMap<string, string>
  readonly encodings: ReadonlyMap<string, string>
}

const detected: Choices = { formats: new Map(), encodings: new Map() }

/** Another way to read files. `encoding` null: detected. */
export type ReadingChange = { readonly format: string } | { readonly encoding: string | null }

/** Uploads files into my import into a branch, one request for all that came together. */
export const useUploadFiles = (projectId: number, branch: string | undefined) => {
  const client = useQueryClient()
  const [running, setRunning] = useState<RunningUpload | null>(null)
  const [report, setReport] = useState(emptyReport)
  const [error, setError] = useState<unknown>(null)
  const abort = useRef<AbortController | null>(null)

  const send = async (files: ReadonlyArray<NamedFile>, { formats, encodings }: Choices, signal: AbortSignal) => {
    const form = new FormData()
    if (formats.size > 0) {
      const fileMappings = [...formats].map(([fileName, format]) => ({ fileName, format }))
      form.append("params", JSON.stringify({ fileMappings }))
    }
    for (const { path, file } of files) {
      const encoding = encodings.get(path)
      form.append("files", encoding === undefined ? file : await asUtf8({ path, file }, encoding), path)
    }
    const sizes = files.map(({ path, file }) => ({ path, size: file.size }))
    setRunning({ files: sizes, part: 0 })
    const added = await upload("import", "addFiles", {
      params: { projectId },
      query: { branch },
      form,
      onProgress: (part) => setRunning({ files: sizes, part }),
      signal
    })
    setReport((before) => withAdded(before, added, files, encodings))
    return added
  }
  /** Runs one upload at a time; false: it failed, or another one runs. */
  const run = async (work: (signal: AbortSignal) => Promise<void>): Promise<boolean> => {
    if (abort.current !== null) return false
    const controller = new AbortController()
    abort.current = controller
    setError(null)
    try {
      await work(controller.signal)
      return true
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure)
      return false
    } finally {
      await refreshImport(client, projectId)
      abort.current = null
      setRunning(null)
    }
  }

  /** false: nothing was added. */
  const add = async (files: ReadonlyArray<NamedFile>): Promise<boolean> =>
    files.length > 0 && run(async (signal) => void (await send(files, detected, signal)))

  /**
   * Reads files again in another format or encoding, with the others of their archives. A file that cannot be read so is read as
   * before. Languages and namespaces that were chosen stay.
   */
  const readAgain = (changed: ReadonlyArray<SentFile>, change: ReadingChange): Promise<boolean> =>
    run(async (signal) => {
      const sources = new Set(changed.map(({ source }) => source))
      const found = report.files.filter(({ source }) => sources.has(source))
      const sent = [...found, ...report.failures.filter(({ source }) => sources.has(source))]
      const names = new Set(changed.map(({ fileName }) => fileName))
      const before: Choices = {
        formats: new Map(
          found.filter(({ reason }) => reason === "requested").map((file) => [file.fileName, file.format])
        ),
        encodings: new Map(sent.flatMap(({ fileName, encoding }) => (encoding === null ? [] : [[fileName, encoding]])))
      }
      const after = withChange(before, names, change)
      // Before anything is removed: a file may not have this encoding.
      for (const { path, file } of [...sources].flat()) {
        const encoding = after.encodings.get(path)
        if (encoding !== undefined) await asUtf8({ path, file }, encoding)
      }
      const chosen = await readRows(found)
      const read = async (choices: Choices, rows: ReadonlyArray<ImportLanguageModel>) => {
        for (const { id } of rows) await call("import", "deleteLanguage", { params: { projectId, languageId: id } })
        setReport((shown) => withoutFiles(shown, sent))
        const added = await send([...sources].flat(), choices, signal)
        return { errors: added.errors, rows: await readRows(added.formats) }
      }
      const { errors, rows } = await read(after, chosen)
      const [failure] = errors.filter(({ params }) => names.has(String(params?.[0])))
      if (failure === undefined) return restoreChoices(projectId, chosen, rows)
      const again = await read(before, rows)
      await restoreChoices(projectId, chosen, again.rows)
      throw new ApiError({ status: 400, code: failure.code, params: failure.params ?? [] })
    })
  /** The languages that files have in the import. */
  const readRows = async (files: ReadonlyArray<{ readonly importFileId: number }>) => {
    const rows = await client.fetchQuery({ ...importQuery(projectId, branch), staleTime: 0 })
    return (rows ?? []).filter(({ importFileId }) => files.some((file) => file.importFileId === importFileId))
  }
  return {
    add,
    readAgain,
    cancel: () => abort.current?.abort(new DOMException("The upload was cancelled.", "AbortError")),
    forget: () => setReport(emptyReport),
    running,
    report,
    error
  }
}

/** Gives the languages of files that were read again the languages of the project, and the namespaces, that they had. */
const restoreChoices = async (
  projectId: number,
  before: ReadonlyArray<ImportLanguageModel>,
  after: ReadonlyArray<ImportLanguageModel>
): Promise<void> => {
  const restoredFiles = new Set<number>()
  for (const row of after) {
    const known = before.find(({ importFileName, name }) => importFileName === row.importFileName && name === row.name)
    if (known === undefined) continue
    const { existingLanguageId, namespace } = known
    if (existingLanguageId !== null && existingLanguageId !== row.existingLanguageId) {
      await call("import", "pairLanguage", { params: { projectId, importLanguageId: row.id, existingLanguageId } })
    }
    if (namespace !== row.namespace && !restoredFiles.has(row.importFileId)) {
      restoredFiles.add(row.importFileId)
      const params = { projectId, fileId: row.importFileId }
      await call("import", "selectNamespace", { params, payload: { namespace } })
    }
  }
}

const withChange = (before: Choices, names: ReadonlySet<string>, change: ReadingChange): Choices => {
  const changed = new Map(
    [...names].flatMap((name) => {
      const value = "format" in change ? change.format : change.encoding
      return value === null ? [] : [[name, value] as const]
    })
  )
  if ("format" in change) return { ...before, formats: new Map([...before.formats, ...changed]) }
  const others = [...before.encodings].filter(([name]) => !names.has(name))
  return { ...before, encodings: new Map([...others, ...changed]) }
}

const withoutFiles = (report: UploadReport, gone: ReadonlyArray<SentFile>): UploadReport => {
  const names = new Set(gone.map(({ fileName }) => fileName))
  const isOther = ({ fileName }: { readonly fileName: string }) => !names.has(fileName)
  const notices = report.notices.filter(isOther)
  return {
    lastFileId: report.lastFileId,
    files: report.files.filter(isOther),
    failures: report.failures.filter(isOther),
    notices,
    noticeCount: report.noticeCount - (report.notices.length - notices.length)
  }
}

const withAdded = (
  before: UploadReport,
  { formats, notices, noticeCount, errors }: ImportAddFilesModel,
  uploaded: ReadonlyArray<NamedFile>,
  encodings: Choices["encodings"]
): UploadReport => {
  const byPath = new Map(uploaded.map((file) => [file.path, [file]]))
  const read = new Set(formats.map(({ fileName }) => fileName))
  const archives = uploaded.filter(({ path }) => !read.has(path))
  const sentFile = (fileName: string): SentFile => ({
    fileName,
    source: byPath.get(fileName) ?? archives,
    encoding: encodings.get(fileName) ?? null
  })
  return {
    lastFileId: Math.max(before.lastFileId, ...formats.map(({ importFileId }) => importFileId)),
    files: [
      ...before.files,
      ...formats
        .map((file) => ({ ...file, ...sentFile(file.fileName) }))
        .filter(({ importFileId, source }) => importFileId > before.lastFileId && source.length > 0)
    ],
    notices: [...before.notices, ...notices],
    noticeCount: before.noticeCount + noticeCount,
    failures: [
      ...before.failures,
      ...errors.map(({ params }) => ({ ...sentFile(String(params?.[0] ?? "")), reason: String(params?.[1] ?? "") }))
    ]
  }
}
