import { findDescribedIn, renderEntity } from "@dragoman/domain/activity"
import { type ListQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { ActivityRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { findRelated } from "./find-related.ts"
import { visibleTextsOf } from "./visible-texts.ts"

/**
 * The entities that one revision changed and the caller may see, ordered by class and id; an unknown revision has none.
 * Source: reference "webhooks" 3.6.
 */
export const listModifiedEntities = Effect.fn("listModifiedEntities")(function* (
  access: ProjectAccess<"activity.view">,
  revisionId: number,
  query: ListQuery<"unsorted">,
  entityClasses: ReadonlyArray<string> | undefined
) {
  const repository = yield* ActivityRepository
  const request = pageNumbers(query)
  const found = yield* repository.find(access.projectId, revisionId)
  if (Option.isNone(found)) return { entities: [], page: pageMetadata(request, 0) }
  const { rows, total } = yield* repository.sliceEntities({
    revisionId,
    entityClasses: entityClasses ?? null,
    visible: visibleTextsOf(access),
    limit: request.size,
    offset: pageOffset(request)
  })
  const { describedByRevision, exists } = yield* findRelated(rows)
  const findDescribed = findDescribedIn(describedByRevision.get(revisionId) ?? [])
  return {
    entities: rows.map((row) => renderEntity(row, findDescribed, exists)),
    page: pageMetadata(request, total)
  }
})
