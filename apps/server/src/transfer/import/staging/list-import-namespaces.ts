import { ImportRepository, NamespaceRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { ownerOf } from "./find-live-import.ts"

/**
 * The namespaces of the project and those that the caller's import would add, which have no id, by name.
 */
export const listImportNamespaces = Effect.fn("listImportNamespaces")(function* (
  access: ProjectAccess<"translations.view">
) {
  const imports = yield* ImportRepository
  const namespaces = yield* NamespaceRepository
  const found = yield* imports.find(ownerOf(access))
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  const existing = yield* namespaces.listUsed(access.projectId)
  const byName = new Map<string, number | null>([
    ...(yield* imports.listNamespaces(found.value.id)).map((name) => [name, null] as const),
    ...existing.namespaces.map(({ id, name }) => [name, id] as const)
  ])
  return [...byName].map(([name, id]) => ({ id, name })).sort((left, right) => (left.name < right.name ? -1 : 1))
})
