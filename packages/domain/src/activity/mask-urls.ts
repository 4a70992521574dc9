import type { Json } from "../error/domain-error.ts"
import { maskEndpointUrl } from "../secret/mask-endpoint-url.ts"
import { type EntityClass, type LoggedClass, loggedClasses } from "./entity-class.ts"
import type { JsonObject, Modification } from "./modified-entity.ts"

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
