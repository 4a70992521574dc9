import { avatarLinks } from "@dragoman/domain/image"
import type { BatchJobRow } from "@dragoman/store"
import type { BatchJobNotice } from "../change/after-commit/batch-job-notices.ts"

/** What listeners are told of a job. They do not see addresses of people. */
export const noticeOf = (job: BatchJobRow): BatchJobNotice => ({
  projectId: job.projectId,
  jobId: job.id,
  status: job.status,
  processed: job.doneItems,
  total: job.totalItems,
  errorMessage: job.errorMessage,
  author: {
    id: job.authorId,
    username: "",
    name: job.authorName,
    deleted: job.authorDeletedAt !== null,
    avatar: avatarLinks(job.authorAvatarHash)
  },
  at: job.updatedAt
})
