import {
  findDescribedIn,
  isCounted,
  renderEntity,
  renderImportNotices,
  renderRevision
} from "@dragoman/domain/activity"
import type { ListQuery } from "@dragoman/domain/page"
import { type ActivityFilter, ActivityRepository, type RevisionRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { findRelated, revisionOfRow, visibleTextsOf } from "./stored-revisions.ts"

/** Reads a page of the project's activity that passes the filter. */
export const listActivities = Effect.fn("listActivities")(function* (
  access: ProjectAccess<"activity.view">,
  query: ListQuery<"activities">,
  filter: ActivityFilter = {}
) {
  const repository = yield* ActivityRepository
  const { rows, page } = yield* paged("activities", query, ({ sort, ...slice }) => {
    const byTime = sort.find(({ property }) => property === "timestamp")
    return repository.list({
      projectId: access.projectId,
      filter,
      ...slice,
      // Ids grow with time, so they order the revisions of one millisecond.
      sort: sort.map((criterion) =>
        criterion.property === "id" && byTime !== undefined ? { ...criterion, direction: byTime.direction } : criterion
      )
    })
  })
  return { revisions: yield* renderRevisions(access, rows), page }
})

/** Reads one revision of the project. */
export const getActivity = Effect.fn("getActivity")(function* (
  access: ProjectAccess<"activity.view">,
  revisionId: number
) {
  const repository = yield* ActivityRepository
  const found = yield* repository.find(access.projectId, revisionId)
  const [revision] = Option.isSome(found) ? yield* renderRevisions(access, [found.value]) : []
  return revision ?? (yield* failWith("resource_not_found"))
})

/**
 * Reads revisions with the entities that the caller may see, or with their numbers. The number of statements does not
 * depend on the number of revisions.
 */
export const renderRevisions = Effect.fnUntraced(function* (access: ProjectAccess, rows: ReadonlyArray<RevisionRow>) {
  const repository = yield* ActivityRepository
  const entities = yield* repository.listEntities(rows.filter(({ type }) => !isCounted(type)).map(({ id }) => id))
  const { describedByRevision, exists } = yield* findRelated(entities)
  const showUsername = access.effectiveScopes.includes("members.view")
  const visible = visibleTextsOf(access)
  const entitiesByRevision = Map.groupBy(entities, ({ revisionId }) => revisionId)
  return rows.map((row) => ({
    ...renderRevision(
      revisionOfRow(
        row,
        { entities: entitiesByRevision.get(row.id) ?? [], described: describedByRevision.get(row.id) ?? [] },
        showUsername
      ),
      exists,
      visible
    ),
    ...renderImportNotices(row.params, visible)
  }))
})

/**
 * Reads a page of the entities that one revision changed and the caller may see, by class and id; an unknown revision
 * has none.
 */
export const listModifiedEntities = Effect.fn("listModifiedEntities")(function* (
  access: ProjectAccess<"activity.view">,
  revisionId: number,
  query: ListQuery<"unsorted">,
  entityClasses: ReadonlyArray<string> | undefined
) {
  const repository = yield* ActivityRepository
  return yield* paged(
    "unsorted",
    query,
    Effect.fnUntraced(function* ({ limit, offset }) {
      const found = yield* repository.find(access.projectId, revisionId)
      if (Option.isNone(found)) return { rows: [], total: 0 }
      const { rows, total } = yield* repository.pageOfEntities({
        revisionId,
        entityClasses: entityClasses ?? null,
        visible: visibleTextsOf(access),
        limit,
        offset
      })
      const { describedByRevision, exists } = yield* findRelated(rows)
      const findDescribed = findDescribedIn(describedByRevision.get(revisionId) ?? [])
      return { rows: rows.map((row) => renderEntity(row, findDescribed, exists)), total }
    })
  )
})
