import type { ActivityType } from "./activity-type.ts"
import { type EntityClass, loggedClasses } from "./entity-class.ts"
import type { JsonObject, Modification, ModifiedEntity } from "./modified-entity.ts"

export interface RevisionAuthor {
  readonly id: number
  /** Empty where a reader may not see it. */
  readonly username: string
  readonly name: string
  readonly deleted: boolean
}

export interface Revision {
  readonly id: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly type: ActivityType
  /** null: the server itself. */
  readonly author: RevisionAuthor | null
  readonly entities: ReadonlyArray<ModifiedEntity>
}

export interface RenderedEntity {
  readonly entityClass: EntityClass
  readonly entityId: number
  readonly description: JsonObject
  readonly modifications: Readonly<Record<string, Modification>>
  readonly relations: JsonObject
  readonly exists: boolean | null
}

export interface RenderedRevision {
  readonly revisionId: number
  readonly timestamp: number
  readonly type: ActivityType
  readonly author: (RevisionAuthor & { readonly avatar: null }) | null
  readonly modifiedEntities: Readonly<Record<string, ReadonlyArray<RenderedEntity>>> | null
  readonly meta: null
  readonly counts: null
  readonly params: null
}

/**
 * A revision as readers and webhooks see it. `exists` answers whether an entity is still there now; it is asked only for
 * classes that report it.
 * Source: reference "webhooks" 3.3, 3.4.
 */
export const renderRevision = (
  revision: Revision,
  exists: (entityClass: EntityClass, entityId: number) => boolean
): RenderedRevision => {
  const byClass: Partial<Record<EntityClass, Array<RenderedEntity>>> = {}
  for (const entity of revision.entities) {
    const ofClass = byClass[entity.entityClass] ?? []
    // Appended to: a copy for each entity takes minutes when there are many.
    ofClass.push(renderEntity(entity, exists))
    byClass[entity.entityClass] = ofClass
  }
  return {
    revisionId: revision.id,
    timestamp: revision.createdAt,
    type: revision.type,
    author: revision.author && { ...revision.author, avatar: null },
    modifiedEntities: revision.entities.length === 0 ? null : byClass,
    meta: null,
    counts: null,
    params: null
  }
}

/**
 * One entity of a revision as bodies show it; `exists` is asked only for classes that report existence, null for all
 * others.
 */
export const renderEntity = (
  { entityClass, entityId, description, modifications, relations }: ModifiedEntity,
  exists: (entityClass: EntityClass, entityId: number) => boolean
): RenderedEntity => ({
  entityClass,
  entityId,
  description,
  modifications,
  relations,
  exists: loggedClasses[entityClass].reportsExistence ? exists(entityClass, entityId) : null
})
