import type { EditProjectApiKeyBody } from "@dragoman/api"
import { checkNarrowForeignKey, validateApiKeyEdit } from "@dragoman/domain/credential"
import { Database, ProjectApiKeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { checkKeyScopes } from "./check-key-scopes.ts"
import { getProjectApiKey } from "./get-project-api-key.ts"

/**
 * Users give their keys scopes that they have; those who administer the project only take scopes away from the keys of
 * others. Source: docs/permissions.md#keys-of-others.
 */
export const editProjectApiKey = Effect.fn("editProjectApiKey")(function* (
  access: UserAccess,
  apiKeyId: number,
  body: EditProjectApiKeyBody
) {
  const repository = yield* ProjectApiKeyRepository
  const database = yield* Database
  const { scopes, description } = yield* orFail(validateApiKeyEdit(body))
  return yield* database.transaction(
    Effect.gen(function* () {
      const key = yield* getProjectApiKey(access, apiKeyId, "api_key_not_found")
      if (key.userId === access.caller.userId) yield* checkKeyScopes(access.caller, key.projectId, scopes)
      else {
        const error = checkNarrowForeignKey(key.scopes, scopes)
        if (error !== null) return yield* Effect.fail(error)
      }
      const edited = { description: description ?? key.description, scopes }
      yield* repository.edit(apiKeyId, edited)
      return { ...key, ...edited }
    })
  )
})
