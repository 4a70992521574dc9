import { isCollapsed, translationDataChange } from "@dragoman/domain/activity"
import { ActivityRepository } from "@dragoman/store"
import { Effect } from "effect"
import { findDescribed, revisionOfRow } from "../change/activity/stored-revisions.ts"
import { type ProjectEvent, translationDataEvent } from "./project-event.ts"

/** Revisions that are read at once. */
const pageSize = 100

export interface EventPage {
  readonly events: ReadonlyArray<ProjectEvent>
  /** The last revision that was looked at, whether it became an event or not. */
  readonly lastRevisionId: number
  /** Whether there may be more. */
  readonly isFull: boolean
}

/**
 * The next events of a project behind a revision: a handful of statements. The activity is the one source of events, so
 * that nothing is missed or told twice. Changes that are not shown in detail are not read.
 */
export const readProjectEvents = Effect.fn("readProjectEvents")(function* (projectId: number, revisionId: number) {
  const repository = yield* ActivityRepository
  const rows = yield* repository.listAfter(projectId, revisionId, pageSize)
  const shown = rows.filter(({ counts }) => !isCollapsed({ counts, entities: [] }))
  const entities = shown.length === 0 ? [] : yield* repository.listEntities(shown.map(({ id }) => id))
  const entitiesByRevision = Map.groupBy(entities, (entity) => entity.revisionId)
  const describedByRevision = Map.groupBy(yield* findDescribed(entities), (described) => described.revisionId)
  const page: EventPage = {
    events: rows.flatMap((row) => {
      const content = {
        entities: entitiesByRevision.get(row.id) ?? [],
        described: describedByRevision.get(row.id) ?? []
      }
      const change = translationDataChange(revisionOfRow(row, content, false))
      return change === null ? [] : translationDataEvent(change)
    }),
    lastRevisionId: rows.at(-1)?.id ?? revisionId,
    isFull: rows.length === pageSize
  }
  return page
})
