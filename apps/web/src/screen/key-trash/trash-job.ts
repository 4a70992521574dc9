import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { BatchJobModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { countLeftKeys, refreshAfterTrash } from "./key-trash-queries.ts"

export type TrashOperation = "restore" | "erase"

/** Poll interval of a running job. */
const pollMillis = 400

/**
 * Restores keys or erases them, and says how it ended: one key at once, more by a batch job, which continues when the
 * screen is left. `start` fails when the operation does not begin.
 */
export const useTrashJob = (projectId: number) => {
  const t = useText()
  const [running, setRunning] = useState<{ readonly operation: TrashOperation; readonly job: BatchJobModel } | null>(
    null
  )
  const doneText = (operation: TrashOperation, count: number) =>
    t(operation === "restore" ? "trash.restored" : "trash.erased", { count })

  const start = async (operation: TrashOperation, keyIds: ReadonlyArray<number>): Promise<void> => {
    const [keyId] = keyIds
    if (keyIds.length === 1 && keyId !== undefined) {
      const params = { projectId, keyId }
      await (operation === "restore" ? call("keyTrash", "restore", { params }) : call("keyTrash", "erase", { params }))
      showToast({ kind: "done", text: doneText(operation, 1) })
      return refreshAfterTrash(projectId)
    }
    const request = { params: { projectId }, payload: { keyIds } }
    const job = await (operation === "restore"
      ? call("startBatchJob", "restoreKeys", request)
      : call("startBatchJob", "hardDeleteKeys", request))
    void follow(operation, job)
  }

  const follow = async (operation: TrashOperation, started: BatchJobModel) => {
    try {
      let job = started
      while (job.status === "PENDING" || job.status === "RUNNING") {
        setRunning({ operation, job })
        await new Promise((resolve) => setTimeout(resolve, pollMillis))
        job = await call("batchJob", "get", { params: { projectId, jobId: job.id } })
      }
      await report(operation, job)
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    setRunning(null)
    await refreshAfterTrash(projectId)
  }

  const report = async (operation: TrashOperation, job: BatchJobModel) => {
    const left = job.status === "SUCCESS" ? 0 : await countLeftKeys(projectId, job.id)
    const done = doneText(operation, job.totalItems - left)
    if (left === 0) return showToast({ kind: "done", text: done })
    const rest = t(job.errorMessage === "key_exists" ? "trash.names-taken" : "trash.left", { count: left })
    showToast({ kind: "failed", text: `${done}. ${rest}` })
  }
  /** Keys that are done stay so. */
  const cancel = async () => {
    if (running === null) return
    await call("batchJob", "cancel", { params: { projectId, jobId: running.job.id } }).catch((error) =>
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    )
  }
  return { running, start, cancel }
}
