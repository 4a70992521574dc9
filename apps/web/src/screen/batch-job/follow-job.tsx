import type { BatchOperation } from "@dragoman/domain/batch-job"
import { type QueryClient, QueryObserver } from "@tanstack/react-query"
import { isFinal } from "../../base/api/api-error.ts"
import type { BatchJobModel } from "../../base/api/contract.ts"
import { sentenceOfCode } from "../../base/api/error-sentences.ts"
import type { Text } from "../../base/texts/text.ts"
import { callRevert } from "../../feature/revert/revert-target.ts"
import { dismissToast, showToast, type Toast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { JobProgress } from "./job-progress.tsx"
import { isOver, jobQuery } from "./job-queries.ts"
import { jobTypeText } from "./job-text.ts"
import { oppositeOf } from "./operation.ts"
import { readChangedKeys, startJob } from "./start-job.ts"

interface FollowedJob {
  readonly projectId: number
  readonly operation: BatchOperation
  readonly keyIds: ReadonlyArray<number>
  /** The operation whose effect it takes back; absent: it takes back none. */
  readonly undone?: BatchOperation
}

interface JobFollower {
  readonly client: QueryClient
  readonly t: Text
  /** Opens the list of the keys that a job could not change. */
  readonly onShowFailed: (jobId: number) => void
  /** The job is over, and what was read of the project is marked as old; lists of translations are not read again. */
  readonly onEnd: () => void
}

/**
 * Starts a job and shows it as a toast until it is over, on whatever screen the user is then: progress with "Cancel", at the end
 * the result with what can be done about it. Fails when the job does not start.
 */
export const startAndFollowJob = async (followed: FollowedJob, follower: JobFollower): Promise<void> => {
  const { projectId, operation, keyIds } = followed
  const { client, t, onEnd } = follower
  const job = await startJob(projectId, keyIds, operation)
  const query = jobQuery(projectId, job.id)
  const group = `batch-job-${job.id}`
  client.setQueryData(query.queryKey, job)
  const running = showToast({
    kind: "running",
    group,
    text: titleOf(followed, t),
    content: <JobProgress projectId={projectId} jobId={job.id} />
  })

  const stop = new QueryObserver(client, query).subscribe(({ data, error }) => {
    if (isFinal(error)) {
      stop()
      dismissToast(running)
    } else if (data !== undefined && isOver(data)) {
      stop()
      void readProjectAgain(client, projectId)
      onEnd()
      showToast({ group, ...resultOf(followed, data, follower) })
    }
  })
}

/** An undo is named after what it takes back: "Undo: Add tags". */
const titleOf = ({ operation, undone }: FollowedJob, t: Text): string =>
  undone === undefined ? t(jobTypeText(operation.type)) : t("job.undo", { what: t(jobTypeText(undone.type)) })

/** Shows the result of a job in a toast, with the possible actions. */
const resultOf = (followed: FollowedJob, job: BatchJobModel, follower: JobFollower): Omit<Toast, "id"> => {
  const { t, onShowFailed } = follower
  const what = titleOf(followed, t)
  const { id, status, progress: done, totalItems: total } = job
  const undo = undoOf(followed, job, follower)
  const undoing = undo === null ? {} : { action: { label: t("action.undo"), run: undo } }
  if (status === "CANCELLED") return { kind: "done", text: t("job.cancelled-after", { what, done, total }), ...undoing }
  if (status === "FAILED") {
    const reason = sentenceOfCode(job.errorMessage ?? "") ?? ""
    return {
      kind: "failed",
      text: t("job.failed-some", { what, done, failed: total - done, reason }),
      action: { label: t("job.show-failed"), run: () => onShowFailed(id) }
    }
  }
  const keys = t("translations.count", { count: done })
  if (followed.undone !== undefined) {
    return { kind: "done", text: t("job.undone", { what: t(jobTypeText(followed.undone.type)), keys }) }
  }
  return { kind: "done", text: t("job.done", { what, keys }), ...undoing }
}

/** Runs the opposite job on the keys that were changed; null: there is no opposite, or it is an undo itself. */
const undoOf = (
  { projectId, operation, undone }: FollowedJob,
  { id, activityRevisionId }: BatchJobModel,
  follower: JobFollower
): (() => void) | null => {
  if (operation.type === "FIND_AND_REPLACE" && activityRevisionId !== null) return () => revert(projectId, id, follower)
  const opposite = oppositeOf(operation)
  if (undone !== undefined || opposite === null || activityRevisionId === null) return null
  return async () => {
    try {
      const keyIds = await readChangedKeys(projectId, operation, activityRevisionId)
      if (keyIds.length > 0) {
        await startAndFollowJob({ projectId, operation: opposite, keyIds, undone: operation }, follower)
      }
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, follower.t), error })
    }
  }
}

/** Takes back the changes of a job, but for texts that were changed since. */
const revert = async (projectId: number, jobId: number, { client, t, onEnd }: JobFollower) => {
  try {
    await callRevert(projectId, { jobId }, { onConflict: "SKIP", expectedRevisionId: null })
    showToast({ kind: "done", text: t("revert.done") })
    await readProjectAgain(client, projectId)
    onEnd()
  } catch (error) {
    showToast({ kind: "failed", text: errorSentence(error, t), error })
  }
}

const readProjectAgain = (client: QueryClient, projectId: number) => {
  const isList = ({ queryKey }: { readonly queryKey: ReadonlyArray<unknown> }) => queryKey[2] === "translations"
  const queryKey = ["project", projectId]
  return Promise.all([
    client.invalidateQueries({ queryKey, predicate: (query) => !isList(query) }),
    client.invalidateQueries({ queryKey, predicate: isList, refetchType: "none" })
  ])
}
