import type { RenderedRevision } from "@dragoman/domain/activity"
import { renderRevision } from "@dragoman/domain/activity"
import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { ActivityRepository, type RevisionRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { accepted } from "../http/refused.ts"
import { revisionOfRow } from "./revision-of-row.ts"

/** A page of the project's activity, oldest first unless asked otherwise. Source: reference "webhooks" 3.6. */
export const listActivities = Effect.fn("listActivities")(function* (
  access: ProjectAccess<"activity.view">,
  query: PageQuery
) {
  const request = yield* accepted(parsePageRequest(query, ["timestamp", "type"]))
  const repository = yield* ActivityRepository
  const { total, rows } = yield* repository.list({
    projectId: access.projectId,
    ...pageRows(request)
  })
  return { revisions: yield* renderRevisions(access, rows), page: pageEnvelope(request, total) }
})

/** Revisions with their entities: two statements, whatever their number, and one per class that reports existence. */
export const renderRevisions = Effect.fn("renderRevisions")(function* (
  access: ProjectAccess<"activity.view">,
  rows: ReadonlyArray<RevisionRow>
): Effect.fn.Return<ReadonlyArray<RenderedRevision>, never, ActivityRepository> {
  const repository = yield* ActivityRepository
  const entities = yield* repository.listEntities(rows.map(({ id }) => id))
  const existing = new Set(
    (yield* repository.listExisting(entities)).map(({ entityClass, entityId }) => `${entityClass} ${entityId}`)
  )
  const showUsername = access.effectiveScopes.includes("members.view")
  const entitiesByRevision = Map.groupBy(entities, ({ revisionId }) => revisionId)
  return rows.map((row) =>
    renderRevision(revisionOfRow(row, entitiesByRevision.get(row.id) ?? [], showUsername), (entityClass, entityId) =>
      existing.has(`${entityClass} ${entityId}`)
    )
  )
})
