import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { ImportAddFilesModel, ImportLanguageModel } from "../../base/api/contract.ts"
import { upload } from "../../base/api/upload.ts"
import type { NamedFile } from "./dropped-files.ts"
import { importQuery, refreshImport } from "./import-queries.ts"

/** A file in the import, with the format that it was read in. */
export interface FoundFile {
  readonly importFileId: number
  /** Path of the file, inside of an archive too. */
  readonly fileName: string
  readonly format: string
  readonly reason: string
  /** Uploaded files that have it: itself, or the archives of its upload. They are read again in another format. */
  readonly source: ReadonlyArray<NamedFile>
}

/** The responses to uploads of this page, the newest last. */
export interface UploadReport {
  readonly files: ReadonlyArray<FoundFile>
  readonly notices: ImportAddFilesModel["notices"]
  readonly noticeCount: number
  /** Files that could not be read, each with the reason. */
  readonly failures: ReadonlyArray<{ readonly fileName: string; readonly reason: string }>
}

const emptyReport: UploadReport = { files: [], notices: [], noticeCount: 0, failures: [] }

interface RunningUpload {
  readonly files: ReadonlyArray<{ readonly path: string; readonly size: number }>
  /** From 0 to 1; at 1 the server reads. */
  readonly part: number
}

/** Formats by the paths of files. */
type Formats = ReadonlyMap<string, string>

const detected: Formats = new Map()

/** Uploads files into my import into a branch, one request for all that came together. */
export const useUploadFiles = (projectId: number, branch: string | undefined) => {
  const client = useQueryClient()
  const [running, setRunning] = useState<RunningUpload | null>(null)
  const [report, setReport] = useState(emptyReport)
  const [error, setError] = useState<unknown>(null)
  const abort = useRef<AbortController | null>(null)

  const send = async (files: ReadonlyArray<NamedFile>, formats: Formats, signal: AbortSignal) => {
    const form = new FormData()
    if (formats.size > 0) {
      const fileMappings = [...formats].map(([fileName, format]) => ({ fileName, format }))
      form.append("params", JSON.stringify({ fileMappings }))
    }
    for (const { path, file } of files) form.append("files", file, path)
    const sizes = files.map(({ path, file }) => ({ path, size: file.size }))
    setRunning({ files: sizes, part: 0 })
    const added = await upload("import", "addFiles", {
      params: { projectId },
      query: { branch },
      form,
      onProgress: (part) => setRunning({ files: sizes, part }),
      signal
    })
    setReport((before) => withAdded(before, added, files))
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
   * Reads files again in another format, with the others of their archives. A file that cannot be read so is read as before.
   * Languages and namespaces that were chosen stay.
   */
  const readAs = (changed: ReadonlyArray<FoundFile>, format: string): Promise<boolean> =>
    run(async (signal) => {
      const sources = new Set(changed.map(({ source }) => source))
      const found = report.files.filter(({ source }) => sources.has(source))
      const formats = new Map(
        found.filter(({ reason }) => reason === "requested").map((file) => [file.fileName, file.format])
      )
      const chosen = await readRows(found)
      const read = async (requested: Formats, rows: ReadonlyArray<ImportLanguageModel>) => {
        for (const { id } of rows) await call("import", "deleteLanguage", { params: { projectId, languageId: id } })
        setReport((before) => withoutFiles(before, found))
        const added = await send([...sources].flat(), requested, signal)
        return { errors: added.errors, rows: await readRows(added.formats) }
      }
      const other = new Map(changed.map(({ fileName }) => [fileName, format]))
      const { errors, rows } = await read(new Map([...formats, ...other]), chosen)
      const [failure] = errors.filter(({ params }) => other.has(String(params?.[0])))
      if (failure === undefined) return restoreChoices(projectId, chosen, rows)
      const again = await read(formats, rows)
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
    readAs,
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

const withoutFiles = (report: UploadReport, gone: ReadonlyArray<FoundFile>): UploadReport => {
  const names = new Set(gone.map(({ fileName }) => fileName))
  const isOther = ({ fileName }: { readonly fileName: string }) => !names.has(fileName)
  const notices = report.notices.filter(isOther)
  return {
    files: report.files.filter(isOther),
    failures: report.failures.filter(isOther),
    notices,
    noticeCount: report.noticeCount - (report.notices.length - notices.length)
  }
}

const withAdded = (
  before: UploadReport,
  { formats, notices, noticeCount, errors }: ImportAddFilesModel,
  uploaded: ReadonlyArray<NamedFile>
): UploadReport => {
  const byPath = new Map(uploaded.map((file) => [file.path, [file]]))
  const read = new Set(formats.map(({ fileName }) => fileName))
  const archives = uploaded.filter(({ path }) => !read.has(path))
  return {
    files: [...before.files, ...formats.map((file) => ({ ...file, source: byPath.get(file.fileName) ?? archives }))],
    notices: [...before.notices, ...notices],
    noticeCount: before.noticeCount + noticeCount,
    failures: [
      ...before.failures,
      ...errors.map(({ params }) => ({ fileName: String(params?.[0] ?? ""), reason: String(params?.[1] ?? "") }))
    ]
  }
}
