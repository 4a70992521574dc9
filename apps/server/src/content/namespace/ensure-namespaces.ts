import type { EntityChange } from "@dragoman/domain/activity"
import { NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import { namespaceEntity } from "../key/key-entity.ts"

export interface EnsuredNamespaces {
  /** null: the default namespace. */
  readonly idOf: (name: string | null) => number | null
  /** For the activity: the namespaces that are new. */
  readonly entities: ReadonlyArray<EntityChange>
}

/** Namespaces come into being when a key needs them. Names that are null mean the default one, which has no row. */
export const ensureNamespaces = Effect.fn("ensureNamespaces")(function* (
  projectId: number,
  names: ReadonlyArray<string | null>
) {
  const repository = yield* NamespaceRepository
  const wanted = [...new Set(names.filter((name) => name !== null))]
  const found = yield* repository.findByName(projectId, wanted)
  const known = new Set(found.map(({ name }) => name))
  const inserted = yield* repository.insert(
    projectId,
    wanted.filter((name) => !known.has(name))
  )
  const idByName = new Map([...found, ...inserted].map(({ id, name }) => [name, id]))
  const ensured: EnsuredNamespaces = {
    idOf: (name) => (name === null ? null : (idByName.get(name) ?? null)),
    entities: inserted.map((row) => namespaceEntity(null, row))
  }
  return ensured
})
