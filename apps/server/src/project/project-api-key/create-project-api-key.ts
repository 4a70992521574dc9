import type { CreateProjectApiKeyBody } from "@dragoman/api"
import { validateApiKeyCreation } from "@dragoman/domain/credential"
import { Database, ProjectApiKeyRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { checkKeyScopes } from "./check-key-scopes.ts"
import { getProjectApiKey } from "./get-project-api-key.ts"
import { newProjectApiKey } from "./new-project-api-key.ts"

/** Shows the key, this once. Source: reference "auth-and-permissions" 4.5. */
export const createProjectApiKey = Effect.fn("createProjectApiKey")(function* (
  access: UserAccess,
  body: CreateProjectApiKeyBody
) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const { projectId, scopes, description, expiresAt } = yield* orFail(validateApiKeyCreation(body))
  const { key, keyHash, defaultDescription } = yield* newProjectApiKey(projectId)
  const at = yield* Clock.currentTimeMillis
  const { userId } = access.caller
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* checkKeyScopes(access.caller, projectId, scopes)
      const row = { projectId, userId, description: description ?? defaultDescription, scopes, keyHash, expiresAt, at }
      const apiKeyId = yield* repository.create(row)
      return { row: yield* getProjectApiKey(access, apiKeyId, "api_key_not_found"), key }
    })
  )
})
