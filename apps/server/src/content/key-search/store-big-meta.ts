import type { BigMetaBody } from "@dragoman/api"
import { toNamespaceName } from "@dragoman/domain/key"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { storeRelatedKeys } from "../key-editing/store-related-keys.ts"

/** Remembers which keys are shown near each other. Source: reference "content-api" 2.12. */
export const storeBigMeta = Effect.fn("storeBigMeta")(function* (
  { projectId }: ProjectAccess<"translations.edit">,
  body: BigMetaBody
) {
  const database = yield* Database
  const related = (body.relatedKeysInOrder ?? []).map(({ keyName, namespace }) => ({
    name: keyName,
    namespace: toNamespaceName(namespace)
  }))
  yield* database.transaction(
    Effect.flatMap(lockContentProject(projectId), (project) => storeRelatedKeys(project, related))
  )
})
