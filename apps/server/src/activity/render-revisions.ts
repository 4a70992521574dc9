import { type RenderedRevision, renderRevision } from "@dragoman/domain/activity"
import { ActivityRepository, type RevisionRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { revisionOfRow } from "./revision-of-row.ts"

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
