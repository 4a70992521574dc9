import type { RegenerateBody } from "@dragoman/api"
import { Database, ProjectApiKeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../access/grant.ts"
import { getProjectApiKey } from "./get-project-api-key.ts"
import { newProjectApiKey } from "./new-project-api-key.ts"

/** The key before stops working; the new one is shown this once. Source: reference "auth-and-permissions" 4.5. */
export const regenerateProjectApiKey = Effect.fn("regenerateProjectApiKey")(function* (
  access: UserAccess,
  apiKeyId: number,
  body: RegenerateBody
) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const row = yield* getProjectApiKey(access, apiKeyId, "api_key_not_found")
  const { key, keyHash } = yield* newProjectApiKey(row.projectId)
  const expiresAt = body.expiresAt ?? null
  yield* database.transaction(repository.replace(apiKeyId, { keyHash, expiresAt }))
  return { row: { ...row, expiresAt }, key }
})
