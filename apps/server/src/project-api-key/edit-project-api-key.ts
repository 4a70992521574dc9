import type { EditProjectApiKeyBody } from "@dragoman/api"
import { validateApiKeyEdit } from "@dragoman/domain/credential"
import { Database, ProjectApiKeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../access/grant.ts"
import { accepted } from "../http/refused.ts"
import { checkKeyScopes } from "./check-key-scopes.ts"
import { getProjectApiKey } from "./get-project-api-key.ts"

/** The scopes are those that the caller, not the key's user, may give. Source: reference "auth-and-permissions" 4.5. */
export const editProjectApiKey = Effect.fn("editProjectApiKey")(function* (
  access: UserAccess,
  apiKeyId: number,
  body: EditProjectApiKeyBody
) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const { scopes, description } = yield* accepted(validateApiKeyEdit(body))
  return yield* database.transaction(
    Effect.gen(function* () {
      const key = yield* getProjectApiKey(access, apiKeyId, "api_key_not_found")
      yield* checkKeyScopes(access.caller, key.projectId, scopes)
      const edited = { description: description ?? key.description, scopes }
      yield* repository.edit(apiKeyId, edited)
      return { ...key, ...edited }
    })
  )
})
