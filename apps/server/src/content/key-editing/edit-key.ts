import type { KeyEditBody } from "@dragoman/api"
import { validateKeyEdit } from "@dragoman/domain/key"
import { Database, ImportFollowRepository, KeyRepository, type KeyRow, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import { refuseBranch } from "../../platform/absent-feature/refuse-branch.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { checkKeyName } from "../key/check-key-name.ts"
import { findKey } from "../key/find-key.ts"
import { describedKey, keyEntity, keyMetaEntity } from "../key/key-entity.ts"
import { ensureNamespaces } from "../namespace/ensure-namespaces.ts"
import { removeUnusedNamespace } from "../namespace/remove-unused-namespace.ts"

/**
 * Replaces name, namespace and description: without a namespace the key moves to the default one. The limit of characters
 * stays unless a new one is given. Source: reference "content-api" 2.5.
 */
export const editKey = Effect.fn("editKey")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  body: KeyEditBody
) {
  const edit = yield* orFail(validateKeyEdit(body))
  yield* refuseBranch(body.branch)
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  const imports = yield* ImportFollowRepository
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(access.projectId)
      const before = yield* findKey(access, keyId, "resource_not_found")
      yield* checkKeyName(project, edit, keyId)
      const namespaces = yield* ensureNamespaces(project.projectId, [edit.namespace])
      const after: KeyRow = {
        ...before,
        name: edit.name,
        namespaceId: namespaces.idOf(edit.namespace),
        namespace: edit.namespace,
        description: edit.description,
        maxCharLimit: edit.maxCharLimit ?? before.maxCharLimit
      }
      yield* keys.update([after])
      yield* imports.moveKeys(project.projectId, [{ from: before, to: after }])
      const removed = yield* removeUnusedNamespace(project.projectId, before, after)
      const tagNames = (yield* tags.listOfKeys([keyId])).map(({ name }) => name)
      const metaOf = ({ description, customValues }: KeyRow) => ({ description, customValues, tags: tagNames })
      yield* recordActivity({
        projectId: project.projectId,
        authorId: access.caller.userId,
        type: "KEY_NAME_EDIT",
        entities: [
          ...namespaces.entities,
          keyEntity(before, after),
          keyMetaEntity(keyId, metaOf(before), metaOf(after)),
          ...removed
        ],
        described: describedKey(after)
      })
      return after
    })
  )
})
