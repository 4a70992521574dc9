import { type ListQuery, pageMetadata, pageRequest, pageRows } from "@dragoman/domain/page"
import { ActivityRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { renderRevisions } from "./render-revisions.ts"

/** A page of the project's activity, oldest first unless asked otherwise. Source: reference "webhooks" 3.6. */
export const listActivities = Effect.fn("listActivities")(function* (
  access: ProjectAccess<"activity.view">,
  query: ListQuery<"activities">
) {
  const repository = yield* ActivityRepository
  const request = pageRequest("activities", query)
  const { sort, ...page } = pageRows(request)
  const byTime = sort.find(({ property }) => property === "timestamp")
  const { total, rows } = yield* repository.list({
    projectId: access.projectId,
    ...page,
    // Ids grow with time: within one millisecond they say what came first.
    sort: sort.map((criterion) =>
      criterion.property === "id" && byTime !== undefined ? { ...criterion, direction: byTime.direction } : criterion
    )
  })
  return { revisions: yield* renderRevisions(access, rows), page: pageMetadata(request, total) }
})
