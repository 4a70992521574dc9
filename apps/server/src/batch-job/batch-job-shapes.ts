import type { BatchJobModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { toAmount } from "@dragoman/domain/machine-translation"
import type { BatchJobRow, FailedTextRow } from "@dragoman/store"
import type { BatchJobUpdate } from "../realtime/batch-job-progress.ts"
import type { ProjectAccess } from "../service/access/access.ts"

/** Converts a job for responses; the author's user name only for callers who may view members. */
export const batchJobToModel = (access: ProjectAccess, job: BatchJobRow): BatchJobModel => ({
  id: job.id,
  status: job.status,
  type: job.operation.type,
  progress: job.doneItems,
  totalItems: job.totalItems,
  author: authorOf(job, access.effectiveScopes.includes("members.view") ? job.authorUsername : ""),
  createdAt: job.createdAt,
  updatedAt: job.updatedAt,
  activityRevisionId: job.activityRevisionId,
  errorMessage: job.errorMessage,
  cost: job.asksMachine ? toAmount(job.cost) : null
})

export const failedTextToModel = ({ namespace, errorCode, ...failed }: FailedTextRow) => ({
  ...failed,
  keyNamespace: namespace,
  code: errorCode ?? ""
})

/**
 * Converts the progress of a job for subscribers, without the e-mail address of the author: not every subscriber may
 * view it.
 */
export const progressOf = (job: BatchJobRow): BatchJobUpdate => ({
  projectId: job.projectId,
  jobId: job.id,
  status: job.status,
  processed: job.doneItems,
  total: job.totalItems,
  errorMessage: job.errorMessage,
  author: authorOf(job, ""),
  at: job.updatedAt
})

const authorOf = (job: BatchJobRow, username: string) =>
  job.authorId === null
    ? null
    : {
        id: job.authorId,
        username,
        name: job.authorName ?? "",
        avatar: avatarLinks(job.authorAvatarHash),
        deleted: job.authorDeletedAt !== null
      }
