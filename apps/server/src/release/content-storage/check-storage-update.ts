import type { ContentStorageBody } from "@dragoman/api"
import { targetOfStored, validateContentStorage } from "@dragoman/domain/content-delivery"
import { Effect } from "effect"
import { orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getContentStorage } from "./content-storage-queries.ts"

/** Checks new settings of a storage; its secrets stand for blank ones. */
export const checkStorageUpdate = Effect.fnUntraced(function* (
  access: ProjectAccess<"content-delivery.manage">,
  id: number,
  body: ContentStorageBody
) {
  const stored = targetOfStored(yield* getContentStorage(access, id))
  return yield* orFail(validateContentStorage(body, stored))
})
