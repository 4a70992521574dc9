import type { EntityChange } from "@dragoman/domain/activity"
import { validateNamespace } from "@dragoman/domain/namespace"
import type { ListQuery } from "@dragoman/domain/page"
import { ImportFollowRepository, type KeyRow, NamespaceRepository, type NamespaceRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import { changeContent } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Reads a page of the namespaces of the project, the oldest first. The default namespace has no row. */
export const listNamespaces = Effect.fn("listNamespaces")(function* (
  { projectId }: ProjectAccess,
  query: ListQuery<"namespaces"> & { readonly search?: string | undefined }
) {
  const repository = yield* NamespaceRepository
  return yield* paged("namespaces", query, (slice) =>
    repository.list({ projectId, search: query.search ?? "", ...slice })
  )
})

/** Lists the namespaces with keys; null, the default namespace, comes first. */
export const listUsedNamespaces = Effect.fn("listUsedNamespaces")(function* ({ projectId }: ProjectAccess) {
  const repository = yield* NamespaceRepository
  const { hasKeysInDefault, namespaces } = yield* repository.listUsed(projectId)
  return hasKeysInDefault ? [null, ...namespaces] : namespaces
})

export const getNamespaceByName = Effect.fn("getNamespaceByName")(function* (
  { projectId }: ProjectAccess,
  name: string
) {
  const repository = yield* NamespaceRepository
  const [found] = yield* repository.findByName(projectId, [name])
  return found ?? (yield* failWith("namespace_not_found"))
})

/** Renames a namespace, also in staged imports. Fails when the name is in use, also by the same namespace. */
export const renameNamespace = Effect.fn("renameNamespace")(function* (
  access: ProjectAccess<"keys.edit">,
  namespaceId: number,
  body: { readonly name?: string | null | undefined }
) {
  const name = yield* orFail(validateNamespace(body))
  const repository = yield* NamespaceRepository
  const imports = yield* ImportFollowRepository
  return yield* changeContent(
    access,
    "project",
    Effect.fnUntraced(function* ({ projectId }, record) {
      const before = yield* repository.find(projectId, namespaceId)
      if (Option.isNone(before)) return yield* failWith("namespace_not_found")
      const [taken] = yield* repository.findByName(projectId, [name])
      if (taken !== undefined) return yield* failWith("namespace_exists")
      const after = { id: namespaceId, name }
      yield* repository.rename(after)
      yield* imports.renameNamespace(projectId, before.value.name, name)
      yield* record("NAMESPACE_EDIT", [namespaceEntity(before.value, after)])
      return after
    })
  )
})

export interface EnsuredNamespaces {
  /** Name of the namespace; null: the default one. */
  readonly idOf: (name: string | null) => number | null
  /** Changes for the activity: the namespaces that were created. */
  readonly entities: ReadonlyArray<EntityChange>
}

/** Creates the namespaces that do not exist, for keys of the same transaction. null: the default one, which has no row. */
export const ensureNamespaces = Effect.fn("ensureNamespaces")(function* (
  projectId: number,
  names: ReadonlyArray<string | null>
) {
  const repository = yield* NamespaceRepository
  const wanted = [...new Set(names.filter((name) => name !== null))]
  const found = yield* repository.findByName(projectId, wanted)
  const existing = new Set(found.map(({ name }) => name))
  const inserted = yield* repository.insert(
    projectId,
    wanted.filter((name) => !existing.has(name))
  )
  const idByName = new Map([...found, ...inserted].map(({ id, name }) => [name, id]))
  const ensured: EnsuredNamespaces = {
    idOf: (name) => (name === null ? null : (idByName.get(name) ?? null)),
    entities: inserted.map((row) => namespaceEntity(null, row))
  }
  return ensured
})

/** Removes the former namespaces of these keys if no key, live or in the trash, is left in them. Returns the activity. */
export const removeUnusedNamespaces = Effect.fn("removeUnusedNamespaces")(function* (
  projectId: number,
  left: ReadonlyArray<Pick<KeyRow, "namespaceId">>
) {
  const repository = yield* NamespaceRepository
  const ids = new Set(left.flatMap(({ namespaceId }) => namespaceId ?? []))
  const removed = yield* repository.removeUnused(projectId, [...ids])
  return removed.map((row): EntityChange => namespaceEntity(row, null))
})

/**
 * Describes a change of a namespace for the activity; `before` is null for a new namespace, `after` for a removed one.
 */
const namespaceEntity = (before: NamespaceRow | null, after: NamespaceRow | null): EntityChange => ({
  entityClass: "Namespace",
  entityId: (after ?? before)?.id ?? 0,
  before: before && { name: before.name },
  after: after && { name: after.name }
})
