import { NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { refusedWith } from "../../platform/refused.ts"

/** Source: reference "content-api" 2.13. */
export const getNamespaceByName = Effect.fn("getNamespaceByName")(function* (
  { projectId }: ProjectAccess,
  name: string
) {
  const repository = yield* NamespaceRepository
  const [found] = yield* repository.findByName(projectId, [name])
  return found ?? (yield* refusedWith(404, "namespace_not_found"))
})
