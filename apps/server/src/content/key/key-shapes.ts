import type { KeyModel } from "@dragoman/api"
import type { DescribedEntity, EntityChange, JsonObject } from "@dragoman/domain/activity"
import type { BranchNames, KeyRow, PlacedKeyRow } from "@dragoman/store"

/** Converts a key for lists and responses to edits. */
export const keyToModel = (key: KeyRow, branchNames: BranchNames): KeyModel => ({
  id: key.id,
  name: key.name,
  namespace: key.namespace,
  description: key.description,
  custom: key.customValues,
  maxCharLimit: key.maxCharLimit,
  branch: branchNames.get(key.branchId) ?? null
})

/** Describes a change of a key for the activity; `before` is null for a new key. */
export const keyEntity = (before: KeyRow | null, after: KeyRow): EntityChange => ({
  entityClass: "Key",
  entityId: after.id,
  before: before && loggedKey(before),
  after: loggedKey(after),
  relations: namespaceRelation(after)
})

/** Describes a key that is moved to another namespace. */
export const movedKeyEntity = (
  key: PlacedKeyRow,
  to: Pick<PlacedKeyRow, "namespaceId" | "namespace">
): EntityChange => ({
  entityClass: "Key",
  entityId: key.id,
  before: { name: key.name, namespace: namespaceReference(key) },
  after: { name: key.name, namespace: namespaceReference(to) },
  relations: namespaceRelation(to)
})

/**
 * Describes a key that is moved to the trash or restored from it. Times are in epoch milliseconds; null: not in the
 * trash.
 */
export const keyTrashEntity = (
  key: PlacedKeyRow,
  deletedAt: { readonly before: number | null; readonly after: number | null }
): EntityChange => ({
  entityClass: "Key",
  entityId: key.id,
  before: { name: key.name, deletedAt: toDate(deletedAt.before) },
  after: { name: key.name, deletedAt: toDate(deletedAt.after) },
  relations: namespaceRelation(key)
})

/** Describes a key that is erased. */
export const erasedKeyEntity = (key: KeyRow): EntityChange => ({
  entityClass: "Key",
  entityId: key.id,
  before: loggedKey(key),
  after: null,
  relations: namespaceRelation(key)
})

/** The properties of a key that the activity lists apart from its name. */
export interface KeyMeta {
  readonly description: string | null
  readonly customValues: JsonObject | null
  /** Tags by name, sorted. */
  readonly tags: ReadonlyArray<string>
}

/** Describes a change of description, custom values and tags; `before` is null for a new key. */
export const keyMetaEntity = (keyId: number, before: KeyMeta | null, after: KeyMeta): EntityChange => ({
  entityClass: "KeyMeta",
  entityId: keyId,
  before: before && loggedMeta(before),
  after: loggedMeta(after),
  relations: { key: { entityClass: "Key", entityId: keyId } }
})

/** Names a key and its namespace in the activity of other entities. */
export const describedKey = (key: KeyRow): ReadonlyArray<DescribedEntity> => describedKeys([key])

/** Describes keys like `describedKey`, each namespace once. */
export const describedKeys = (keys: ReadonlyArray<PlacedKeyRow>): ReadonlyArray<DescribedEntity> => {
  const described = describedNamespaces(keys)
  for (const key of keys) described.push(describedWithoutNamespace(key))
  return described
}

/** Describes keys like `describedKeys`, for `RecordedChanges`: keys whose rows are as they are described. */
export const describedStoredKeys = (
  keys: ReadonlyArray<PlacedKeyRow>
): { readonly described: Array<DescribedEntity>; readonly describedKeys: ReadonlyArray<DescribedEntity> } => ({
  described: describedNamespaces(keys),
  describedKeys: keys.map(describedWithoutNamespace)
})

const describedWithoutNamespace = (key: PlacedKeyRow): DescribedEntity => ({
  entityClass: "Key",
  entityId: key.id,
  data: { name: key.name },
  relations: namespaceRelation(key)
})

/** Describes the namespaces of keys, each once; the default one is none. */
export const describedNamespaces = (
  keys: ReadonlyArray<Pick<PlacedKeyRow, "namespaceId" | "namespace">>
): Array<DescribedEntity> => {
  const nameById = new Map<number, string | null>()
  for (const { namespaceId, namespace } of keys) if (namespaceId !== null) nameById.set(namespaceId, namespace)
  return [...nameById].map(([entityId, name]) => ({
    entityClass: "Namespace",
    entityId,
    data: { name },
    relations: {}
  }))
}

const namespaceRelation = (key: Pick<PlacedKeyRow, "namespaceId">): NonNullable<EntityChange["relations"]> =>
  key.namespaceId === null ? {} : { namespace: { entityClass: "Namespace", entityId: key.namespaceId } }

const loggedKey = (key: KeyRow): JsonObject => ({
  name: key.name,
  namespace: namespaceReference(key),
  isPlural: key.isPlural,
  pluralArgName: key.pluralArgumentName,
  maxCharLimit: key.maxCharLimit
})

const namespaceReference = ({ namespaceId, namespace }: Pick<PlacedKeyRow, "namespaceId" | "namespace">) =>
  namespaceId === null ? null : { entityClass: "Namespace", entityId: namespaceId, data: { name: namespace } }

const loggedMeta = ({ description, customValues, tags }: KeyMeta): JsonObject => ({
  tags: tags.length === 0 ? null : tags,
  description,
  custom: customValues
})

const toDate = (epochMillis: number | null): string | null =>
  epochMillis === null ? null : new Date(epochMillis).toISOString()
