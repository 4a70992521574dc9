import { Database, ProjectApiKeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { getProjectApiKey } from "./get-project-api-key.ts"

/** It stops working at once. Source: reference "auth-and-permissions" 4.5. */
export const deleteProjectApiKey = Effect.fn("deleteProjectApiKey")(function* (access: UserAccess, apiKeyId: number) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  yield* getProjectApiKey(access, apiKeyId, "api_key_not_found")
  yield* database.transaction(repository.delete(apiKeyId))
})
