import type { Json } from "../error/refusal.ts"
import { type EntityClass, loggedClasses } from "./entity-class.ts"

export type JsonObject = Readonly<Record<string, Json>>

/** One entity before and after a change; null: it did not exist before, or does not exist after. */
export interface EntityChange {
  readonly entityClass: EntityClass
  readonly entityId: number
  readonly before: JsonObject | null
  readonly after: JsonObject | null
}

export type ModificationKind = "ADD" | "MOD" | "DEL"

export type Modification = { readonly old: Json; readonly new: Json }

/** What a revision keeps of one entity. */
export interface ModifiedEntity {
  readonly entityClass: EntityClass
  readonly entityId: number
  readonly kind: ModificationKind
  /** Describing properties that did not change. */
  readonly description: JsonObject
  /** Changed properties only. */
  readonly modifications: Readonly<Record<string, Modification>>
  readonly relations: JsonObject
}

/**
 * What changed in an entity; null when nothing did that is recorded.
 * Source: reference "webhooks" 3.2 and 3.4.
 */
export const describeChange = (change: EntityChange): ModifiedEntity | null => {
  const { entityClass, entityId, before, after } = change
  const { logged, describing } = loggedClasses[entityClass]
  const changed = logged.filter((property) => !isEqual(before?.[property] ?? null, after?.[property] ?? null))
  if (changed.length === 0) return null
  const shown = after ?? before ?? {}
  const unchanged = (describing as ReadonlyArray<string>).filter(
    (property) => !(changed as ReadonlyArray<string>).includes(property)
  )
  return {
    entityClass,
    entityId,
    kind: before === null ? "ADD" : after === null ? "DEL" : "MOD",
    description: Object.fromEntries(unchanged.map((property) => [property, shown[property] ?? null])),
    modifications: Object.fromEntries(
      changed.map((property) => [property, { old: before?.[property] ?? null, new: after?.[property] ?? null }])
    ),
    relations: {}
  }
}

/** Properties are scalars or small references to entities, so their texts decide. */
const isEqual = (left: Json, right: Json): boolean => JSON.stringify(left) === JSON.stringify(right)
