import { isCounted, type RenderedRevision, renderRevision } from "@dragoman/domain/activity"
import { ActivityRepository, type RevisionRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { findRelated } from "./find-related.ts"
import { revisionOfRow } from "./revision-of-row.ts"
import { visibleTextsOf } from "./visible-texts.ts"

/** Revisions with the entities that the caller may see, or their numbers: a handful of statements, whatever the number of revisions. */
export const renderRevisions = Effect.fn("renderRevisions")(function* (
  access: ProjectAccess<"activity.view">,
  rows: ReadonlyArray<RevisionRow>
): Effect.fn.Return<ReadonlyArray<RenderedRevision>, never, ActivityRepository> {
  const repository = yield* ActivityRepository
  const entities = yield* repository.listEntities(rows.filter(({ type }) => !isCounted(type)).map(({ id }) => id))
  const { describedByRevision, exists } = yield* findRelated(entities)
  const showUsername = access.effectiveScopes.includes("members.view")
  const visible = visibleTextsOf(access)
  const entitiesByRevision = Map.groupBy(entities, ({ revisionId }) => revisionId)
  return rows.map((row) =>
    renderRevision(
      revisionOfRow(
        row,
        { entities: entitiesByRevision.get(row.id) ?? [], described: describedByRevision.get(row.id) ?? [] },
        showUsername
      ),
      exists,
      visible
    )
  )
})
