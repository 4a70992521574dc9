import type { RegenerateBody } from "@dragoman/api"
import { Database, ProjectApiKeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { getProjectApiKey } from "./get-project-api-key.ts"
import { newProjectApiKey } from "./new-project-api-key.ts"

/**
 * The key before stops working; the new one is shown this once. Only its user gets it: a key acts in the name of its
 * user. Source: docs/permissions.md#keys-of-others.
 */
export const regenerateProjectApiKey = Effect.fn("regenerateProjectApiKey")(function* (
  access: UserAccess,
  apiKeyId: number,
  body: RegenerateBody
) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const row = yield* getProjectApiKey(access, apiKeyId, "api_key_not_found")
  if (row.userId !== access.caller.userId) return yield* failWith("api_key_of_another_user")
  const { key, keyHash } = yield* newProjectApiKey(row.projectId)
  const expiresAt = body.expiresAt ?? null
  yield* database.transaction(repository.replace(apiKeyId, { keyHash, expiresAt }))
  return { row: { ...row, expiresAt }, key }
})
