import type { ModifiedEntityModel } from "../../base/api/contract.ts"

export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** null: the value is no text, or an empty one. */
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

interface Modification {
  readonly old: unknown
  readonly new: unknown
}

export const isModification = (value: unknown): value is Modification & JsonRecord =>
  isRecord(value) && "old" in value && "new" in value

/** The change of a property; null: it did not change. */
export const changeOf = ({ modifications }: ModifiedEntityModel, property: string): Modification | null => {
  const change = modifications?.[property]
  return isModification(change) ? change : null
}

/** A property that is a text, as it is after the change, or was before a deletion; null: the entity has none. */
export const ownText = (entity: ModifiedEntityModel, property: string): string | null => {
  const change = changeOf(entity, property)
  return textOf(change === null ? entity.description?.[property] : (change.new ?? change.old))
}

const relatedData = (relations: JsonRecord | null | undefined, path: string): JsonRecord | null => {
  const related = relations?.[path]
  return isRecord(related) && isRecord(related["data"]) ? related["data"] : null
}

const relatedRelations = (relations: JsonRecord | null, path: string): JsonRecord | null => {
  const related = relations?.[path]
  return isRecord(related) && isRecord(related["relations"]) ? related["relations"] : null
}

/** The name of the key that the entity is or belongs to; null: none. */
export const keyNameOf = (entity: ModifiedEntityModel): string | null => {
  if (entity.entityClass === "Key") return ownText(entity, "name")
  const { relations } = entity
  const key = relatedData(relations, "key") ?? relatedData(relatedRelations(relations, "translation"), "key")
  return textOf(key?.["name"])
}

/** The tag of the language that the entity belongs to; null: none. */
export const languageTagOf = ({ relations }: ModifiedEntityModel): string | null => {
  const language =
    relatedData(relations, "language") ?? relatedData(relatedRelations(relations, "translation"), "language")
  return textOf(language?.["tag"])
}

/** The name of the namespace of the key that the entity belongs to; null: none. */
export const namespaceNameOf = ({ relations }: ModifiedEntityModel): string | null =>
  textOf(relatedData(relatedRelations(relations, "key"), "namespace")?.["name"])

/** The id of the key that the entity is or belongs to; null: none. */
export const keyIdOf = ({ entityClass, entityId, relations }: ModifiedEntityModel): number | null => {
  if (entityClass === "Key") return entityId
  const key = relations?.["key"] ?? relatedRelations(relations, "translation")?.["key"]
  return isRecord(key) && typeof key["entityId"] === "number" ? key["entityId"] : null
}

/** The same for a key that still exists. */
export const existingKeyIdOf = (entity: ModifiedEntityModel): number | null => {
  const key = entity.relations?.["key"] ?? relatedRelations(entity.relations, "translation")?.["key"]
  const exists = entity.entityClass === "Key" ? entity.exists : isRecord(key) ? key["exists"] : false
  return exists === false ? null : keyIdOf(entity)
}
