import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import type { ImportAddFilesModel } from "../api/contract.ts"
import { upload } from "../api/upload.ts"
import type { NamedFile } from "./dropped-files.ts"
import { refreshImport } from "./import-queries.ts"

/** What the server said about uploads of this page, the newest last. */
export interface UploadReport {
  readonly formats: ImportAddFilesModel["formats"]
  readonly notices: ImportAddFilesModel["notices"]
  readonly noticeCount: number
  /** Files that could not be read, each with the reason. */
  readonly failures: ReadonlyArray<{ readonly fileName: string; readonly reason: string }>
}

const emptyReport: UploadReport = { formats: [], notices: [], noticeCount: 0, failures: [] }

interface RunningUpload {
  readonly files: ReadonlyArray<{ readonly path: string; readonly size: number }>
  /** From 0 to 1; at 1 the server reads. */
  readonly part: number
}

/** Uploads files into my import of a project, one request for all that came together. */
export const useUploadFiles = (projectId: number) => {
  const client = useQueryClient()
  const [running, setRunning] = useState<RunningUpload | null>(null)
  const [report, setReport] = useState(emptyReport)
  const [error, setError] = useState<unknown>(null)
  const abort = useRef<AbortController | null>(null)

  /** false: nothing was added. */
  const add = async (files: ReadonlyArray<NamedFile>): Promise<boolean> => {
    if (files.length === 0 || abort.current !== null) return false
    const form = new FormData()
    for (const { path, file } of files) form.append("files", file, path)
    const sizes = files.map(({ path, file }) => ({ path, size: file.size }))
    const controller = new AbortController()
    abort.current = controller
    setError(null)
    setRunning({ files: sizes, part: 0 })
    try {
      const added = await upload("import", "addFiles", {
        params: { projectId },
        form,
        onProgress: (part) => setRunning({ files: sizes, part }),
        signal: controller.signal
      })
      setReport((before) => withAdded(before, added))
      await refreshImport(client, projectId)
      return true
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure)
      return false
    } finally {
      abort.current = null
      setRunning(null)
    }
  }
  return {
    add,
    cancel: () => abort.current?.abort(new DOMException("The upload was cancelled.", "AbortError")),
    forget: () => setReport(emptyReport),
    running,
    report,
    error
  }
}

const withAdded = (
  before: UploadReport,
  { formats, notices, noticeCount, errors }: ImportAddFilesModel
): UploadReport => ({
  formats: [...before.formats, ...formats],
  notices: [...before.notices, ...notices],
  noticeCount: before.noticeCount + noticeCount,
  failures: [
    ...before.failures,
    ...errors.map(({ params }) => ({ fileName: String(params?.[0] ?? ""), reason: String(params?.[1] ?? "") }))
  ]
})
