import { fieldErrors } from "@dragoman/domain/error"
import { type PermissionType, setBasePermissionScopes } from "@dragoman/domain/permission"
import { type BasePermissionValues, Database, OrganizationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** What every member may do in projects without a direct permission. Source: reference "auth-and-permissions" 5.2. */
export const setBasePermissionType = Effect.fn("setBasePermissionType")(
  (access: OrganizationAccess<"OWNER">, type: PermissionType) => store(access, { type, scopes: null })
)

/** The same with granular scopes. null: the parameter was not given. */
export const setBaseScopes = Effect.fn("setBaseScopes")(function* (
  access: OrganizationAccess<"OWNER">,
  scopeValues: ReadonlyArray<string> | null
) {
  if (scopeValues === null) return yield* Effect.fail(fieldErrors({ scopes: "must not be null" }))
  const { type, scopes } = yield* orFail(setBasePermissionScopes(scopeValues))
  yield* store(access, { type, scopes })
})

const store = Effect.fnUntraced(function* (access: OrganizationAccess<"OWNER">, values: BasePermissionValues) {
  const repository = yield* OrganizationRepository
  const database = yield* Database
  yield* database.transaction(repository.setBasePermission(access.organizationId, values))
})
