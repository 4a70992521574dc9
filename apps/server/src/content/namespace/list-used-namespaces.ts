import type { UsedNamespaceModel } from "@dragoman/api"
import { NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"

const defaultNamespace: UsedNamespaceModel = { id: null, name: null }

/** The default one comes first, when a key has none. Source: reference "content-api" 2.13. */
export const listUsedNamespaces = Effect.fn("listUsedNamespaces")(function* ({ projectId }: ProjectAccess) {
  const repository = yield* NamespaceRepository
  const { hasKeysInDefault, namespaces } = yield* repository.listUsed(projectId)
  return hasKeysInDefault ? [defaultNamespace, ...namespaces] : namespaces
})
