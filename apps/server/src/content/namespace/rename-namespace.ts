import { validateNamespace } from "@dragoman/domain/namespace"
import { Database, ImportFollowRepository, NamespaceRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { namespaceEntity } from "../key/key-entity.ts"

/**
 * The new name is taken also when it is the old one. Imports that are staged go to the new name.
 */
export const renameNamespace = Effect.fn("renameNamespace")(function* (
  { caller, projectId }: ProjectAccess<"keys.edit">,
  namespaceId: number,
  body: { readonly name?: string | null | undefined }
) {
  const name = yield* orFail(validateNamespace(body))
  const database = yield* Database
  const repository = yield* NamespaceRepository
  const imports = yield* ImportFollowRepository
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
      const before = yield* repository.find(projectId, namespaceId)
      if (Option.isNone(before)) return yield* failWith("namespace_not_found")
      const [taken] = yield* repository.findByName(projectId, [name])
      if (taken !== undefined) return yield* failWith("namespace_exists")
      const after = { id: namespaceId, name }
      yield* repository.rename(after)
      yield* imports.renameNamespace(projectId, before.value.name, name)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "NAMESPACE_EDIT",
        entities: [namespaceEntity(before.value, after)]
      })
      return after
    })
  )
})
