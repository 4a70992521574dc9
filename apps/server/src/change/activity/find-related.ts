import type { DescribedEntity, EntityReference } from "@dragoman/domain/activity"
import { ActivityRepository, type DescribedEntityRow, type ModifiedEntityRow } from "@dragoman/store"
import { Effect } from "effect"

/** What is needed beside modified entities to show them. */
export interface RelatedEntities {
  readonly describedByRevision: ReadonlyMap<number, ReadonlyArray<DescribedEntity>>
  readonly exists: (entityClass: string, entityId: number) => boolean
}

/** A translation points to its key, the key to its namespace. */
const relationStepsMax = 4

/** The names of all entities that the modified ones point to, and which of all of them still exist. */
export const findRelated = Effect.fn("findRelated")(function* (
  entities: ReadonlyArray<ModifiedEntityRow>
): Effect.fn.Return<RelatedEntities, never, ActivityRepository> {
  const repository = yield* ActivityRepository
  const described = yield* findDescribed(entities)
  const existing = new Set((yield* repository.listExisting([...entities, ...described])).map(keyOf))
  return {
    describedByRevision: Map.groupBy(described, ({ revisionId }) => revisionId),
    exists: (entityClass, entityId) => existing.has(`${entityClass} ${entityId}`)
  }
})

/** The names of all entities that the modified ones point to, step by step. */
export const findDescribed = Effect.fn("findDescribed")(function* (
  entities: ReadonlyArray<ModifiedEntityRow>
): Effect.fn.Return<ReadonlyArray<DescribedEntityRow>, never, ActivityRepository> {
  const repository = yield* ActivityRepository
  const described = new Map<string, DescribedEntityRow>()
  let pointing: ReadonlyArray<ModifiedEntityRow | DescribedEntityRow> = entities
  for (let step = 0; step < relationStepsMax && pointing.length > 0; step++) {
    const wanted = new Map(
      pointing
        .flatMap(({ revisionId, relations }) =>
          Object.values(relations).map((reference) => ({ ...reference, revisionId }))
        )
        .map((reference) => [`${reference.revisionId} ${keyOf(reference)}`, reference])
    )
    const found = yield* repository.listDescribed(
      [...wanted].filter(([key]) => !described.has(key)).map(([, reference]) => reference)
    )
    for (const row of found) described.set(`${row.revisionId} ${keyOf(row)}`, row)
    pointing = found
  }
  return [...described.values()]
})

const keyOf = ({ entityClass, entityId }: EntityReference): string => `${entityClass} ${entityId}`
