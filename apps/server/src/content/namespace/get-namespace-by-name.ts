import { NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** Source: reference "content-api" 2.13. */
export const getNamespaceByName = Effect.fn("getNamespaceByName")(function* (
  { projectId }: ProjectAccess,
  name: string
) {
  const repository = yield* NamespaceRepository
  const [found] = yield* repository.findByName(projectId, [name])
  return found ?? (yield* failWith("namespace_not_found"))
})
