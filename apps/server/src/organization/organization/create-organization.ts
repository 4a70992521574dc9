import type { OrganizationBody } from "@dragoman/api"
import { validateOrganization } from "@dragoman/domain/organization"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { insertOrganization } from "./insert-organization.ts"

/** The caller becomes its owner. Source: reference "auth-and-permissions" 5.2. */
export const createOrganization = Effect.fn("createOrganization")(function* (
  { caller }: UserAccess,
  body: OrganizationBody
) {
  const database = yield* Database
  const organization = yield* orFail(validateOrganization(body))
  return yield* database.transaction(insertOrganization(caller.userId, organization))
})
