import { OrganizationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** The organization with the caller's role in it. Source: reference "auth-and-permissions" 5.1. */
export const getOrganization = Effect.fn("getOrganization")(function* (access: OrganizationAccess) {
  const repository = yield* OrganizationRepository
  const found = yield* repository.find(access.organizationId, access.caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("organization_not_found")
})
