import type { BatchJobModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { BatchJobRow } from "@dragoman/store"
import type { ProjectAccess } from "../platform/access/access.ts"

export const batchJobToModel = (access: ProjectAccess, job: BatchJobRow): BatchJobModel => ({
  id: job.id,
  status: job.status,
  type: job.operation.type,
  progress: job.doneItems,
  totalItems: job.totalItems,
  author: {
    id: job.authorId,
    username: access.effectiveScopes.includes("members.view") ? job.authorUsername : "",
    name: job.authorName,
    avatar: avatarLinks(job.authorAvatarHash),
    deleted: job.authorDeletedAt !== null
  },
  createdAt: job.createdAt,
  updatedAt: job.updatedAt,
  activityRevisionId: job.activityRevisionId,
  errorMessage: job.errorMessage
})
