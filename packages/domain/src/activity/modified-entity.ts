import type { Json, JsonObject } from "../error/domain-error.ts"
import { maskEndpointUrl } from "../secret/mask-endpoint-url.ts"
import { type EntityClass, type LoggedClass, loggedClasses } from "./entity-class.ts"

/** Points to an entity. */
export interface EntityReference {
  readonly entityClass: EntityClass
  readonly entityId: number
}

/** By path (`key`, `language`): the entities that an entity belongs to. */
export type EntityRelations = Readonly<Record<string, EntityReference>>

/** One entity before and after a change; null: it did not exist before, or does not exist after. */
export interface EntityChange extends EntityReference {
  readonly before: JsonObject | null
  readonly after: JsonObject | null
  /** Related entities are described beside the changes of the revision. */
  readonly relations?: EntityRelations
  /** Keys that it belongs to beside the one in `relations`. */
  readonly otherKeys?: ReadonlyArray<EntityReference>
}

/** The describing properties of a related entity at the time of the revision; stored once per revision. */
export interface DescribedEntity extends EntityReference {
  readonly data: JsonObject
  readonly relations: EntityRelations
}

export type ModificationKind = "ADD" | "MOD" | "DEL"

export type Modification = { readonly old: Json; readonly new: Json }

/** The recorded change of one entity. */
export interface ModifiedEntity extends EntityReference {
  readonly kind: ModificationKind
  /** Describing properties that did not change. */
  readonly description: JsonObject
  /** Changed properties only. */
  readonly modifications: Readonly<Record<string, Modification>>
  readonly relations: EntityRelations
  /** For the filters of webhooks when the change is made; neither stored nor shown. */
  readonly otherKeys?: ReadonlyArray<EntityReference>
}

/**
 * The recorded change of an entity; null when no recorded property changed. URLs of webhooks are masked after the
 * comparison, so a change of the hidden part is recorded with two equal values.
 * Source: docs/reference/webhooks.md#modified-entities.
 */
export const describeChange = (change: EntityChange): ModifiedEntity | null => {
  const { entityClass, entityId, before, after } = change
  const { logged, describing } = loggedClasses[entityClass]
  const modifications: Record<string, Modification> = {}
  let isChanged = logged.length === 0 && (before === null) !== (after === null)
  for (const property of logged) {
    const old = before?.[property] ?? null
    const now = after?.[property] ?? null
    if (isEqual(old, now)) continue
    modifications[property] = { old, new: now }
    isChanged = true
  }
  if (!isChanged) return null
  const shown = after ?? before ?? {}
  const description: Record<string, Json> = {}
  for (const property of describing) {
    if (!Object.hasOwn(modifications, property)) description[property] = shown[property] ?? null
  }
  return maskUrls<ModifiedEntity>(entityClass, {
    entityClass,
    entityId,
    kind: before === null ? "ADD" : after === null ? "DEL" : "MOD",
    description,
    modifications,
    relations: change.relations ?? {},
    ...(change.otherKeys && { otherKeys: change.otherKeys })
  })
}

/** The describing properties after the change, or before the removal, in the shape of a related entity. */
export const describeModified = ({
  entityClass,
  entityId,
  kind,
  description,
  modifications,
  relations
}: ModifiedEntity): DescribedEntity => {
  const data: Record<string, Json> = {}
  for (const property of loggedClasses[entityClass].describing) {
    const modification = modifications[property]
    const changed = kind === "DEL" ? modification?.old : modification?.new
    data[property] = changed ?? description[property] ?? null
  }
  return { entityClass, entityId, data, relations }
}

/** Those that the changed entities do not describe already: a revision that creates a key need not name it twice. */
export const describedBeside = (
  described: ReadonlyArray<DescribedEntity>,
  modified: ReadonlyArray<ModifiedEntity>
): ReadonlyArray<DescribedEntity> => {
  const modifiedByKey = new Map(modified.map((entity) => [`${entity.entityClass} ${entity.entityId}`, entity]))
  return described.filter((entity) => {
    const same = modifiedByKey.get(`${entity.entityClass} ${entity.entityId}`)
    if (same === undefined) return true
    const { data, relations } = describeModified(same)
    return !isEqual(data, entity.data) || JSON.stringify(relations) !== JSON.stringify(entity.relations)
  })
}

/** Finds the description of a related entity in a revision. */
export type FindDescribed = (reference: EntityReference) => DescribedEntity | undefined

/** A lookup over a list of described entities. */
export const findDescribedIn = (described: ReadonlyArray<DescribedEntity>): FindDescribed => {
  const byKey = new Map(described.map((entity) => [`${entity.entityClass} ${entity.entityId}`, entity]))
  return ({ entityClass, entityId }) => byKey.get(`${entityClass} ${entityId}`)
}

/** Properties are scalars, lists of names or small references to entities, so their texts decide. */
const isEqual = (left: Json, right: Json): boolean =>
  left === right ||
  (typeof left === "object" && typeof right === "object" && JSON.stringify(left) === JSON.stringify(right))

/** The recorded properties with URLs masked, because more people may read the activity than the URLs. */
export const maskUrls = <Entity extends MaskedParts>(entityClass: EntityClass, entity: Entity): Entity => {
  const { urls = [] }: LoggedClass = loggedClasses[entityClass]
  if (urls.length === 0) return entity
  return {
    ...entity,
    description: mapValues(entity.description, urls, masked),
    modifications: mapValues(entity.modifications, urls, ({ old, new: now }) => ({
      old: masked(old),
      new: masked(now)
    }))
  }
}

interface MaskedParts {
  readonly description: JsonObject
  readonly modifications: Readonly<Record<string, Modification>>
}

const masked = (value: Json): Json => (typeof value === "string" ? maskEndpointUrl(value) : value)

const mapValues = <Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlyArray<string>,
  change: (value: Value) => Value
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, names.includes(name) ? change(value) : value])
  )
